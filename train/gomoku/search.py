"""Search of a batch of given positions, for matches: no noise, one move each."""

from __future__ import annotations

from dataclasses import replace
from typing import List, Sequence, Tuple

import torch

from . import native, rules
from .native import SearchSettings, Workspace
from .net import FastNet
from .selfplay import captured


def match_settings(simulations: int) -> SearchSettings:
    """Fixed numbers of simulations and of positions for the exact searches, so that results do not depend on the machine."""
    return SearchSettings(
        full=simulations,
        fast=simulations,
        considered=8,
        noise=0.0,
        leaf_vcf=200,
        root_vcf=2000,
        leaf_vct=64,
        root_vct=3000,
    )


class Searcher:
    """Searches up to `width` positions of one board size at once, with a fixed number of simulations each."""

    def __init__(self, net: FastNet, settings: SearchSettings, width: int, device: str, size: int = 15, seed: int = 1):
        self.net, self.device, self.width = net, device, width
        self.settings = replace(settings)
        self.work = Workspace(device, size, width, settings, None, seed)
        self.advance = captured(self._round, device)

    def _round(self) -> None:
        self.work.step()
        logits, value = self.net(self.work.network_input)
        self.work.logits.copy_(logits)
        self.work.value.copy_(value)

    def best_moves(self, positions: Sequence[rules.Position]) -> List[Tuple[int, float]]:
        """The move and the value (for the side to move) of each position."""
        out: List[Tuple[int, float]] = []
        for start in range(0, len(positions), self.width):
            out += self._search(positions[start : start + self.width])
        return out

    def _search(self, positions: Sequence[rules.Position]) -> List[Tuple[int, float]]:
        n, w = len(positions), self.work
        w.board[:n] = torch.tensor([rules.to_rows(p) for p in positions], dtype=torch.int64).to(self.device)
        codes = torch.tensor([p.variant.code for p in positions], dtype=torch.int32)
        w.state[:n, native.STATE.index("rule")] = codes.to(self.device)
        w.state[:, 0] = native.IS_DONE
        w.state[:n, 0] = native.AT_NEW_SEARCH
        w.result_value.fill_(1.0)  # answers without a search are wins or forced
        for _ in range(self.settings.full + 2):
            self.advance()
        if bool((w.state[:n, 0] != native.IS_DONE).any()):
            raise RuntimeError("a search did not finish within its simulations")
        return list(zip(w.state[:n, native.STATE.index("result_move")].tolist(), w.result_value[:n].tolist()))
