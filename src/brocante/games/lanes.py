"""Neighbouring numbers copied several at once.

LLVM would copy them singly: it must fear that what is written is what is read next, and Numba leaves the pass switched
off that would join single loads and stores (numba/numba#8852). So the joined ones are written out here.
"""

from typing import Any

from llvmlite import ir
from numba.core import target_extension, types
from numba.extending import intrinsic

wanted = True  # not for WebAssembly, which has no such loads and stores
current_target: Any = target_extension.current_target


def used() -> bool:
    """Whether what is being compiled now is for a CPU, where joined loads and stores pay."""
    return bool(wanted and current_target() == "cpu")


def copying(numbers: Any, row: Any, count: int) -> Any:
    """The signature of a copy of so many numbers, and how it is lowered; both arrays are contiguous."""
    signature = types.void(numbers, types.intp, row, types.intp)

    def lower(context: Any, builder: Any, _: Any, arguments: Any) -> Any:
        source = vector_at(context, builder, row, arguments[2], arguments[3], count)
        target = vector_at(context, builder, numbers, arguments[0], arguments[1], count)
        loaded = builder.load(source, align=row.dtype.bitwidth // 8)
        wide = target.type.pointee
        if isinstance(numbers.dtype, types.Float):
            loaded = builder.sitofp(loaded, wide)
        elif numbers.dtype.bitwidth > row.dtype.bitwidth:
            loaded = builder.sext(loaded, wide)
        elif numbers.dtype.bitwidth < row.dtype.bitwidth:
            loaded = builder.trunc(loaded, wide)
        builder.store(loaded, target, align=numbers.dtype.bitwidth // 8)
        return context.get_dummy_value()

    return signature, lower


def vector_at(context: Any, builder: Any, array: Any, value: Any, index: Any, count: int) -> Any:
    """A pointer to so many numbers of an array, from an index on."""
    data = context.make_array(array)(context, builder, value).data
    vector = ir.VectorType(context.get_data_type(array.dtype), count)
    return builder.bitcast(builder.gep(data, [index]), vector.as_pointer())


def _copy_4(_: Any, numbers: Any, at: Any, row: Any, start: Any) -> Any:
    return copying(numbers, row, 4)


def _copy_8(_: Any, numbers: Any, at: Any, row: Any, start: Any) -> Any:
    return copying(numbers, row, 8)


def _copy_16(_: Any, numbers: Any, at: Any, row: Any, start: Any) -> Any:
    return copying(numbers, row, 16)


# So many numbers of a row, from `start` on, into `numbers`, from `at` on.
copy_4: Any = intrinsic(_copy_4)
copy_8: Any = intrinsic(_copy_8)
copy_16: Any = intrinsic(_copy_16)
