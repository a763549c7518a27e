-- Texts are composed (NFC) when they come in. Those that came in before, mostly from computers of Apple, become so too: the same
-- name is found however it is typed. Tables are read in batches, and only rows with such texts are written.
DO $$
DECLARE
  changed record;
  statement text;
  after_id uuid;
  last_id uuid;
BEGIN
  -- Other encodings cannot store most decomposed texts, and PostgreSQL composes only UTF-8.
  IF current_setting('server_encoding') <> 'UTF8' THEN
    RETURN;
  END IF;
  FOR changed IN
    SELECT name, columns, lists FROM (VALUES
      ('users', '{first_name,middle_name,last_name,headline,bio,current_position_name,current_organization_name}'::text[], '{}'::text[]),
      ('organizations', '{name,bio,city,state_or_province,country,address,location}', '{}'),
      ('badge_templates', '{name,description}', '{skills,reporting_tags}'),
      ('issued_badges', '{issued_to,issued_to_first_name,issued_to_middle_name,issued_to_last_name}', '{}'),
      ('employees', '{first_name,last_name,position_title,manager_first_name,manager_last_name}', '{}'),
      ('recommendations', '{title,description}', '{}'),
      ('badge_collections', '{name}', '{}')
    ) AS tables (name, columns, lists)
  LOOP
    SELECT format('UPDATE %I SET %s WHERE id > $1 AND id <= $2 AND (%s)', changed.name, string_agg(assignment, ', '), string_agg(condition, ' OR '))
    INTO statement
    FROM (
      SELECT format('%1$I = normalize(%1$I)', one) AS assignment, format('%I IS NOT NFC NORMALIZED', one) AS condition
      FROM unnest(changed.columns) AS one
      UNION ALL
      SELECT format('%1$I = ARRAY(SELECT normalize(item) FROM unnest(%1$I) WITH ORDINALITY AS items (item, place) ORDER BY place)', one),
        format('array_to_string(%I, '','') IS NOT NFC NORMALIZED', one)
      FROM unnest(changed.lists) AS one
    ) AS parts;
    after_id := '00000000-0000-0000-0000-000000000000';
    LOOP
      EXECUTE format('SELECT id FROM (SELECT id FROM %I WHERE id > $1 ORDER BY id LIMIT 5000) AS batch ORDER BY id DESC LIMIT 1', changed.name)
      INTO last_id USING after_id;
      EXIT WHEN last_id IS NULL;
      EXECUTE statement USING after_id, last_id;
      COMMIT;
      after_id := last_id;
    END LOOP;
  END LOOP;
END $$;
