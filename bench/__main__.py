"""`python -m bench NAME [options]`: export, stages or kod_recovery; each module tells what it measures."""

from __future__ import annotations

import importlib
import sys

BENCHES = ("export", "stages", "kod_recovery")


def main() -> int:
    if len(sys.argv) < 2 or sys.argv[1] not in BENCHES:
        sys.stderr.write(f"usage: python -m bench {{{','.join(BENCHES)}}} [--help]\n")
        return 2
    name = sys.argv.pop(1)
    importlib.import_module(f"bench.{name}").main()
    return 0


if __name__ == "__main__":
    sys.exit(main())
