import { countEntriesOfPerson, eraseFromAuditEntries } from "@/lib/oversight/audit-chain/erasure";
import { countBadgesOfPerson, eraseBadgesOfPerson } from "@/lib/badges/issued/person-erasure";
import {
  countEmployeesOfPerson,
  countEventsOfPerson,
  eraseEmployeesOfPerson,
  eraseEventsOfPerson,
} from "@/lib/workforce/employees/person-erasure";
import {
  countImportCells,
  countImportRows,
  eraseImportCells,
  eraseImportRows,
  countBadgesOfOthers,
  countOrganizationContacts,
  countTableRows,
  countWaitingMails,
  eraseScannedRows,
  eraseTableRows,
  eraseWaitingMails,
  TABLE_STEPS,
  type TableStep,
} from "./step-queries";
import type { Counts, Subject } from "./schema";

/** What a batch erased, and where the next one of the step continues; null when the step is done. */
type Batch = { counts: Counts; position: string | null };

type Step = {
  /** Counts what it would erase, for a dry run. */
  count: (subject: Subject) => Promise<Counts>;
  /** Erases a batch in the open transaction. `position` is that of the batch before; null at the beginning. */
  erase: (subject: Subject, position: string | null) => Promise<Batch>;
};

const BATCH_SIZE = 500;
const SCANNED_ROWS = 5_000;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";
/** The position of a step that finds its rows by themselves. */
const NEXT_ROWS = "next";

/** A step whose rows are not found any more once they are erased. */
const repeatedStep = (
  kind: string,
  count: (subject: Subject) => Promise<number>,
  erase: (subject: Subject) => Promise<number>,
): Step => ({
  count: async (subject) => ({ [kind]: await count(subject) }),
  erase: async (subject) => {
    const erased = await erase(subject);
    return { counts: { [kind]: erased }, position: erased >= BATCH_SIZE ? NEXT_ROWS : null };
  },
});

/** A step of one statement. */
const singleStep = (
  kind: string,
  count: (subject: Subject) => Promise<number>,
  erase: (subject: Subject) => Promise<number>,
): Step => ({
  count: async (subject) => ({ [kind]: await count(subject) }),
  erase: async (subject) => ({ counts: { [kind]: await erase(subject) }, position: null }),
});

const scannedStep = (kind: string, step: TableStep): Step => ({
  count: async (subject) => ({ [kind]: await countTableRows(step, subject) }),
  erase: async (subject, position) => {
    const range = { after: position ?? FIRST_ID, limit: SCANNED_ROWS };
    const { erased, position: next } = await eraseScannedRows(step, subject, range);
    return { counts: { [kind]: erased }, position: next };
  },
});

const tableStep = ([kind, step]: [string, TableStep]): Step =>
  step.scannedBy
    ? scannedStep(kind, step)
    : repeatedStep(
        kind,
        (subject) => countTableRows(step, subject),
        (subject) => eraseTableRows(step, subject, BATCH_SIZE),
      );

const badges: Step = {
  count: countBadgesOfPerson,
  erase: async (subject) => {
    const { walletCopies, importRows, ...counts } = await eraseBadgesOfPerson(
      subject,
      subject.key,
      BATCH_SIZE,
    );
    return {
      counts: { ...counts, wallet_copies: walletCopies, import_rows: importRows },
      position: counts.badges === BATCH_SIZE ? NEXT_ROWS : null,
    };
  },
};

/** The steps in their order, which is stored as numbers: add new ones at the end. */
export const STEPS: Step[] = [
  badges,
  repeatedStep("employees", countEmployeesOfPerson, (subject) =>
    eraseEmployeesOfPerson(subject, subject.key, BATCH_SIZE),
  ),
  repeatedStep(
    "events",
    ({ addresses }) => countEventsOfPerson(addresses),
    ({ addresses, key }) => eraseEventsOfPerson(addresses, key, BATCH_SIZE),
  ),
  repeatedStep("import_rows", countImportRows, (subject) => eraseImportRows(subject, BATCH_SIZE)),
  singleStep("mails", countWaitingMails, eraseWaitingMails),
  repeatedStep("audit_entries", countEntriesOfPerson, (subject) =>
    eraseFromAuditEntries(subject, subject.erasureId, BATCH_SIZE),
  ),
  ...Object.entries<TableStep>(TABLE_STEPS).map(tableStep),
  repeatedStep("import_cells", countImportCells, (subject) => eraseImportCells(subject, BATCH_SIZE)),
];

/** Counts what names the person and belongs to somebody else, for an operator to look at. */
export const countToCheck = async (subject: Subject): Promise<Counts> => ({
  organization_contacts: await countOrganizationContacts(subject),
  badges_of_others: await countBadgesOfOthers(subject),
});

/** Adds the numbers of two counts. */
export const addCounts = (one: Counts, other: Counts): Counts => {
  const kinds = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries([...kinds].map((kind) => [kind, (one[kind] ?? 0) + (other[kind] ?? 0)]));
};
