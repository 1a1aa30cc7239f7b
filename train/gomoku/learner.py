"""One training step: samples from the replay buffer, losses, update."""

from __future__ import annotations

import ctypes
from typing import Tuple

import torch
import torch.nn.functional as F

from . import native
from .native import PLANES, Arena, Workspace
from .optimiser import Optimiser
from .rules import POINTS, SIZE
from .selfplay import captured

LOSSES = ("policy", "value", "next")


class Learner:
    def __init__(
        self,
        optimiser: Optimiser,
        work: Workspace,
        batch: int,
        window_start: int,
        window_share: float,
        device: str,
        compiled: bool = False,
    ):
        self.optimiser, self.work, self.batch, self.device = optimiser, work, batch, device
        self.window_start, self.window_share = window_start, window_share
        self.input = torch.zeros(batch, SIZE, SIZE, PLANES, dtype=torch.float16, device=device)
        self.policy = torch.zeros(batch, POINTS, dtype=torch.float16, device=device)
        self.next = torch.zeros(batch, dtype=torch.uint8, device=device)
        self.losses = torch.zeros(len(LOSSES), device=device)
        self.arena = Arena.from_buffer_copy(work.arena)
        self.arena.input = self.input.data_ptr()
        self.losses_of = torch.compile(self._losses_of) if compiled else self._losses_of
        self.train_step = self._step  # until capture()

    def capture(self) -> None:
        """Call when the buffer holds samples: on the GPU the step becomes a graph (and is run a few times on the way)."""
        self.train_step = captured(self._step, self.device, 3)

    def _choose(self) -> torch.Tensor:
        """Random samples of the newest part of the buffer; the part grows with what was played so far."""
        head = self.work.counters[0].double()
        window = torch.clamp(head * self.window_share + self.window_start, max=float(self.work.arena.replay_size))
        window = torch.minimum(window, head)
        age = torch.floor(torch.rand(self.batch, device=self.device, dtype=torch.float64) * window)
        return torch.remainder(head - 1 - age, float(self.work.arena.replay_size)).long()

    def _sample(self) -> torch.Tensor:
        """Fills input, policy and next; returns the value targets."""
        index = self._choose()
        symmetry = torch.randint(0, 8, (self.batch,), device=self.device, dtype=torch.uint8)
        p = native.pointer
        code = self.work.library.tg_sample(
            ctypes.byref(self.arena),
            p(index),
            p(symmetry),
            p(self.policy),
            p(self.next),
            self.batch,
            native.stream(self.device),
        )
        native.check(code, "sample")
        return self.work.replay_value[index]

    def _step(self) -> None:
        target = self._sample()
        loss, parts = self.losses_of(self.input.permute(0, 3, 1, 2), self.policy, self.next, target)
        self.optimiser.step(list(torch.autograd.grad(loss, self.optimiser.parameters())))
        self.losses.lerp_(parts.detach(), 0.02)

    def _losses_of(
        self, x: torch.Tensor, policy: torch.Tensor, following: torch.Tensor, target: torch.Tensor
    ) -> Tuple[torch.Tensor, torch.Tensor]:
        """The loss and its parts (LOSSES): cross-entropy with the improved policy, with the value target as a chance of
        winning, and with the move played next."""
        with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda", cache_enabled=False):
            logits, value = self.optimiser.net(x.float())
        taken = (x[:, 0] + x[:, 1]).flatten(1) > 0
        log_policy = F.log_softmax(logits.float().masked_fill(taken[:, None], -1e4), 2)
        policy_loss = -(policy.float() * log_policy[:, 0]).sum(1).mean()
        value_loss = F.binary_cross_entropy_with_logits(2 * value.float(), 0.5 * (target + 1))
        known = following != 255
        chosen = (
            log_policy[:, 1]
            .gather(1, torch.where(known, following, torch.zeros_like(following)).long()[:, None])
            .squeeze(1)
        )
        next_loss = -(chosen * known).sum() / known.sum().clamp(min=1)
        return policy_loss + 1.5 * value_loss + 0.15 * next_loss, torch.stack([policy_loss, value_loss, next_loss])
