"""Training of the Gomoku network: batched self-play, learning, matches and export. Start with `python3 -m gomoku --help`."""
