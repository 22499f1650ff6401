-- What two accounts are to each other: how each side stands to the other, and since when. The account with the smaller id comes first.
CREATE TABLE friend_bonds (
    low         BLOB    NOT NULL REFERENCES accounts (id),
    high        BLOB    NOT NULL REFERENCES accounts (id),
    low_stance  TEXT    NOT NULL CHECK (low_stance IN ('stranger', 'asks', 'declines', 'friend', 'blocks')),
    low_ms      INTEGER NOT NULL CHECK (low_ms >= 0),
    high_stance TEXT    NOT NULL CHECK (high_stance IN ('stranger', 'asks', 'declines', 'friend', 'blocks')),
    high_ms     INTEGER NOT NULL CHECK (high_ms >= 0),
    version     INTEGER NOT NULL CHECK (version > 0),
    PRIMARY KEY (low, high),
    CHECK (low < high)
) STRICT, WITHOUT ROWID;

CREATE INDEX friend_bonds_of_high ON friend_bonds (high);

-- What the owner of an account has chosen; without a row, the usual.
CREATE TABLE friend_choices (
    account        BLOB    NOT NULL PRIMARY KEY REFERENCES accounts (id),
    shows_here     INTEGER NOT NULL CHECK (shows_here IN (0, 1)),
    lets_watch     INTEGER NOT NULL CHECK (lets_watch IN (0, 1)),
    takes_requests INTEGER NOT NULL CHECK (takes_requests IN (0, 1))
) STRICT, WITHOUT ROWID;

-- To whom a challenge is addressed that not everybody may take up; and after which game, where two are to play once more.
CREATE TABLE challenge_addressees (
    challenge  BLOB NOT NULL PRIMARY KEY REFERENCES live_challenges (id) ON DELETE CASCADE,
    account    BLOB NOT NULL REFERENCES accounts (id),
    rematch_of BLOB CHECK (length(rematch_of) = 16)
) STRICT, WITHOUT ROWID;

CREATE INDEX challenge_addressees_of_account ON challenge_addressees (account);
CREATE INDEX live_challenges_of_account ON live_challenges (account) WHERE account IS NOT NULL;

-- Where the device of a session may be called by Web Push, with its keys. It goes with the session.
CREATE TABLE push_subscriptions (
    session  BLOB NOT NULL PRIMARY KEY REFERENCES account_keys (key) ON DELETE CASCADE,
    endpoint TEXT NOT NULL CHECK (length(endpoint) <= 1000),
    public   BLOB NOT NULL CHECK (length(public) = 65),
    auth     BLOB NOT NULL CHECK (length(auth) = 16),
    language TEXT NOT NULL CHECK (language IN ('en', 'fr'))
) STRICT, WITHOUT ROWID;
