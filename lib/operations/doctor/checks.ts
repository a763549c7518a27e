import { AUDIT_CHECKS } from "./audit-chain";
import { BACKUP_CHECKS } from "./backups";
import { DATABASE_CHECKS } from "./database";
import { FILE_CHECKS } from "./files";
import type { Check, Examined, ExaminedDatabase } from "./finding";
import { JOB_CHECKS } from "./jobs";
import { MAIL_CHECKS } from "./mail";
import { ADDRESS_CHECKS, COPY_CHECKS } from "./public-address";
import { RECORD_CHECKS } from "./records";
import { REPLICA_CHECKS } from "./replica";
import { SERVICE_CHECKS } from "./services";
import { VARIABLE_CHECKS } from "./variables";

/** Checks that need no database. */
export const LOCAL_CHECKS: Check<Examined>[] = [
  ...VARIABLE_CHECKS,
  ...FILE_CHECKS,
  ...MAIL_CHECKS,
  ...SERVICE_CHECKS,
  ...ADDRESS_CHECKS,
];

/** Checks of the database that need its migrations and keys. */
export const LATER_CHECKS: Check<ExaminedDatabase>[] = [
  ...REPLICA_CHECKS,
  ...COPY_CHECKS,
  ...RECORD_CHECKS,
  ...JOB_CHECKS,
  ...AUDIT_CHECKS,
  ...BACKUP_CHECKS,
];

/** Checks of the database. */
export const STORED_CHECKS: Check<ExaminedDatabase>[] = [...DATABASE_CHECKS, ...LATER_CHECKS];
