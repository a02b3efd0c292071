"""The same rounds by vector code: thirty-two at a time, where the processor has AVX-512.

Python writes LLVM's language here and the compiler that numba brings translates it when it is first
needed, for the processor at hand. The code follows `rounds.fast_round` for the first eight draws of
a round, without a branch: ranks, numbers within the rank and what is gone already are 16-bit lanes,
look-ups are gathers. Rounds that are not finished then (a split, a rejected draw among the first
three, many cards) are listed, and played by `rounds.whole_round`. The histogram is the same.
"""

from __future__ import annotations

import ctypes
from functools import cache, cached_property
from itertools import count

import llvmlite.binding as llvm

from pitboss.sim.draws import FIRST, GOLDEN, ROUND_BITS, SECOND

LANES = 32
DRAWS = 8
COPIES = 8
"""Histograms side by side, so that equal outcomes of one step do not wait for each other."""
REDO = 1 << 32
"""In place of the shoes whose entry is no row: nothing was done."""
NEEDED = ("avx512f", "avx512bw", "avx512dq", "avx512vl")

Pair = tuple[str, str]
"""A value of 32-bit lanes: the lower and the upper sixteen."""


def available() -> bool:
    """Whether this processor has what the code needs."""
    try:
        features = llvm.get_host_cpu_features()
    except RuntimeError:  # a system that does not tell
        return False
    return all(features.get(name, False) for name in NEEDED)


