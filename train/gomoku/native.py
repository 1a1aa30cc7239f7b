"""Builds and loads the kernels (native/), for the GPU with nvcc or for the CPU with a C++ compiler, and describes the
memory they share with PyTorch. No PyTorch headers are needed: kernels take raw pointers."""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Dict, Optional

import torch

from . import rules

SOURCE = Path(__file__).resolve().parent / "native"
PLANES = 16
FORBIDDEN = 10  # the plane of points that are forbidden to the side to move
STATE = ("pending", "simulations", "budget", "nodes", "recorded", "turn", "symmetry", "is_full", "result_move", "rule")
COUNTERS = ("replay_head", "games", "moves", "first_side_wins", "draws", "evaluations", "simulations", "stones")
AT_NEW_GAME, IS_IDLE, IS_DONE, AT_NEW_SEARCH = -1, -2, -3, -4
STATE_SIZE = 12
HISTORY = 112
QUIET, WIN, LOSS, DRAW = 0, 1, -1, 2


@dataclass
class SearchSettings:
    """How a position is searched. One simulation is one descent of the tree."""

    full: int = 32  # simulations of a full search (the only kind in matches)
    fast: int = 32  # simulations of a cheap search in self-play
    full_share: float = 1.0  # share of full searches in self-play; only these are learned
    considered: int = 16  # root moves that sequential halving starts with
    leaf_vcf: int = 48  # positions for the exact search for runs of fours at a leaf
    plane_vcf: int = 32  # the same for the other side's run, an input of the network
    root_vcf: int = 128  # the same at the root
    leaf_vct: int = 0  # positions for the exact search for runs of threats (threes and fours) at a leaf
    root_vct: int = 0  # the same at the root
    value_weight: float = 0.5  # sigma(q) = (value_visits + most visits) * value_weight * q, q in 0..1
    value_visits: float = 50.0
    exploration: float = 1.2  # PUCT constant inside the tree
    first_play: float = 0.25  # how much worse than its position an untried move counts
    noise: float = 1.0  # scale of the root's Gumbel noise; 0 in matches
    noise_share: float = 1.0  # share of searches with noise; the others play as in matches


@dataclass
class SelfPlaySettings:
    games: int = 4096
    replay: int = 3_000_000
    pool: int = 4096  # openings to draw from
    lambda_: float = 0.92  # value target: lambda-return of root values, ending in the result
    surprise: float = 0.5  # share of the sampling weight that goes by policy surprise


class Arena(ctypes.Structure):
    """Mirrors `struct Arena` in native/arena.hpp."""

    _fields_ = (
        [
            (n, ctypes.c_int32)
            for n in (
                "games",
                "max_nodes",
                "self_play",
                "full_simulations",
                "fast_simulations",
                "considered",
                "leaf_vcf",
                "plane_vcf",
                "root_vcf",
                "leaf_vct",
                "root_vct",
                "pool_size",
                "replay_size",
                "schedule_size",
                "steps_without_network",
            )
        ]
        + [
            (n, ctypes.c_float)
            for n in (
                "full_share",
                "value_weight",
                "value_visits",
                "exploration",
                "first_play",
                "lambda_",
                "surprise",
                "noise",
                "noise_share",
            )
        ]
        + [
            (n, ctypes.c_void_p)
            for n in (
                "permutation",
                "schedule",
                "pool",
                "pool_rule",
                "state",
                "random",
                "board",
                "gumbel",
                "result_value",
                "stones",
                "prior",
                "child",
                "visits",
                "value_sum",
                "network_value",
                "parent",
                "action",
                "same_side",
                "proof",
                "input",
                "logits",
                "value",
                "past_stones",
                "past_policy",
                "past_value",
                "past_weight",
                "past_move",
                "past_turn",
                "replay_stones",
                "replay_policy",
                "replay_value",
                "replay_next",
                "replay_rule",
                "counters",
            )
        ]
    )


