"""Where the time goes: kernels against the CPU's answers, network, search step, training step, whole self-play."""

from __future__ import annotations

import time
from typing import Callable

import torch

from . import line, native, openings, rules
from .learner import Learner, Part
from .native import SearchSettings, SelfPlaySettings
from .net import FastNet, Net, Shape, inference_weights
from .optimiser import Optimiser, fresh
from .selfplay import SelfPlay, captured


def seconds(work: Callable[[], None], device: str, repeat: int) -> float:
    work()
    if device == "cuda":
        torch.cuda.synchronize()
    start = time.perf_counter()
    for _ in range(repeat):
        work()
    if device == "cuda":
        torch.cuda.synchronize()
    return (time.perf_counter() - start) / repeat


def shaken(net: Net) -> Net:
    """Batch norms and pooling away from their initial values, so that a wrong fold shows."""
    for m in net.modules():
        if isinstance(m, torch.nn.BatchNorm2d):
            m.running_mean.normal_(0, 0.2), m.running_var.uniform_(0.5, 1.5)
            m.weight.data.uniform_(0.3, 0.8), m.bias.data.normal_(0, 0.1)
    for b in net.blocks:
        if b.pool is not None:
            b.pool.weight.data.normal_(0, 0.02)
    return net


def compare_devices(count: int = 3_000) -> None:
    """The GPU's threats, settled positions and network against the CPU's, under all rules."""
    for size in (15, 20):
        boards = openings.random_boards(count, 60, "cpu", size)
        codes = (torch.arange(count) % len(rules.RULES)).to(torch.uint8)
        same = torch.equal(native.threats(boards, codes), native.threats(boards.cuda(), codes.cuda()).cpu())
        on_cpu, on_gpu = boards.clone(), boards.cuda()
        a, b = native.settle(on_cpu, codes, 48, 24), native.settle(on_gpu, codes.cuda(), 48, 24)
        settled = torch.equal(a[0], b[0].cpu()) and torch.equal(a[1], b[1].cpu()) and torch.equal(on_cpu, on_gpu.cpu())
        share = [(a[0] == k).float().mean().item() for k in (native.QUIET, native.WIN, native.LOSS)]
        net = shaken(Net()).eval()
        x = torch.randint(0, 2, (64, native.PLANES, size, size)).float()
        fast = FastNet(net.shape, "cuda")
        fast.load(net)
        with torch.no_grad():
            ((logits, value),) = net([x])
        got_logits, got_value = fast(x.cuda().half().to(memory_format=torch.channels_last))
        error = (got_logits.cpu() - logits[:, 0]).norm() / logits[:, 0].norm()
        print(
            f"{size}×{size}: threats equal: {same}; settled equal: {settled} (quiet, win, loss: {share}); "
            f"network error: policy {error:.1e}, value {(got_value.cpu() - torch.tanh(value)).abs().max():.1e}",
            flush=True,
        )


def compare_line_kernels(count: int = 64) -> None:
    """The kernels of line nets on the GPU, forward and backward, against PyTorch on the CPU."""
    error = lambda a, b: f"{((a.cpu().float() - b).norm() / b.norm()).item():.1e}"
    for size in (15, 20):
        x = torch.randn(count, size, size, 64).bfloat16()
        weight, bias, pull = torch.randn(9, 64), torch.randn(64), torch.randn(count, size, size, 64)
        seen = []
        for device in ("cpu", "cuda"):
            parts = [t.detach().to(device).requires_grad_() for t in (x.float() if device == "cpu" else x, weight, bias)]
            y = line.spread(*parts)
            seen.append([y.detach(), *torch.autograd.grad((y.float() * pull.to(device)).sum(), parts)])
        spread = [error(a, b) for a, b in zip(seen[1], seen[0])]
        lines = line.LineShape().lines
        cells, views = torch.randint(0, 3, (count, size * size)), torch.randint(0, line.VIEWS, (count,))
        numbers = line.line_numbers(cells, views, line.geometry(size, 4, "cpu"), lines)
        table, pull = torch.randn(line.VIEWS * lines, 64).bfloat16(), torch.randn(count * size * size, 64).bfloat16()
        seen = []
        for device in ("cpu", "cuda"):
            rows = (table.float() if device == "cpu" else table).to(device).detach().requires_grad_()
            where = numbers.to(device)
            sums = line.LineSums.apply(rows, where, *line.occurrences(where))
            seen.append([sums.detach(), *torch.autograd.grad((sums * pull.to(device)).sum(), rows)])
        tables = [error(a, b) for a, b in zip(seen[1], seen[0])]
        print(f"{size}×{size}: errors of line nets: depthwise {', '.join(spread)}; sums {', '.join(tables)}", flush=True)


def network_speed(shape: Shape, batch: int, device: str, size: int) -> float:
    fast = FastNet(shape, device)
    fast.load(shaken(Net(shape)))
    x = torch.randint(0, 2, (batch, size, size, native.PLANES), device=device).half().permute(0, 3, 1, 2)
    return batch / seconds(captured(lambda: fast(x) and None, device), device, 20)


def self_play_speed(
    shape: Shape, search: SearchSettings, games: int, device: str, variant: rules.Variant, spell: float = 4.0
) -> SelfPlay:
    fast = FastNet(shape, device)
    torch.manual_seed(2)
    fast.load(Net(shape))
    settings = SelfPlaySettings(games=games, replay=500_000)
    play = SelfPlay(fast, search, settings, device, variant.size, {variant.code: 1.0})
    for _ in range(64):
        play.advance()
    before, start, rounds = play.work.count(), time.perf_counter(), 0
    while time.perf_counter() - start < spell:
        for _ in range(16):
            play.advance()
        rounds += 16
        play.work.count()
    took = time.perf_counter() - start
    done = {k: (v - before[k]) / took for k, v in play.work.count().items()}
    step = seconds(lambda: play.work.step(), device, 1)
    print(
        f"self-play {variant}, {games} games, {search.full}/{search.fast} simulations: {done['moves']:,.0f} moves/s, {done['evaluations']:,.0f} evaluations/s, "
        f"{done['simulations']:,.0f} simulations/s, {rounds / took:.1f} rounds/s, one step kernel {step * 1e3:.2f} ms",
        flush=True,
    )
    return play


def main(device: str, shape: Shape) -> None:
    if device == "cuda":
        torch.backends.cudnn.benchmark = True
        compare_devices()
        compare_line_kernels()
        for size in (15, 20):
            speed = network_speed(shape, 4096, device, size)
            print(f"network {shape.blocks}x{shape.channels}, {size}×{size}: {speed:,.0f}/s", flush=True)
    games = 4096 if device == "cuda" else 16
    names = ("freestyle-15", "standard-15", "renju-15", "freestyle-20")
    plays = [self_play_speed(shape, SearchSettings(), games, device, rules.Variant.parse(n)) for n in names]
    batch = 2048 if device == "cuda" else 64
    mixes = {"one size": [(plays[0], batch)], "two sizes": [(plays[0], batch * 3 // 4), (plays[3], batch // 4)]}
    for compiled in (False, True) if device == "cuda" else (False,):
        for name, mix in mixes.items():
            start = time.perf_counter()
            parts = [Part(play.work, n, 100_000, 0.5) for play, n in mix]
            learner = Learner(Optimiser(fresh(shape, device).train(), device), parts, device, compiled)
            learner.capture()
            speed = batch / seconds(learner.train_step, device, 20)
            ready = time.perf_counter() - start
            print(
                f"training, {name}, compiled={compiled}: {speed:,.0f} samples/s, ready after {ready:.0f} s", flush=True
            )
