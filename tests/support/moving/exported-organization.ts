import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { exportRecords } from "@/lib/platform/installation/moving";
import { createFullOrganization, createInstallations } from "./two-installations";

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
