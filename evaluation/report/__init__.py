"""Reports of a cross-play and of a balance study: sentences, tables, pictures, files and a page."""
