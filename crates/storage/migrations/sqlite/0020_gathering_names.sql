-- Of the members of a gathering no two have names that look the same: the key of a name. Those who came before this have none, and are told apart
-- by their names alone.
ALTER TABLE gathering_places ADD COLUMN folded TEXT;

CREATE UNIQUE INDEX gathering_names ON gathering_places (gathering, folded) WHERE folded IS NOT NULL;
