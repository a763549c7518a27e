-- An erasure looks for the address of a person in rows of imports. Both functions depend on their arguments only.
CREATE FUNCTION badge_import_row_text(cells text[], recipient_email text, recipient_name text, problems jsonb)
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(concat_ws(E'\n', array_to_string(cells, E'\n'), recipient_email, recipient_name, problems::text))
$$;

-- Whether a row can name an address that is not the one of its recipient. Most rows cannot, and are not in the index.
CREATE FUNCTION has_other_address(cells text[], recipient_email text, recipient_name text, problems jsonb)
RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT strpos(concat_ws(' ', array_to_string(array_remove(cells, recipient_email), ' '), recipient_name, problems::text), '@') > 0
    OR (recipient_email <> '' AND recipient_email !~ '^[a-z0-9][a-z0-9._+-]*@[a-z0-9.-]+$')
$$;
