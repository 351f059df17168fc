"""Files of nets: a line that says what they are, a line of JSON that says for what, and the weights, compressed.

The second line names the game, the versions of its rules, layout and perception, the setups it was trained for, how it
was trained, the arrays that follow, and the SHA-256 of their bytes.
"""

import hashlib
import json
import zlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from brocante.games.catalogue import ruleset
from brocante.games.errors import SetupError
from brocante.games.ruleset import Ruleset
from brocante.neural.net import Layer, Net, add_up_steps

FIRST_LINE = b"brocante net 1\n"
LAYERS = ("kind_1", "trunk_1", "kind_2", "trunk_2", "trunk_3", "by_kind", "others", "value")
NAME = "net.bin"  # in a game's folder

Arrays = Mapping[str, Any]  # of each layer `NAME.weights` (int8), `NAME.factors` and `NAME.offsets` (int32)


def written(header: Mapping[str, Any], arrays: Arrays) -> bytes:
    """A net as the bytes of a file."""
    raw = b"".join(
        np.ascontiguousarray(array).astype(array.dtype.newbyteorder("<")).tobytes() for array in arrays.values()
    )
    described = {
        **header,
        "arrays": [[name, array.dtype.name, list(array.shape)] for name, array in arrays.items()],
        "sha256": hashlib.sha256(raw).hexdigest(),
    }
    return FIRST_LINE + json.dumps(described, separators=(",", ":")).encode() + b"\n" + zlib.compress(raw, 9)


def read(content: bytes, name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """What a file says of its net, and the arrays; SetupError if it is not a net or damaged."""
    if not content.startswith(FIRST_LINE):
        raise SetupError(f"{name} is not a net of this version of Brocante: it does not begin with 'brocante net 1'.")
    try:
        line, _, packed = content[len(FIRST_LINE) :].partition(b"\n")
        header = json.loads(line)
        raw = zlib.decompress(packed)
        if hashlib.sha256(raw).hexdigest() != header["sha256"]:
            raise ValueError("its checksum is another")
        arrays, at = {}, 0
        for each, dtype, shape in header["arrays"]:
            kind = np.dtype(dtype).newbyteorder("<")
            size = int(np.prod(shape)) * kind.itemsize
            arrays[each] = np.frombuffer(raw[at : at + size], kind).reshape(shape).astype(dtype)
            at += size
    except (ValueError, TypeError, KeyError, zlib.error) as error:
        raise SetupError(f"{name} is damaged ({error}): take it from the package or train it again.") from None
    return header, arrays


def net_from(content: bytes, rules: Ruleset, name: str) -> Net:
    """The net in a file, for this game; SetupError if it is for another, or for other rules, layout or perception."""
    net = laid_out(content, rules, name)
    add_up_steps(net)
    return net


def laid_out(content: bytes, rules: Ruleset, name: str) -> Net:
    """The same before `add_up_steps` has completed it."""
    header, arrays = read(content, name)
    if header.get("game") != rules.name:
        raise SetupError(f"{name} is a net for {header.get('game')!r}, not for {rules.name!r}.")
    shape = rules.needed_perception().PERCEPTION
    versions = {"rules": versions_alike(rules), "layout": [rules.layout.version], "perception": [shape.version]}
    for what, known in versions.items():
        if header.get(what) not in known:
            raise SetupError(
                f"{name} was trained for version {header.get(what)} of the {what} of {rules.title}; here it is version "
                f"{known[-1]}. Train it again: brocante train {rules.name}."
            )
    try:
        layers = {
            layer: Layer(arrays[f"{layer}.weights"], arrays[f"{layer}.factors"], arrays[f"{layer}.offsets"])
            for layer in LAYERS
        }
    except KeyError as error:
        raise SetupError(f"{name} is damaged (it lacks {error}): take it from the package or train it again.") from None
    common, kind = shape.common.scales(), shape.kind.scales()
    return Net(
        common=common,
        kind=kind,
        kind_places=np.ascontiguousarray(shape.kind_numbers[:, kind.places]),
        pools=shape.pools,
        kind_steps=np.zeros((shape.kind.size + shape.common.size, layers["kind_1"].factors.size), np.int16),
        trunk_steps=np.zeros((shape.common.size, layers["trunk_1"].factors.size), np.int16),
        **layers,
    )


def bytes_of(rules: Ruleset) -> bytes:
    """The file of the net that comes with a game; SetupError if there is none."""
    path = files(rules.package) / NAME
    if not path.is_file():
        raise SetupError(f"{rules.title} has no net: brocante train {rules.name} --keep makes one.")
    return path.read_bytes()


def bytes_in(path: Path) -> bytes:
    """A file of somebody's own."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise SetupError(f"The net {path} cannot be read: {error.strerror}.") from None


def versions_alike(rules: Ruleset) -> list[int]:
    """The versions of a game's rules that are compiled from the same source: only options differ between them."""
    return sorted(each.version for each in ruleset(rules.name).versions.values() if each.rules is rules.rules)


def has_net(rules: Ruleset) -> bool:
    """Whether a net comes with the game."""
    return rules.perception is not None and (files(rules.package) / NAME).is_file()


@cache
def net_of(rules: Ruleset) -> Net | None:
    """The net that comes with a game; None if there is none."""
    if not has_net(rules):
        return None
    return net_from(bytes_of(rules), rules, f"{NAME} of {rules.title}")


@cache
def net_in(path: Path, rules: Ruleset) -> Net:
    """The net in a file of somebody's own."""
    return net_from(bytes_in(path), rules, str(path))


def keep_net(rules: Ruleset, content: bytes) -> Path:
    """Write a net to the game's folder; SetupError if it is not for this game."""
    net_from(content, rules, "The net")
    path = Path(str(files(rules.package) / NAME))
    path.write_bytes(content)
    return path
