-- Fills the columns of what was stored before the triggers. Only rows whose texts are not ASCII are written.
DO $$
DECLARE
  filled record;
  after_id text;
  last_id text;
BEGIN
  FOR filled IN
    SELECT name, first_id, searched FROM (VALUES
      ('issued_badges', '00000000-0000-0000-0000-000000000000', 'issued_to || E''\n'' || recipient_email'),
      ('badge_templates', '00000000-0000-0000-0000-000000000000', 'name || E''\n'' || description'),
      ('employees', '00000000-0000-0000-0000-000000000000', 'name_or_email'),
      ('learning_students', '0', 'first || '' '' || last || '' '' || email || '' '' || extern_id')
    ) AS tables (name, first_id, searched)
  LOOP
    after_id := filled.first_id;
    LOOP
      EXECUTE format(
        'SELECT id FROM (SELECT id FROM %I WHERE id > %L ORDER BY id LIMIT 5000) AS batch ORDER BY id DESC LIMIT 1',
        filled.name, after_id)
      INTO last_id;
      EXIT WHEN last_id IS NULL;
      EXECUTE format(
        'UPDATE %1$I SET search_text = search_text(%2$s) WHERE id > %3$L AND id <= %4$L AND search_text IS NULL
           AND octet_length(%2$s) <> length(%2$s)', filled.name, filled.searched, after_id, last_id);
      COMMIT;
      after_id := last_id;
    END LOOP;
  END LOOP;
END $$;
