"""The whole trainer in small on the CPU: kernels, search, self-play, learning, checkpoints, matches, weight files.

Exit code: 0 passed, 1 failed, 77 skipped because PyTorch or a C++ compiler is missing.
"""

import atexit
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path

import common

common.need_torch_and_compiler()

import torch

from gomoku import checkpoint, native, openings, rules, weights
from gomoku.engine import EngineError, versus_engine
from gomoku.match import fit_elo, play_match
from gomoku.native import SearchSettings, SelfPlaySettings
from gomoku.net import FastNet, Net, Shape
from gomoku.search import Searcher, match_settings
from gomoku.train import Trainer, TrainSettings

TINY = Shape(2, 16, (1,), 8, 16)
WORK = Path(tempfile.mkdtemp(prefix="tengen-train-"))
atexit.register(shutil.rmtree, WORK, True)
ENGINE = Path(__file__).resolve().parent / "fake_engine.py"
WEIGHTS = common.ROOT / "weights" / "gomoku-15-freestyle.tgw"


def position_of(words: list) -> rules.Position:
    return rules.from_rows([w & 0xFFFF for w in words])


def forced_moves(positions: list) -> list:
    """The kernels' answer where no network is needed, or −1."""
    boards = torch.tensor([rules.to_rows(p) for p in positions], dtype=torch.int16)
    return native.Workspace("cpu", len(positions), match_settings(1)).look(boards).tolist()


def threats_of_random_boards() -> None:
    torch.manual_seed(1)
    boards = openings.random_boards(40, 60, "cpu")
    for words, planes in zip(boards.tolist(), native.threats(boards).tolist()):
        position = position_of(words)
        found = [position_of(p) for p in planes]
        for side, (mine, theirs) in enumerate((position, position.swapped())):
            assert [set(f[side]) for f in found] == list(rules.threats(mine, theirs)), rules.show(position)


def proven_wins_are_won() -> None:
    """From positions that settle() calls won, the forced moves win against every defence we try."""
    torch.manual_seed(2)
    random.seed(2)
    boards = openings.random_boards(400, 30, "cpu")
    outcome, turns = native.settle(boards, 200)
    won = [position_of(w) for w, o in zip(boards.tolist(), outcome.tolist()) if o == native.WIN][:60]
    assert len(won) == 60, f"only {len(won)} won positions"
    live = won
    for _ in range(40):
        after = []
        for position, move in zip(live, forced_moves(live)):
            assert move >= 0, f"no winning move:\n{rules.show(position)}"
            if rules.wins(position.mine, move):
                continue
            position = position.after(move)
            own, block = (rules.five_points(a, b) for a, b in (position, position.swapped()))
            assert not own, f"the defence makes five:\n{rules.show(position)}"
            replies = sorted(block) if block and random.random() < 0.9 else position.empty_points()
            after.append(position.after(random.choice(replies)))
        live = after
        if not live:
            return
    raise AssertionError("a proven win took more than 40 moves")


def folding_changes_nothing() -> None:
    torch.manual_seed(3)
    net = Net(TINY).eval()
    for module in net.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            module.running_mean.normal_(0, 0.2), module.running_var.uniform_(0.5, 1.5)
            module.weight.data.normal_(1, 0.2), module.bias.data.normal_(0, 0.2)
    net.blocks[1].pool.weight.data.normal_(0, 0.1)
    fast = FastNet(TINY, "cpu")
    fast.load(net)
    x = torch.rand(4, 8, 15, 15)
    with torch.no_grad():
        logits, value = net(x)
    got, won = fast(x)
    assert torch.allclose(got, logits[:, 0], atol=1e-4) and torch.allclose(won, torch.tanh(value), atol=1e-4)


def trainer(seconds: float, resume: Path = None) -> Trainer:
    train = TrainSettings(
        seconds=seconds, batch=32, first_fill=64, rounds=8, reuse=2, warm_up=5, snapshot_seconds=seconds / 2
    )
    return Trainer(
        TINY,
        train,
        SearchSettings(full=12, fast=6, full_share=0.5, considered=8),
        SelfPlaySettings(games=16, replay=600, pool=32),
        "cpu",
        resume,
    )


