-- How the name of an account looks: no two living accounts are given names that look the same. Accounts from before this have none until a program that
-- knows it opens the database and gives them one, where no other account has it.
ALTER TABLE accounts ADD COLUMN looks TEXT;

CREATE UNIQUE INDEX accounts_looks ON accounts (looks) WHERE looks IS NOT NULL AND deleted IS NULL;
CREATE INDEX accounts_without_looks ON accounts (id) WHERE looks IS NULL AND deleted IS NULL;

-- Since when the service of a device has refused each message, and how many.
ALTER TABLE push_subscriptions ADD COLUMN refused_ms BIGINT CHECK (refused_ms >= 0);
ALTER TABLE push_subscriptions ADD COLUMN refusals INTEGER NOT NULL DEFAULT 0 CHECK (refusals >= 0);

CREATE INDEX push_subscriptions_of_endpoint ON push_subscriptions (endpoint);
