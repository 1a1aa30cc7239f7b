"""Tests of the line net and its distillation, in small on the CPU; smoke.py runs them."""

import tempfile
from pathlib import Path

import common
import torch

from gomoku import agree, checkpoint, native, openings, rules, weights
from gomoku.commands import load_fast
from gomoku.distil import Distiller, DistilSettings, cells_of, with_random_stone
from gomoku.line import (
    EXACT,
    FastLineNet,
    LineNet,
    LineShape,
    LineSums,
    all_lines,
    cells_and_views,
    geometry,
    line_numbers,
    occurrences,
)
from gomoku.match import play_match
from gomoku.native import SearchSettings, SelfPlaySettings
from gomoku.net import FastNet, Shape
from gomoku.search import Searcher, match_settings

SMALL = LineShape.parse("radius=2,features=16,hidden=16,channels=8,blocks=1,glances=2")
PLAIN = LineShape.parse("radius=3,features=8,hidden=16,channels=8,symmetric=1")
TINY = Shape(2, 16, (1,), 8, 16)
WEIGHTS = common.ROOT / "weights" / "gomoku-line.tgl"
VARIANTS = [rules.Variant(rule, size) for rule in rules.RULES for size in (15, 20)]


def random_planes(count: int, size: int) -> torch.Tensor:
    """A board of stones that never was, under each rule."""
    cells = torch.randint(0, 3, (count, size, size))
    planes = torch.zeros(count, native.PLANES, size, size)
    planes[:, 0], planes[:, 1] = cells == 1, cells == 2
    for k in range(count):
        planes[k, EXACT[0]], planes[k, EXACT[1]] = k & 1, k >> 1 & 1
    return planes


def random_net(shape: LineShape) -> LineNet:
    """Unlike a new net, one where no weight is zero."""
    net = LineNet(shape)
    with torch.no_grad():
        for p in net.parameters():
            p.add_(0.1 * torch.randn_like(p))
    return net


def line_numbers_name_the_cells() -> None:
    """The row of the table that a line's number names was computed from the cells of that line, its mirror image from the same
    cells in the opposite order."""
    torch.manual_seed(1)
    for size, radius in ((15, 4), (20, 2)):
        shape = LineShape(radius)
        planes = random_planes(4, size)
        inputs, mirror = all_lines(radius, "cpu")
        numbers = line_numbers(*cells_and_views(planes), geometry(size, radius, "cpu"), shape.lines)
        for k in range(4):
            for p in range(k, size * size, 7):
                for d, (dr, dc) in enumerate(rules.DIRECTIONS):
                    wanted = []
                    for step in range(-radius, radius + 1):
                        r, c = p // size + step * dr, p % size + step * dc
                        on_board = 0 <= r < size and 0 <= c < size
                        wanted.append([planes[k, 0, r, c], planes[k, 1, r, c], 1] if on_board else [0, 0, 0])
                    view, number = divmod(int(numbers[k, p, d]), shape.lines)
                    seen = inputs[view, number]
                    assert torch.equal(seen[:-2], torch.tensor(wanted).flatten())
                    assert seen[-2:].tolist() == [k & 1, k >> 1]
                    turned = inputs[view, mirror[number]]
                    assert torch.equal(turned[:-2], torch.tensor(wanted[::-1]).flatten())


def both_ways_to_the_cells_agree() -> None:
    """What the lessons take from row words is what the net sees of the kernels' planes, under all rules."""
    torch.manual_seed(2)
    for v in VARIANTS:
        boards = openings.random_boards(20, 30, "cpu", v.size)
        codes = native.rule_codes(v.rule, 20, "cpu")
        work = native.Workspace("cpu", v.size, 20, SearchSettings(full=1, fast=1))
        work.look(boards, codes)
        for a, b in zip(cells_of(boards, codes), cells_and_views(work.network_input)):
            assert torch.equal(a, b), v


def the_table_gets_its_gradient() -> None:
    torch.manual_seed(3)
    planes = random_planes(4, 15)
    numbers = line_numbers(*cells_and_views(planes), geometry(15, SMALL.radius, "cpu"), SMALL.lines)
    table = random_net(SMALL).table().detach().requires_grad_()
    sums = LineSums.apply(table, numbers, *occurrences(numbers))
    plain = table[numbers.long()].sum(2).flatten(0, 1)
    assert torch.allclose(sums, plain, atol=1e-5)
    weight = torch.randn_like(sums)
    found, wanted = (torch.autograd.grad((x * weight).sum(), table)[0] for x in (sums, plain))
    assert torch.allclose(found, wanted, atol=1e-4)


def the_fast_net_answers_like_the_taught_one() -> None:
    torch.manual_seed(4)
    for shape in (SMALL, PLAIN):
        net, fast = random_net(shape), FastLineNet(shape, "cpu")
        fast.load(net)
        for size in (15, 20):
            planes, g = random_planes(4, size), geometry(size, shape.radius, "cpu")
            numbers = line_numbers(*cells_and_views(planes), g, shape.lines)
            sums = LineSums.apply(net.table(), numbers, *occurrences(numbers))
            logits, value = net.tail(sums, g.regions, size)
            got, won = fast(planes)
            assert torch.allclose(got, logits, atol=1e-5) and torch.allclose(won, torch.tanh(value), atol=1e-5)
    assert LineNet(PLAIN).table().shape == (4 * PLAIN.lines, 8)


