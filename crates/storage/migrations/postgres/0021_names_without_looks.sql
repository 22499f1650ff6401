-- Programs from before 0019 rename and delete accounts without knowing how a name looks. What stays from the name before is forgotten here, so that the next program
-- that starts works it out again. A program that knows it sets it by a statement after the one that sets the name.
CREATE FUNCTION accounts_forget_looks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.looks := NULL;
    RETURN NEW;
END $$;

CREATE TRIGGER accounts_forget_looks BEFORE UPDATE OF name ON accounts FOR EACH ROW
    WHEN (OLD.name IS DISTINCT FROM NEW.name AND OLD.looks IS NOT DISTINCT FROM NEW.looks)
    EXECUTE FUNCTION accounts_forget_looks();

UPDATE accounts SET looks = NULL WHERE deleted IS NOT NULL AND looks IS NOT NULL;
