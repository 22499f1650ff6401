-- Accounts, their keys, recovery codes and passkeys, and the log of admin actions.

CREATE TABLE accounts (
    id           BYTEA  NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    name         TEXT   NOT NULL,
    -- The folded form of the name, and the form that look-alike names share. Both are unique, so
    -- that no two names can be confused.
    folded       TEXT   COLLATE "C" NOT NULL UNIQUE,
    lookalike    TEXT   COLLATE "C" UNIQUE CHECK (deleted IS NULL OR lookalike IS NULL),
    password     TEXT            CHECK (deleted IS NULL OR password IS NULL),
    created_ms   BIGINT NOT NULL CHECK (created_ms >= 0),
    -- The number in the name of a deleted account, such as `deleted player 1`.
    deleted      BIGINT UNIQUE   CHECK (deleted >= 1),
    ban_reason   TEXT,
    ban_until_ms BIGINT          CHECK (ban_until_ms >= 0)
);

CREATE TABLE account_recovery (
    code     BYTEA  NOT NULL PRIMARY KEY CHECK (length(code) = 32),
    account  BYTEA  NOT NULL REFERENCES accounts (id),
    -- When a code that an administrator issued expires. Other codes do not expire.
    until_ms BIGINT          CHECK (until_ms >= 0)
);

CREATE INDEX account_recovery_of_account ON account_recovery (account);

-- Sessions and tokens. A session has no scopes.
CREATE TABLE account_keys (
    key        BYTEA  NOT NULL PRIMARY KEY CHECK (length(key) = 32),
    account    BYTEA  NOT NULL REFERENCES accounts (id),
    device     TEXT   NOT NULL,
    scopes     TEXT,
    created_ms BIGINT NOT NULL CHECK (created_ms >= 0),
    seen_ms    BIGINT NOT NULL CHECK (seen_ms >= 0)
);

CREATE INDEX account_keys_of_account ON account_keys (account);
CREATE INDEX account_sessions_seen ON account_keys (seen_ms) WHERE scopes IS NULL;

CREATE TABLE account_passkeys (
    id         BYTEA  NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 1023),
    account    BYTEA  NOT NULL REFERENCES accounts (id),
    host       TEXT   NOT NULL,
    public_key BYTEA  NOT NULL,
    counter    BIGINT NOT NULL CHECK (counter BETWEEN 0 AND 4294967295),
    synced     BIGINT NOT NULL CHECK (synced IN (0, 1)),
    label      TEXT   NOT NULL,
    created_ms BIGINT NOT NULL CHECK (created_ms >= 0),
    seen_ms    BIGINT          CHECK (seen_ms >= 0)
);

CREATE INDEX account_passkeys_of_account ON account_passkeys (account);

-- WebAuthn challenges, by their digests. `account` is NULL for signing in.
CREATE TABLE passkey_challenges (
    challenge BYTEA NOT NULL PRIMARY KEY CHECK (length(challenge) = 32),
    account   BYTEA REFERENCES accounts (id),
    until_ms  BIGINT NOT NULL CHECK (until_ms >= 0)
);

CREATE INDEX passkey_challenges_until ON passkey_challenges (until_ms);

CREATE TABLE account_progress (
    account BYTEA  NOT NULL REFERENCES accounts (id),
    part    TEXT   COLLATE "C" NOT NULL CHECK (length(part) BETWEEN 1 AND 32),
    version BIGINT NOT NULL CHECK (version >= 1),
    text    TEXT   NOT NULL,
    PRIMARY KEY (account, part)
);

-- The log of admin actions.
CREATE TABLE admin_actions (
    number        BIGINT NOT NULL PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    at_ms         BIGINT NOT NULL CHECK (at_ms >= 0),
    administrator TEXT   NOT NULL,
    kind          TEXT   NOT NULL,
    account       BYTEA  REFERENCES accounts (id),
    detail        TEXT   NOT NULL
);

CREATE INDEX admin_actions_of_account ON admin_actions (account) WHERE account IS NOT NULL;

-- Live games.

CREATE TABLE live_games (
    id          BYTEA  NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    version     BIGINT NOT NULL CHECK (version BETWEEN 0 AND 4294967295),
    deadline_ms BIGINT          CHECK (deadline_ms >= 0),
    winner      TEXT,
    reason      TEXT,
    setup       TEXT   NOT NULL,
    CHECK (winner IS NULL OR reason IS NOT NULL)
);

CREATE INDEX live_games_due ON live_games (deadline_ms, id) WHERE deadline_ms IS NOT NULL;
CREATE INDEX live_games_running ON live_games (id) WHERE reason IS NULL;

