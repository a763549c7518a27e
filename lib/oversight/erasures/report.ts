import { Counts } from "./schema";
import type { ErasureRow } from "./serializer";

/** What erasures erase, by the kind in the report. */
const KINDS: Record<string, string> = {
  accounts: "accounts, whose ids remain without data",
  addresses: "addresses of accounts",
  sessions: "sessions",
  memberships: "memberships of organizations",
  external_badges: "badges of other services in the wallet",
  collections: "collections of badges",
  badges: "badges, which their issuers keep for a pseudonym",
  mails: "stored mails",
  credentials: "signed credentials",
  wallet_copies: "records of copies in wallets",
  import_rows: "rows of imported files",
  import_cells: "rows of imported files about others, in a cell",
  employees: "employee records",
  events: "events with an address",
  audit_entries: "audit entries, whose chain still verifies",
  address_claims: "addresses that other accounts had added and not confirmed",
  invitations: "invitations to organizations",
  connection_requests: "requests to connect a student",
  test_mails: "mails of test organizations",
  learning_logs: "log entries of courses",
  students: "students with their grades",
  api_requests: "requests in the request log",
  saved_views: "saved views that name an address",
  move_runs: "reports of moving in",
};

type Kept = { what: string; why: string };

const KEPT: Kept[] = [
  {
    what: "Each badge with its template, dates and state, for a pseudonym",
    why: "The issuer's record that it was issued.",
  },
  {
    what: "The place of each credential in its status list",
    why: "A copy held elsewhere gets a true status: revoked.",
  },
  {
    what: "Events, with ids",
    why: "Receivers read them until EVENTS_KEPT_DAYS. They show the badge without the person.",
  },
  {
    what: "Audit entries, without the name, the address and the changed values",
    why: "The chain of entries proves that none was removed.",
  },
  {
    what: "Hashes of the addresses of the public profile",
    why: "No other person may get them (decision 0112).",
  },
  {
    what: "SHA-256 of each e-mail address with the salt of this installation",
    why: "To repeat the erasure after a restored backup.",
  },
  { what: "Counts", why: "They name no person." },
];

type Elsewhere = { what: string; until: string };

const DAY_MS = 24 * 3_600_000;

const listElsewhere = (finishedAt: Date | null): Elsewhere[] => [
  {
    what: "Backups from before the erasure",
    until: "until they are removed (backup create --keep). Repeat erasures after a restore.",
  },
  {
    what: "Stored responses to requests with an Idempotency-Key, encrypted",
    until: finishedAt ? new Date(finishedAt.getTime() + DAY_MS).toISOString() : "a day after the end",
  },
  {
    what: "Static exports and exported files",
    until: "the next run of export --static; until you delete them",
  },
  { what: "Logs of the processes", until: "until the system that keeps them removes them" },
  { what: "Mails that were delivered, and logs of the mail server", until: "their receivers" },
  {
    what: "What receivers of webhooks stored",
    until: "their operators. They got the event of each revocation",
  },
  { what: "Copies of credentials and badges", until: "their holders. Their status is revoked" },
];

/** What an erasure erased, kept, and could not reach. It has no personal data. */
export type ErasureReport = {
  id: string;
  state: "erasing" | "second pass waits" | "finished";
  requested_by: string;
  requested_at: string;
  finished_at: string | null;
  erased: { kind: string; count: number; what: string }[];
  kept: Kept[];
  elsewhere: Elsewhere[];
  /** What an operator has to look at: it names the person and belongs to another person. */
  to_check: string[];
};

const TO_CHECK: Record<string, (count: number) => string> = {
  organization_contacts: (count) =>
    `Organizations with an address of the person as a contact: ${count}. Their administrators change it in the settings.`,
  badges_of_others: (count) =>
    `Badges at an address of the person that another account accepted: ${count}. They belong to that account.`,
};

const stateOf = ({ finishedAt, passes }: ErasureRow): ErasureReport["state"] => {
  if (finishedAt) return "finished";
  return passes > 0 ? "second pass waits" : "erasing";
};

/** Lists what counts say: what is erased, and what an operator has to look at. */
export const presentCounts = (counts: Counts): Pick<ErasureReport, "erased" | "to_check"> => ({
  erased: Object.entries(KINDS).flatMap(([kind, what]) => {
    const count = counts[kind] ?? 0;
    return count > 0 ? [{ kind, count, what }] : [];
  }),
  to_check: Object.entries(TO_CHECK).flatMap(([kind, text]) => {
    const count = counts[kind] ?? 0;
    return count > 0 ? [text(count)] : [];
  }),
});

/** Presents the report of an erasure. */
export const presentErasure = (row: ErasureRow): ErasureReport => ({
  id: row.id,
  state: stateOf(row),
  requested_by: row.requestedBy,
  requested_at: row.createdAt.toISOString(),
  finished_at: row.finishedAt?.toISOString() ?? null,
  ...presentCounts(Counts.parse(row.counts)),
  kept: KEPT,
  elsewhere: listElsewhere(row.finishedAt),
});
