"""The line net: a net for the CPU, whose first layer is a table over lines of stones.

    for each point and each of four directions: the 2r+1 cells of the line around it ─► small MLP ─► features
    their sum ─► relu ─► depthwise 3×3 ─► relu ─► 1×1 ─► blocks ─┬─► with the board's summary ─► 1×1 ─► policy logits
                                                                 └─► nine regions and the summary ─► value in −1..1

There are 43,923 lines for r = 4, so the MLP is unrolled into a table, in training too: a step evaluates each line once instead of
each point of each position. A move changes the sums of at most 8r+1 points. A block is relu(x + 1×1(relu(depthwise(x)))).
The summary is the mean over the board and, for each glance, a mean that is weighted by what is worth looking at (a softmax).

The rule is part of the line: whether mine and theirs must make exactly five gives four views, each with its own table.
"""

from __future__ import annotations

import ctypes
from dataclasses import asdict, dataclass, fields
from functools import lru_cache, partial
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

import torch
import torch.nn as nn
import torch.nn.functional as F

from . import native
from .rules import DIRECTIONS

EXACT = (8, 9)  # planes: ones if I must make exactly five, if they must
VIEWS = 4  # view = exact(mine) + 2 · exact(theirs)
REGIONS = 9


@dataclass(frozen=True)
class LineShape:
    radius: int = 4
    features: int = 128  # of a line
    hidden: int = 192  # in the MLP of a line, which costs nothing once it is a table
    channels: int = 128  # after the depthwise convolution; as many as features: added to it
    blocks: int = 0  # depthwise convolution and 1×1
    glances: int = 0  # weighted means in the summary
    symmetric: bool = False  # a line counts as its mirror image
    head: int = 32  # channels of each head

    @staticmethod
    def from_dict(d: Dict) -> "LineShape":
        return LineShape(**d)

    @staticmethod
    def parse(text: str) -> "LineShape":
        """KEY=VALUE,… over the defaults."""
        kinds = {f.name: type(f.default) for f in fields(LineShape)}
        changed: Dict[str, Any] = {}
        for item in filter(None, text.split(",")):
            key, _, value = item.partition("=")
            if key not in kinds or not value.isdigit():
                raise ValueError(f"'{item}' is not KEY=NUMBER with a key of {', '.join(kinds)}")
            changed[key] = kinds[key](int(value))
        return LineShape(**changed)

    def to_dict(self) -> Dict:
        return asdict(self)

    @property
    def arms(self) -> int:
        """How an arm of a line can look: up to `radius` cells, then the edge."""
        return (3 ** (self.radius + 1) - 1) // 2

    @property
    def lines(self) -> int:
        return 3 * self.arms**2

    def multiplications(self, points: int = 225) -> int:
        """Of one evaluation of a whole board, the table being there."""
        f, c = self.features, self.channels
        each = 9 * f + f * c + self.blocks * (9 * c + c * c) + 2 * self.glances * c + self.head * (c + 1)
        summary = (1 + self.glances) * c
        return points * each + summary * (self.head + 64) + REGIONS * self.head * (c + 64) + 65 * 32


class Geometry(NamedTuple):
    """How lines lie on a board of one size."""

    cells: torch.Tensor  # [points, 4, 2r+1] the points of each line; `points` beyond the edge
    weights: torch.Tensor  # [2r+1] of a cell in the number of its line
    base: torch.Tensor  # [points, 4] what the edges add to it
    regions: torch.Tensor  # [9, points] means over the regions


def arm_base(radius: int, length: int) -> int:
    """The number of the first arm with so many cells on the board; longer arms come first."""
    return sum(3**j for j in range(length + 1, radius + 1))


