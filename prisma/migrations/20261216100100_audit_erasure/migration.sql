-- An erasure may empty the personal fields of audit entries (decision 0126), in a transaction that declares it. Everything
-- else of an entry stays as it was written. Servers of the version before never update entries.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('badges.erases_audit_fields', true) = 'on' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'audit_entries is append-only';
END
$$;

CREATE FUNCTION check_audit_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.actor_name = OLD.actor_name OR NEW.actor_name = 'Deleted account')
    AND (NEW.address IS NULL OR NEW.address = OLD.address)
    AND (NEW.browser IS NULL OR NEW.browser = OLD.browser)
    AND (NEW.changes IS NULL OR NEW.changes = OLD.changes)
    AND to_jsonb(NEW) - '{actor_name,address,browser,changes}'::text[]
      = to_jsonb(OLD) - '{actor_name,address,browser,changes}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'audit_entries is append-only';
END
$$;

-- Rows of all partitions, including later ones.
CREATE TRIGGER "audit_entries_erasure" BEFORE UPDATE ON "audit_entries"
  FOR EACH ROW EXECUTE FUNCTION check_audit_erasure();
