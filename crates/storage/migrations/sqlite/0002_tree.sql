-- The annotated tree of a game: PDN text that nobody here interprets; NULL where there is none.
ALTER TABLE games ADD COLUMN tree TEXT CHECK (tree <> '');
