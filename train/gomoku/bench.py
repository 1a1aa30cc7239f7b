"""Where the time goes: kernels against the CPU's answers, network, search step, training step, whole self-play."""

from __future__ import annotations

import time
from typing import Callable

import torch

from . import native, openings
from .learner import Learner
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


def compare_devices(count: int = 4_000) -> None:
    """The GPU's threats, settled positions and network against the CPU's."""
    boards = openings.random_boards(count, 40, "cpu")
    same = torch.equal(native.threats(boards), native.threats(boards.cuda()).cpu())
    on_cpu, on_gpu = boards.clone(), boards.cuda()
    a, b = native.settle(on_cpu, 48), native.settle(on_gpu, 48)
    settled = torch.equal(a[0], b[0].cpu()) and torch.equal(a[1], b[1].cpu()) and torch.equal(on_cpu, on_gpu.cpu())
    share = [(a[0] == k).float().mean().item() for k in (native.QUIET, native.WIN, native.LOSS)]
    net = shaken(Net()).eval()
    x = torch.randint(0, 2, (64, 8, 15, 15)).float()
    fast = FastNet(net.shape, "cuda")
    fast.load(net)
    with torch.no_grad():
        logits, value = net(x)
    got_logits, got_value = fast(x.cuda().half().to(memory_format=torch.channels_last))
    error = (got_logits.cpu() - logits[:, 0]).norm() / logits[:, 0].norm()
    print(
        f"threats equal: {same}; settled equal: {settled} (quiet, win, loss: {share}); "
        f"network error: policy {error:.1e}, value {(got_value.cpu() - torch.tanh(value)).abs().max():.1e}",
        flush=True,
    )


def network_speed(shape: Shape, batch: int, device: str) -> float:
    fast = FastNet(shape, device)
    fast.load(shaken(Net(shape)))
    x = torch.randint(0, 2, (batch, 15, 15, 8), device=device).half().permute(0, 3, 1, 2)
    return batch / seconds(captured(lambda: fast(x) and None, device), device, 20)


def self_play_speed(shape: Shape, search: SearchSettings, games: int, device: str, spell: float = 6.0) -> SelfPlay:
    fast = FastNet(shape, device)
    torch.manual_seed(2)
    fast.load(Net(shape))
    play = SelfPlay(fast, search, SelfPlaySettings(games=games, replay=500_000), device)
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
        f"self-play {games} games, {search.full}/{search.fast} simulations: {done['moves']:,.0f} moves/s, {done['evaluations']:,.0f} evaluations/s, "
        f"{done['simulations']:,.0f} simulations/s, {rounds / took:.1f} rounds/s, one step kernel {step * 1e3:.2f} ms",
        flush=True,
    )
    return play


def main(device: str, shape: Shape) -> None:
    if device == "cuda":
        torch.backends.cudnn.benchmark = True
        print(torch.cuda.get_device_name(), torch.__version__, flush=True)
        compare_devices()
        for s in (shape, Shape(shape.blocks, shape.channels, ())):
            print(
                f"network {s.blocks}x{s.channels}, pooling in {s.pooling}: {network_speed(s, 4096, device):,.0f}/s",
                flush=True,
            )
    games = 4096 if device == "cuda" else 16
    play = self_play_speed(shape, SearchSettings(), games, device)
    batch = 2048 if device == "cuda" else 64
    for compiled in (False, True) if device == "cuda" else (False,):
        start = time.perf_counter()
        learner = Learner(
            Optimiser(fresh(shape, device).train(), device), play.work, batch, 100_000, 0.5, device, compiled
        )
        learner.capture()
        print(
            f"training, compiled={compiled}: {batch / seconds(learner.train_step, device, 20):,.0f} samples/s, ready after {time.perf_counter() - start:.0f} s",
            flush=True,
        )
