"""The whole trainer in small on the CPU: kernels, search, self-play, learning, checkpoints, matches, weight files.

Exit code: 0 passed, 1 failed, 77 skipped because PyTorch or a C++ compiler is missing.
"""

import atexit
import random
import shutil
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import common

common.need_torch_and_compiler()

import line_net
import torch

from gomoku import agree, checkpoint, native, openings, rules, weights
from gomoku.engine import Brain, EngineError, versus_engine
from gomoku.match import fit_elo, play_match
from gomoku.native import SearchSettings, SelfPlaySettings
from gomoku.net import FastNet, Net, Norm, Shape, grow
from gomoku.optimiser import Optimiser
from gomoku.search import Searcher, match_settings
from gomoku.selfplay import SelfPlay
from gomoku.train import Trainer, TrainSettings

TINY = Shape(2, 16, (1,), 8, 16)
WORK = Path(tempfile.mkdtemp(prefix="tengen-train-"))
atexit.register(shutil.rmtree, WORK, True)
ENGINE = Path(__file__).resolve().parent / "fake_engine.py"
WEIGHTS = common.ROOT / "weights" / "gomoku.tgw"
VARIANTS = [
    rules.Variant(rule, size) for rule, size in (("freestyle", 15), ("standard", 15), ("renju", 15), ("renju", 20))
]


def codes_of(variant: rules.Variant, count: int) -> torch.Tensor:
    return native.rule_codes(variant.rule, count, "cpu")


def forced_moves(positions: list) -> list:
    """The kernels' answer where no network is needed, or −1."""
    v = positions[0].variant
    boards = torch.tensor([rules.to_rows(p) for p in positions], dtype=torch.int64)
    effort = replace(match_settings(1), root_vct=30_000)
    work = native.Workspace("cpu", v.size, len(positions), effort)
    return work.look(boards, codes_of(v, len(positions))).tolist()


def threats_of_random_boards() -> None:
    torch.manual_seed(1)
    for v in VARIANTS:
        boards = openings.random_boards(12, 60, "cpu", v.size)
        for words, planes in zip(boards.tolist(), native.threats(boards, codes_of(v, 12)).tolist()):
            position = rules.from_rows(words, v)
            found = [rules.from_rows(p, v) for p in planes[:3]]
            for side, (mine, theirs) in enumerate((position[:2], position.swapped()[:2])):
                black = position.black_to_move == (side == 0)
                assert [set(f[side]) for f in found] == list(rules.threats(mine, theirs, v, black)), rules.show(
                    position
                )


def makes_open_three(
    mine: frozenset, theirs: frozenset, p: int, direction: tuple, v: rules.Variant, black: bool
) -> bool:
    """Whether after a stone on p one more on the line makes four in a row that both ends complete to five."""
    lines = [list(rules.line(p, d, v.size)) for d in (direction, (-direction[0], -direction[1]))]
    for q in lines[0][:3] + lines[1][:3]:
        if q in mine or q in theirs:
            continue
        stones = mine | {q}
        runs = [next((n for n, c in enumerate(line) if c not in stones), len(line)) for line in lines]
        row = lines[0][: runs[0]] + lines[1][: runs[1]]
        ends = [line[n : n + 2] for line, n in zip(lines, runs)]  # the cell after the row, and the one behind it
        if len(row) != 3 or q not in row or any(not e or e[0] in theirs for e in ends):
            continue
        if not (rules.exact(v, black) and any(e[1:] and e[1] in stones for e in ends)):
            return True
    return False


def shapes_of_random_boards() -> None:
    """Open threes and forks against their definition, point by point."""
    torch.manual_seed(3)
    for v in VARIANTS:
        boards = openings.random_boards(5, 40, "cpu", v.size)
        for words, planes in zip(boards.tolist(), native.threats(boards, codes_of(v, 5)).tolist()):
            position = rules.from_rows(words, v)
            sets = dict(zip(native.SHAPES, (rules.from_rows(w, v) for w in planes)))
            for side, (mine, theirs) in enumerate((position[:2], position.swapped()[:2])):
                black = position.black_to_move == (side == 0)
                lines = {
                    p: sum(makes_open_three(mine, theirs, p, d, v, black) for d in rules.DIRECTIONS)
                    for p in position.empty_points()
                    if p not in sets["forbidden"][side]
                }
                four = sets["four"][side]
                assert sets["three"][side] == {p for p, n in lines.items() if n}, rules.show(position)
                fork = {p for p, n in lines.items() if n > 1 or (n and p in four)}
                assert sets["fork"][side] == fork, rules.show(position)


