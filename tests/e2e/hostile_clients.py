"""A short run of the HTTP fuzzer; tests/torture/http_fuzz.py says what it does and how to let it run for longer."""

import os
import subprocess
import sys

FUZZER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "torture", "http_fuzz.py")

sys.exit(subprocess.run([sys.executable, FUZZER, "--tengen", sys.argv[1], "--minutes", "0.3"], check=False).returncode)
