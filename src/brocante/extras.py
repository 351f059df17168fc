"""Optional packages: installed with an extra, imported when needed."""

from importlib import import_module
from types import ModuleType


def extra(module: str, title: str, name: str) -> ModuleType:
    """A module of an optional package; ImportError says how to install it.

    >>> extra("no_such_module", "Wonder", "wonder")
    Traceback (most recent call last):
        ...
    ImportError: Wonder is not installed: pip install 'brocante[wonder]'.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module.split(".")[0]:
            raise
        raise ImportError(f"{title} is not installed: pip install 'brocante[{name}]'.") from None