class Writer:
    """Writes instructions, naming each result."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._names = count()

    def put(self, text: str) -> str:
        """Write an instruction and give the name of its result."""
        name = f"%v{next(self._names)}"
        self.lines.append(f"  {name} = {text}")
        return name

    def do(self, text: str) -> None:
        """Write an instruction without a result."""
        self.lines.append(f"  {text}")

    # 64-bit lanes, eight of them

    def mix(self, z: str) -> str:
        """`draws.mix` of eight counters."""
        for shift, factor in ((30, FIRST), (27, SECOND)):
            moved = self.put(f"lshr <8 x i64> {z}, splat (i64 {shift})")
            z = self.put(f"xor <8 x i64> {z}, {moved}")
            z = self.put(f"mul <8 x i64> {z}, splat (i64 {int(factor)})")
        moved = self.put(f"lshr <8 x i64> {z}, splat (i64 31)")
        return self.put(f"xor <8 x i64> {z}, {moved}")

    def fields(self, words: list[str]) -> list[str]:
        """Four words of eight rounds each as four draws of thirty-two rounds."""
        halves = [self.exchange(words[i], words[i + 2], 32) for i in (0, 1)]
        low = self.exchange(halves[0][0], halves[1][0], 16)
        high = self.exchange(halves[0][1], halves[1][1], 16)
        return [self.put(f"bitcast <8 x i64> {word} to <32 x i16>") for word in (*low, *high)]

    def exchange(self, one: str, two: str, bits: int) -> Pair:
        """Change places: the upper parts of `one` with the lower parts of `two`."""
        parts = 64 // bits
        kind = f"<{8 * parts} x i{bits}>"
        mask = ", ".join(f"i1 {place % 2}" for place in range(8 * parts))
        up = self.put(f"shl <8 x i64> {two}, splat (i64 {bits})")
        down = self.put(f"lshr <8 x i64> {one}, splat (i64 {bits})")

        def blend(even: str, odd: str) -> str:
            names = [self.put(f"bitcast <8 x i64> {name} to {kind}") for name in (even, odd)]
            chosen = self.put(
                f"select <{8 * parts} x i1> <{mask}>, {kind} {names[1]}, {kind} {names[0]}"
            )
            return self.put(f"bitcast {kind} {chosen} to <8 x i64>")

        return blend(one, up), blend(down, two)

    # 16-bit lanes, thirty-two of them

    def w(self, operation: str, one: str, two: str) -> str:
        """An operation on 16-bit lanes."""
        return self.put(f"{operation} <32 x i16> {one}, {two}")

    def high(self, one: str, two: str) -> str:
        """The upper halves of products."""
        return self.put(
            f"call <32 x i16> @llvm.x86.avx512.pmulhu.w.512(<32 x i16> {one}, <32 x i16> {two})"
        )

    def mask(self, operation: str, one: str, two: str) -> str:
        """An operation on masks."""
        return self.put(f"{operation} <32 x i1> {one}, {two}")

    # 32-bit lanes, sixteen and sixteen

    def halves(self, name: str, kind: str = "i16") -> Pair:
        """A vector of thirty-two lanes as two of sixteen."""
        found = []
        for start in (0, 16):
            lanes = ", ".join(f"i32 {start + lane}" for lane in range(16))
            found.append(self.put(
                f"shufflevector <32 x {kind}> {name}, <32 x {kind}> poison, <16 x i32> <{lanes}>"
            ))  # fmt: skip
        return found[0], found[1]

    def wide(self, name: str) -> Pair:
        """16-bit lanes widened."""
        low, high = (
            self.put(f"zext <16 x i16> {half} to <16 x i32>") for half in self.halves(name)
        )
        return low, high

    def join(self, one: str, two: str, lanes: int) -> str:
        """Two vectors of 16-bit lanes as one."""
        places = ", ".join(f"i32 {lane}" for lane in range(2 * lanes))
        return self.put(
            f"shufflevector <{lanes} x i16> {one}, <{lanes} x i16> {two}, "
            f"<{2 * lanes} x i32> <{places}>"
        )

    def gather(self, table: str, index: Pair, mask: Pair, other: Pair) -> Pair:
        """Entries of a table of 16-bit numbers; `other` where the mask does not hold."""
        found = []
        for place, wanted, rest in zip(index, mask, other, strict=True):
            at = self.put(f"getelementptr i16, ptr {table}, <16 x i32> {place}")
            got = self.put(
                "call <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr> align 2 "
                f"{at}, <16 x i1> {wanted}, <16 x i32> zeroinitializer)"
            )
            entry = self.put(f"and <16 x i32> {got}, splat (i32 65535)")
            found.append(
                self.put(f"select <16 x i1> {wanted}, <16 x i32> {entry}, <16 x i32> {rest}")
            )
        return found[0], found[1]

    def d(self, text: str, *pairs: Pair) -> Pair:
        """An operation on 32-bit lanes; ``{0}``, ``{1}`` stand for the operands."""
        low, high = (self.put(text.format(*(pair[half] for pair in pairs))) for half in (0, 1))
        return low, high


ALL: Pair = ("splat (i1 true)", "splat (i1 true)")
ZERO: Pair = ("zeroinitializer", "zeroinitializer")
GONE = "splat (i16 -1)"
"""The rank of a draw that was not taken."""


def _splat(writer: Writer, argument: str, kind: str, lanes: int) -> str:
    one = writer.put(f"insertelement <{lanes} x {kind}> poison, {kind} {argument}, i32 0")
    return writer.put(
        f"shufflevector <{lanes} x {kind}> {one}, <{lanes} x {kind}> poison, "
        f"<{lanes} x i32> zeroinitializer"
    )


def code() -> str:
    """The kernel.

    ``rounds(deal, next, ends, codes, per rank, reject, first counter, steps, counts, left)`` plays
    32 × steps rounds, adds to ``counts[code × 8 + copy]``, lists the numbers of unfinished rounds,
    counted from the first one, in ``left``, and gives how many there are.
    """
    w = Writer()
    step = int(GOLDEN) << ROUND_BITS
    ends16 = _splat(w, "%ends", "i32", 16)
    trash = _splat(w, "%codes", "i32", 16)
    per_rank, reject = _splat(w, "%per_rank", "i16", 32), _splat(w, "%reject", "i16", 32)
    start = _splat(w, "%counter", "i64", 8)
    starts = []
    for part in range(4):
        offsets = ", ".join(f"i64 {((4 * lane + part) * step) % (1 << 64)}" for lane in range(8))
        starts.append(w.put(f"add <8 x i64> {start}, <{offsets}>"))
    before, w.lines = w.lines, []

    counters = [f"%c{part}" for part in range(4)]
    nexts = [
        w.put(f"add <8 x i64> {counter}, splat (i64 {LANES * step % (1 << 64)})")
        for counter in counters
    ]
    words = [w.mix(counter) for counter in counters]
    again = [w.put(f"add <8 x i64> {counter}, splat (i64 {int(GOLDEN)})") for counter in counters]
    fields = w.fields(words) + w.fields([w.mix(counter) for counter in again])

    ranks: list[str] = []
    bad = state = None
    for number, field in enumerate(fields):
        rank = w.high(field, "splat (i16 13)")
        low = w.w("mul", field, "splat (i16 13)")
        rest = w.w("mul", low, per_rank)
        place = w.w("add", w.high(low, per_rank), "splat (i16 1)")
        for earlier in ranks:
            same = w.put(f"icmp eq <32 x i16> {rank}, {earlier}")
            less = w.put(f"sext <32 x i1> {same} to <32 x i16>")
            place = w.w("add", place, less)
        fair = w.put(f"icmp uge <32 x i16> {rest}, {reject}")
        there = w.put(f"icmp sgt <32 x i16> {place}, zeroinitializer")
        good = w.mask("and", fair, there)
        if number < 3:
            missed = w.mask("xor", good, "splat (i1 true)")
            bad = missed if bad is None else w.mask("or", bad, missed)
            ranks.append(rank)
            if number == 2:
                place = w.w("mul", ranks[0], "splat (i16 169)")
                place = w.w("add", place, w.w("mul", ranks[1], "splat (i16 13)"))
                place = w.w("add", place, rank)
                state = w.gather("%deal", w.wide(place), ALL, ZERO)
            continue
        assert state is not None
        ranks.append(w.put(f"select <32 x i1> {good}, <32 x i16> {rank}, <32 x i16> {GONE}"))
        alive = w.d(f"icmp ult <16 x i32> {{0}}, {ends16}", state)
        follow = w.d("and <16 x i1> {0}, {1}", alive, w.halves(good, "i1"))
        index = w.d("add <16 x i32> {0}, {1}", state, w.wide(rank))
        state = w.gather("%next", index, follow, state)
    assert state is not None
    assert bad is not None
    ended = w.d(f"icmp uge <16 x i32> {{0}}, {ends16}", state)
    fine = w.d("xor <16 x i1> {0}, splat (i1 true)", w.halves(bad, "i1"))
    codes = w.d(f"sub <16 x i32> {{0}}, {ends16}", state)
    codes = w.d(
        "call <16 x i32> @llvm.umin.v16i32(<16 x i32> {0}, <16 x i32> " + trash + ")", codes
    )
    counted = w.d("and <16 x i1> {0}, {1}", ended, fine)
    bins = w.d(f"select <16 x i1> {{0}}, <16 x i32> {{1}}, <16 x i32> {trash}", counted, codes)
    open_ = w.d(f"icmp eq <16 x i32> {{0}}, {trash}", bins)
    # lists of what is not finished
    base = _splat(w, "%base", "i32", 16)
    where = "%filled"
    for half in (0, 1):
        offsets = ", ".join(f"i32 {16 * half + lane}" for lane in range(16))
        numbers = w.put(f"add <16 x i32> {base}, <{offsets}>")
        packed = w.put(
            f"call <16 x i32> @llvm.x86.avx512.mask.compress.v16i32(<16 x i32> {numbers}, "
            f"<16 x i32> zeroinitializer, <16 x i1> {open_[half]})"
        )
        at = w.put(f"getelementptr i32, ptr %left, i64 {where}")
        w.do(f"store <16 x i32> {packed}, ptr {at}, align 4")
        bits = w.put(f"bitcast <16 x i1> {open_[half]} to i16")
        many = w.put(f"call i16 @llvm.ctpop.i16(i16 {bits})")
        wide = w.put(f"zext i16 {many} to i64")
        where = w.put(f"add i64 {where}, {wide}")
    # the histogram
    shifted = w.d("shl <16 x i32> {0}, splat (i32 3)", bins)
    for half in (0, 1):
        lanes = ", ".join(f"i32 {lane % COPIES}" for lane in range(16))
        places = w.put(f"add <16 x i32> {shifted[half]}, <{lanes}>")
        for lane in range(16):
            one = w.put(f"extractelement <16 x i32> {places}, i32 {lane}")
            wide = w.put(f"zext i32 {one} to i64")
            at = w.put(f"getelementptr i32, ptr %counts, i64 {wide}")
            old = w.put(f"load i32, ptr {at}")
            new = w.put(f"add i32 {old}, 1")
            w.do(f"store i32 {new}, ptr {at}")
    body = "\n".join(w.lines)
    phis = "\n".join(
        f"  {counter} = phi <8 x i64> [ {first}, %entry ], [ {following}, %loop ]"
        for counter, first, following in zip(counters, starts, nexts, strict=True)
    )
    return f"""