CREATE TABLE live_events (
    game    BYTEA  NOT NULL REFERENCES live_games (id),
    number  BIGINT NOT NULL CHECK (number BETWEEN 1 AND 4294967295),
    command BYTEA           CHECK (length(command) = 16),
    act     TEXT   NOT NULL,
    PRIMARY KEY (game, number)
);

CREATE UNIQUE INDEX live_events_commands ON live_events (game, command) WHERE command IS NOT NULL;

CREATE TABLE live_seats (
    key  BYTEA NOT NULL PRIMARY KEY CHECK (length(key) = 32),
    game BYTEA NOT NULL REFERENCES live_games (id),
    role TEXT  NOT NULL
);

CREATE INDEX live_seats_of_game ON live_seats (game);

-- Spectator seats of accounts that watch the games of a friend.
CREATE TABLE friend_seats (
    key     BYTEA NOT NULL PRIMARY KEY REFERENCES live_seats (key) ON DELETE CASCADE,
    watcher BYTEA NOT NULL REFERENCES accounts (id),
    player  BYTEA NOT NULL REFERENCES accounts (id)
);

CREATE TABLE live_challenges (
    id         BYTEA   NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    host       BYTEA   NOT NULL CHECK (length(host) = 32),
    invitation BYTEA   NOT NULL CHECK (length(invitation) = 32),
    is_public  BOOLEAN NOT NULL,
    until_ms   BIGINT  NOT NULL CHECK (until_ms >= 0),
    challenge  TEXT    NOT NULL,
    account    BYTEA   REFERENCES accounts (id)
);

CREATE INDEX live_challenges_lobby ON live_challenges (id) WHERE is_public;
CREATE INDEX live_challenges_until ON live_challenges (until_ms);
CREATE INDEX live_challenges_of_account ON live_challenges (account) WHERE account IS NOT NULL;

-- The keys of hosts and of invitations. Each identifies one challenge.
CREATE TABLE live_challenge_keys (
    key       BYTEA NOT NULL PRIMARY KEY,
    challenge BYTEA NOT NULL REFERENCES live_challenges (id) ON DELETE CASCADE
);

CREATE INDEX live_challenge_keys_of_challenge ON live_challenge_keys (challenge);

CREATE TABLE challenge_addressees (
    challenge  BYTEA NOT NULL PRIMARY KEY REFERENCES live_challenges (id) ON DELETE CASCADE,
    account    BYTEA NOT NULL REFERENCES accounts (id),
    rematch_of BYTEA CHECK (length(rematch_of) = 16)
);

CREATE INDEX challenge_addressees_of_account ON challenge_addressees (account);

CREATE TABLE live_conditionals (
    game     BYTEA  NOT NULL REFERENCES live_games (id),
    side     TEXT   NOT NULL CHECK (side IN ('white', 'black')),
    revision BIGINT NOT NULL CHECK (revision BETWEEN 1 AND 4294967295),
    since    BIGINT NOT NULL CHECK (since BETWEEN 0 AND 4294967295),
    tree     TEXT   NOT NULL,
    PRIMARY KEY (game, side)
);

CREATE INDEX live_conditionals_waiting ON live_conditionals (game, since) WHERE tree <> '[]';

-- When any node could last accept moves. One row.
CREATE TABLE live_heartbeat (
    id      BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    beat_ms BIGINT NOT NULL CHECK (beat_ms >= 0)
);

-- When players of a side were last connected to a node. Lost in a crash of PostgreSQL, and written
-- again within seconds.
CREATE UNLOGGED TABLE live_presence (
    game    BYTEA  NOT NULL CHECK (length(game) = 16),
    side    TEXT   NOT NULL,
    seen_ms BIGINT NOT NULL CHECK (seen_ms >= 0),
    PRIMARY KEY (game, side)
) WITH (fillfactor = 50);

CREATE TABLE account_seats (
    game     BYTEA  NOT NULL REFERENCES live_games (id),
    side     TEXT   NOT NULL CHECK (side IN ('white', 'black')),
    account  BYTEA  NOT NULL REFERENCES accounts (id),
    -- When the game ended, set by triggers. The finished games of an account are listed in this
    -- order.
    ended_ms BIGINT          CHECK (ended_ms >= 0),
    PRIMARY KEY (game, side)
);

CREATE UNIQUE INDEX account_seats_of_account ON account_seats (account, game);
CREATE INDEX account_seats_ended ON account_seats (account, ended_ms, game)
    WHERE ended_ms IS NOT NULL;

-- Ratings.

