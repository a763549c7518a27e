-- What is written for an account while it is merged belongs to the other one; while it is deleted, to nobody: the badge
-- waits at its address, and the employee has no account. The lock is the one that the foreign key takes anyway.
CREATE OR REPLACE FUNCTION "follow_merged_account"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  survivor uuid;
  deleted timestamptz;
BEGIN
  SELECT merged_into_id, deleted_at INTO survivor, deleted FROM users WHERE id = NEW.user_id FOR KEY SHARE;
  NEW.user_id := COALESCE(survivor, NEW.user_id);
  IF deleted IS NOT NULL AND TG_TABLE_NAME IN ('issued_badges', 'employees') THEN
    NEW.user_id := NULL;
  END IF;
  RETURN NEW;
END
$$;

