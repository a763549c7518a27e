import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { exportRecords, moveIn } from "@/lib/operations/installation/moving";
import { deleteAwardedBadge } from "./learning-records";
import {
  createFullOrganization,
  createInstallations,
  readRecords,
  writeRecords,
  type Line,
} from "./two-installations";

type Exported = {
  installations: Awaited<ReturnType<typeof createInstallations>>;
  organization: Awaited<ReturnType<typeof createFullOrganization>>;
};

/**
 * Exports a full organization and its partner for the tests of a file, as `export.ndjson` and `partner.ndjson`. Each test
 * runs in an empty installation. What it returns is filled before the first test.
 */
export function useExportedOrganization(): Exported {
  const exported = {} as Exported;
  const { write } = process.stderr;
  beforeAll(async () => {
    process.stderr.write = () => true; // the progress
    exported.installations = await createInstallations();
    exported.organization = await createFullOrganization();
    const { installations, organization } = exported;
    await deleteAwardedBadge(organization.id);
    await exportRecords(organization.partnerId, installations.file("partner.ndjson"));
    await exportRecords(organization.id, installations.file("export.ndjson"));
  });
  afterAll(async () => {
    process.stderr.write = write;
    await exported.installations?.remove();
  });
  beforeEach(() => exported.installations.useEmpty());
  afterEach(() => exported.installations.useSource());
  return exported;
}

/** Changes, leaves out (null) or replaces (a list) a record. */
export type Change = (record: Line) => Line | Line[] | null;

/** Moves the exported organization in, after `change` was applied to its records, with these changes of the first line. */
export async function moveRecords(
  { installations }: Exported,
  change: Change = (record) => record,
  { header = {}, ...options }: { header?: object; organization?: string; adminEmail?: string } = {},
) {
  const original = installations.file("export.ndjson");
  const records = (await readRecords(original)).flatMap((record) => change(record) ?? []);
  const file = installations.file("changed.ndjson");
  await writeRecords(original, file, records, header);
  return moveIn({ file, organization: undefined, adminEmail: undefined, isDryRun: false, ...options });
}
