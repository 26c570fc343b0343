"""The commands of `dicecup`, a module each: `add_arguments(parser)` and `run(args)`, which gives the exit status."""
