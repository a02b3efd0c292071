"""An array on a GPU, handed to torch, JAX, CuPy and numba without a copy.

By CUDA's array interface, and by DLPack in the form that every version of those takes. Whoever was
handed the array keeps its memory; the next step writes into it.
"""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple

import numpy as np
from numpy.lib.array_utils import byte_bounds
from numpy.typing import NDArray

CUDA = 2
"""What DLPack calls memory of a GPU."""
KINDS = {"i": 0, "u": 1, "f": 2, "b": 6}
"""What it calls kinds of numbers, by what numpy calls them."""
NAME = b"dltensor"
LEGACY_STREAM, STREAM_OF_THREAD, NOT_WAITED_FOR = 1, 2, -1


class _Tensor(ctypes.Structure):
    """DLManagedTensor, with DLTensor at its head."""

    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("dimensions", ctypes.c_int32),
        ("kind", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
        ("context", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
    ]


class Memory(NamedTuple):
    """Where an array lies."""

    pointer: int
    device: tuple[int, int]
    """Kind and number of the device, as DLPack has them."""
    owner: object
    """What must live as long as the array is used."""


_handed_out: dict[int, tuple[Any, ...]] = {}
"""By address: tensors that somebody uses, with what keeps their memory."""


def _let_go(address: int) -> None:
    _handed_out.pop(address, None)


_python = ctypes.PyDLL(None)
_python.PyCapsule_New.restype = ctypes.py_object
_python.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
_python.PyCapsule_IsValid.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
_python.PyCapsule_GetPointer.restype = ctypes.c_void_p
_python.PyCapsule_GetPointer.argtypes = [ctypes.c_void_p, ctypes.c_char_p]


def _drop_capsule(capsule: int) -> None:
    if _python.PyCapsule_IsValid(capsule, NAME):  # nobody took the tensor out of it
        _let_go(_python.PyCapsule_GetPointer(capsule, NAME))


_deleter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(_let_go)
_destructor = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(_drop_capsule)


def capsule_of(
    memory: Memory, shape: tuple[int, ...], strides: tuple[int, ...], dtype: np.dtype[Any]
) -> Any:
    """A DLPack capsule; strides in bytes, as numpy has them."""
    sizes = (ctypes.c_int64 * len(shape))(*shape)
    steps = (ctypes.c_int64 * len(shape))(*(step // dtype.itemsize for step in strides))
    tensor = _Tensor(
        memory.pointer, *memory.device, len(shape), KINDS[dtype.kind], 8 * dtype.itemsize, 1,
        sizes, steps, 0, None, ctypes.cast(_deleter, ctypes.c_void_p),
    )  # fmt: skip
    address = ctypes.addressof(tensor)
    _handed_out[address] = tensor, sizes, steps, memory.owner
    return _python.PyCapsule_New(address, NAME, ctypes.cast(_destructor, ctypes.c_void_p))


NOWHERE = 1 << 12
"""Where shadows lie: an address that no program reads."""


class _Shadow:
    """What numpy needs to know to tell where parts of an array lie, without the array."""

    def __init__(self, array: Any) -> None:
        dtype = np.dtype(array.dtype)
        self.__array_interface__ = {
            "version": 3, "typestr": dtype.str, "shape": array.shape, "strides": array.strides,
            "data": (NOWHERE, True),
        }  # fmt: skip


def _shadow_of(array: Any) -> NDArray[Any]:
    """An array of numpy's like one on the device; it is cut into parts, never read."""
    return np.asarray(_Shadow(array))


class DeviceArray:
    """An array on the device, or a part of one; `numpy` copies it to the processor's memory."""

    def __init__(self, array: Any, part: NDArray[Any] | None = None) -> None:
        """`part` is that part of the array's shadow; numba itself would walk through its rows."""
        self._array = array
        self._part = _shadow_of(array) if part is None else part

    @property
    def shape(self) -> tuple[int, ...]:
        """Its size along each dimension."""
        return self._part.shape

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of its numbers."""
        return self._part.dtype

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, places: Any) -> DeviceArray:
        """A part of it, by slices and numbers; not a copy."""
        chosen = places if isinstance(places, tuple) else (places,)
        for one in chosen:
            if not isinstance(one, slice | int | np.integer):
                raise TypeError(f"a part is chosen by slices and whole numbers, not by {one!r}")
        return DeviceArray(self._array, self._part[(*chosen, ...)])

    def __repr__(self) -> str:
        return f"DeviceArray(shape={self.shape}, dtype={self.dtype})"

    def numpy(self) -> NDArray[Any]:
        """A copy for the processor."""
        if self._part.size == 0:
            return np.empty(self.shape, self.dtype)
        row = self._array.strides[0]
        low, high = (place - NOWHERE for place in byte_bounds(self._part))
        first, last = low // row, -(-high // row)
        rows = np.ascontiguousarray(self._array[first:last].copy_to_host())
        start = self._offset - first * row
        return np.ndarray(self.shape, self.dtype, rows, start, self._part.strides).copy()

    def copy(self) -> DeviceArray:
        """A copy that the next step does not write over."""
        from numba import cuda

        made = cuda.device_array(self._array.shape, dtype=self.dtype)
        made.copy_to_device(self._array)
        return DeviceArray(made, self._part)

    @property
    def _offset(self) -> int:
        """Where it begins in the whole array, in bytes."""
        found: int = self._part.__array_interface__["data"][0] - NOWHERE
        return found

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        whole: dict[str, Any] = self._array.__cuda_array_interface__
        pointer, read_only = whole["data"]
        here = pointer + self._offset, read_only
        return {**whole, "data": here, "shape": self.shape, "strides": self._part.strides}

    def __dlpack_device__(self) -> tuple[int, int]:
        from numba import cuda

        return CUDA, int(cuda.get_current_device().id)

    def __dlpack__(
        self, *, stream: int | None = None, max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None, copy: bool | None = None,
    ) -> Any:  # fmt: skip
        del max_version  # the first form, which every version takes
        here = self.__dlpack_device__()
        if copy or dl_device not in (None, here):
            raise BufferError("the array is handed over where it lies, without a copy")
        _wait_on(stream)
        interface = self.__cuda_array_interface__
        memory = Memory(interface["data"][0], here, self._array)
        return capsule_of(memory, self.shape, self._part.strides, self.dtype)


def _wait_on(stream: int | None) -> None:
    """Have the stream of whoever asks wait for steps that are still being made."""
    from numba import cuda

    if stream in (None, LEGACY_STREAM, NOT_WAITED_FOR):
        return
    theirs = (
        cuda.per_thread_default_stream()
        if stream == STREAM_OF_THREAD
        else cuda.external_stream(stream)
    )
    event = cuda.event(timing=False)
    event.record()
    event.wait(theirs)
