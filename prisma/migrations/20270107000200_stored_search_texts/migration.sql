-- Fills the columns of what was stored before the triggers. Only rows whose texts are not ASCII are written.
DO $$
DECLARE
  filled record;
  after_id uuid;
  last_id uuid;
BEGIN
  FOR filled IN
    SELECT name, first_text, second_text FROM (VALUES
      ('issued_badges', 'issued_to', 'recipient_email'),
      ('badge_templates', 'name', 'description')
    ) AS tables (name, first_text, second_text)
  LOOP
    after_id := '00000000-0000-0000-0000-000000000000';
    LOOP
      EXECUTE format('SELECT id FROM (SELECT id FROM %I WHERE id > $1 ORDER BY id LIMIT 5000) AS batch ORDER BY id DESC LIMIT 1', filled.name)
      INTO last_id USING after_id;
      EXIT WHEN last_id IS NULL;
      EXECUTE format(
        'UPDATE %1$I SET search_text = search_text(%2$I || E''\n'' || %3$I) WHERE id > $1 AND id <= $2 AND search_text IS NULL
           AND octet_length(%2$I || %3$I) <> length(%2$I || %3$I)', filled.name, filled.first_text, filled.second_text)
      USING after_id, last_id;
      COMMIT;
      after_id := last_id;
    END LOOP;
  END LOOP;
END $$;
