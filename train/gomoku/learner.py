"""One training step: samples from the replay buffer, losses, update."""

from __future__ import annotations

import ctypes
from functools import lru_cache, partial
from typing import Callable, List, Tuple

import torch
import torch.nn.functional as F

from . import native
from .native import FORBIDDEN, PLANES, Arena, Workspace
from .net import Block, Net
from .optimiser import Optimiser
from .selfplay import captured

LOSSES = ("policy", "value", "next")
Sample = Tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]  # planes, policy, next move, value


@lru_cache(maxsize=None)
def piece(function: Callable) -> Callable:
    """`function` compiled, for the sizes it is called with."""
    return torch.compile(function, dynamic=False)


class Part:
    """The samples of one board size: a share of each batch, from that size's replay buffer."""

    def __init__(self, work: Workspace, batch: int, window_start: int, window_share: float):
        self.work, self.batch, self.device = work, batch, work.device
        self.window_start, self.window_share = window_start, window_share
        size, device = work.size, work.device
        self.input = torch.zeros(batch, size, size, PLANES, dtype=torch.float16, device=device)
        self.policy = torch.zeros(batch, size * size, dtype=torch.float16, device=device)
        self.next = torch.zeros(batch, dtype=torch.int16, device=device)
        self.arena = Arena.from_buffer_copy(work.arena)
        self.arena.input = self.input.data_ptr()

    def choose(self) -> torch.Tensor:
        """Random samples of the newest part of the buffer; the part grows with what was played so far."""
        head = self.work.counters[0].double()
        window = torch.clamp(head * self.window_share + self.window_start, max=float(self.work.arena.replay_size))
        window = torch.minimum(window, head)
        age = torch.floor(torch.rand(self.batch, device=self.device, dtype=torch.float64) * window)
        return torch.remainder(head - 1 - age, float(self.work.arena.replay_size)).long()

    def sample(self) -> Sample:
        index = self.choose()
        symmetry = torch.randint(0, 8, (self.batch,), device=self.device, dtype=torch.uint8)
        p = native.pointer
        code = self.work.kernels.tg_sample(
            ctypes.byref(self.arena),
            p(index),
            p(symmetry),
            p(self.policy),
            p(self.next),
            self.batch,
            native.stream(self.device),
        )
        native.check(code, "sample")
        return self.input.permute(0, 3, 1, 2), self.policy, self.next, self.work.replay_value[index]


class Learner:
    def __init__(
        self,
        optimiser: Optimiser,
        parts: List[Part],
        device: str,
        compiled: bool = False,
        next_target: bool = True,
    ):
        self.optimiser, self.parts, self.device, self.next_target = optimiser, parts, device, next_target
        self.batch = sum(p.batch for p in parts)
        self.losses = torch.zeros(len(LOSSES), device=device)
        self.losses_of_part: Callable = losses_of_part
        if compiled:
            self._compile()
        self.train_step = self._step  # until capture()

    def _compile(self) -> None:
        """Piece by piece: the blocks are alike, so what was compiled for one serves them all."""
        net = self.optimiser.net
        net.foot = partial(piece(Net.foot), net)  # type: ignore[method-assign]
        net.heads = partial(piece(Net.heads), net)  # type: ignore[method-assign]
        for block in net.blocks:
            block.forward = partial(piece(Block.forward), block)
        self.losses_of_part = piece(losses_of_part)

    def capture(self) -> None:
        """Call when the buffers hold samples: on the GPU the step becomes a graph (and is run a few times on the way)."""
        self.train_step = captured(self._step, self.device, 3)

    def _step(self) -> None:
        loss, parts = self._losses_of([part.sample() for part in self.parts])
        self.optimiser.step(list(torch.autograd.grad(loss, self.optimiser.parameters())))
        self.losses.lerp_(parts.detach(), 0.02)

    def _losses_of(self, samples: List[Sample]) -> Tuple[torch.Tensor, torch.Tensor]:
        """The loss and its parts (LOSSES), each a mean over all samples."""
        with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda", cache_enabled=False):
            answers = self.optimiser.net([s[0].float() for s in samples])
        each = [self.losses_of_part(*answer, *sample) * sample[0].shape[0] for answer, sample in zip(answers, samples)]
        parts = torch.stack(each).sum(0) / sum(s[0].shape[0] for s in samples)
        loss = parts[0] + 1.5 * parts[1]
        return loss + 0.15 * parts[2] if self.next_target else loss, parts


def losses_of_part(
    logits: torch.Tensor,
    value: torch.Tensor,
    x: torch.Tensor,
    policy: torch.Tensor,
    following: torch.Tensor,
    target: torch.Tensor,
) -> torch.Tensor:
    """Cross-entropy with the improved policy, with the value target as a chance of winning, and with the move played
    next."""
    stones = (x[:, 0] + x[:, 1]).flatten(1) > 0
    closed = torch.stack(
        [stones | (x[:, FORBIDDEN].flatten(1) > 0), stones], 1
    )  # the move after may be the other side's
    log_policy = F.log_softmax(logits.float().masked_fill(closed, -1e4), 2)
    policy_loss = -(policy.float() * log_policy[:, 0]).sum(1).mean()
    value_loss = F.binary_cross_entropy_with_logits(2 * value.float(), 0.5 * (target + 1))
    known = following >= 0
    chosen = log_policy[:, 1].gather(1, following.clamp(min=0).long()[:, None]).squeeze(1)
    next_loss = -(chosen * known).sum() / known.sum().clamp(min=1)
    return torch.stack([policy_loss, value_loss, next_loss])