CREATE TABLE rated_games (
    game    BYTEA   NOT NULL PRIMARY KEY REFERENCES live_games (id),
    variant TEXT    NOT NULL,
    speed   TEXT    NOT NULL,
    white   BYTEA   NOT NULL REFERENCES accounts (id),
    black   BYTEA   NOT NULL REFERENCES accounts (id),
    settled BOOLEAN NOT NULL DEFAULT FALSE,
    CHECK (white <> black)
);

CREATE INDEX rated_games_open ON rated_games (game) WHERE NOT settled;

CREATE TABLE ratings (
    account           BYTEA  NOT NULL REFERENCES accounts (id),
    variant           TEXT   COLLATE "C" NOT NULL,
    speed             TEXT   COLLATE "C" NOT NULL,
    rating            DOUBLE PRECISION NOT NULL,
    deviation         DOUBLE PRECISION NOT NULL,
    volatility        DOUBLE PRECISION NOT NULL,
    at_ms             BIGINT NOT NULL CHECK (at_ms >= 0),
    won               BIGINT NOT NULL CHECK (won >= 0),
    drawn             BIGINT NOT NULL CHECK (drawn >= 0),
    lost              BIGINT NOT NULL CHECK (lost >= 0),
    established_until BIGINT NOT NULL CHECK (established_until >= 0),
    PRIMARY KEY (account, variant, speed)
);

CREATE INDEX ratings_best ON ratings (variant, speed, rating) WHERE established_until > 0;

CREATE TABLE rating_changes (
    game             BYTEA  NOT NULL REFERENCES rated_games (game),
    side             TEXT   NOT NULL CHECK (side IN ('white', 'black')),
    account          BYTEA  NOT NULL REFERENCES accounts (id),
    opponent         BYTEA  NOT NULL REFERENCES accounts (id),
    variant          TEXT   NOT NULL,
    speed            TEXT   NOT NULL,
    number           BIGINT NOT NULL CHECK (number >= 1),
    at_ms            BIGINT NOT NULL CHECK (at_ms >= 0),
    score            TEXT   NOT NULL CHECK (score IN ('win', 'draw', 'loss')),
    rating_before    DOUBLE PRECISION NOT NULL,
    deviation_before DOUBLE PRECISION NOT NULL,
    rating_after     DOUBLE PRECISION NOT NULL,
    deviation_after  DOUBLE PRECISION NOT NULL,
    opponent_rating  DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (game, side),
    UNIQUE (account, variant, speed, number)
);

CREATE INDEX rating_changes_of_account ON rating_changes (account, at_ms, game);

-- Documents, and the links by which they are found.

CREATE TABLE documents (
    kind        TEXT   COLLATE "C" NOT NULL,
    id          TEXT   COLLATE "C" NOT NULL,
    version     BIGINT NOT NULL CHECK (version >= 1),
    due_ms      BIGINT,
    expires_ms  BIGINT,
    changed_ms  BIGINT NOT NULL,
    body        TEXT   NOT NULL,
    -- The document to which this one belongs. It is removed with it.
    parent_kind TEXT   COLLATE "C",
    parent      TEXT   COLLATE "C",
    PRIMARY KEY (kind, id),
    FOREIGN KEY (parent_kind, parent) REFERENCES documents (kind, id) ON DELETE CASCADE
);

CREATE INDEX documents_due ON documents (kind, due_ms) WHERE due_ms IS NOT NULL;
CREATE INDEX documents_expire ON documents (expires_ms) WHERE expires_ms IS NOT NULL;
CREATE INDEX documents_parts ON documents (parent_kind, parent) WHERE parent IS NOT NULL;