def forbidden_points_of_dense_boards() -> None:
    """Where many black stones lie together, threes that go on to forbidden points are common."""
    random.seed(4)
    v = rules.Variant("renju", 15)
    inner = {r * 15 + c for r in range(3, 12) for c in range(3, 12)}
    positions = []
    for _ in range(40):
        black = frozenset(random.sample(sorted(inner), random.randint(8, 26)))
        near = random.sample(sorted(inner - black), random.randint(0, 8))
        far = random.sample(sorted(set(range(225)) - inner), len(black) - len(near))
        positions.append(rules.Position(black, frozenset(near + far), v))
    boards = torch.tensor([rules.to_rows(p) for p in positions], dtype=torch.int64)
    found = native.threats(boards, codes_of(v, len(positions)))[:, native.SHAPES.index("forbidden")].tolist()
    for position, words in zip(positions, found):
        wanted = {p for p in position.empty_points() if not rules.is_legal(position, p)}
        assert rules.from_rows(words, v).mine == wanted, rules.show(position)


def proven_wins_are_won() -> None:
    """From positions that settle() calls won, the forced moves win against every defence we try, under all rules."""
    for v in VARIANTS:
        torch.manual_seed(2)
        random.seed(2)
        boards = openings.random_boards(400, 30, "cpu", v.size)
        outcome, turns = native.settle(boards, codes_of(v, 400), 200)
        won = [rules.from_rows(w, v) for w, o in zip(boards.tolist(), outcome.tolist()) if o == native.WIN][:24]
        assert len(won) == 24, f"only {len(won)} won positions"
        win_all(won)


def runs_of_threats_win() -> None:
    """The same for positions that only the search for threes and fours calls won."""
    for v in VARIANTS:
        torch.manual_seed(6)
        random.seed(6)
        boards = openings.random_boards(300, 24, "cpu", v.size)
        fours, _ = native.settle(boards, codes_of(v, 300), 200)
        threats, _ = native.settle(boards, codes_of(v, 300), 200, 60)
        both = zip(boards.tolist(), fours.tolist(), threats.tolist())
        won = [rules.from_rows(w, v) for w, a, b in both if a == native.QUIET and b == native.WIN]
        assert len(won) >= 3, f"only {len(won)} won positions"
        assert v.rule != "renju" or not any(p.black_to_move for p in won), "Black is left out in renju"
        win_all(won)


def defence(position: rules.Position) -> int:
    """A reply to the winning side's last move: mostly one that stops what it threatens, or a four."""
    v, black = position.variant, position.black_to_move
    mine, theirs = position.mine, position.theirs
    own = rules.five_points(mine, theirs, v, black)
    assert not any(rules.is_legal(position, p) for p in own), f"the defence makes five:\n{rules.show(position)}"
    stops = rules.five_points(theirs, mine, v, not black)
    fours = rules.threats(mine, theirs, v, black)[1]
    if not stops:
        stops = rules.threats(theirs, mine, v, not black)[2]
        stops = stops.union(*(rules.five_points(theirs | {p}, mine, v, not black) for p in stops))
        stops = fours if fours and random.random() < 0.25 else stops
    legal = [p for p in sorted(stops) if rules.is_legal(position, p)]
    anywhere = [p for p in position.empty_points() if rules.is_legal(position, p)]
    return random.choice(legal if legal and random.random() < 0.9 else anywhere)


def win_all(live: list) -> None:
    for _ in range(40):
        after = []
        for position, move in zip(live, forced_moves(live)):
            assert move >= 0 and rules.is_legal(position, move), f"no winning move:\n{rules.show(position)}"
            if rules.wins(position.mine, move, position.variant, position.black_to_move):
                continue
            position = position.after(move)
            after.append(position.after(defence(position)))
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
    for size in (15, 20):
        x = torch.rand(4, native.PLANES, size, size)
        with torch.no_grad():
            ((logits, value),) = net([x])
        got, won = fast(x)
        assert torch.allclose(got, logits[:, 0], atol=1e-4) and torch.allclose(won, torch.tanh(value), atol=1e-4)


def batch_norms_go_over_all_sizes() -> None:
    """Two parts of one size are the same to a batch norm as one part that holds both."""
    torch.manual_seed(4)
    x = torch.randn(6, 5, 7, 7)
    split, whole = Norm(5).train(), Norm(5).train()
    parts = torch.cat(split.together([x[:2], x[2:]]))
    assert torch.allclose(parts, whole(x), atol=1e-5)
    assert torch.allclose(split.running_mean, whole.running_mean, atol=1e-6)
    assert torch.allclose(split.running_var, whole.running_var, atol=1e-5)


def a_grown_net_answers_as_before() -> None:
    torch.manual_seed(5)
    small = Net(TINY).eval()
    old = {k: v for k, v in small.state_dict().items()}
    old["stem.weight"] = old["stem.weight"][:, :8]
    grown = Net(Shape(4, 16, (1,), 8, 16)).eval()
    grow(grown, old)
    small.stem.weight.data[:, 8:] = 0
    x = torch.rand(3, native.PLANES, 15, 15)
    with torch.no_grad():
        for a, b in zip(small([x])[0], grown([x])[0]):
            assert torch.allclose(a, b, atol=1e-5)


