-- A ban, where there is a reason (which may be empty); without an end it holds until somebody lifts it.
ALTER TABLE accounts ADD COLUMN ban_reason TEXT;
ALTER TABLE accounts ADD COLUMN ban_until_ms BIGINT CHECK (ban_until_ms >= 0);

-- Until when a code is good that an administrator has made; the recovery codes of an account have no end.
ALTER TABLE account_recovery ADD COLUMN until_ms BIGINT CHECK (until_ms >= 0);

-- What administrators have done. It names accounts and not their names, so with an account goes its name here too.
CREATE TABLE deeds (
    number  BIGINT NOT NULL PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    at_ms   BIGINT NOT NULL CHECK (at_ms >= 0),
    who     TEXT   NOT NULL,
    kind    TEXT   NOT NULL,
    account BYTEA  REFERENCES accounts (id),
    detail  TEXT   NOT NULL
);

CREATE INDEX deeds_of_account ON deeds (account) WHERE account IS NOT NULL;
