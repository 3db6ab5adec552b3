"""Grapheme to phoneme: one front end a language, all writing the alphabet of `table.VOCABULARY`."""
