"""Nets: their files, their thinking, and what they are given."""
