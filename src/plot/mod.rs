//! Charts and boards as SVG and PNG.
