"""Numba as a cross compiler: after `aim_at_wasm`, every dispatcher of this process compiles for WebAssembly.

Integers stay as wide as they are on a 64-bit machine (`intp` has 64 bits), so every number comes out the same; only
pointers have 32 bits, which the data layout says. Nothing compiled here can be called here.

This module is the only one that touches Numba's inner parts. `PARTS` names them as they are in the Numba that
constraints.txt pins; `changed_parts` says what a newer one has changed.
"""

import inspect
from collections.abc import Iterator
from math import prod
from typing import Any, NamedTuple

import llvmlite.binding as llvm
import numba
from llvmlite import ir
from numba.core import caching, cgutils, codegen, cpu, types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUTarget, cpu_target
from numba.np import arrayobj

from brocante.games import lanes

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+sign-ext,+nontrapping-fptoint,+bulk-memory,+mutable-globals"  # in all browsers since 2021
VECTORS = "+simd128"  # in all browsers since March 2023
OPTIMIZED = 3
ALIGNED = 16  # bytes


class Part(NamedTuple):
    """An inner part of Numba: where it is, its parameters (None: no function), and what it is needed for."""

    owner: Any
    name: str
    parameters: str | None
    purpose: str


PARTS = (
    Part(CPUTarget, "_toplevel_target_context", None, "the context that dispatchers compile with is replaced"),
    Part(codegen.CPUCodegen, "_init", "self llvm_module", "LLVM's target machine is chosen there"),
    Part(codegen.CPUCodegen, "_create_empty_module", "self name", "modules carry the triple and the data layout"),
    Part(codegen.CPUCodegen, "_module_pass_manager", "self **kwargs", "the whole module is optimized once more"),
    Part(codegen.JITCPUCodegen, "set_env", "self env_name env", "nothing is bound to a running process"),
    Part(codegen.AOTCPUCodegen, "__init__", "self module_name cpu_name", "code is written to a file, not into memory"),
    Part(codegen.CPUCodeLibrary, "finalize", "self", "all functions are linked into one module, `_final_module`"),
    Part(cpu.CPUContext, "init", "self", "the code generator is made there"),
    Part(cpu.CPUContext, "post_lowering", "self mod library", "Numba's run time is not linked in"),
    Part(cpu.CPUContext, "create_cpython_wrapper", "self library fndesc env call_helper release_gil", "not wanted"),
    Part(cpu.CPUContext, "create_cfunc_wrapper", "self library fndesc env call_helper", "not wanted"),
    Part(cpu.CPUContext, "get_executable", "self library fndesc env", "there is no code that Python could call"),
    Part(caching.Cache, "load_overload", "self sig target_context", "machine code of the host is not read"),
    Part(caching.Cache, "save_overload", "self sig data", "WebAssembly is not kept as code of the host"),
    Part(arrayobj, "make_array", "array_type", "arguments become arrays"),
    Part(arrayobj, "populate_array", "array data shape strides itemsize meminfo parent", "arguments become arrays"),
)


def changed_parts() -> Iterator[str]:
    """What is not as this module expects it, in words."""
    for owner, name, parameters, purpose in PARTS:
        where = f"Numba {numba.__version__}: {owner.__name__}.{name}"
        found = inspect.getattr_static(owner, name, None)
        if found is None:
            yield f"{where} is missing ({purpose})."
        elif parameters is not None:
            now = " ".join(
                str(each).split("=")[0] for each in inspect.signature(getattr(owner, name)).parameters.values()
            )
            if now != parameters:
                yield f"{where} takes ({now}), not ({parameters}) ({purpose})."


