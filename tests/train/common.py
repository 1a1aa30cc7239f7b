"""What the training tests share: where the package is, leaving when PyTorch or a compiler is missing, and counting."""

import os
import shutil
import sys
from pathlib import Path
from typing import Callable, List

ROOT = Path(__file__).resolve().parents[2]
SKIP = 77

os.environ.setdefault("OMP_NUM_THREADS", "1")
sys.path.insert(0, str(ROOT / "train"))
sys.dont_write_bytecode = True


def need_torch_and_compiler() -> None:
    """Ends the test as skipped, with the reason, where it cannot run."""
    try:
        import torch
    except ImportError:
        print("skipped: PyTorch is not installed (Debian: apt-get install python3-torch)")
        sys.exit(SKIP)
    if shutil.which(os.environ.get("CXX", "g++")) is None:
        print("skipped: no C++ compiler for the training kernels")
        sys.exit(SKIP)
    torch.set_num_threads(1)


def run(tests: List[Callable[[], None]]) -> int:
    """Runs all tests; the exit code is 0 only when none failed."""
    failed = 0
    for test in tests:
        try:
            test()
            print(f"ok      {test.__name__}", flush=True)
        except Exception as error:  # a failed assertion or any error of the code under test
            failed += 1
            print(f"FAILED  {test.__name__}: {type(error).__name__}: {error}", flush=True)
    print(f"{len(tests) - failed} passed, {failed} failed")
    return 1 if failed else 0
