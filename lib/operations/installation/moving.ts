import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { env } from "@/lib/kernel/env";
import { downloadOrganization, type DownloadReport } from "@/lib/moving/downloads/service";
import type { ImagesReport } from "@/lib/moving/baked-images/schema";
import { convertImageFolder } from "@/lib/moving/baked-images/service";
import type { CsvReport } from "@/lib/moving/csv-files/schema";
import { convertCsvFolder } from "@/lib/moving/csv-files/service";
import { exportOrganization, type ExportCounts } from "@/lib/moving/exports/service";
import type { MoveReport } from "@/lib/moving/imports/schema";
import { moveInFile, withLockedSource } from "@/lib/moving/imports/service";
import { findFirstAdministratorId, getOrganizationByKey } from "@/lib/organizations/profile/service";
import { buildOperatorCaller, setUpAdministrator, type NewAdministrator } from "./service";
import { printProgress } from "@/lib/kernel/program-log";

/** How many records of each kind an export wrote. */
export type Exported = { organization_id: string; file: string; records: number; kinds: ExportCounts };

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

/** Does the work with the file of records of a folder, and deletes it. Throws `MoveError` while another command does. */
async function withFolderRecords<Result>(
  name: string,
  folder: string,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const key = createHash("sha256").update(folder).digest("hex");
  const records = resolve(env().DATA_DIR, "moving", `${name}-${key.slice(0, 32)}`);
  return withLockedSource(key, async () => {
    try {
      return await work(join(records, "export.ndjson"));
    } finally {
      await rm(records, { recursive: true, force: true });
    }
  });
}

type CsvGiven = Target & { folder: string; source: string | undefined };

/**
 * Moves the CSV files of a folder in. The file of records that they become is deleted afterwards: an interrupted run writes the
 * same one again, and continues in it.
 */
export async function moveInCsv({
  folder: given,
  source,
  ...target
}: CsvGiven): Promise<MovedIn & { csv: CsvReport }> {
  const folder = resolve(given);
  const into = target.organization === undefined ? null : await getOrganizationByKey(target.organization);
  return withFolderRecords("csv", folder, async (path) => {
    const csv = await convertCsvFolder({ folder, source: source ?? null, target: into, path });
    return { ...(await moveIn({ file: path, ...target })), csv };
  });
}

type ImagesGiven = Omit<Target, "organization"> & {
  organization: string;
  folder: string;
  issuers: readonly string[];
  addresses: string | undefined;
  isOffline: boolean;
};

/** Moves the badges in the images of a folder into an organization. Their file of records is deleted afterwards. */
export async function moveInImages({
  folder: given,
  issuers,
  addresses,
  isOffline,
  ...target
}: ImagesGiven): Promise<MovedIn & { images: ImagesReport }> {
  const folder = resolve(given);
  const into = await getOrganizationByKey(target.organization);
  return withFolderRecords("images", folder, async (path) => {
    const file = addresses === undefined ? null : resolve(addresses);
    const how = { issuers, addresses: file, isOffline, progress: printProgress };
    const images = await convertImageFolder({ folder, target: into, path, ...how });
    return { ...(await moveIn({ file: path, ...target })), images };
  });
}