class WasmCodegen(codegen.AOTCPUCodegen):
    """Modules for WebAssembly, and the passes that LLVM runs over them."""

    def _init(self, llvm_module: Any) -> None:
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        self._use(FEATURES)
        self._target_data = self._tm.target_data
        self._data_layout = str(self._target_data)
        self._loopvect, self._opt_level = False, 0

    def _use(self, features: str) -> None:
        self._tm_features = features
        self._tm = llvm.Target.from_triple(TRIPLE).create_target_machine(
            opt=OPTIMIZED, features=features, reloc="static", codemodel="default"
        )

    def allow_vectors(self) -> None:
        self._use(f"{FEATURES},{VECTORS}")

    def _create_empty_module(self, name: str) -> ir.Module:
        module = ir.Module(cgutils.normalize_ir_text(name))
        module.triple = TRIPLE
        if self._data_layout:
            module.data_layout = self._data_layout
        return module

    def set_env(self, env_name: str, env: Any) -> None:
        """There is no process to bind it to."""

    def optimize(self, module: Any) -> None:
        """Once more, now that only exports are seen from outside."""
        manager, builder = self._module_pass_manager()
        manager.run(module, builder)

    def emit(self, module: Any) -> bytes:
        """An object file."""
        code: bytes = self._tm.emit_object(module)
        return code


class WasmContext(cpu.CPUContext):
    """How Numba lowers functions for WebAssembly."""

    @global_compiler_lock  # type: ignore[untyped-decorator]
    def init(self) -> None:
        self.is32bit = False
        self._internal_codegen: Any = WasmCodegen("wasm")

    def post_lowering(self, mod: Any, library: Any) -> None:
        """No run time for memory is linked in: nothing that is compiled allocates."""

    def create_cpython_wrapper(self, *args: Any, **kwargs: Any) -> None:
        """Python will not call it."""

    create_cfunc_wrapper = create_cpython_wrapper

    def allow_vectors(self) -> None:
        """What is compiled from now on may use them."""
        self._internal_codegen.allow_vectors()

    def get_executable(self, library: Any, fndesc: Any, env: Any) -> Any:
        return [fndesc].append  # Numba's tables want a builtin of its own for each function; nobody calls it


def aim_at_wasm() -> WasmContext:
    """From now on this process compiles for WebAssembly, and keeps nothing on disk."""
    changed = list(changed_parts())
    if changed:
        raise SystemExit("\n".join(["The rules cannot be built as WebAssembly with this Numba:", *changed]))
    cpu_target.target_context.refresh()  # the host's context first: it sets up Numba's own run time
    cache: Any = caching.Cache
    cache.load_overload = lambda self, sig, target_context: None
    cache.save_overload = lambda self, sig, data: None
    context = WasmContext(cpu_target.typing_context, "cpu")
    context.refresh()
    cpu_target.__dict__["_toplevel_target_context"] = context
    lanes.wanted = False
    if cpu_target.target_context is not context:
        raise SystemExit("The context of Numba's CPU target cannot be replaced any more.")
    return context


OPEN = -1  # in place of a length


class Room(NamedTuple):
    """An array argument: what it holds, and its shape. The first length may be OPEN: then the caller says it."""

    of: Any
    shape: tuple[int, ...]

    @property
    def type(self) -> Any:
        return types.Array(self.of, len(self.shape), "C")


