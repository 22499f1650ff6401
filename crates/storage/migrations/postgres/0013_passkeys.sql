-- Passkeys of accounts: their public halves, of which nothing is secret.
CREATE TABLE account_passkeys (
    id         BYTEA NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 1023),
    account    BYTEA NOT NULL REFERENCES accounts (id),
    host       TEXT NOT NULL,
    public_key BYTEA NOT NULL,
    counter    BIGINT NOT NULL CHECK (counter BETWEEN 0 AND 4294967295),
    synced     BIGINT NOT NULL CHECK (synced IN (0, 1)),
    label      TEXT NOT NULL,
    created_ms BIGINT NOT NULL CHECK (created_ms >= 0),
    seen_ms    BIGINT CHECK (seen_ms >= 0)
);

CREATE INDEX account_passkeys_of_account ON account_passkeys (account);

-- Questions to passkeys that were not answered yet, as SHA-256: to whoever signs in, or to an account that is to have a new passkey. They
-- stand here so that any server can take the answer, and only one does.
CREATE TABLE passkey_questions (
    question BYTEA NOT NULL PRIMARY KEY CHECK (length(question) = 32),
    account  BYTEA REFERENCES accounts (id),
    until_ms BIGINT NOT NULL CHECK (until_ms >= 0)
);

CREATE INDEX passkey_questions_until ON passkey_questions (until_ms);
