//! Exact values: alpha-beta with a transposition table, tables, perft.