def build(device: str, size: int) -> Path:
    """Compiles the kernels for one board size, once for their text, and returns the library's path."""
    cuda = device == "cuda"
    compiler = shutil.which("nvcc" if cuda else os.environ.get("CXX", "g++"))
    if cuda and compiler is None and Path("/usr/local/cuda/bin/nvcc").exists():
        compiler = "/usr/local/cuda/bin/nvcc"
    text = b"".join(p.read_bytes() for p in sorted(SOURCE.iterdir()))
    cache = Path(os.environ.get("TENGEN_KERNEL_CACHE", tempfile.gettempdir()))
    cache.mkdir(parents=True, exist_ok=True)
    library = cache / f"tengen-gomoku-{device}-{size}-{hashlib.sha256(text).hexdigest()[:16]}.so"
    if not library.exists():
        if compiler is None:
            raise RuntimeError(f"no compiler for the {device} kernels: install {'nvcc' if cuda else 'g++'}")
        partial = library.with_name(f"{library.name}.{os.getpid()}")
        flags = (
            ["-std=c++17", "-O3", f"-arch={os.environ.get('TENGEN_CUDA_ARCH', 'native')}", "-Xcompiler", "-fPIC"]
            if cuda
            else ["-std=c++20", "-O2", "-x", "c++", "-fPIC", "-Wno-unknown-pragmas"]
        )
        source = str(SOURCE / "kernels.cu")
        command = [compiler, *flags, f"-DTENGEN_BOARD={size}", "-shared", source, "-o", str(partial)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"{' '.join(command)} failed:\n{done.stderr[-4000:]}")
        partial.rename(library)
    return library


@lru_cache(maxsize=None)
def kernels(device: str, size: int) -> ctypes.CDLL:
    lib = ctypes.CDLL(str(build(device, size)))
    expected = (ctypes.sizeof(Arena), STATE_SIZE, HISTORY, size)
    if (lib.tg_arena_size(), lib.tg_state_size(), lib.tg_history_length(), lib.tg_side_length()) != expected:
        raise RuntimeError("native.py and native/arena.hpp disagree about the memory layout")
    return lib


def stream(device: str) -> ctypes.c_void_p:
    return ctypes.c_void_p(torch.cuda.current_stream().cuda_stream if device == "cuda" else 0)


def pointer(t: torch.Tensor) -> ctypes.c_void_p:
    assert t.is_contiguous()
    return ctypes.c_void_p(t.data_ptr())


def check(code: int, what: str) -> None:
    if code:
        raise RuntimeError(f"{what}: CUDA error {code}")


def permutations(device: str, size: int) -> torch.Tensor:
    """[16, points]: for symmetry s, the source of each point of the turned board; then the inverses."""
    points = size * size
    ahead = [[0] * points for _ in range(8)]
    back = [[rules.symmetry(p, s, size) for p in range(points)] for s in range(8)]
    for s in range(8):
        for p in range(points):
            ahead[s][back[s][p]] = p
    return torch.tensor(ahead + back, dtype=torch.int16, device=device)


