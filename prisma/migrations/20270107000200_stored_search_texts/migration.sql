-- Fills the columns of what was stored before the triggers. Only rows whose texts are not ASCII are written.
DO $$
DECLARE
  filled record;
  after_id uuid;
  last_id uuid;
BEGIN
  FOR filled IN
    SELECT name, searched FROM (VALUES
      ('issued_badges', 'issued_to || E''\n'' || recipient_email'),
      ('badge_templates', 'name || E''\n'' || description'),
      ('employees', 'name_or_email')
    ) AS tables (name, searched)
  LOOP
    after_id := '00000000-0000-0000-0000-000000000000';
    LOOP
      EXECUTE format('SELECT id FROM (SELECT id FROM %I WHERE id > $1 ORDER BY id LIMIT 5000) AS batch ORDER BY id DESC LIMIT 1', filled.name)
      INTO last_id USING after_id;
      EXIT WHEN last_id IS NULL;
      EXECUTE format(
        'UPDATE %1$I SET search_text = search_text(%2$s) WHERE id > $1 AND id <= $2 AND search_text IS NULL
           AND octet_length(%2$s) <> length(%2$s)', filled.name, filled.searched)
      USING after_id, last_id;
      COMMIT;
      after_id := last_id;
    END LOOP;
  END LOOP;
END $$;
