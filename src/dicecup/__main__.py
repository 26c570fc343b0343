"""`python -m dicecup`."""

import sys

from dicecup.cli import main

sys.exit(main())
