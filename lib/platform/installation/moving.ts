import { resolve } from "node:path";
import { env } from "@/lib/kernel/env";
import { downloadOrganization, type DownloadReport } from "@/lib/moving/downloads/service";
import { exportOrganization, type ExportCounts } from "@/lib/moving/exports/service";
import type { MoveReport } from "@/lib/moving/imports/schema";
import { moveInFile } from "@/lib/moving/imports/service";
import { findFirstAdministratorId, getOrganizationByKey } from "@/lib/organizations/profile/service";
import { buildOperatorCaller } from "./operator";
import { setUpAdministrator, type NewAdministrator } from "./service";

const printProgress = (line: string): void => void process.stderr.write(`${line}\n`);

type Exported = { organization_id: string; file: string; records: number; kinds: ExportCounts };

/** Exports the records of an organization into a file. 404 for an unknown one. */
export async function exportRecords(organization: string, file: string): Promise<Exported> {
  const { id } = await getOrganizationByKey(organization);
  const path = resolve(file);
  const kinds = await exportOrganization(id, path, printProgress);
  const records = Object.values(kinds).reduce((sum, count) => sum + count, 0);
  return { organization_id: id, file: path, records, kinds };
}

type Target = {
  organization: string | undefined;
  adminEmail: string | undefined;
  isDryRun: boolean;
};
type MoveGiven = Target & { file: string; isFromService?: boolean };
type SourceGiven = Target & { from: string; token: string; fromOrganization: string | undefined };

/** The report of a move, with the credentials of an administrator whom it created. */
export type MovedIn = MoveReport & { administrator: NewAdministrator | null };

/** Moves an export into an organization, and gives it an administrator if it has none. */
export async function moveIn({
  file,
  organization,
  adminEmail,
  isDryRun,
  isFromService = false,
}: MoveGiven): Promise<MovedIn> {
  const given = organization === undefined ? null : (await getOrganizationByKey(organization)).id;
  let administrator: NewAdministrator | null = null;
  const report = await moveInFile({
    path: resolve(file),
    organizationId: given,
    isFromService,
    isDryRun,
    author: buildOperatorCaller,
    onWritten: async (organizationId) => {
      const hasAdministrator = (await findFirstAdministratorId(organizationId)) !== null;
      if (hasAdministrator || adminEmail === undefined) return;
      administrator = await setUpAdministrator(organizationId, adminEmail);
    },
    report: printProgress,
  });
  return { ...report, administrator };
}

/**
 * Reads an organization from another service of this interface over HTTP, and moves it in. The download stays in DATA_DIR
 * until it was moved in.
 */
export async function moveInFrom({
  from,
  token,
  fromOrganization,
  ...target
}: SourceGiven): Promise<MovedIn & { download: DownloadReport }> {
  const { path, report, remove } = await downloadOrganization({
    source: { baseUrl: from, token, allowInsecure: true },
    sourceOrganization: fromOrganization ?? null,
    folder: resolve(env().DATA_DIR, "moving"),
    report: printProgress,
  });
  const moved = await moveIn({ file: path, isFromService: true, ...target });
  if (!target.isDryRun) await remove();
  return { ...moved, download: report };
}