def symmetric_lines_have_one_row() -> None:
    torch.manual_seed(5)
    _, mirror = all_lines(PLAIN.radius, "cpu")
    table = random_net(PLAIN).table().view(4, PLAIN.lines, -1)
    assert torch.allclose(table, table[:, mirror], atol=1e-5)
    table = random_net(SMALL).table().view(4, SMALL.lines, -1)
    assert not torch.allclose(table, table[:, all_lines(SMALL.radius, "cpu")[1]], atol=1e-3)


def impossible_shapes_are_refused() -> None:
    for text in ("features=0", "channels=7", "features=258", "radius=6", "depth=2", "blocks=-1"):
        try:
            LineShape.parse(text)
        except ValueError:
            continue
        raise AssertionError(f"{text} was taken for a shape")


def detours_are_legal_moves() -> None:
    torch.manual_seed(6)
    for v in VARIANTS:
        boards = openings.random_boards(600, 50, "cpu", v.size)  # a few of so many would make five by chance
        after = with_random_stone(boards, native.rule_codes(v.rule, 600, "cpu"))
        for old, new in zip(boards.tolist(), after.tolist()):
            before, now = rules.from_rows(old, v), rules.from_rows(new, v)
            (point,) = now.theirs - before.mine
            assert now.mine == before.theirs and before.mine < now.theirs
            assert rules.is_legal(before, point), rules.show(before)
            assert not rules.wins(before.mine, point, v, before.black_to_move)
            apart = lambda q: max(abs(point // v.size - q // v.size), abs(point % v.size - q % v.size))
            assert min(apart(q) for q in before.mine | before.theirs) <= 2


def distiller(shapes: list, seconds: float, resume: tuple = ()) -> Distiller:
    settings = DistilSettings(
        seconds=seconds,
        mix="freestyle-15:3,renju-15:1,standard-20:2",
        batch=32,
        rounds=6,
        steps=4,
        gather=2,
        own=12,
        detours=6,
        told=120,
        first_fill=32,
        refresh=3,
        warm_up=5,
    )
    search = SearchSettings(full=6, fast=6, considered=4, leaf_vct=8, root_vct=16)
    torch.manual_seed(7)
    teacher = FastNet(TINY, "cpu")
    return Distiller(teacher, "tiny", shapes, settings, search, SelfPlaySettings(games=12, replay=400, pool=32), resume)


def run_until_taught(d: Distiller, out: Path, steps: int) -> None:
    """A busy machine must not shorten the run."""
    d.elapsed = lambda: 1.0 if d.run.steps < steps else 1e9  # type: ignore[method-assign]
    d.settings.seconds = 1e6
    d.loop(out)


def pupils_learn_from_a_teacher() -> None:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        first = distiller([SMALL, PLAIN], 60)
        before = [{k: t.clone() for k, t in p.net.state_dict().items()} for p in first.pupils]
        run_until_taught(first, out, 8)
        for k, pupil in enumerate(first.pupils):
            assert any(not torch.equal(t, before[k][name]) for name, t in pupil.net.state_dict().items())
            assert torch.isfinite(pupil.losses).all()
        assert {s.size: (s.batch, s.rounds) for s in first.sources} == {15: (21, 4), 20: (11, 2)}
        for source in first.sources:
            lesson = source.lesson()
            assert torch.allclose(lesson.policy.sum(1), torch.ones(source.batch), atol=0.01)
            assert (lesson.policy * lesson.closed).max() == 0 and lesson.value.abs().max() <= 1
            assert set(lesson.views.tolist()) <= ({0, 1, 2} if source.size == 15 else {3})
        again = distiller([PLAIN], 60, (out / "1" / "checkpoint.pt",))
        assert again.pupils[0].history[0]["steps"] == first.run.steps
        assert torch.equal(again.pupils[0].optimiser.first, first.pupils[1].optimiser.first)
        run_until_taught(again, out / "again", 4)
        body = checkpoint.read(out / "again" / "checkpoint.pt")
        assert body["kind"] == "line" and len(body["history"]) == 2
        try:
            distiller([PLAIN], 60, (out / "0" / "checkpoint.pt",))
        except RuntimeError as error:
            assert "size mismatch" in str(error)
        else:
            raise AssertionError("a net of another shape was resumed")
        line_files(out / "again" / "checkpoint.pt", out)


def line_files(source: Path, out: Path) -> None:
    """The same file format, commands and checks as for residual nets."""
    target, reference = out / "small.tgl", out / "small-reference.txt"
    weights.export(source, target, "smoke")
    header, tensors = weights.read(target)
    assert header["kind"] == "line" and LineShape.from_dict(header["shape"]) == PLAIN
    assert header["trained"] == ["freestyle-15", "renju-15", "standard-20"] and len(header["history"]) == 2
    planes = random_planes(4, 15)
    a, b = load_fast(str(source), "cpu"), load_fast(str(target), "cpu")
    assert torch.allclose(a(planes)[0], b(planes)[0], atol=0.01)  # 16 bits in the file
    weights.write_reference(target, reference)
    assert reference.read_text().count("game ") == 3
    play_and_compare(b)
    damaged = bytearray(target.read_bytes())
    damaged[-100] ^= 1
    refused(target, bytes(damaged), "damaged")
    other = out / "other.tgl"
    weights.write(other, {**header, "kind": "residual"}, tensors)
    refused(other, weights.MAGIC["line"] + other.read_bytes()[8:], "checksum")


def refused(path: Path, content: bytes, why: str) -> None:
    path.write_bytes(content)
    try:
        weights.read(path)
    except ValueError as error:
        assert why in str(error), error
    else:
        raise AssertionError(f"{path.name} was read")


def play_and_compare(fast: FastLineNet) -> None:
    searcher = Searcher(fast, match_settings(6), 4, "cpu")
    player = lambda positions: [move for move, _ in searcher.best_moves(positions)]
    corner = lambda positions: [p.empty_points()[0] for p in positions]
    assert play_match(player, corner, openings.gomocup_positions(2)).share == 1
    agree.compare_in_games(["small"], [fast], FastNet(TINY, "cpu"), 16, rules.Variant())


def committed_line_net_gives_its_reference_outputs() -> None:
    """Whole positions, and a game in which only the sums that a move changes are computed anew."""
    fast = load_fast(str(WEIGHTS), "cpu")
    lines = WEIGHTS.with_name(WEIGHTS.stem + "-reference.txt").read_text().splitlines()[1:]
    assert not any(line.startswith("game") for line in lines[:400])
    for k in range(0, 400, 20):  # every fifth position
        v, cells = rules.Variant.parse(lines[k]), lines[k + 1].replace("/", "")
        stones = [frozenset(p for p in range(v.points) if cells[p] == mark) for mark in "xo"]
        boards = torch.tensor([rules.to_rows(rules.Position(stones[0], stones[1], v))], dtype=torch.int64)
        _, logits, value = weights.look(fast, boards, v.rule)
        close_to(logits[0], value[0], lines[k + 2 : k + 4])
    games = [k for k, line in enumerate(lines) if line.startswith("game ")]
    assert len(games) == 6
    for start, end in zip(games, games[1:] + [len(lines)]):
        replay(fast, rules.Variant.parse(lines[start][5:]), lines[start + 1 : end])


def close_to(logits: torch.Tensor, value: torch.Tensor, wanted: list) -> None:
    assert abs(value.item() - float(wanted[0])) < 0.002
    difference = logits - torch.tensor([float(x) for x in wanted[1].split()])
    assert difference.abs().max() < 0.01, difference.abs().max()


def replay(fast: FastLineNet, v: rules.Variant, lines: list) -> None:
    """Keeps the sums of both sides, as an engine would, and after each move changes those of the points on its lines."""
    radius, position = fast.shape.radius, rules.empty(v)
    g = geometry(v.size, radius, "cpu")
    kept = [sums_of(fast, side, v, k) for k, side in enumerate((position, position.swapped()))]  # Black's, White's
    for k in range(0, len(lines), 3):
        move = int(lines[k])
        position = position.after(move)
        black_view = position if position.black_to_move else position.swapped()
        near = torch.tensor(sorted({p for p in g.cells[move].flatten().tolist() if p < v.points}))
        assert len(near) <= 8 * radius + 1
        for side, seen in enumerate((black_view, black_view.swapped())):
            kept[side][near] = sums_of(fast, seen, v, side)[near]
        with torch.no_grad():
            logits, value = fast.net.tail(kept[0 if position.black_to_move else 1], g.regions, v.size)
        close_to(logits[0], torch.tanh(value[0]), lines[k + 1 : k + 3])


def sums_of(fast: FastLineNet, seen: rules.Position, v: rules.Variant, side: int) -> torch.Tensor:
    """All sums, from the eyes of one side: 0 Black, 1 White."""
    exact = [rules.exact(v, side == 0), rules.exact(v, side == 1)]
    cells = torch.tensor([[(p in seen.mine) + 2 * (p in seen.theirs) for p in range(v.points)]], dtype=torch.uint8)
    view = torch.tensor([exact[0] + 2 * exact[1]], dtype=torch.uint8)
    g = geometry(v.size, fast.shape.radius, "cpu")
    with torch.no_grad():
        return LineSums.apply(fast.table, line_numbers(cells, view, g, fast.shape.lines))


TESTS = [
    line_numbers_name_the_cells,
    both_ways_to_the_cells_agree,
    the_table_gets_its_gradient,
    the_fast_net_answers_like_the_taught_one,
    symmetric_lines_have_one_row,
    impossible_shapes_are_refused,
    detours_are_legal_moves,
    pupils_learn_from_a_teacher,
    committed_line_net_gives_its_reference_outputs,
]
