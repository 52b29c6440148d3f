//! k nearest neighbours on positions: metrics, the scan, the advisor.
