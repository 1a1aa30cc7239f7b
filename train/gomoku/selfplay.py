"""Self-play: one kernel plays all games on, one network call answers them, and a CUDA graph repeats that without the host."""

from __future__ import annotations

from typing import Callable, Dict, Optional

import torch

from .native import SearchSettings, SelfPlaySettings, Workspace
from .net import FastNet
from .openings import Openings


def captured(work: Callable[[], None], device: str, warm_up: int = 2) -> Callable[[], None]:
    """`work` as a CUDA graph; on the CPU, as it is."""
    if device != "cuda":
        return work
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(warm_up):
            work()
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        work()
    return graph.replay


class SelfPlay:
    """Games of one board size, under rules by their weights (code → weight)."""

    def __init__(
        self,
        net: FastNet,
        search: SearchSettings,
        settings: SelfPlaySettings,
        device: str,
        size: int = 15,
        weights: Optional[Dict[int, float]] = None,
        seed: int = 1,
    ):
        self.net, self.device = net, device
        self.work = Workspace(device, size, settings.games, search, settings, seed)
        self.openings = Openings(net, settings.pool, device, size, weights)
        self.refresh()
        self.advance = captured(self._round, device)

    def _round(self) -> None:
        self.work.step()
        logits, value = self.net(self.work.network_input)
        self.work.logits.copy_(logits)
        self.work.value.copy_(value)

    def refresh(self) -> None:
        """New openings, balanced by the network as it is now."""
        boards, codes = self.openings.draw()
        self.work.pool.copy_(boards)
        self.work.pool_rule.copy_(codes)