CREATE TABLE document_links (
    kind     TEXT COLLATE "C" NOT NULL,
    name     TEXT COLLATE "C" NOT NULL,
    value    TEXT COLLATE "C" NOT NULL,
    document TEXT COLLATE "C" NOT NULL,
    rule     TEXT NOT NULL CHECK (rule IN ('text', 'unique', 'member', 'owner')),
    PRIMARY KEY (kind, name, value, document),
    FOREIGN KEY (kind, document) REFERENCES documents (kind, id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX document_links_unique ON document_links (kind, name, value)
    WHERE rule = 'unique';
CREATE INDEX document_links_of_document ON document_links (kind, document);
CREATE INDEX document_links_of_account ON document_links (value) WHERE rule IN ('member', 'owner');

-- Rows that all devices of a team match or of a class write concurrently.

CREATE TABLE team_votes (
    team_match BYTEA  NOT NULL CHECK (length(team_match) = 16),
    kind       TEXT   COLLATE "C" NOT NULL,
    document   TEXT   COLLATE "C" NOT NULL,
    member     BIGINT NOT NULL,
    topic      TEXT   NOT NULL CHECK (topic IN ('move', 'word')),
    version    BIGINT NOT NULL CHECK (version BETWEEN 0 AND 4294967295),
    at_ms      BIGINT NOT NULL CHECK (at_ms >= 0),
    want       TEXT   NOT NULL,
    PRIMARY KEY (team_match, member, topic),
    FOREIGN KEY (kind, document) REFERENCES documents (kind, id) ON DELETE CASCADE
);

CREATE INDEX team_votes_of_document ON team_votes (kind, document);

-- When a device of each pupil was last seen.
CREATE TABLE class_last_seen (
    kind     TEXT   COLLATE "C" NOT NULL,
    class    TEXT   COLLATE "C" NOT NULL,
    nickname TEXT   NOT NULL,
    seen_ms  BIGINT NOT NULL CHECK (seen_ms >= 0),
    PRIMARY KEY (class, nickname),
    FOREIGN KEY (kind, class) REFERENCES documents (kind, id) ON DELETE CASCADE
);

CREATE TABLE class_lessons (
    kind        TEXT   COLLATE "C" NOT NULL,
    class       TEXT   COLLATE "C" NOT NULL,
    nickname    TEXT   NOT NULL,
    lesson      TEXT   NOT NULL CHECK (length(lesson) BETWEEN 1 AND 40),
    stars       BIGINT NOT NULL CHECK (stars BETWEEN 0 AND 255),
    place       BIGINT NOT NULL CHECK (place BETWEEN 0 AND 65535),
    places      BIGINT NOT NULL CHECK (places BETWEEN 0 AND 65535),
    helps       BIGINT NOT NULL CHECK (helps BETWEEN 0 AND 65535),
    tries       BIGINT NOT NULL CHECK (tries BETWEEN 0 AND 65535),
    wrong       BIGINT          CHECK (wrong BETWEEN 0 AND 65535),
    place_ms    BIGINT NOT NULL CHECK (place_ms >= 0),
    reported_ms BIGINT NOT NULL CHECK (reported_ms >= 0),
    PRIMARY KEY (class, nickname, lesson),
    FOREIGN KEY (kind, class) REFERENCES documents (kind, id) ON DELETE CASCADE
);

-- Broadcasts and their boards.

CREATE TABLE broadcasts (
    id         TEXT   COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 4 AND 40),
    owner      BYTEA  NOT NULL CHECK (length(owner) = 32),
    settings   TEXT   NOT NULL,
    created_ms BIGINT NOT NULL CHECK (created_ms >= 0),
    changed_ms BIGINT NOT NULL CHECK (changed_ms >= 0),
    revision   BIGINT NOT NULL CHECK (revision >= 1),
    bytes      BIGINT NOT NULL CHECK (bytes >= 0)
);

CREATE INDEX broadcasts_of_owner ON broadcasts (owner);
CREATE INDEX broadcasts_changed ON broadcasts (changed_ms);

CREATE TABLE broadcast_boards (
    broadcast TEXT   COLLATE "C" NOT NULL REFERENCES broadcasts (id) ON DELETE CASCADE,
    round     BIGINT NOT NULL CHECK (round BETWEEN 1 AND 20),
    number    BIGINT NOT NULL CHECK (number BETWEEN 1 AND 200),
    revision  BIGINT NOT NULL CHECK (revision >= 1),
    log       TEXT   NOT NULL,
    PRIMARY KEY (broadcast, round, number)
);

CREATE INDEX broadcast_boards_new ON broadcast_boards (broadcast, revision);

-- Push subscriptions of devices, by session and by seat. `refused_ms` and `refusals`: since when
-- the push service has rejected every message, and how many.

CREATE TABLE push_subscriptions (
    session    BYTEA  NOT NULL PRIMARY KEY REFERENCES account_keys (key) ON DELETE CASCADE,
    endpoint   TEXT   NOT NULL CHECK (length(endpoint) <= 1000),
    public_key BYTEA  NOT NULL CHECK (length(public_key) = 65),
    auth       BYTEA  NOT NULL CHECK (length(auth) = 16),
    language   TEXT   NOT NULL CHECK (language IN ('en', 'fr')),
    refused_ms BIGINT          CHECK (refused_ms >= 0),
    refusals   BIGINT NOT NULL DEFAULT 0 CHECK (refusals >= 0)
);

CREATE INDEX push_subscriptions_of_endpoint ON push_subscriptions (endpoint);

CREATE TABLE seat_push_subscriptions (
    seat       BYTEA  NOT NULL REFERENCES live_seats (key) ON DELETE CASCADE,
    endpoint   TEXT   COLLATE "C" NOT NULL CHECK (length(endpoint) <= 1000),
    public_key BYTEA  NOT NULL CHECK (length(public_key) = 65),
    auth       BYTEA  NOT NULL CHECK (length(auth) = 16),
    language   TEXT   NOT NULL CHECK (language IN ('en', 'fr')),
    stored_ms  BIGINT NOT NULL CHECK (stored_ms >= 0),
    refused_ms BIGINT          CHECK (refused_ms >= 0),
    refusals   BIGINT NOT NULL DEFAULT 0 CHECK (refusals >= 0),
    PRIMARY KEY (seat, endpoint)
);

-- The game library.

CREATE TABLE games (
    owner       TEXT   COLLATE "C" NOT NULL CHECK (owner <> ''),
    id          TEXT   COLLATE "C" NOT NULL CHECK (length(id) = 36),
    version     BIGINT NOT NULL CHECK (version BETWEEN 0 AND 4294967295),
    title       TEXT   NOT NULL,
    created_ms  BIGINT NOT NULL CHECK (created_ms >= 0),
    updated_ms  BIGINT NOT NULL CHECK (updated_ms >= 0),
    deleted_ms  BIGINT          CHECK (deleted_ms >= 0),
    variant     TEXT   NOT NULL,
    plies       BIGINT NOT NULL CHECK (plies BETWEEN 0 AND 4294967295),
    white_name  TEXT,
    white_level BIGINT          CHECK (white_level BETWEEN 0 AND 255),
    black_name  TEXT,
    black_level BIGINT          CHECK (black_level BETWEEN 0 AND 255),
    winner      TEXT,
    reason      TEXT,
    record      TEXT   NOT NULL,
    tree        TEXT            CHECK (tree <> ''),
    bytes       BIGINT NOT NULL
        GENERATED ALWAYS AS (octet_length(record) + coalesce(octet_length(tree), 0)) STORED,
    PRIMARY KEY (owner, id),
    CHECK ((white_name IS NULL) <> (white_level IS NULL)),
    CHECK ((black_name IS NULL) <> (black_level IS NULL)),
    CHECK (winner IS NULL OR reason IS NOT NULL)
);

-- The copies of a live game, which have its id.
CREATE INDEX games_by_id ON games (id);

CREATE INDEX games_latest_first ON games (owner, updated_ms DESC, id DESC)
    WHERE deleted_ms IS NULL;
CREATE INDEX games_deleted ON games (deleted_ms) WHERE deleted_ms IS NOT NULL;
CREATE INDEX games_sizes ON games (owner) INCLUDE (bytes);

CREATE TABLE shared_games (
    owner TEXT COLLATE "C" NOT NULL,
    id    TEXT COLLATE "C" NOT NULL,
    share TEXT COLLATE "C" NOT NULL UNIQUE CHECK (length(share) = 36),
    PRIMARY KEY (owner, id),
    FOREIGN KEY (owner, id) REFERENCES games (owner, id) ON DELETE CASCADE ON UPDATE CASCADE
);

-- The health check writes here.
CREATE TABLE write_probe (
    padding BYTEA NOT NULL
);

-- When a finished game ended: the time of its last event, or its start.
CREATE FUNCTION ended_ms_of(finished live_games) RETURNS BIGINT LANGUAGE sql AS $$
    SELECT coalesce(
        (SELECT (act::jsonb ->> 'at_ms')::bigint FROM live_events
         WHERE game = finished.id ORDER BY number DESC LIMIT 1),
        (finished.setup::jsonb ->> 'started_ms')::bigint, 0)
$$;

CREATE FUNCTION live_games_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE account_seats SET ended_ms = ended_ms_of(NEW) WHERE game = NEW.id;
    RETURN NULL;
END $$;

CREATE TRIGGER live_games_end AFTER UPDATE OF version ON live_games FOR EACH ROW
    WHEN (NEW.reason IS NOT NULL)
    EXECUTE FUNCTION live_games_end();

CREATE FUNCTION account_seats_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Waits for a concurrent transaction that ends the game, so that one of both sees the other.
    PERFORM FROM live_games WHERE id = NEW.game FOR SHARE;
    UPDATE account_seats SET ended_ms = ended_ms_of(finished) FROM live_games AS finished
        WHERE finished.id = NEW.game AND reason IS NOT NULL AND game = NEW.game AND side = NEW.side;
    RETURN NULL;
END $$;

CREATE TRIGGER account_seats_end AFTER INSERT ON account_seats FOR EACH ROW
    EXECUTE FUNCTION account_seats_end();
