-- Names are searched without accents, capitals and word order. Both what is stored and what is asked are folded here, so that
-- there is one table of letters (decision 0146).

-- Folds a text that is not only ASCII. Latin marks, Arabic harakat, Hebrew points and invisible characters disappear; letters that
-- have no decomposition become those that people type instead. Vowel signs of Indic scripts and the dakuten stay: without
-- them the words are others. What is not ASCII then becomes x and the octal number of each byte: pg_trgm finds letters of
-- ASCII in every locale, and three of them are in every such character.
CREATE FUNCTION fold_letters(given text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  folded text := regexp_replace(normalize(given, NFKD) COLLATE "C",
    '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u08d3-\u08ff\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u2069\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\u00ad\u034f]+',
    '', 'g');
BEGIN
  IF octet_length(folded) = length(folded) THEN
    RETURN lower(folded COLLATE "C");
  END IF;
  folded := lower(folded COLLATE "und-x-icu");
  -- The ICU of the embedded database lacks the capitals of Georgian.
  IF folded ~ '[ßæœþøđðħıłŋŧɓɖɗəɛɔƙɣɲʋƴς‘’ʼʻ′´‐‑–—−ىیکہھەةۀٱ٠-٩۰-۹Ა-Ჿ]' COLLATE "C" THEN
    folded := translate(
      replace(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
      'øđðħıłŋŧɓɖɗəɛɔƙɣɲʋƴς‘’ʼʻ′`´‐‑–—−ىیکہھەةۀٱ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹ᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿ',
      'oddhilntbddeeokgnvyσ''''''''''''''-----ييكههههها01234567890123456789აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿ');
  END IF;
  IF octet_length(folded) = length(folded) THEN
    RETURN folded;
  END IF;
  RETURN replace(encode(convert_to(normalize(folded, NFC), 'UTF8'), 'escape'), '\', 'x');
END $$;

-- Folds a text that is asked for.
CREATE FUNCTION fold_text(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN octet_length(given) = length(given) THEN lower(given COLLATE "C") ELSE fold_letters(given) END;

-- Folds a text in which words are searched. One with umlauts has two spellings, a line each: muller and mueller.
CREATE FUNCTION search_text(given text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  composed text;
BEGIN
  IF octet_length(given) = length(given) THEN
    RETURN lower(given COLLATE "C");
  END IF;
  composed := normalize(given, NFC);
  IF composed !~ '[äöüåøÄÖÜÅØ]' COLLATE "C" THEN
    RETURN fold_letters(composed);
  END IF;
  RETURN fold_letters(composed) || E'\n' || fold_text(two_letters(composed));
END $$;

-- Writes umlauts as two letters, as people do whose keyboard lacks them.
CREATE FUNCTION two_letters(composed text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(composed,
  'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ø', 'oe'), 'å', 'aa'), 'Ä', 'ae'), 'Ö', 'oe'), 'Ü', 'ue'), 'Ø', 'oe'), 'Å', 'aa');

-- The patterns for LIKE of a word that is asked for, one for each spelling. It is folded first and escaped then, because a
-- full-width percent sign becomes a percent sign.
CREATE FUNCTION search_patterns(word text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  pattern text := '%' || regexp_replace(fold_text(word), '([\\%_])', '\\\1', 'g') || '%';
  composed text;
BEGIN
  IF octet_length(word) = length(word) THEN
    RETURN ARRAY[pattern];
  END IF;
  composed := normalize(word, NFC);
  IF composed !~ '[äöüåøÄÖÜÅØ]' COLLATE "C" THEN
    RETURN ARRAY[pattern];
  END IF;
  RETURN ARRAY[pattern, '%' || regexp_replace(fold_text(two_letters(composed)), '([\\%_])', '\\\1', 'g') || '%'];
END $$;

-- Null for texts of ASCII, which the searches fold as they read them. Triggers set it, also for servers of the version before.
ALTER TABLE "issued_badges" ADD COLUMN "search_text" TEXT;
ALTER TABLE "badge_templates" ADD COLUMN "search_text" TEXT;
ALTER TABLE "employees" ADD COLUMN "search_text" TEXT;
ALTER TABLE "learning_students" ADD COLUMN "search_text" TEXT;

CREATE FUNCTION set_search_text() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  searched text;
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'issued_badges' THEN
      searched := NEW.issued_to || E'\n' || NEW.recipient_email;
    WHEN 'badge_templates' THEN
      searched := NEW.name || E'\n' || NEW.description;
    WHEN 'employees' THEN
      -- The generated column name_or_email has no value yet in a trigger.
      searched := COALESCE(NEW.first_name || ' ', '') || COALESCE(NEW.last_name || ' ', '') || NEW.email;
    WHEN 'learning_students' THEN
      searched := NEW.first || ' ' || NEW.last || ' ' || NEW.email || ' ' || NEW.extern_id;
  END CASE;
  NEW.search_text := CASE WHEN octet_length(searched) <> length(searched) THEN search_text(searched) END;
  RETURN NEW;
END $$;

-- Most badges have names of ASCII: a condition costs less than a call.
CREATE TRIGGER "issued_badges_search_text_insert" BEFORE INSERT ON "issued_badges" FOR EACH ROW
  WHEN (octet_length(NEW.issued_to || NEW.recipient_email) <> length(NEW.issued_to || NEW.recipient_email))
  EXECUTE FUNCTION set_search_text();
CREATE TRIGGER "issued_badges_search_text_update" BEFORE UPDATE OF "issued_to", "recipient_email" ON "issued_badges"
  FOR EACH ROW EXECUTE FUNCTION set_search_text();

CREATE TRIGGER "badge_templates_search_text" BEFORE INSERT OR UPDATE OF "name", "description" ON "badge_templates"
  FOR EACH ROW EXECUTE FUNCTION set_search_text();
CREATE TRIGGER "employees_search_text" BEFORE INSERT OR UPDATE OF "first_name", "last_name", "email" ON "employees"
  FOR EACH ROW EXECUTE FUNCTION set_search_text();
CREATE TRIGGER "learning_students_search_text"
  BEFORE INSERT OR UPDATE OF "first", "last", "email", "extern_id" ON "learning_students"
  FOR EACH ROW EXECUTE FUNCTION set_search_text();
