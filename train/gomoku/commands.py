"""What each command of __main__.py does."""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from pathlib import Path
from typing import Any, List

import torch

from . import (
    agree as agree_module,
    bench as bench_module,
    checkpoint,
    compare as compare_module,
    distil as distil_module,
    openings,
    rules,
    weights,
)
from .engine import Brain, versus_engine
from .match import Player, fit_elo, play_match
from .native import SearchSettings, SelfPlaySettings
from .kinds import fast_net, kind_of
from .search import Searcher, match_settings
from .train import Trainer, TrainSettings


def load_fast(name: str, device: str) -> Any:
    """A net from a checkpoint, a weight file (.tgw, .tgl) or snapshots.pt:INDEX; what follows an @ is left out."""
    path, _, index = name.partition("@")[0].partition(":")
    if index:
        snapshot = torch.load(path, map_location="cpu")[int(index)]
        return fast_net(snapshot, snapshot["weights"], device)
    if path.endswith((".tgw", ".tgl")):
        return fast_net(*weights.read(Path(path)), device)
    body = checkpoint.read(Path(path))
    return fast_net(body, kind_of(body).weights(checkpoint.load_average(Path(path))), device)


def searcher_of(name: str, fast: Any, args: argparse.Namespace, width: int) -> Searcher:
    """With the settings that follow the @ of its name."""
    settings = match_settings(args.simulations)
    for change in filter(None, name.partition("@")[2].split(",")):
        key, _, value = change.partition("=")
        if not hasattr(settings, key):
            raise ValueError(f"{name}: the search has no setting '{key}'")
        setattr(settings, key, type(getattr(settings, key))(value))
    settings.fast = settings.full
    return Searcher(fast, settings, width, args.device, args.variant.size)


def player_of(searcher: Searcher) -> Player:
    return lambda positions: [move for move, _ in searcher.best_moves(positions)]


def balanced(net: Any, count: int, args: argparse.Namespace) -> List[rules.Position]:
    """Random openings that the judge, or else `net`, calls balanced."""
    if args.judge:
        net = load_fast(args.judge, args.device)
    torch.manual_seed(20)
    v = args.variant
    drawn = openings.Openings(net, max(64, count), args.device, v.size, {v.code: 1.0}, most=9, tries=8).draw(0.15)[0]
    return [rules.from_rows(row, v) for row in drawn[:count].tolist()]


def train(args: argparse.Namespace) -> int:
    from .__main__ import take

    trainer = Trainer(
        args.shape,
        take(TrainSettings, args),
        take(SearchSettings, args),
        take(SelfPlaySettings, args),
        args.device,
        args.resume,
        args.replay_file,
        args.student,
    )
    trainer.loop(args.out)
    return 0


def distil(args: argparse.Namespace) -> int:
    from .__main__ import take

    kinds = (distil_module.DistilSettings, SearchSettings, SelfPlaySettings)
    teacher = load_fast(args.teacher, args.device)
    settings = [take(kind, args) for kind in kinds]
    distil_module.Distiller(teacher, args.teacher, args.shape, *settings, args.resume, args.haste).loop(args.out)
    return 0


def bench(args: argparse.Namespace) -> int:
    bench_module.main(args.device, args.shape)
    return 0


def compare(args: argparse.Namespace) -> int:
    compare_module.main(args.replay, args.device, args.seconds, args.resume)
    return 0


def match(args: argparse.Namespace) -> int:
    nets = [load_fast(n, args.device) for n in args.nets]
    if args.gomocup:
        starts = openings.gomocup_positions(args.openings, args.variant)
    else:
        starts = balanced(nets[0], args.openings, args)
    players = [player_of(searcher_of(n, f, args, 2 * len(starts))) for n, f in zip(args.nets, nets)]
    for name, player in zip(args.nets[1:], players[1:]):
        result = play_match(players[0], player, starts, time.time() + args.seconds)
        print(f"{args.variant}: {args.nets[0]} against {name}, {args.simulations} simulations: {result}", flush=True)
    return 0


def ladder(args: argparse.Namespace) -> int:
    """Each net against the one before it and the one before that; Elo by least squares, the first net at 0."""
    nets = [load_fast(n, args.device) for n in args.nets]
    starts = balanced(nets[-1], args.openings, args)
    players = [player_of(searcher_of(n, f, args, 2 * len(starts))) for n, f in zip(args.nets, nets)]
    games = []
    for k in range(1, len(players)):
        for j in range(max(0, k - 2), k):
            result = play_match(players[k], players[j], starts)
            games.append((k, j, result.elo()))
            print(f"{args.variant}: {args.nets[k]} against {args.nets[j]}: {result}", flush=True)
    for name, elo in zip(args.nets, fit_elo(len(players), games)):
        print(f"ladder {name}: {elo:.0f}", flush=True)
    return 0


def engine(args: argparse.Namespace) -> int:
    net = load_fast(args.net, args.device)
    # The tournament's openings are meant for freestyle; under the other rules the net chooses balanced ones.
    starts = openings.gomocup_positions(args.openings, args.variant) if args.variant.rule == "freestyle" else []
    known = len(starts)
    if len(starts) < args.openings:
        starts += balanced(net, args.openings - len(starts), args)
    result = versus_engine(
        searcher_of(args.net, net, args, 2 * len(starts)),
        args.engine,
        args.milliseconds,
        starts,
        args.copies,
        time.time() + args.seconds,
        args.folder,
        args.restart,
    )
    against = f"{args.simulations} simulations, against {args.engine[0]} at {args.milliseconds} ms"
    print(f"{args.variant}: {args.net}, {against}: {result}", flush=True)
    print("game by game:", "".join("0" if s == 0 else "1" if s == 1 else "-" for s in result.scores), flush=True)
    if 0 < known < len(starts):
        print(f"of these, tournament openings: {replace(result, scores=result.scores[: 2 * known])}", flush=True)
    return 0


def agree(args: argparse.Namespace) -> int:
    nets = [load_fast(n, args.device) for n in args.nets]
    if args.games_of:
        teacher = load_fast(args.games_of, args.device)
        agree_module.compare_in_games(args.nets, nets, teacher, args.count, args.variant)
        return 0
    path = args.file or agree_module.FILE
    if args.engine:
        brain = Brain(args.engine, args.milliseconds, args.variant, args.folder)
        judged = agree_module.ask(nets[0], brain, args.count, args.variant)
        brain.close()
        agree_module.write(
            path, judged, f"moves of {args.engine[0]} at {args.milliseconds} ms in games of {args.nets[0]}"
        )
    agree_module.compare(args.nets, nets, agree_module.read(path))
    return 0


def export(args: argparse.Namespace) -> int:
    weights.export(args.checkpoint, args.weights, args.note)
    if args.reference:
        weights.write_reference(args.weights, args.reference)
    return 0