def trainer(seconds: float, resume: Path = None, student: Path = None) -> Trainer:
    train = TrainSettings(
        seconds=seconds,
        mix="freestyle-15:3,renju-15:1,standard-20:2",
        batch=32,
        first_fill=32,
        rounds=8,
        reuse=2,
        warm_up=5,
        snapshot_seconds=seconds / 2,
    )
    out = Trainer(
        TINY,
        train,
        SearchSettings(full=12, fast=6, full_share=0.5, considered=8, leaf_vct=8, root_vct=16),
        SelfPlaySettings(games=18, replay=600, pool=32),
        "cpu",
        resume,
        student=student,
    )
    start = time.process_time()
    out.elapsed = lambda: time.process_time() - start  # a busy machine must not shorten the run
    return out


def training_goes_on_from_a_checkpoint() -> None:
    first = trainer(6)
    first.loop(WORK)
    count = first.count()
    assert count["games"] > 0 and first.run.steps > 0, f"{count}, {first.run.steps} steps"
    assert [(p.work.size, p.work.games) for p in first.parts] == [(15, 12), (20, 6)]
    for part in first.parts:
        replay, size = part.work, part.work.size
        kept = min(replay.count()["replay_head"], replay.arena.replay_size)
        assert torch.allclose(replay.replay_policy[:kept].float().sum(1), torch.ones(kept), atol=0.01)
        assert replay.replay_value[:kept].abs().max() <= 1
        codes = set(replay.replay_rule[:kept].tolist())
        assert codes <= ({0, 2} if size == 15 else {1}), codes
        # what is learned is legal: no policy on stones, nor on what is forbidden to Black
        shapes = native.threats(replay.replay_stones[:kept].contiguous(), replay.replay_rule[:kept].contiguous())
        stones = replay.replay_stones[:kept]
        closed = (stones | stones >> 32 | shapes[:, 5])[:, :, None] >> torch.arange(size) & 1
        assert (replay.replay_policy[:kept].float() * closed.flatten(1)).max() == 0
    second = trainer(6, WORK / "checkpoint.pt")
    assert second.player.history[0]["steps"] == first.run.steps
    for a, b in zip(first.player.net.state_dict().values(), second.player.net.state_dict().values()):
        assert torch.equal(a, b)
    assert torch.allclose(second.player.optimiser.first, first.player.optimiser.first)
    second.loop(WORK)
    assert len(checkpoint.read(WORK / "checkpoint.pt")["history"]) == 2 and second.run.steps > 0


def a_student_learns_from_the_same_games() -> None:
    """It keeps its own shape, history and weights, and both lines go on afterwards."""
    small, start = Shape(1, 16, (), 8, 16), WORK / "small"
    net = Net(small)
    checkpoint.save(start / "checkpoint.pt", net, Optimiser(net, "cpu"), [])
    both = trainer(4, WORK / "checkpoint.pt", start / "checkpoint.pt")
    runs = len(both.player.history)
    both.loop(WORK / "both")
    taught = checkpoint.read(WORK / "both" / "student" / "checkpoint.pt")
    assert Shape.from_dict(taught["shape"]) == small and len(taught["history"]) == 1
    assert taught["history"][0]["steps"] == both.run.steps > 0
    assert taught["history"][0]["settings"]["player"] == TINY.to_dict()
    assert any(not torch.equal(w, taught["net"][k]) for k, w in net.state_dict().items() if k.startswith("blocks."))
    played = checkpoint.read(WORK / "both" / "checkpoint.pt")
    assert Shape.from_dict(played["shape"]) == TINY and len(played["history"]) == runs + 1


def noise_can_be_kept_to_a_share_of_the_searches() -> None:
    for share in (0.0, 0.5, 1.0):
        search = SearchSettings(full=2, fast=2, considered=2, noise_share=share)
        part = SelfPlay(FastNet(TINY, "cpu"), search, SelfPlaySettings(games=64, replay=100, pool=32), "cpu")
        part.advance()
        noisy = (part.work.gumbel != 0).any(1).float().mean().item()
        assert abs(noisy - share) < (0.25 if share == 0.5 else 0.01), f"{noisy} of the searches with noise, not {share}"