def training_goes_on_from_a_checkpoint() -> None:
    first = trainer(5)
    first.loop(WORK)
    count = first.self_play.work.count()
    assert count["games"] > 0 and first.run.steps > 0, f"{count}, {first.run.steps} steps"
    kept = min(count["replay_head"], 600)
    replay = first.self_play.work
    assert torch.allclose(replay.replay_policy[:kept].float().sum(1), torch.ones(kept), atol=0.01)
    assert replay.replay_value[:kept].abs().max() <= 1
    second = trainer(3, WORK / "checkpoint.pt")
    assert second.history[0]["steps"] == first.run.steps
    for a, b in zip(first.net.state_dict().values(), second.net.state_dict().values()):
        assert torch.equal(a, b)
    assert torch.allclose(second.optimiser.first, first.optimiser.first)
    second.loop(WORK)
    assert [len(checkpoint.read(WORK / "checkpoint.pt")["history"]), second.steps_before] == [2, first.run.steps]


def nets_play_matches() -> None:
    net = checkpoint.load_average(WORK / "checkpoint.pt")
    fast = FastNet(net.shape, "cpu")
    fast.load(net)
    searcher = Searcher(fast, match_settings(8), 8, "cpu")
    player = lambda positions: [move for move, _ in searcher.best_moves(positions)]
    result = play_match(player, player, openings.gomocup_positions(3))
    assert len(result.scores) == 6 and all(s in (0, 0.5, 1) for s in result.scores), result
    corner = lambda positions: [p.empty_points()[0] for p in positions]
    assert play_match(player, corner, openings.gomocup_positions(3)).share == 1
    for manner in ("polite", "rude"):
        result = versus_engine(
            searcher, [sys.executable, str(ENGINE), manner], 50, openings.gomocup_positions(2), 2, time.time() + 20
        )
        assert result.share == 1, f"{manner}: {result}"
    try:
        versus_engine(
            searcher, [sys.executable, str(ENGINE), "dead"], 50, openings.gomocup_positions(2), 1, time.time() + 20
        )
    except EngineError as error:
        assert "ended" in str(error)
    else:
        raise AssertionError("a dead engine went unnoticed")
    assert [round(e) for e in fit_elo(3, [(1, 0, 100), (2, 1, 50), (2, 0, 150)])] == [0, 100, 150]


def weight_files_are_checked() -> None:
    target = WORK / "tiny.tgw"
    weights.export(WORK / "checkpoint.pt", target, "smoke")
    header, tensors = weights.read(target)
    assert header["shape"] == TINY.to_dict() or Shape.from_dict(header["shape"]) == TINY
    assert len(header["history"]) == 2 and tensors["stem.weight"].shape == (16, 8, 5, 5)
    damaged = bytearray(target.read_bytes())
    damaged[-100] ^= 1
    target.write_bytes(bytes(damaged))
    try:
        weights.read(target)
    except ValueError as error:
        assert "damaged" in str(error)
    else:
        raise AssertionError("damage went unnoticed")


def committed_weights_give_their_reference_outputs() -> None:
    header, tensors = weights.read(WEIGHTS)
    fast = FastNet(Shape.from_dict(header["shape"]), "cpu")
    fast.load_weights(tensors)
    lines = WEIGHTS.with_name(WEIGHTS.stem + "-reference.txt").read_text().splitlines()[1:]
    assert len(lines) == 400, len(lines)
    positions, rest = lines[0:80:4], lines
    boards = []
    for text in positions:
        cells = text.replace("/", "")
        boards.append(
            rules.to_rows(
                rules.Position(
                    frozenset(p for p in range(225) if cells[p] == "x"),
                    frozenset(p for p in range(225) if cells[p] == "o"),
                )
            )
        )
    _, logits, value = weights.look(fast, torch.tensor(boards, dtype=torch.int16))
    for k in range(len(boards)):
        assert abs(value[k].item() - float(rest[4 * k + 2])) < 0.002
        wanted = torch.tensor([float(x) for x in rest[4 * k + 3].split()])
        assert (logits[k] - wanted).abs().max() < 0.005, (logits[k] - wanted).abs().max()


if __name__ == "__main__":
    sys.exit(
        common.run(
            [
                threats_of_random_boards,
                proven_wins_are_won,
                folding_changes_nothing,
                training_goes_on_from_a_checkpoint,
                nets_play_matches,
                weight_files_are_checked,
                committed_weights_give_their_reference_outputs,
            ]
        )
    )