declare <32 x i16> @llvm.x86.avx512.pmulhu.w.512(<32 x i16>, <32 x i16>)
declare <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr>, <16 x i1>, <16 x i32>)
declare <16 x i32> @llvm.x86.avx512.mask.compress.v16i32(<16 x i32>, <16 x i32>, <16 x i1>)
declare <16 x i32> @llvm.umin.v16i32(<16 x i32>, <16 x i32>)
declare i16 @llvm.ctpop.i16(i16)

define i64 @rounds(ptr noalias %deal, ptr noalias %next, i32 %ends, i32 %codes, i16 %per_rank,
                   i16 %reject, i64 %counter, i64 %steps, ptr noalias %counts, ptr noalias %left) {{
entry:
{chr(10).join(before)}
  br label %loop
loop:
  %step = phi i64 [ 0, %entry ], [ %following, %loop ]
  %filled = phi i64 [ 0, %entry ], [ {where}, %loop ]
{phis}
  %step32 = trunc i64 %step to i32
  %base = shl i32 %step32, 5
{body}
  %following = add i64 %step, 1
  %more = icmp ult i64 %following, %steps
  br i1 %more, label %loop, label %done
done:
  ret i64 {where}
}}
"""


def code_of_cards() -> str:
    """The kernel of shoes to a cut card.

    ``cards(room, next, ends, dealing, root)`` draws a card from each of 32 shoes and follows the
    automaton; it gives the shoes whose entry is no row, a bit each, and has them begin a round. If
    a draw may have to be skipped, once in a hundred thousand calls, it does nothing and gives
    `REDO`. For the room, see `vector_shoes`.
    """
    w = Writer()

    def at(place: int) -> str:
        return w.put(f"getelementptr i8, ptr %room, i64 {place}")

    words, lefts, unfair, chosen = [], [], [], []
    for part in range(4):
        word = w.put(f"load <8 x i64>, ptr {at(64 * part)}, align 8")
        cards = w.put(f"load <8 x i64>, ptr {at(256 + 64 * part)}, align 8")
        cards = w.put(f"and <8 x i64> {cards}, splat (i64 4294967295)")
        draw = w.put(f"lshr <8 x i64> {w.mix(word)}, splat (i64 32)")
        product = w.put(f"mul <8 x i64> {draw}, {cards}")
        rest = w.put(f"and <8 x i64> {product}, splat (i64 4294967295)")
        unfair.append(w.put(f"icmp ult <8 x i64> {rest}, {cards}"))
        high = w.put(f"lshr <8 x i64> {product}, splat (i64 32)")
        chosen.append(w.put(f"trunc <8 x i64> {high} to <8 x i16>"))
        words.append(w.put(f"add <8 x i64> {word}, splat (i64 {int(GOLDEN)})"))
        lefts.append(w.put(f"add <8 x i64> {cards}, splat (i64 -1)"))
    some = unfair[0]
    for other in unfair[1:]:
        some = w.put(f"or <8 x i1> {some}, {other}")
    bits = w.put(f"bitcast <8 x i1> {some} to i8")
    w.do(f"%again = icmp ne i8 {bits}, 0")
    before, w.lines = w.lines, []

    for part in range(4):
        w.do(f"store <8 x i64> {words[part]}, ptr {at(64 * part)}, align 8")
        w.do(f"store <8 x i64> {lefts[part]}, ptr {at(256 + 64 * part)}, align 8")
    card = w.join(w.join(chosen[0], chosen[1], 8), w.join(chosen[2], chosen[3], 8), 16)
    state_at, rank_at = at(512 + 64 * 26), at(512 + 64 * 27)
    state = w.put(f"load <32 x i16>, ptr {state_at}, align 8")
    dealing, ends = _splat(w, "%dealing", "i16", 32), _splat(w, "%ends", "i16", 32)
    dealt = w.put(f"icmp uge <32 x i16> {state}, {dealing}")
    rank = "splat (i16 13)"
    for place in range(13):
        count_at = at(512 + 64 * place)
        counts = w.put(f"load <32 x i16>, ptr {count_at}, align 8")
        before_it = w.put(f"icmp ult <32 x i16> {card}, {counts}")
        less = w.put(f"sext <32 x i1> {before_it} to <32 x i16>")
        counts, rank = w.w("add", counts, less), w.w("add", rank, less)
        w.do(f"store <32 x i16> {counts}, ptr {count_at}, align 8")
        kept_at = at(512 + 64 * (13 + place))
        kept = w.put(f"load <32 x i16>, ptr {kept_at}, align 8")
        kept = w.put(f"select <32 x i1> {dealt}, <32 x i16> {counts}, <32 x i16> {kept}")
        w.do(f"store <32 x i16> {kept}, ptr {kept_at}, align 8")
    w.do(f"store <32 x i16> {rank}, ptr {rank_at}, align 8")
    index = w.d("add <16 x i32> {0}, {1}", w.wide(state), w.wide(rank))
    low, high = w.d("trunc <16 x i32> {0} to <16 x i16>", w.gather("%next", index, ALL, ZERO))
    after = w.join(low, high, 16)
    w.do(f"store <32 x i16> {after}, ptr {at(512 + 64 * 28)}, align 8")
    ended = w.put(f"icmp uge <32 x i16> {after}, {ends}")
    root = _splat(w, "%root", "i16", 32)
    after = w.put(f"select <32 x i1> {ended}, <32 x i16> {root}, <32 x i16> {after}")
    w.do(f"store <32 x i16> {after}, ptr {state_at}, align 8")
    bits = w.put(f"bitcast <32 x i1> {ended} to i32")
    found = w.put(f"zext i32 {bits} to i64")
    return f"""
