"""Machine code made callable again, with as little of the compiler as that needs.

Numba's own way reads the code's LLVM module and first gets ready to compile whatever may come. That
is most of the time it takes, and of use only to functions compiled later that call this one: then
it is done then.
"""

from __future__ import annotations

from typing import Any

import llvmlite.binding as llvm
from numba.core.caching import CompileResultCacheImpl
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompileResult
from numba.core.runtime import rtsys


class Finished(CompileResultCacheImpl):  # type: ignore[misc]  # numba publishes no types
    """How numba's cache makes a function of what it has kept."""

    def rebuild(self, target_context: Any, payload: Any) -> CompileResult:
        """The function again; `payload` is what `CompileResult` reduces itself to."""
        library, description, environment, signature, _, _, _, begin, others = payload
        for prepare in begin:
            prepare()
        name, _, (machine_code, bitcode) = library
        code = FinishedCode(target_context.codegen(), name, machine_code, bitcode)
        code.defines(
            description.llvm_func_name,
            description.llvm_cpython_wrapper_name,
            description.llvm_cfunc_wrapper_name,
        )
        return callable_of(code, target_context, description, environment, signature, others)


class FinishedCode(JITCodeLibrary):  # type: ignore[misc]
    """A function's machine code, whose module is read when something is compiled that calls it."""

    def __init__(self, codegen: Any, name: str, machine_code: bytes, bitcode: bytes) -> None:
        super().__init__(codegen, name)
        self._bitcode = bitcode
        self._shared_module: Any = None
        self.enable_object_caching()
        self._set_compiled_object(machine_code)
        self._finalize_final_module()

    def defines(self, *names: str) -> None:
        """Tell numba which names the code answers to."""
        self._codegen._engine._defined_symbols.update(names)

    def _get_module_for_linking(self) -> Any:
        if self._shared_module is None:
            self._shared_module = llvm.parse_bitcode(self._bitcode)
            self._codegen._engine._load_defined_symbols(self._shared_module)
        return self._shared_module


def start_runtime(target: Any) -> None:
    """Numba's runtime; machine code needs nothing else of numba, but without it a call crashes."""
    rtsys.initialize(target)


def callable_of(
    code: Any, target: Any, description: Any, environment: Any, signature: Any, others: Any
) -> CompileResult:
    """Code as the function that its description tells of, for these arguments.

    `others` are the environments of the functions it calls.
    """
    result = CompileResult(
        target_context=target,
        typing_context=target.typing_context,
        library=code,
        environment=environment,
        entry_point=target.get_executable(code, description, environment),
        fndesc=description,
        type_annotation="",
        signature=signature,
        objectmode=False,
        lifted=(),
        typing_error=None,
        call_helper=None,
        metadata=None,
        reload_init=[],
        referenced_envs=others,
    )
    for other in others:
        code.codegen.set_env(other.env_name, other)
    return result
