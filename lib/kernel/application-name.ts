import { processWide } from "./process-wide";

/** The kinds of processes of an installation, by the names that their connections have in the database. */
type ProcessKind = "web" | "jobs" | "start" | "operator" | "migrate";

const PRODUCT = "badges";

const current = processWide("application-name", () => ({ name: PRODUCT }));

/** Says what this process is, before its first connection. */
export function setProcessKind(kind: ProcessKind): void {
  current.name = buildApplicationName(kind);
}

export const buildApplicationName = (kind: ProcessKind): string => `${PRODUCT} ${kind}`;

/**
 * The `application_name` of this process's connections (shown in `pg_stat_activity`), for pg's settings. One in DATABASE_URL takes precedence: pg
 * prefers what an address says.
 */
export const applicationName = (): string => current.name;
