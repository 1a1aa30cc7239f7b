"""Command line: python3 -m gomoku COMMAND --help"""

from __future__ import annotations

import argparse
import dataclasses
import sys
from pathlib import Path
from typing import Any, List, Optional


NETS = "checkpoint, weight file (.tgw, .tgl) or snapshots.pt:INDEX, then @setting=value,… to change the search, such as @full=256"


def add_settings(parser: argparse.ArgumentParser, *kinds: type) -> None:
    """One option for each field of the settings classes."""
    for kind in kinds:
        group = parser.add_argument_group(kind.__name__)
        for f in dataclasses.fields(kind):
            option = "--" + f.name.strip("_").replace("_", "-")
            if isinstance(f.default, bool):
                group.add_argument(
                    option,
                    dest=f.name,
                    type=lambda s: s.lower() in ("1", "true", "yes"),
                    default=f.default,
                    metavar="BOOL",
                    help=f"default {f.default}",
                )
            else:
                group.add_argument(
                    option,
                    dest=f.name,
                    type=type(f.default),
                    default=f.default,
                    metavar=type(f.default).__name__.upper(),
                    help=f"default {f.default}",
                )


def add_match(parser: argparse.ArgumentParser) -> None:
    from .rules import Variant

    parser.add_argument("--simulations", type=int, default=64)
    parser.add_argument("--openings", type=int, default=100, help="random balanced openings, each played twice")
    parser.add_argument(
        "--judge", help="the net that says which openings are balanced; default the first, or the last of a ladder"
    )
    parser.add_argument("--variant", type=Variant.parse, default="freestyle-15", help="RULE-SIZE, default freestyle-15")


def take(kind: type, args: argparse.Namespace) -> Any:
    return kind(**{f.name: getattr(args, f.name) for f in dataclasses.fields(kind)})


def shape_of(text: str):
    from .net import Shape

    try:
        blocks, channels = (int(x) for x in text.split("x"))
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is not BLOCKSxCHANNELS, such as 6x96")
    return Shape(blocks, channels, tuple(range(1, min(blocks, 8), 3)))  # pooling in blocks 1, 4, 7


def parser() -> argparse.ArgumentParser:
    from .distil import DistilSettings
    from .line import LineShape
    from .native import SearchSettings, SelfPlaySettings
    from .rules import Variant
    from .train import TrainSettings

    p = argparse.ArgumentParser(prog="gomoku", description="Training of the Gomoku network.")
    p.add_argument("--device", choices=("cuda", "cpu"), help="default: cuda where there is one")
    commands = p.add_subparsers(dest="command", required=True)
    t = commands.add_parser("train", help="self-play and learning for a given time")
    t.add_argument(
        "--out", type=Path, required=True, help="folder for checkpoint.pt and what belongs to it, snapshots.pt"
    )
    t.add_argument("--resume", type=Path, help="checkpoint to continue, of this shape or with fewer blocks")
    t.add_argument(
        "--student", type=Path, help="checkpoint of another net that learns from the same games; goes to OUT/student"
    )
    t.add_argument("--replay-file", type=Path, help="keep the newest samples here between runs on one machine")
    t.add_argument("--shape", type=shape_of, default="6x96", help="blocks x channels, default 6x96")
    add_settings(t, TrainSettings, SearchSettings, SelfPlaySettings)
    d = commands.add_parser("distil", help="line nets learn from a teacher for a given time")
    d.add_argument("teacher", help=NETS.partition(", then")[0])
    d.add_argument("--out", type=Path, required=True, help="folder for checkpoint.pt and what belongs to it")
    d.add_argument(
        "--shape",
        type=LineShape.parse,
        nargs="+",
        default=[LineShape()],
        help="KEY=NUMBER,… such as features=64,hidden=128; several learn side by side, in folders 0, 1, … of OUT",
    )
    d.add_argument("--resume", type=Path, nargs="*", default=[], help="a checkpoint for each shape")
    d.add_argument("--haste", type=float, nargs="*", default=[], help="for each shape, its learning rate over --rate")
    add_settings(d, DistilSettings, SearchSettings, SelfPlaySettings)
    b = commands.add_parser("bench", help="check the GPU against the CPU and measure the speed of each part")
    b.add_argument("--shape", type=shape_of, default="6x96")
    c = commands.add_parser("compare", help="variants of net and optimiser on the same recorded samples")
    c.add_argument("replay", type=Path, help="what train --replay-file left")
    c.add_argument("--resume", type=Path, help="checkpoint that each variant grows from")
    c.add_argument("--seconds", type=float, default=10, help="for each variant")
    m = commands.add_parser("match", help="nets against each other")
    m.add_argument("nets", nargs="+", type=str, help=NETS + "; the first plays each of the others")
    add_match(m)
    m.add_argument("--seconds", type=float, default=1e9, help="for each match; games unfinished by then count as draws")
    m.add_argument("--gomocup", action="store_true", help="tournament openings and their symmetries instead")
    e = commands.add_parser("engine", help="a net against a Gomocup engine")
    e.add_argument("net", help=NETS)
    e.add_argument("engine", nargs="+", help="the engine's command line")
    e.add_argument("--restart", action="store_true", help="send RESTART before each position (Pela needs it)")
    e.add_argument("--folder", help="the engine's working directory")
    add_match(e)
    e.add_argument("--milliseconds", type=int, default=300, help="a move, for the engine")
    e.add_argument("--copies", type=int, default=16, help="engine processes")
    e.add_argument("--seconds", type=float, default=300, help="games unfinished by then count as draws")
    g = commands.add_parser("agree", help="how well nets foresee an engine's moves, without search")
    g.add_argument("nets", nargs="+", help=NETS.partition(", then")[0] + "; others are compared with the first")
    g.add_argument("--file", type=Path, help="positions and moves; default: a thousand of Rapfi's in data/")
    g.add_argument(
        "--games-of", metavar="NET", help="instead: its searched moves and values in new games that it plays itself"
    )
    g.add_argument("--engine", nargs="+", help="write the file anew: this engine's moves in games of the first net")
    g.add_argument("--folder", help="the engine's working directory")
    g.add_argument("--milliseconds", type=int, default=500, help="a move, for the engine")
    g.add_argument("--count", type=int, default=1000, help="positions of a new file or of new games")
    g.add_argument("--variant", type=Variant.parse, default="freestyle-15", help="of a new file or of new games")
    l = commands.add_parser("ladder", help="Elo of a chain of nets: each plays its neighbours")
    l.add_argument("nets", nargs="+", help=NETS + "; weakest first")
    add_match(l)
    x = commands.add_parser("export", help="write the weight file and its reference outputs")
    x.add_argument("checkpoint", type=Path)
    x.add_argument("weights", type=Path)
    x.add_argument("--reference", type=Path, help="also write reference outputs on 100 positions")
    x.add_argument("--note", default="", help="goes into the file")
    return p


def main(argv: Optional[List[str]] = None) -> int:
    try:
        import torch
    except ImportError:
        print("gomoku: PyTorch is missing (Debian: apt-get install python3-torch)", file=sys.stderr)
        return 2
    from . import commands

    args = parser().parse_args(argv)
    args.device = args.device or ("cuda" if torch.cuda.is_available() else "cpu")
    if args.device == "cuda":
        torch.backends.cudnn.benchmark = True
        torch.backends.cuda.matmul.allow_tf32 = True
    try:
        return getattr(commands, args.command)(args)
    except (FileNotFoundError, ValueError, RuntimeError) as error:
        print(f"gomoku: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