declare <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr>, <16 x i1>, <16 x i32>)

define i64 @cards(ptr noalias %room, ptr noalias %next, i16 %ends, i16 %dealing, i16 %root) {{
entry:
{chr(10).join(before)}
  br i1 %again, label %no, label %yes
no:
  ret i64 {REDO}
yes:
{chr(10).join(w.lines)}
  ret i64 {found}
}}
"""


class Kernel:
    """The compiled code; keep it as long as the functions are used."""

    def __init__(self) -> None:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        machine = llvm.Target.from_default_triple().create_target_machine(
            cpu=llvm.get_host_cpu_name(), features=llvm.get_host_cpu_features().flatten(), opt=3
        )
        module = llvm.parse_assembly(code())
        module.link_in(llvm.parse_assembly(code_of_cards()))
        module.verify()
        builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(3))
        builder.getModulePassManager().run(module, builder)
        self.assembly = machine.emit_assembly(module)
        self._engine = llvm.create_mcjit_compiler(module, machine)
        self._engine.finalize_object()

    @cached_property
    def rounds(self):  # type: ignore[no-untyped-def]
        """The function described in `code`; other threads run while it does."""
        kinds = (
            ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_uint16,
            ctypes.c_uint16, ctypes.c_uint64, ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p,
        )  # fmt: skip
        address = self._engine.get_function_address("rounds")
        return ctypes.CFUNCTYPE(ctypes.c_int64, *kinds)(address)

    @cached_property
    def cards(self) -> int:
        """Where the function described in `code_of_cards` is."""
        return int(self._engine.get_function_address("cards"))


@cache
def kernel() -> Kernel:
    """The kernel of this processor, compiled once."""
    return Kernel()
