"""What each command of __main__.py does."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import List

import torch

from . import bench as bench_module, checkpoint, compare as compare_module, openings, rules, weights
from .engine import versus_engine
from .match import play_match
from .native import SearchSettings, SelfPlaySettings
from .net import FastNet, Shape
from .search import Searcher, match_settings
from .train import Trainer, TrainSettings


def load_fast(name: str, device: str) -> FastNet:
    """A net from a checkpoint, a weight file (.tgw) or snapshots.pt:INDEX."""
    path, _, index = name.partition(":")
    if index:
        snapshot = torch.load(path, map_location="cpu")[int(index)]
        fast = FastNet(Shape.from_dict(snapshot["shape"]), device)
        fast.load_weights(snapshot["weights"])
    elif path.endswith(".tgw"):
        header, tensors = weights.read(Path(path))
        fast = FastNet(Shape.from_dict(header["shape"]), device)
        fast.load_weights(tensors)
    else:
        net = checkpoint.load_average(Path(path))
        fast = FastNet(net.shape, device)
        fast.load(net)
    return fast


def balanced(net: FastNet, count: int, device: str) -> List[rules.Position]:
    torch.manual_seed(20)
    boards = openings.Openings(net, max(64, count), device, most=9, tries=8).draw(width=0.15)[:count]
    return [rules.from_rows([int(w) & 0xFFFF for w in row]) for row in boards.tolist()]


def train(args: argparse.Namespace) -> int:
    from .__main__ import take

    trainer = Trainer(args.shape, take(TrainSettings, args), take(SearchSettings, args), take(SelfPlaySettings, args), args.device, args.resume, args.replay_file)
    trainer.loop(args.out)
    return 0


def bench(args: argparse.Namespace) -> int:
    bench_module.main(args.device, args.shape)
    return 0


def compare(args: argparse.Namespace) -> int:
    compare_module.main(args.replay, args.device, args.seconds)
    return 0


def match(args: argparse.Namespace) -> int:
    nets = [load_fast(n, args.device) for n in args.nets]
    starts = openings.gomocup_positions(args.openings) if args.gomocup else balanced(nets[0], args.openings, args.device)
    searchers = [Searcher(n, match_settings(args.simulations), 2 * len(starts), args.device) for n in nets]
    players = [lambda positions, s=s: [move for move, _ in s.best_moves(positions)] for s in searchers]
    for name, player in zip(args.nets[1:], players[1:]):
        print(f"{args.nets[0]} against {name}, {args.simulations} simulations: {play_match(players[0], player, starts)}", flush=True)
    return 0


def engine(args: argparse.Namespace) -> int:
    net = load_fast(args.net, args.device)
    starts = openings.gomocup_positions(args.openings)
    if len(starts) < args.openings:
        starts += balanced(net, args.openings - len(starts), args.device)
    searcher = Searcher(net, match_settings(args.simulations), 2 * len(starts), args.device)
    result = versus_engine(searcher, args.engine, args.milliseconds, starts, args.copies, time.time() + args.seconds, args.folder)
    print(f"{args.net}, {args.simulations} simulations, against {args.engine[0]} at {args.milliseconds} ms: {result}", flush=True)
    return 0


def export(args: argparse.Namespace) -> int:
    weights.export(args.checkpoint, args.weights, args.note)
    if args.reference:
        weights.write_reference(args.weights, args.reference)
    return 0