def winning_runs_are_labelled() -> None:
    """A position where a run of threats wins ends its game and is learned: one move, won."""
    torch.manual_seed(8)
    fast = FastNet(TINY, "cpu")
    search = SearchSettings(full=2, fast=2, considered=2, root_vct=16)
    part = SelfPlay(fast, search, SelfPlaySettings(games=12, replay=2000, pool=32), "cpu")
    while part.work.count()["games"] < 40:
        part.advance()
    count = part.work.count()["replay_head"]
    stones, rule = part.work.replay_stones[:count].clone(), part.work.replay_rule[:count].clone()
    policy, value = part.work.replay_policy[:count].float(), part.work.replay_value[:count]
    fours, _ = native.settle(stones.clone(), rule, search.root_vcf)
    threats, _ = native.settle(stones.clone(), rule, search.root_vcf, search.root_vct)
    won = (fours == native.QUIET) & (threats == native.WIN)
    assert won.sum() >= 3, f"{won.sum()} positions were labelled"
    assert (value[won] == 1).all() and (policy[won].amax(1) == 1).all()


def nets_play_matches() -> None:
    net = checkpoint.load_average(WORK / "checkpoint.pt")
    fast = FastNet(net.shape, "cpu")
    fast.load(net)
    searcher = Searcher(fast, match_settings(8), 8, "cpu")
    player = lambda positions: [move for move, _ in searcher.best_moves(positions)]
    for v in (rules.Variant(), rules.Variant("renju", 15)):
        result = play_match(player, player, openings.gomocup_positions(3, v))
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


def an_engines_moves_are_a_yardstick() -> None:
    judged = agree.read(agree.FILE)
    assert len(judged) > 900 and all(rules.is_legal(p, move) for p, move in judged)
    boards = torch.tensor([rules.to_rows(p) for p, _ in judged], dtype=torch.int64)
    assert (native.settle(boards, codes_of(rules.Variant(), len(judged)), 64)[0] == native.QUIET).all()
    part = judged[:100]
    header, tensors = weights.read(WEIGHTS)
    trained, untrained = FastNet(Shape.from_dict(header["shape"]), "cpu"), FastNet(TINY, "cpu")
    trained.load_weights(tensors)
    moves = torch.tensor([move for _, move in part])
    same = [(agree.log_chances(net, part).argmax(1) == moves).float().mean().item() for net in (trained, untrained)]
    assert same[0] > 0.4 > 0.2 > same[1], same
    brain = Brain([sys.executable, str(ENGINE), "polite"], 50)
    asked = agree.ask(untrained, brain, 4, rules.Variant())
    brain.close()
    agree.write(WORK / "judged.txt", asked, "smoke")
    assert agree.read(WORK / "judged.txt") == [(p, m) for p, m in asked if p.mine and p.theirs]


def weight_files_are_checked() -> None:
    target = WORK / "tiny.tgw"
    weights.export(WORK / "checkpoint.pt", target, "smoke")
    header, tensors = weights.read(target)
    assert header["shape"] == TINY.to_dict() or Shape.from_dict(header["shape"]) == TINY
    assert header["trained"] == ["freestyle-15", "renju-15", "standard-20"]
    assert len(header["history"]) == 2 and tensors["stem.weight"].shape == (16, 16, 5, 5)
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
    assert len(lines) == 500, len(lines)
    for k in range(0, 500, 25):  # every fifth position
        v, cells = rules.Variant.parse(lines[k]), lines[k + 1].replace("/", "")
        stones = [frozenset(p for p in range(v.points) if cells[p] == mark) for mark in "xo"]
        boards = torch.tensor([rules.to_rows(rules.Position(stones[0], stones[1], v))], dtype=torch.int64)
        planes, logits, value = weights.look(fast, boards, v.rule)
        words = [[int(plane[5 * r : 5 * r + 5], 16) for r in range(v.size)] for plane in lines[k + 2].split()]
        bits = torch.tensor(words)[:, :, None] >> torch.arange(v.size) & 1
        assert torch.equal(planes[0].permute(2, 0, 1).long(), bits)
        assert abs(value.item() - float(lines[k + 3])) < 0.002
        wanted = torch.tensor([float(x) for x in lines[k + 4].split()])
        assert (logits[0] - wanted).abs().max() < 0.005, (logits[0] - wanted).abs().max()


if __name__ == "__main__":
    sys.exit(
        common.run(
            [
                threats_of_random_boards,
                shapes_of_random_boards,
                forbidden_points_of_dense_boards,
                proven_wins_are_won,
                runs_of_threats_win,
                folding_changes_nothing,
                batch_norms_go_over_all_sizes,
                a_grown_net_answers_as_before,
                training_goes_on_from_a_checkpoint,
                a_student_learns_from_the_same_games,
                noise_can_be_kept_to_a_share_of_the_searches,
                winning_runs_are_labelled,
                nets_play_matches,
                an_engines_moves_are_a_yardstick,
                weight_files_are_checked,
                committed_weights_give_their_reference_outputs,
                *line_net.TESTS,
            ]
        )
    )
