-- What accounts have learnt and trained, in parts that the page writes and the server does not read.
CREATE TABLE account_progress (
    account BYTEA  NOT NULL REFERENCES accounts (id),
    part    TEXT   NOT NULL CHECK (length(part) BETWEEN 1 AND 32),
    version BIGINT NOT NULL CHECK (version >= 1),
    text    TEXT   NOT NULL,
    PRIMARY KEY (account, part)
);
