"""Beside the table: benchmarks and what else measures the games."""
