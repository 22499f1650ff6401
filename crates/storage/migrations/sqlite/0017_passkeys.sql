-- Passkeys of accounts: their public halves, of which nothing is secret.
CREATE TABLE account_passkeys (
    id         BLOB NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 1023),
    account    BLOB NOT NULL REFERENCES accounts (id),
    host       TEXT NOT NULL,
    public_key BLOB NOT NULL,
    counter    INTEGER NOT NULL CHECK (counter BETWEEN 0 AND 4294967295),
    synced     INTEGER NOT NULL CHECK (synced IN (0, 1)),
    label      TEXT NOT NULL,
    created_ms INTEGER NOT NULL CHECK (created_ms >= 0),
    seen_ms    INTEGER CHECK (seen_ms >= 0)
) STRICT, WITHOUT ROWID;

CREATE INDEX account_passkeys_of_account ON account_passkeys (account);

-- Questions to passkeys that were not answered yet, as SHA-256: to whoever signs in, or to an account that is to have a new passkey. They
-- stand here so that any server can take the answer, and only one does.
CREATE TABLE passkey_questions (
    question BLOB NOT NULL PRIMARY KEY CHECK (length(question) = 32),
    account  BLOB REFERENCES accounts (id),
    until_ms INTEGER NOT NULL CHECK (until_ms >= 0)
) STRICT, WITHOUT ROWID;

CREATE INDEX passkey_questions_until ON passkey_questions (until_ms);
