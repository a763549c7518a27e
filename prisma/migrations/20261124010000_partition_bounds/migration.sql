-- Prepares the tables that grow for partitions by time (decision 0093). Ids are UUIDs of version 7, which begin with their
-- time, so a bound of time is a bound of the primary key. The rows of today become the first partition, which ends at least
-- a month from now. A check proves that, so that nothing has to be read under a lock when the partition is attached.
DO $$
DECLARE
  today timestamp := now() AT TIME ZONE 'UTC';
  own record;
  bound uuid;
BEGIN
  FOR own IN VALUES
    ('events', date_trunc('month', today) + interval '2 months'),
    ('audit_entries', date_trunc('year', today + interval '1 month') + interval '1 year')
  LOOP
    bound := rpad(lpad(to_hex((extract(epoch FROM own.column2) * 1000)::bigint), 12, '0'), 32, '0')::uuid;
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', own.column1 || '_default', own.column1);
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT partition_bound CHECK (id < %L) NOT VALID', own.column1, bound);
    -- Rows of a machine whose clock is months ahead; usually none.
    EXECUTE format('ALTER TABLE %I DISABLE TRIGGER USER', own.column1);
    EXECUTE format('WITH moved AS (DELETE FROM %I WHERE id >= %L RETURNING *) INSERT INTO %I SELECT * FROM moved',
      own.column1, bound, own.column1 || '_default');
    EXECUTE format('ALTER TABLE %I ENABLE TRIGGER USER', own.column1);
  END LOOP;
END $$;