@lru_cache(maxsize=None)
def geometry(size: int, radius: int, device: str) -> Geometry:
    """A line's number is (left · 3 + centre) · arms + right. An arm's is arm_base + Σ cell · 3^(distance − 1), a cell
    being 0 when empty, 1 mine, 2 theirs."""
    points, arms = size * size, LineShape(radius).arms
    cells = torch.full((points, 4, 2 * radius + 1), points)
    base = torch.zeros(points, 4, dtype=torch.int32)
    for p in range(points):
        for d, (dr, dc) in enumerate(DIRECTIONS):
            on_board = [0, 0]
            for k in range(-radius, radius + 1):
                r, c = p // size + k * dr, p % size + k * dc
                if 0 <= r < size and 0 <= c < size:
                    cells[p, d, k + radius] = r * size + c
                    on_board[k > 0] += k != 0
            base[p, d] = 3 * arms * arm_base(radius, on_board[0]) + arm_base(radius, on_board[1])
    right = [3**k for k in range(radius)]
    weights = torch.tensor([3 * arms * w for w in reversed(right)] + [arms] + right, dtype=torch.int32)
    third = (torch.arange(size) // (size // 3)).clamp(max=2)
    region = (3 * third[:, None] + third).flatten()
    regions = (region == torch.arange(REGIONS)[:, None]).float()
    regions /= regions.sum(1, keepdim=True)
    return Geometry(cells.to(device), weights.to(device), base.to(device), regions.to(device))


@lru_cache(maxsize=None)
def all_lines(radius: int, device: str) -> Tuple[torch.Tensor, torch.Tensor]:
    """[views, lines, inputs] what the MLP sees of each line: for each cell mine, theirs, on the board, then the two sides' exactness;
    and [lines] the number of each line's mirror image."""
    arms = LineShape(radius).arms
    arm = torch.zeros(arms, radius, 3)  # the nearest cell first
    for length in range(radius + 1):
        for code in range(3**length):
            for k in range(length):
                cell = code // 3**k % 3
                arm[arm_base(radius, length) + code, k] = torch.tensor([cell == 1, cell == 2, True])
    centre = torch.tensor([[0.0, 0, 1], [1, 0, 1], [0, 1, 1]])
    grid = lambda t, at: t.view([-1 if k == at else 1 for k in range(3)] + list(t.shape[1:]))
    whole = (arms, 3, arms)
    parts = [grid(arm.flip(1).flatten(1), 0), grid(centre, 1), grid(arm.flatten(1), 2)]
    cells = torch.cat([t.expand(*whole, t.shape[-1]) for t in parts], 3).reshape(3 * arms * arms, -1)
    views = torch.tensor([[v & 1, v >> 1] for v in range(VIEWS)]).float()
    each = (VIEWS, len(cells), -1)
    number = torch.arange(len(cells)).view(whole)
    inputs = torch.cat([cells[None].expand(each), views[:, None].expand(each)], 2)
    return inputs.contiguous().to(device), number.permute(2, 1, 0).flatten().to(device)


def cells_and_views(x: torch.Tensor) -> Tuple[torch.Tensor, torch.Tensor]:
    """planes [n, 16, size, size] → cells [n, points], 0 empty, 1 mine, 2 theirs, and views [n], both of 8 bits."""
    cells = (x[:, 0] + 2 * x[:, 1]).flatten(1)
    views = x[:, EXACT[0], 0, 0] + 2 * x[:, EXACT[1], 0, 0]
    return cells.to(torch.uint8), views.to(torch.uint8)


def line_numbers(cells: torch.Tensor, views: torch.Tensor, g: Geometry, lines: int) -> torch.Tensor:
    """The row in the tables of each line: int32 [n, points, 4]."""
    board = F.pad(cells.int(), (0, 1))
    return (board[:, g.cells] * g.weights).sum(3, dtype=torch.int32) + g.base + (views.int() * lines)[:, None, None]


class LineSums(torch.autograd.Function):
    """For each point the sum of its four lines' rows: [n · points, features]. The gradient needs the places of each line (see
    occurrences); without them there is none."""

    @staticmethod
    def forward(ctx, table, numbers, sorted_lines=None, places=None):  # type: ignore[override]
        ctx.save_for_backward(sorted_lines, places)
        ctx.shape = table.shape
        if not table.is_cuda:
            return F.embedding_bag(numbers.view(-1, 4), table, mode="sum")
        count = numbers.numel() // 4
        out = torch.empty(count, table.shape[1], dtype=table.dtype, device=table.device)
        call("tg_line_sums", 15, numbers, table, out, ctypes.c_int64(count), table.shape[1], is_bfloat(table))
        return out

    @staticmethod
    def backward(ctx, gradient):  # type: ignore[override]
        sorted_lines, places = ctx.saved_tensors
        out = torch.zeros(ctx.shape, dtype=torch.float32, device=gradient.device)
        if gradient.is_cuda:
            gradient = gradient.to(torch.bfloat16).contiguous()
            entries = ctypes.c_int64(sorted_lines.numel())
            call("tg_line_gradient", 15, sorted_lines, places, gradient, out, entries, gradient.shape[1])
        else:
            out.index_add_(0, sorted_lines.long(), gradient.float()[places.long()])
        return out, None, None, None


class Spread(torch.autograd.Function):
    """relu(depthwise 3×3 convolution of relu(x)): x [n, size, size, channels], weight [9, channels], bias [channels]."""

    @staticmethod
    def forward(ctx, x, weight, bias):  # type: ignore[override]
        weight, bias = weight.float().contiguous(), bias.float().contiguous()
        y = torch.empty_like(x)
        call("tg_spread", x.shape[1], x, weight, bias, y, x.shape[0], x.shape[3], is_bfloat(x))
        ctx.save_for_backward(x, y, weight)
        return y

    @staticmethod
    def backward(ctx, gradient):  # type: ignore[override]
        x, y, weight = ctx.saved_tensors
        gradient = gradient.to(x.dtype).contiguous()
        x_gradient = torch.empty_like(x)
        out = torch.zeros(10, x.shape[3], device=x.device)
        call("tg_spread_gradient", x.shape[1], x, y, gradient, weight, x_gradient, out, x.shape[0], x.shape[3])
        return x_gradient, out[:9], out[9]


def spread(x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
    if x.is_cuda:
        return Spread.apply(x.contiguous(), weight, bias)
    size, padded = x.shape[1], F.pad(F.relu(x), (0, 0, 1, 1, 1, 1))
    moved = (padded[:, k // 3 : k // 3 + size, k % 3 : k % 3 + size] * weight[k] for k in range(9))
    return F.relu(bias + sum(moved))


def call(name: str, size: int, *arguments: Any) -> None:
    """A kernel of native/lines.hpp; tensors become pointers."""
    plain = [native.pointer(a) if isinstance(a, torch.Tensor) else a for a in arguments]
    native.check(getattr(native.kernels("cuda", size), name)(*plain, native.stream("cuda")), name)


def is_bfloat(t: torch.Tensor) -> int:
    return int(t.dtype == torch.bfloat16)


def occurrences(numbers: torch.Tensor) -> Tuple[torch.Tensor, torch.Tensor]:
    """All lines of a batch in order, and the point of each."""
    ordered, at = numbers.flatten().sort()
    return ordered, torch.div(at, 4, rounding_mode="floor").int()


class LineNet(nn.Module):
    kind = "line"

    def __init__(self, shape: LineShape = LineShape()):
        super().__init__()
        self.shape = shape
        f, c, h = shape.features, shape.channels, shape.head
        self.first = nn.Linear(3 * (2 * shape.radius + 1) + 2, shape.hidden)
        self.second = nn.Linear(shape.hidden, shape.hidden)
        self.third = nn.Linear(shape.hidden, f)
        widths = [f] + [c] * shape.blocks
        self.depthwise = nn.ParameterList([nn.Parameter(0.05 * torch.randn(9, w)) for w in widths])
        self.depthwise_bias = nn.ParameterList([nn.Parameter(torch.zeros(w)) for w in widths])
        self.mix = nn.ModuleList([nn.Linear(w, c) for w in widths])
        with torch.no_grad():
            for d in self.depthwise:
                d[4] += 1
            for m in list(self.mix)[1:]:  # each block begins as the identity
                m.weight.zero_()
                m.bias.zero_()
        summary = (1 + shape.glances) * c
        self.glance = nn.Linear(c, shape.glances) if shape.glances else None
        self.policy_hidden = nn.Linear(c, h)
        self.policy_summary = nn.Linear(summary, h)
        self.policy_out = nn.Linear(h, 1)
        self.region = nn.Linear(c, h)
        self.value_first = nn.Linear(REGIONS * h + summary, 64)
        self.value_second = nn.Linear(64, 32)
        self.value_out = nn.Linear(32, 1)

    def matrices(self) -> List[torch.Tensor]:
        """What Muon learns."""
        hidden = [self.second, self.third, *self.mix, self.policy_hidden, self.policy_summary, self.value_first]
        return [m.weight for m in hidden]

    def table(self) -> torch.Tensor:
        """[views · lines, features]"""
        return self.unroll(*all_lines(self.shape.radius, str(self.first.weight.device)))

    def unroll(self, inputs: torch.Tensor, mirror: torch.Tensor) -> torch.Tensor:
        h = F.relu(self.second(F.relu(self.first(inputs.to(self.first.weight.dtype)))))
        if self.shape.symmetric:
            h = 0.5 * (h + h[:, mirror])
        return self.third(h).flatten(0, 1)

    def tail(self, sums: torch.Tensor, regions: torch.Tensor, size: int) -> Tuple[torch.Tensor, torch.Tensor]:
        """The points' sums [n · points, features] → policy logits [n, points] and value before tanh [n]."""
        x = sums.view(-1, size, size, self.shape.features)
        for k, mix in enumerate(self.mix):
            d = spread(x, self.depthwise[k], self.depthwise_bias[k])
            added = d if self.shape.channels == self.shape.features else None
            x = self.mixed(d, mix.weight, mix.bias, x if k else added)
        return self.heads(x, regions)

    @staticmethod
    def mixed(
        d: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor, added: Optional[torch.Tensor]
    ) -> torch.Tensor:
        y = F.linear(d, weight, bias)
        return F.relu(y if added is None else added + y)

    def heads(self, x: torch.Tensor, regions: torch.Tensor) -> Tuple[torch.Tensor, torch.Tensor]:
        x, regions = x.flatten(1, 2), regions.to(x.dtype)
        summary = x.mean(1)
        if self.glance is not None:
            worth = torch.softmax(self.glance(x).float(), 1).to(x.dtype)  # [n, points, glances]
            glances = torch.bmm(worth.transpose(1, 2), x)
            summary = torch.cat([summary, glances.flatten(1)], 1)
        p = F.relu(self.policy_hidden(x) + self.policy_summary(summary)[:, None])
        logits = self.policy_out(p).squeeze(2)
        means = torch.einsum("rp,npc->nrc", regions, x)
        v = torch.cat([F.relu(self.region(means)).flatten(1), summary], 1)
        v = F.relu(self.value_second(F.relu(self.value_first(v))))
        return logits, self.value_out(v).squeeze(1)

    def compile_pieces(self) -> None:
        """What lies between the kernels of our own. Pieces are compiled for the sizes they are called with."""
        together = partial(torch.compile, dynamic=False)
        self.unroll, self.heads = together(self.unroll), together(self.heads)  # type: ignore[method-assign]
        self.mixed = compiled_mixed()  # type: ignore[method-assign]


@lru_cache(maxsize=None)
def compiled_mixed() -> Any:
    return torch.compile(LineNet.mixed, dynamic=False)


class FastLineNet:
    """Inference with the table: 16 bits on the GPU, 32 bits on the CPU. Loading new weights keeps their addresses, so that a
    captured CUDA graph goes on with them."""

    def __init__(self, shape: LineShape, device: str):
        self.shape, self.device = shape, device
        self.dtype = torch.float16 if device == "cuda" else torch.float32
        self.exact = LineNet(shape).to(device).eval()  # the table is computed in 32 bits
        self.net = LineNet(shape).to(device).to(self.dtype).eval()
        self.table = torch.zeros(VIEWS * shape.lines, shape.features, dtype=self.dtype, device=device)
        self.load(self.exact)

    def load(self, net: LineNet) -> None:
        self.load_weights(inference_weights(net))

    @torch.no_grad()
    def load_weights(self, weights: Dict[str, torch.Tensor]) -> None:
        self.exact.load_state_dict(weights)
        self.net.load_state_dict(weights)
        self.table.copy_(self.exact.table())

    @torch.no_grad()
    def __call__(self, x: torch.Tensor) -> Tuple[torch.Tensor, torch.Tensor]:
        """planes → policy logits [n, points] and value in −1..1 [n], both 32 bits."""
        g = geometry(x.shape[3], self.shape.radius, self.device)
        numbers = line_numbers(*cells_and_views(x), g, self.shape.lines)
        sums = LineSums.apply(self.table, numbers)
        logits, value = self.net.tail(sums, g.regions, x.shape[3])
        return logits.float(), torch.tanh(value.float())


def inference_weights(net: LineNet) -> Dict[str, torch.Tensor]:
    """The names are those of the weight file."""
    return {k: v.detach().clone() for k, v in net.state_dict().items()}
