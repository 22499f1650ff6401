-- Accounts, for whoever wants one. What is secret is stored as its hash only: the password as an Argon2 string, all else as SHA-256.
-- An account is never removed, since games name it; one that is deleted has a number in place of its name, and no password.
CREATE TABLE accounts (
    id         BYTEA   NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    name       TEXT    NOT NULL,
    folded     TEXT    NOT NULL UNIQUE,
    password   TEXT,
    created_ms BIGINT  NOT NULL CHECK (created_ms >= 0),
    deleted    BIGINT  UNIQUE CHECK (deleted >= 1),
    CHECK (deleted IS NULL OR password IS NULL)
);

-- Recovery codes that were not used yet.
CREATE TABLE account_recovery (
    code    BYTEA NOT NULL PRIMARY KEY CHECK (length(code) = 32),
    account BYTEA NOT NULL REFERENCES accounts (id)
);

CREATE INDEX account_recovery_of_account ON account_recovery (account);

-- Sessions, and tokens, which have scopes.
CREATE TABLE account_keys (
    key        BYTEA   NOT NULL PRIMARY KEY CHECK (length(key) = 32),
    account    BYTEA   NOT NULL REFERENCES accounts (id),
    device     TEXT    NOT NULL,
    scopes     TEXT,
    created_ms BIGINT  NOT NULL CHECK (created_ms >= 0),
    seen_ms    BIGINT  NOT NULL CHECK (seen_ms >= 0)
);

CREATE INDEX account_keys_of_account ON account_keys (account);
CREATE INDEX account_sessions_seen ON account_keys (seen_ms) WHERE scopes IS NULL;

-- The sides of live games that belong to accounts.
CREATE TABLE account_seats (
    game    BYTEA NOT NULL REFERENCES live_games (id),
    side    TEXT NOT NULL CHECK (side IN ('white', 'black')),
    account BYTEA NOT NULL REFERENCES accounts (id),
    PRIMARY KEY (game, side)
);

CREATE UNIQUE INDEX account_seats_of_account ON account_seats (account, game);
