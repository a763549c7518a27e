-- What stands in the audit log stays as it was written, and leaves by its age alone: for a transaction that says that it
-- removes old entries, and never in the first year.
CREATE OR REPLACE TRIGGER audit_entries_append_only BEFORE UPDATE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

CREATE FUNCTION refuse_audit_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('badges.removes_old_audit_entries', true) = 'on'
    AND OLD.occurred_at < now() - interval '365 days' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'audit_entries is append-only';
END
$$;

CREATE TRIGGER audit_entries_removal BEFORE DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_removal();
