-- Accounts, their keys, recovery codes and passkeys, and the log of admin actions.

CREATE TABLE accounts (
    id           BLOB   NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    name         TEXT   NOT NULL,
    -- The folded form of the name, and the form that look-alike names share. Both are unique, so
    -- that no two names can be confused.
    folded       TEXT   NOT NULL UNIQUE,
    lookalike    TEXT   UNIQUE CHECK (deleted IS NULL OR lookalike IS NULL),
    password     TEXT            CHECK (deleted IS NULL OR password IS NULL),
    created_ms   INTEGER NOT NULL CHECK (created_ms >= 0),
    -- The number in the name of a deleted account, such as `deleted player 1`.
    deleted      INTEGER UNIQUE   CHECK (deleted >= 1),
    ban_reason   TEXT,
    ban_until_ms INTEGER          CHECK (ban_until_ms >= 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE account_recovery (
    code     BLOB   NOT NULL PRIMARY KEY CHECK (length(code) = 32),
    account  BLOB   NOT NULL REFERENCES accounts (id),
    -- When a code that an administrator issued expires. Other codes do not expire.
    until_ms INTEGER          CHECK (until_ms >= 0)
) STRICT, WITHOUT ROWID;

CREATE INDEX account_recovery_of_account ON account_recovery (account);

-- Sessions and tokens. A session has no scopes.
CREATE TABLE account_keys (
    key        BLOB   NOT NULL PRIMARY KEY CHECK (length(key) = 32),
    account    BLOB   NOT NULL REFERENCES accounts (id),
    device     TEXT   NOT NULL,
    scopes     TEXT,
    created_ms INTEGER NOT NULL CHECK (created_ms >= 0),
    seen_ms    INTEGER NOT NULL CHECK (seen_ms >= 0)
) STRICT, WITHOUT ROWID;

CREATE INDEX account_keys_of_account ON account_keys (account);
CREATE INDEX account_sessions_seen ON account_keys (seen_ms) WHERE scopes IS NULL;

CREATE TABLE account_passkeys (
    id         BLOB   NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 1023),
    account    BLOB   NOT NULL REFERENCES accounts (id),
    host       TEXT   NOT NULL,
    public_key BLOB   NOT NULL,
    counter    INTEGER NOT NULL CHECK (counter BETWEEN 0 AND 4294967295),
    synced     INTEGER NOT NULL CHECK (synced IN (0, 1)),
    label      TEXT   NOT NULL,
    created_ms INTEGER NOT NULL CHECK (created_ms >= 0),
    seen_ms    INTEGER          CHECK (seen_ms >= 0)
) STRICT, WITHOUT ROWID;

CREATE INDEX account_passkeys_of_account ON account_passkeys (account);

-- WebAuthn challenges, by their digests. `account` is NULL for signing in.
CREATE TABLE passkey_challenges (
    challenge BLOB  NOT NULL PRIMARY KEY CHECK (length(challenge) = 32),
    account   BLOB  REFERENCES accounts (id),
    until_ms  INTEGER NOT NULL CHECK (until_ms >= 0)
) STRICT, WITHOUT ROWID;

CREATE INDEX passkey_challenges_until ON passkey_challenges (until_ms);

CREATE TABLE account_progress (
    account BLOB   NOT NULL REFERENCES accounts (id),
    part    TEXT   NOT NULL CHECK (length(part) BETWEEN 1 AND 32),
    version INTEGER NOT NULL CHECK (version >= 1),
    text    TEXT   NOT NULL,
    PRIMARY KEY (account, part)
) STRICT;

-- The log of admin actions.
CREATE TABLE admin_actions (
    number        INTEGER NOT NULL PRIMARY KEY,
    at_ms         INTEGER NOT NULL CHECK (at_ms >= 0),
    administrator TEXT   NOT NULL,
    kind          TEXT   NOT NULL,
    account       BLOB   REFERENCES accounts (id),
    detail        TEXT   NOT NULL
) STRICT;

CREATE INDEX admin_actions_of_account ON admin_actions (account) WHERE account IS NOT NULL;

-- Live games.

CREATE TABLE live_games (
    id          BLOB   NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    version     INTEGER NOT NULL CHECK (version BETWEEN 0 AND 4294967295),
    deadline_ms INTEGER          CHECK (deadline_ms >= 0),
    winner      TEXT,
    reason      TEXT,
    setup       TEXT   NOT NULL CHECK (json_valid(setup)),
    CHECK (winner IS NULL OR reason IS NOT NULL)
) STRICT, WITHOUT ROWID;

CREATE INDEX live_games_due ON live_games (deadline_ms, id) WHERE deadline_ms IS NOT NULL;
CREATE INDEX live_games_running ON live_games (id) WHERE reason IS NULL;

CREATE TABLE live_events (
    game    BLOB   NOT NULL REFERENCES live_games (id),
    number  INTEGER NOT NULL CHECK (number BETWEEN 1 AND 4294967295),
    command BLOB            CHECK (length(command) = 16),
    act     TEXT   NOT NULL CHECK (json_valid(act)),
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX live_events_commands ON live_events (game, command) WHERE command IS NOT NULL;

CREATE TABLE live_seats (
    key  BLOB  NOT NULL PRIMARY KEY CHECK (length(key) = 32),
    game BLOB  NOT NULL REFERENCES live_games (id),
    role TEXT  NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX live_seats_of_game ON live_seats (game);

-- Spectator seats of accounts that watch the games of a friend.
CREATE TABLE friend_seats (
    key     BLOB  NOT NULL PRIMARY KEY REFERENCES live_seats (key) ON DELETE CASCADE,
    watcher BLOB  NOT NULL REFERENCES accounts (id),
    player  BLOB  NOT NULL REFERENCES accounts (id)
) STRICT, WITHOUT ROWID;

CREATE TABLE live_challenges (
    id         BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    host       BLOB    NOT NULL CHECK (length(host) = 32),
    invitation BLOB    NOT NULL CHECK (length(invitation) = 32),
    is_public  INTEGER NOT NULL,
    until_ms   INTEGER  NOT NULL CHECK (until_ms >= 0),
    challenge  TEXT    NOT NULL CHECK (json_valid(challenge)),
    account    BLOB    REFERENCES accounts (id)
) STRICT, WITHOUT ROWID;

CREATE INDEX live_challenges_lobby ON live_challenges (id) WHERE is_public;
CREATE INDEX live_challenges_until ON live_challenges (until_ms);
CREATE INDEX live_challenges_of_account ON live_challenges (account) WHERE account IS NOT NULL;

-- The keys of hosts and of invitations. Each identifies one challenge.
CREATE TABLE live_challenge_keys (
    key       BLOB  NOT NULL PRIMARY KEY,
    challenge BLOB  NOT NULL REFERENCES live_challenges (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX live_challenge_keys_of_challenge ON live_challenge_keys (challenge);

CREATE TABLE challenge_addressees (
    challenge  BLOB  NOT NULL PRIMARY KEY REFERENCES live_challenges (id) ON DELETE CASCADE,
    account    BLOB  NOT NULL REFERENCES accounts (id),
    rematch_of BLOB  CHECK (length(rematch_of) = 16)
) STRICT, WITHOUT ROWID;

CREATE INDEX challenge_addressees_of_account ON challenge_addressees (account);

CREATE TABLE live_conditionals (
    game     BLOB   NOT NULL REFERENCES live_games (id),
    side     TEXT   NOT NULL CHECK (side IN ('white', 'black')),
    revision INTEGER NOT NULL CHECK (revision BETWEEN 1 AND 4294967295),
    since    INTEGER NOT NULL CHECK (since BETWEEN 0 AND 4294967295),
    tree     TEXT   NOT NULL CHECK (json_valid(tree)),
    PRIMARY KEY (game, side)
) STRICT, WITHOUT ROWID;

CREATE INDEX live_conditionals_waiting ON live_conditionals (game, since) WHERE tree <> '[]';

-- When any node could last accept moves. One row.
CREATE TABLE live_heartbeat (
    id      INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    beat_ms INTEGER NOT NULL CHECK (beat_ms >= 0)
) STRICT;

-- Always empty: only one node uses a file. It exists since the statement that removes old rows is
-- the same for both databases.
CREATE TABLE live_presence (
    game    BLOB   NOT NULL,
    side    TEXT   NOT NULL,
    seen_ms INTEGER NOT NULL,
    PRIMARY KEY (game, side)
) STRICT, WITHOUT ROWID;

CREATE TABLE account_seats (
    game     BLOB   NOT NULL REFERENCES live_games (id),
    side     TEXT   NOT NULL CHECK (side IN ('white', 'black')),
    account  BLOB   NOT NULL REFERENCES accounts (id),
    -- When the game ended, set by triggers. The finished games of an account are listed in this
    -- order.
    ended_ms INTEGER          CHECK (ended_ms >= 0),
    PRIMARY KEY (game, side)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX account_seats_of_account ON account_seats (account, game);
CREATE INDEX account_seats_ended ON account_seats (account, ended_ms, game)
    WHERE ended_ms IS NOT NULL;

-- Ratings.

CREATE TABLE rated_games (
    game    BLOB    NOT NULL PRIMARY KEY REFERENCES live_games (id),
    variant TEXT    NOT NULL,
    speed   TEXT    NOT NULL,
    white   BLOB    NOT NULL REFERENCES accounts (id),
    black   BLOB    NOT NULL REFERENCES accounts (id),
    settled INTEGER NOT NULL DEFAULT FALSE,
    CHECK (white <> black)
) STRICT, WITHOUT ROWID;

CREATE INDEX rated_games_open ON rated_games (game) WHERE NOT settled;

CREATE TABLE ratings (
    account           BLOB   NOT NULL REFERENCES accounts (id),
    variant           TEXT   NOT NULL,
    speed             TEXT   NOT NULL,
    rating            REAL NOT NULL,
    deviation         REAL NOT NULL,
    volatility        REAL NOT NULL,
    at_ms             INTEGER NOT NULL CHECK (at_ms >= 0),
    won               INTEGER NOT NULL CHECK (won >= 0),
    drawn             INTEGER NOT NULL CHECK (drawn >= 0),
    lost              INTEGER NOT NULL CHECK (lost >= 0),
    established_until INTEGER NOT NULL CHECK (established_until >= 0),
    PRIMARY KEY (account, variant, speed)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_best ON ratings (variant, speed, rating) WHERE established_until > 0;

CREATE TABLE rating_changes (
    game             BLOB   NOT NULL REFERENCES rated_games (game),
    side             TEXT   NOT NULL CHECK (side IN ('white', 'black')),
    account          BLOB   NOT NULL REFERENCES accounts (id),
    opponent         BLOB   NOT NULL REFERENCES accounts (id),
    variant          TEXT   NOT NULL,
    speed            TEXT   NOT NULL,
    number           INTEGER NOT NULL CHECK (number >= 1),
    at_ms            INTEGER NOT NULL CHECK (at_ms >= 0),
    score            TEXT   NOT NULL CHECK (score IN ('win', 'draw', 'loss')),
    rating_before    REAL NOT NULL,
    deviation_before REAL NOT NULL,
    rating_after     REAL NOT NULL,
    deviation_after  REAL NOT NULL,
    opponent_rating  REAL NOT NULL,
    PRIMARY KEY (game, side),
    UNIQUE (account, variant, speed, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX rating_changes_of_account ON rating_changes (account, at_ms, game);

-- Documents, and the links by which they are found.

CREATE TABLE documents (
    kind        TEXT   NOT NULL,
    id          TEXT   NOT NULL,
    version     INTEGER NOT NULL CHECK (version >= 1),
    due_ms      INTEGER,
    expires_ms  INTEGER,
    changed_ms  INTEGER NOT NULL,
    body        TEXT   NOT NULL CHECK (json_valid(body)),
    -- The document to which this one belongs. It is removed with it.
    parent_kind TEXT  ,
    parent      TEXT  ,
    PRIMARY KEY (kind, id),
    FOREIGN KEY (parent_kind, parent) REFERENCES documents (kind, id) ON DELETE CASCADE
) STRICT;

CREATE INDEX documents_due ON documents (kind, due_ms) WHERE due_ms IS NOT NULL;
CREATE INDEX documents_expire ON documents (expires_ms) WHERE expires_ms IS NOT NULL;
CREATE INDEX documents_parts ON documents (parent_kind, parent) WHERE parent IS NOT NULL;

CREATE TABLE document_links (
    kind     TEXT NOT NULL,
    name     TEXT NOT NULL,
    value    TEXT NOT NULL,
    document TEXT NOT NULL,
    rule     TEXT NOT NULL CHECK (rule IN ('text', 'unique', 'member', 'owner')),
    PRIMARY KEY (kind, name, value, document),
    FOREIGN KEY (kind, document) REFERENCES documents (kind, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX document_links_unique ON document_links (kind, name, value)
    WHERE rule = 'unique';
CREATE INDEX document_links_of_document ON document_links (kind, document);
CREATE INDEX document_links_of_account ON document_links (value) WHERE rule IN ('member', 'owner');

-- Rows that all devices of a team match or of a class write concurrently.

CREATE TABLE team_votes (
    team_match BLOB   NOT NULL CHECK (length(team_match) = 16),
    kind       TEXT   NOT NULL,
    document   TEXT   NOT NULL,
    member     INTEGER NOT NULL,
    topic      TEXT   NOT NULL CHECK (topic IN ('move', 'word')),
    version    INTEGER NOT NULL CHECK (version BETWEEN 0 AND 4294967295),
    at_ms      INTEGER NOT NULL CHECK (at_ms >= 0),
    want       TEXT   NOT NULL CHECK (json_valid(want)),
    PRIMARY KEY (team_match, member, topic),
    FOREIGN KEY (kind, document) REFERENCES documents (kind, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX team_votes_of_document ON team_votes (kind, document);

-- When a device of each pupil was last seen.
CREATE TABLE class_last_seen (
    kind     TEXT   NOT NULL,
    class    TEXT   NOT NULL,
    nickname TEXT   NOT NULL,
    seen_ms  INTEGER NOT NULL CHECK (seen_ms >= 0),
    PRIMARY KEY (class, nickname),
    FOREIGN KEY (kind, class) REFERENCES documents (kind, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE class_lessons (
    kind        TEXT   NOT NULL,
    class       TEXT   NOT NULL,
    nickname    TEXT   NOT NULL,
    lesson      TEXT   NOT NULL CHECK (length(lesson) BETWEEN 1 AND 40),
    stars       INTEGER NOT NULL CHECK (stars BETWEEN 0 AND 255),
    place       INTEGER NOT NULL CHECK (place BETWEEN 0 AND 65535),
    places      INTEGER NOT NULL CHECK (places BETWEEN 0 AND 65535),
    helps       INTEGER NOT NULL CHECK (helps BETWEEN 0 AND 65535),
    tries       INTEGER NOT NULL CHECK (tries BETWEEN 0 AND 65535),
    wrong       INTEGER          CHECK (wrong BETWEEN 0 AND 65535),
    place_ms    INTEGER NOT NULL CHECK (place_ms >= 0),
    reported_ms INTEGER NOT NULL CHECK (reported_ms >= 0),
    PRIMARY KEY (class, nickname, lesson),
    FOREIGN KEY (kind, class) REFERENCES documents (kind, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Broadcasts and their boards.

CREATE TABLE broadcasts (
    id         TEXT   NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 4 AND 40),
    owner      BLOB   NOT NULL CHECK (length(owner) = 32),
    settings   TEXT   NOT NULL,
    created_ms INTEGER NOT NULL CHECK (created_ms >= 0),
    changed_ms INTEGER NOT NULL CHECK (changed_ms >= 0),
    revision   INTEGER NOT NULL CHECK (revision >= 1),
    bytes      INTEGER NOT NULL CHECK (bytes >= 0)
) STRICT, WITHOUT ROWID;

CREATE INDEX broadcasts_of_owner ON broadcasts (owner);
CREATE INDEX broadcasts_changed ON broadcasts (changed_ms);

CREATE TABLE broadcast_boards (
    broadcast TEXT   NOT NULL REFERENCES broadcasts (id) ON DELETE CASCADE,
    round     INTEGER NOT NULL CHECK (round BETWEEN 1 AND 20),
    number    INTEGER NOT NULL CHECK (number BETWEEN 1 AND 200),
    revision  INTEGER NOT NULL CHECK (revision >= 1),
    log       TEXT   NOT NULL,
    PRIMARY KEY (broadcast, round, number)
) STRICT;

CREATE INDEX broadcast_boards_new ON broadcast_boards (broadcast, revision);

-- Push subscriptions of devices, by session and by seat. `refused_ms` and `refusals`: since when
-- the push service has rejected every message, and how many.

CREATE TABLE push_subscriptions (
    session    BLOB   NOT NULL PRIMARY KEY REFERENCES account_keys (key) ON DELETE CASCADE,
    endpoint   TEXT   NOT NULL CHECK (length(endpoint) <= 1000),
    public_key BLOB   NOT NULL CHECK (length(public_key) = 65),
    auth       BLOB   NOT NULL CHECK (length(auth) = 16),
    language   TEXT   NOT NULL CHECK (language IN ('en', 'fr')),
    refused_ms INTEGER          CHECK (refused_ms >= 0),
    refusals   INTEGER NOT NULL DEFAULT 0 CHECK (refusals >= 0)
) STRICT, WITHOUT ROWID;

CREATE INDEX push_subscriptions_of_endpoint ON push_subscriptions (endpoint);

CREATE TABLE seat_push_subscriptions (
    seat       BLOB   NOT NULL REFERENCES live_seats (key) ON DELETE CASCADE,
    endpoint   TEXT   NOT NULL CHECK (length(endpoint) <= 1000),
    public_key BLOB   NOT NULL CHECK (length(public_key) = 65),
    auth       BLOB   NOT NULL CHECK (length(auth) = 16),
    language   TEXT   NOT NULL CHECK (language IN ('en', 'fr')),
    stored_ms  INTEGER NOT NULL CHECK (stored_ms >= 0),
    refused_ms INTEGER          CHECK (refused_ms >= 0),
    refusals   INTEGER NOT NULL DEFAULT 0 CHECK (refusals >= 0),
    PRIMARY KEY (seat, endpoint)
) STRICT, WITHOUT ROWID;

-- The game library.

CREATE TABLE games (
    owner       TEXT   NOT NULL CHECK (owner <> ''),
    id          TEXT   NOT NULL CHECK (length(id) = 36),
    version     INTEGER NOT NULL CHECK (version BETWEEN 0 AND 4294967295),
    title       TEXT   NOT NULL,
    created_ms  INTEGER NOT NULL CHECK (created_ms >= 0),
    updated_ms  INTEGER NOT NULL CHECK (updated_ms >= 0),
    deleted_ms  INTEGER          CHECK (deleted_ms >= 0),
    variant     TEXT   NOT NULL,
    plies       INTEGER NOT NULL CHECK (plies BETWEEN 0 AND 4294967295),
    white_name  TEXT,
    white_level INTEGER          CHECK (white_level BETWEEN 0 AND 255),
    black_name  TEXT,
    black_level INTEGER          CHECK (black_level BETWEEN 0 AND 255),
    winner      TEXT,
    reason      TEXT,
    record      TEXT   NOT NULL CHECK (json_valid(record)),
    tree        TEXT            CHECK (tree <> ''),
    PRIMARY KEY (owner, id),
    CHECK ((white_name IS NULL) <> (white_level IS NULL)),
    CHECK ((black_name IS NULL) <> (black_level IS NULL)),
    CHECK (winner IS NULL OR reason IS NOT NULL)
) STRICT;

-- The copies of a live game, which have its id.
CREATE INDEX games_by_id ON games (id);

CREATE INDEX games_latest_first ON games (owner, updated_ms DESC, id DESC)
    WHERE deleted_ms IS NULL;
CREATE INDEX games_deleted ON games (deleted_ms) WHERE deleted_ms IS NOT NULL;
CREATE INDEX games_sizes ON games (owner, (octet_length(record) + coalesce(octet_length(tree), 0)));

CREATE TABLE shared_games (
    owner TEXT NOT NULL,
    id    TEXT NOT NULL,
    share TEXT NOT NULL UNIQUE CHECK (length(share) = 36),
    PRIMARY KEY (owner, id),
    FOREIGN KEY (owner, id) REFERENCES games (owner, id) ON DELETE CASCADE ON UPDATE CASCADE
) STRICT, WITHOUT ROWID;

-- The health check writes here.
CREATE TABLE write_probe (
    padding BLOB  NOT NULL
) STRICT;

CREATE TRIGGER live_events_end AFTER INSERT ON live_events
    WHEN (SELECT reason FROM live_games WHERE id = NEW.game) IS NOT NULL
BEGIN
    UPDATE account_seats SET ended_ms = json_extract(NEW.act, '$.at_ms') WHERE game = NEW.game;
END;

CREATE TRIGGER account_seats_end AFTER INSERT ON account_seats
    WHEN (SELECT reason FROM live_games WHERE id = NEW.game) IS NOT NULL
BEGIN
    UPDATE account_seats SET ended_ms = (
        SELECT coalesce(
            (SELECT json_extract(act, '$.at_ms') FROM live_events
             WHERE live_events.game = live_games.id ORDER BY number DESC LIMIT 1),
            json_extract(setup, '$.started_ms'), 0)
        FROM live_games WHERE live_games.id = NEW.game)
    WHERE game = NEW.game AND side = NEW.side;
END;