class Block:
    """An argument that is a named tuple of arrays, nested ones included. They lie one behind the other in its order, so
    that all of them are one address."""

    def __init__(self, arrays: Any) -> None:
        self.arrays = arrays
        self.type = numba.typeof(arrays)
        self.size = 0
        self.parts: dict[str, tuple[int, Any]] = {}  # offset and array, by names with dots
        self._lay(arrays, "")

    def _lay(self, arrays: Any, prefix: str) -> None:
        for name, each in zip(arrays._fields, arrays, strict=True):
            if isinstance(each, tuple):
                self._lay(each, f"{prefix}{name}.")
            else:
                self.parts[prefix + name] = self.size, each
                self.size = -(-(self.size + each.nbytes) // ALIGNED) * ALIGNED


class Library:
    """Functions under names of their own, with arguments that JavaScript knows: a record, an array or a block is an
    address, an array whose first length is open an address and a length; a whole number has 32 bits, fresh random bits
    are 64."""

    def __init__(self, context: WasmContext, name: str) -> None:
        self._context = context
        self._library = context.codegen().create_library(name)
        self._module = context.create_module("exports")
        self.exports: list[str] = []

    @global_compiler_lock  # type: ignore[untyped-decorator]
    def add(self, name: str, function: Any, *arguments: Any) -> None:
        """Compile a function for arguments of these types and export it."""
        numba_types = tuple(each.type if isinstance(each, Room | Block) else each for each in arguments)
        function.compile(numba_types)
        compiled = function.overloads[numba_types]
        self._library.add_linking_library(compiled.library)
        self._wrap(name, compiled.fndesc, arguments)
        self.exports.append(name)

    def _wrap(self, name: str, described: Any, arguments: tuple[Any, ...]) -> None:
        context, result = self._context, described.restype
        pointer, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        taken = [each for argument in arguments for each in self._plain(argument, pointer, number)]
        nothing, bits = isinstance(result, types.NoneType), result == types.uint64  # all 64 count
        returned = ir.VoidType() if nothing else ir.IntType(64) if bits else number
        wrapper = ir.Function(self._module, ir.FunctionType(returned, taken), name)
        builder = ir.IRBuilder(wrapper.append_basic_block())
        given, values = iter(wrapper.args), []
        for argument in arguments:
            if isinstance(argument, Room):
                values.append(self._array(builder, argument, given))
            elif isinstance(argument, Block):
                values.append(self._tuple(builder, argument.type, argument, "", next(given)))
            elif isinstance(argument, types.Record):
                values.append(builder.bitcast(next(given), context.get_value_type(argument)))
            else:
                values.append(context.cast(builder, next(given), types.int32, argument))
        signature = context.call_conv.get_function_type(result, described.argtypes)
        known = self._module.globals.get(described.llvm_func_name)  # a function may be exported for several shapes
        callee = known or ir.Function(self._module, signature, described.llvm_func_name)
        _, value = context.call_conv.call_function(builder, callee, result, described.argtypes, values)
        if nothing:
            builder.ret_void()
        else:
            builder.ret(value if bits else context.cast(builder, value, result, types.int32))

    @staticmethod
    def _plain(argument: Any, pointer: Any, number: Any) -> list[Any]:
        if isinstance(argument, Room):
            return [pointer] if argument.shape[0] != OPEN else [pointer, number]
        return [pointer if isinstance(argument, types.Record | Block) else number]

    def _tuple(self, builder: Any, kind: Any, block: Block, prefix: str, data: Any) -> Any:
        values = []
        for name, each in zip(kind.fields, kind, strict=True):
            if isinstance(each, types.BaseTuple):
                values.append(self._tuple(builder, each, block, f"{prefix}{name}.", data))
            else:
                offset, array = block.parts[prefix + name]
                place = builder.gep(data, [ir.IntType(32)(offset)])
                values.append(self._array(builder, Room(each.dtype, array.shape), iter([place])))
        return self._context.make_tuple(builder, kind, values)

    def _array(self, builder: Any, room: Room, given: Iterator[Any]) -> Any:
        context = self._context
        array = arrayobj.make_array(room.type)(context, builder)
        wide = context.get_value_type(types.intp)
        size = context.get_abi_sizeof(context.get_data_type(room.of))
        data = next(given)
        first, *rest = room.shape
        steps = [size * prod(rest[at:]) for at in range(len(room.shape))]
        strides = [wide(step) for step in steps]
        shape = [builder.sext(next(given), wide) if first == OPEN else wide(first), *map(wide, rest)]
        arrayobj.populate_array(array, builder.bitcast(data, array.data.type), shape, strides, wide(size), None)
        return array._getvalue()

    def object_file(self) -> bytes:
        """All of it as one object file, in which only the exports are seen from outside."""
        with global_compiler_lock:
            self._library.add_ir_module(self._module)
            self._library.finalize()
        module = self._library._final_module
        for function in module.functions:
            if not function.is_declaration and function.name not in self.exports:
                function.linkage = "internal"
        for variable in module.global_variables:
            if not variable.is_declaration or variable.linkage == llvm.Linkage.common:
                variable.linkage = "internal"
        self._context.codegen().optimize(module)
        return self._context.codegen().emit(module)
