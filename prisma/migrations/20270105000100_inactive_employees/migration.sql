-- Since when an employee is inactive (decision 0142). Nobody is at first. Servers of the version before delete an employee whom a
-- directory deactivates, and show an inactive one as if active, until they stop.
ALTER TABLE "employees" ADD COLUMN "deactivated_at" TIMESTAMPTZ(3);
