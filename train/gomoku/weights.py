"""The weight file: 16-bit weights with the net's shape and history, versioned and checksummed.

    bytes            content
    8                "TGNWGHT1" for a residual net, "TGLINES1" for a line net: magic with the format's version
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
from .kinds import fast_net, kind_of
from .native import SearchSettings

MAGIC = {"residual": b"TGNWGHT1", "line": b"TGLINES1"}
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
    magic = MAGIC[header.get("kind", "residual")]
    text += b" " * (-(len(magic) + 4 + len(text)) % 64)
    body = b"".join(t.detach().cpu().contiguous().half().numpy().tobytes() for t in tensors.values())
    data = magic + struct.pack("<I", len(text)) + text + body
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data + struct.pack("<I", zlib.crc32(data)))


def read(path: Path) -> Tuple[Dict[str, Any], Dict[str, torch.Tensor]]:
    """Header and tensors (32 bits). Raises ValueError on a file that is not whole."""
    data = path.read_bytes()
    if data[:8] not in MAGIC.values():
        raise ValueError(f"{path} is not a weight file of this version")
    if len(data) < 16 or zlib.crc32(data[:-4]) != struct.unpack("<I", data[-4:])[0]:
        raise ValueError(f"{path} is damaged: its checksum does not fit")
    (n,) = struct.unpack("<I", data[8:12])
    header = json.loads(data[12 : 12 + n])
    if MAGIC.get(header.get("kind", "residual")) != data[:8]:
        raise ValueError(f"{path}: the header describes another kind of net than the file")
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
    header = {"game": "gomoku", "trained": variants_of(body["history"])}
    if net.kind == "residual":
        header.update(planes=PLANE_NAMES, plane_vcf=SearchSettings().plane_vcf)
    else:
        header.update(kind=net.kind)
    header.update(shape=body["shape"], history=[summary(r) for r in body["history"]], note=note)
    write(target, header, kind_of(body).weights(net))
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


def look(fast: Any, boards: torch.Tensor, rule: str) -> Tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
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
    the value, the logits. Computed in 32 bits from the 16-bit weights; a faithful inference agrees to about 0.001. For a line
    net the planes are left out, and a game follows, move by move (see reference_game)."""
    header, tensors = read(weight_file)
    fast = fast_net(header, tensors, "cpu")
    is_line = header.get("kind") == "line"
    content = "rule and size, position, " + ("" if is_line else "planes (a row word each, column 0 in bit 0), ")
    lines: List[str] = [f"# reference outputs of {weight_file.name}: {content}value, logits"]
    names = header["trained"]
    for name in names:
        variant = rules.Variant.parse(name)
        boards = reference_positions(variant, 100 // len(names) + (name == names[0]) * (100 % len(names)))
        planes, logits, value = look(fast, boards, variant.rule)
        for k, words in enumerate(boards.tolist()):
            lines += [name, one_line(rules.from_rows(words, variant))]
            rows = (planes[k].permute(2, 0, 1).int() << torch.arange(variant.size, dtype=torch.int32)).sum(2)
            if not is_line:
                lines.append(" ".join("".join(f"{r:05x}" for r in plane) for plane in rows.tolist()))
            lines += answer_lines(value[k], logits[k])
    if is_line:
        for name in names:
            lines += reference_game(fast, rules.Variant.parse(name))
    target.write_text("\n".join(lines) + "\n")
    print(f"{target}: {len(lines) - 1} lines")


def one_line(position: rules.Position) -> str:
    return rules.show(position).replace("\n", "/").replace(" ", "")


def answer_lines(value: torch.Tensor, logits: torch.Tensor) -> List[str]:
    return [f"{value.item():.5f}", " ".join(f"{x:.4f}" for x in logits.tolist())]


def reference_game(fast: Any, variant: rules.Variant, moves: int = 30) -> List[str]:
    """"game", rule and size; then three lines for each move: its point, the value and the logits of the position after it. Every
    fourth move is the net's first choice, the others are near earlier stones: what an incremental evaluation must get right."""
    lines, position = [f"game {variant}"], rules.empty(variant)
    generator = torch.Generator().manual_seed(9)
    middle = variant.size // 2 * (variant.size + 1)
    logits = torch.zeros(variant.points)
    for k in range(moves):
        legal = [p for p in position.empty_points() if rules.is_legal(position, p)]
        stones = sorted(position.mine | position.theirs)
        if k % 4 == 3:
            move = max(legal, key=lambda p: float(logits[p]))
        else:
            apart = lambda p, q: max(abs(p // variant.size - q // variant.size), abs(p % variant.size - q % variant.size))
            near = [p for p in legal if any(apart(p, q) < 3 for q in stones)] or [middle]
            move = near[int(torch.randint(len(near), (1,), generator=generator))]
        won = rules.wins(position.mine, move, variant, position.black_to_move)
        position = position.after(move)
        if won:
            break
        boards = torch.tensor([rules.to_rows(position)], dtype=torch.int64)
        _, answer, value = look(fast, boards, variant.rule)
        logits = answer[0]
        lines += [str(move), *answer_lines(value[0], logits)]
    return lines