def halving_schedule(simulations: int, considered: int) -> list:
    """Visits that the root move to try at each simulation must have: 16 moves once or more, then 8, 4, 2 of them."""
    out: list = []
    rounds = max(1, (considered - 1).bit_length())
    moves, visits = considered, 0
    while len(out) < simulations:
        times = max(1, simulations // (rounds * moves))
        for _ in range(times):
            out += [visits] * moves
            visits += 1
        moves = max(2, moves // 2)
    return out[:simulations]


class Workspace:
    """The tensors behind one Arena. Attributes are named as in arena.hpp."""

    def __init__(
        self,
        device: str,
        size: int,
        games: int,
        search: SearchSettings,
        play: Optional[SelfPlaySettings] = None,
        seed: int = 1,
    ):
        self.device, self.size, self.games, self.search = device, size, games, search
        nodes = max(search.full, search.fast if play else 0) + 2
        past, ring, pool = (HISTORY, play.replay, play.pool) if play else (1, 1, 1)
        P = size * size
        width = max(search.full, search.fast, 1)
        schedule = [halving_schedule(width, search.considered)] * 2
        if play:
            schedule = [halving_schedule(n, search.considered) + [0] * (width - n) for n in (search.full, search.fast)]
        self.tensors: Dict[str, torch.Tensor] = {}

        def add(name: str, shape: tuple, dtype: torch.dtype, fill: int = 0) -> None:
            self.tensors[name] = torch.full(shape, fill, dtype=dtype, device=device)

        self.tensors["permutation"] = permutations(device, size)
        self.tensors["schedule"] = torch.tensor(schedule, dtype=torch.int16, device=device)
        add("pool", (pool, size), torch.int64)
        add("pool_rule", (pool,), torch.uint8)
        add("state", (games, STATE_SIZE), torch.int32)
        generator = torch.Generator().manual_seed(seed)
        self.tensors["random"] = torch.randint(2**62, (games,), generator=generator).to(device)
        add("board", (games, size), torch.int64)
        add("gumbel", (games, P), torch.float32)
        add("result_value", (games,), torch.float32)
        add("stones", (games, nodes, size), torch.int64)
        add("prior", (games, nodes, P), torch.float32)
        add("child", (games, nodes, P), torch.int16)
        for name, dtype in (
            ("visits", torch.int32),
            ("value_sum", torch.float32),
            ("network_value", torch.float32),
            ("parent", torch.int16),
            ("action", torch.int16),
            ("same_side", torch.int8),
            ("proof", torch.int8),
        ):
            add(name, (games, nodes), dtype)
        add("input", (games, size, size, PLANES), torch.float16)
        add("logits", (games, P), torch.float32)
        add("value", (games,), torch.float32)
        add("past_stones", (games, past, size), torch.int64)
        add("past_policy", (games, past, P), torch.float16)
        for name, dtype in (
            ("past_value", torch.float32),
            ("past_weight", torch.float32),
            ("past_move", torch.int16),
            ("past_turn", torch.uint8),
        ):
            add(name, (games, past), dtype)
        add("replay_stones", (ring, size), torch.int64)
        add("replay_policy", (ring, P), torch.float16)
        add("replay_value", (ring,), torch.float32)
        add("replay_next", (ring,), torch.int16)
        add("replay_rule", (ring,), torch.uint8)
        add("counters", (len(COUNTERS),), torch.int64)
        self.tensors["state"][:, 0] = AT_NEW_GAME if play else IS_DONE
        self.arena = Arena(
            games=games,
            max_nodes=nodes,
            self_play=int(play is not None),
            full_simulations=search.full,
            fast_simulations=search.fast,
            considered=search.considered,
            leaf_vcf=search.leaf_vcf,
            plane_vcf=search.plane_vcf,
            root_vcf=search.root_vcf,
            leaf_vct=search.leaf_vct,
            root_vct=search.root_vct,
            pool_size=pool,
            replay_size=ring,
            schedule_size=width,
            steps_without_network=6 if play else 1 << 20,
            full_share=search.full_share,
            value_weight=search.value_weight,
            value_visits=search.value_visits,
            exploration=search.exploration,
            first_play=search.first_play,
            lambda_=play.lambda_ if play else 1.0,
            surprise=play.surprise if play else 0.0,
            noise=search.noise,
            noise_share=search.noise_share,
            **{k: t.data_ptr() for k, t in self.tensors.items()},
        )
        self.kernels = kernels(device, size)

    def __getattr__(self, name: str) -> torch.Tensor:
        try:
            return self.__dict__["tensors"][name]
        except KeyError:
            raise AttributeError(name) from None

    @property
    def network_input(self) -> torch.Tensor:
        """[games, planes, size, size], laid out with the planes last."""
        return self.input.permute(0, 3, 1, 2)

    def step(self) -> None:
        """Takes the network's answers and leaves its next questions, for all games."""
        check(self.kernels.tg_step(ctypes.byref(self.arena), stream(self.device)), "step")

    def look(self, boards: torch.Tensor, codes: torch.Tensor) -> torch.Tensor:
        """Writes the network's input for given positions, int64 [n, size] under the rules uint8 [n], n ≤ games; returns the
        moves that need no network (−1: none)."""
        n = boards.shape[0]
        move = torch.zeros(n, dtype=torch.int32, device=self.device)
        code = self.kernels.tg_look(
            ctypes.byref(self.arena), pointer(boards), pointer(codes), pointer(move), n, stream(self.device)
        )
        check(code, "look")
        return move

    def count(self) -> Dict[str, int]:
        return dict(zip(COUNTERS, self.counters.tolist()))


def rule_codes(rule: str, count: int, device: str) -> torch.Tensor:
    return torch.full((count,), rules.RULES.index(rule), dtype=torch.uint8, device=device)


SHAPES = ("five", "four", "win", "three", "fork", "forbidden")


def threats(boards: torch.Tensor, codes: torch.Tensor) -> torch.Tensor:
    """boards: int64 [n, size], codes: their rules → int64 [n, 6, size], the points of SHAPES for both sides."""
    n, size, device = boards.shape[0], boards.shape[1], boards.device.type
    out = torch.zeros(n, len(SHAPES), size, dtype=torch.int64, device=boards.device)
    call = kernels(device, size).tg_threats
    check(call(pointer(boards), pointer(codes), pointer(out), n, stream(device)), "threats")
    return out


def settle(boards: torch.Tensor, codes: torch.Tensor, fours: int, threats: int = 0) -> tuple:
    """Plays forced replies in place; returns the outcome for the side to move (QUIET, WIN, LOSS, DRAW) and the stones
    played. The searches for runs of fours and of threats look at so many positions."""
    n, size, device = boards.shape[0], boards.shape[1], boards.device.type
    outcome = torch.zeros(n, dtype=torch.int8, device=boards.device)
    turns = torch.zeros(n, dtype=torch.int32, device=boards.device)
    code = kernels(device, size).tg_settle(
        pointer(boards), pointer(codes), pointer(outcome), pointer(turns), fours, threats, n, stream(device)
    )
    check(code, "settle")
    return outcome, turns
