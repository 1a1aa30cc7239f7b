"""The weight file: 16-bit weights with the net's shape and history, versioned and checksummed.

    bytes            content
    8                "TGNWGHT1": magic with the format's version
    4                n, length of the header (unsigned, little endian)
    n                header: JSON, UTF-8, padded with spaces so that the tensors start at a multiple of 64
    …                tensors: IEEE 16-bit floats, little endian, row-major, in the header's order, without gaps
    4                CRC-32 (the one of zip and PNG) of everything before it

The header's keys: game, trained (the rules and board sizes it has played), planes (their meaning, in order), shape, tensors ([name, dimensions] each), history
(a summary of each training run), note.
"""

from __future__ import annotations

import json
import struct
import zlib
from pathlib import Path
from typing import Any, Dict, List, Tuple

import torch

from . import checkpoint, native, openings, rules
from .native import SearchSettings
from .net import FastNet, Shape, inference_weights

MAGIC = b"TGNWGHT1"
PLANE_NAMES = [
    "my stones",
    "their stones",
    "my fours",
    "their fours",
    "their open or double fours",
    "attack points of their run of fours",
    "reply points of their run of fours",
    "ones",
    "ones if I must make exactly five",
    "ones if they must make exactly five",
    "points forbidden to me",
    "points forbidden to them",
    "my open threes",
    "their open threes",
    "my forks: two open threes, or one with a four",
    "their forks",
]


def summary(run: Dict[str, Any]) -> Dict[str, Any]:
    keys = ("seconds", "games", "moves", "samples", "evaluations", "steps", "losses")
    return {k: round(run[k], 1) if k == "seconds" else run[k] for k in keys}


def write(path: Path, header: Dict[str, Any], tensors: Dict[str, torch.Tensor]) -> None:
    header = {**header, "tensors": [[name, list(t.shape)] for name, t in tensors.items()]}
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-(len(MAGIC) + 4 + len(text)) % 64)
    body = b"".join(t.detach().cpu().contiguous().half().numpy().tobytes() for t in tensors.values())
    data = MAGIC + struct.pack("<I", len(text)) + text + body
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data + struct.pack("<I", zlib.crc32(data)))


def read(path: Path) -> Tuple[Dict[str, Any], Dict[str, torch.Tensor]]:
    """Header and tensors (32 bits). Raises ValueError on a file that is not whole."""
    data = path.read_bytes()
    if data[:8] != MAGIC:
        raise ValueError(f"{path} is not a weight file of this version")
    if len(data) < 16 or zlib.crc32(data[:-4]) != struct.unpack("<I", data[-4:])[0]:
        raise ValueError(f"{path} is damaged: its checksum does not fit")
    (n,) = struct.unpack("<I", data[8:12])
    header = json.loads(data[12 : 12 + n])
    tensors, at = {}, 12 + n
    for name, dimensions in header["tensors"]:
        count = 1
        for d in dimensions:
            count *= d
        tensors[name] = (
            torch.frombuffer(bytearray(data[at : at + 2 * count]), dtype=torch.float16).view(dimensions).float()
        )
        at += 2 * count
    if at != len(data) - 4:
        raise ValueError(f"{path}: the header describes {at} bytes, the file has {len(data) - 4}")
    return header, tensors


def export(source: Path, target: Path, note: str = "") -> None:
    body = checkpoint.read(source)
    net = checkpoint.load_average(source)
    header = {
        "game": "gomoku",
        "trained": variants_of(body["history"]),
        "planes": PLANE_NAMES,
        "plane_vcf": SearchSettings().plane_vcf,
        "shape": body["shape"],
        "history": [summary(r) for r in body["history"]],
        "note": note,
    }
    write(target, header, inference_weights(net))
    read(target)
    print(
        f"{target}: {target.stat().st_size:,} bytes, {sum(r['seconds'] for r in body['history']) / 60:.1f} minutes of training"
    )


def variants_of(history: List[Dict[str, Any]]) -> List[str]:
    """RULE-SIZE names, in the order they were first trained."""
    out: List[str] = []
    for run in history:
        mix = run["settings"]["train"].get("mix", "freestyle-15")
        out += [name for name in (item.partition(":")[0] for item in mix.split(",")) if name not in out]
    return out


def look(fast: FastNet, boards: torch.Tensor, rule: str) -> Tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """planes [n, size, size, 16], logits and value of given positions, on the CPU."""
    n, size = boards.shape
    work = native.Workspace("cpu", size, n, SearchSettings(full=1, fast=1))
    work.look(boards, native.rule_codes(rule, n, "cpu"))
    logits, value = fast(work.network_input.float())
    return work.input.clone(), logits, value


def reference_positions(variant: rules.Variant, count: int) -> torch.Tensor:
    generator = torch.Generator().manual_seed(7)
    boards = openings.random_boards(20 * count, 40, "cpu", variant.size, generator)
    outcome, _ = native.settle(boards, native.rule_codes(variant.rule, 20 * count, "cpu"), SearchSettings().leaf_vcf)
    return boards[outcome == native.QUIET][:count].contiguous()


def write_reference(weight_file: Path, target: Path) -> None:
    """Text, one position in five lines: rule and size, the board (x to move, o the other), the planes as hexadecimal rows,
    the value, the logits. Computed in 32 bits from the 16-bit weights; a faithful inference agrees to about 0.001."""
    header, tensors = read(weight_file)
    fast = FastNet(Shape.from_dict(header["shape"]), "cpu")
    fast.load_weights(tensors)
    lines: List[str] = [
        f"# reference outputs of {weight_file.name}: rule and size, position, planes (a row word each, column 0 in bit 0), value, logits"
    ]
    names = header["trained"]
    for name in names:
        variant = rules.Variant.parse(name)
        boards = reference_positions(variant, 100 // len(names) + (name == names[0]) * (100 % len(names)))
        planes, logits, value = look(fast, boards, variant.rule)
        for k, words in enumerate(boards.tolist()):
            lines.append(name)
            lines.append(rules.show(rules.from_rows(words, variant)).replace("\n", "/").replace(" ", ""))
            rows = (planes[k].permute(2, 0, 1).int() << torch.arange(variant.size, dtype=torch.int32)).sum(2)
            lines.append(" ".join("".join(f"{r:05x}" for r in plane) for plane in rows.tolist()))
            lines.append(f"{value[k].item():.5f}")
            lines.append(" ".join(f"{x:.4f}" for x in logits[k].tolist()))
    target.write_text("\n".join(lines) + "\n")
    print(f"{target}: {(len(lines) - 1) // 5} positions")
