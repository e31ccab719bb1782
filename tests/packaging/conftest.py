"""Makes the modules of packaging/ importable, as they are when bootstrap.py is started."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "packaging"))
