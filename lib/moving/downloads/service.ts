import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { clock } from "@/lib/kernel/clock";
import { PRIVATE_DIRECTORY, PRIVATE_FILE } from "@/lib/kernel/private-files";
import { withLockedSource } from "@/lib/moving/imports/service";
import { MoveError } from "@/lib/moving/imports/schema";
import { writeRecordFile } from "@/lib/moving/records/file-writer";
import { FORMAT, type AnyRecord, type Header } from "@/lib/moving/records/schema";
import { sendOutbound } from "@/lib/platform/outbound/send";
import { createSourceClient, limitPages, type Source, type SourceClient, type SourceTools } from "./client";
import { collectContents } from "./contents";
import { drawMissing } from "./drawings";
import { toUuid } from "@/lib/moving/records/ids";
import { parseList, readGaps, readId, type Download, type Unavailable } from "./lists";
import type { DownloadLimits } from "./limits";
import { addPhoto, toOrganization } from "./organization";
import { PARTS, readOrganization, readParts } from "./parts";
import { createPictures } from "./pictures";
import type { Skipped } from "./schema";
import { NOT_GIVEN, writeContents } from "./write";

/** How long a complete download is used again: by the run after a dry run, and by one that was interrupted. */
const COMPLETE_MS = 3_600_000;
/** How long after its last page a download that was interrupted continues. */
const INCOMPLETE_MS = 24 * 3_600_000;
/** How many skipped items are listed with their reasons. All are counted. */
const MAX_SKIPPED = 1_000;

/** What a download of another service has, and has not. */
export type DownloadReport = {
  base_url: string;
  downloaded_at: string;
  requests: number;
  /** Paths that the other service does not serve, or not to this token. */
  unavailable: Unavailable[];
  skipped_count: number;
  skipped: Skipped[];
  /** What the interface does not show. */
  not_given: string[];
};

/** Described in docs/operating/moving-in.md. */
const NOT_GIVEN_TEXTS = [
  "secrets of OAuth applications: they get new ones",
  "private keys: credentials are signed with the keys of this installation",
  "authorization tokens, members and invitations",
  "the audit log, events and deliveries of webhooks",
  "passwords of people and their other addresses",
  "designs of certificates and e-mails, saved views and statistics",
  "whether a badge that is revoked had been accepted",
];

/** The file that makes a download complete. */
const REPORT = "report.json";

export type DownloadOptions = {
  source: Source;
  /** The organization there; null if the token reads only one. */
  sourceOrganization: string | null;
  /** The folder in which downloads are stored. */
  folder: string;
  report: (line: string) => void;
  /** How requests are sent and pauses made; tests replace them. */
  tools?: SourceTools;
  limits?: DownloadLimits;
};

export type Downloaded = {
  /** A file of records that `moveInFile` reads. */
  path: string;
  report: DownloadReport;
  /** Deletes the download. */
  remove: () => Promise<void>;
};

/** Finds the path of the organization: services are served with /v1 before it, or without. */
export async function findOrganization(
  client: SourceClient,
  { source, sourceOrganization }: Pick<DownloadOptions, "source" | "sourceOrganization">,
): Promise<{ id: string; path: string }> {
  const base = new URL(source.baseUrl).pathname.replace(/\/+$/, "");
  const roots = base.endsWith("/v1") ? [base] : [`${base}/v1`, base];
  for (const root of roots) {
    const path = `${root}/organizations`;
    const { status, body } = await client.get(path);
    if (status === 404) continue;
    if (status !== 200) throw new MoveError(`${path} of the other service responded with status ${status}.`);
    const ids = parseList(path, body).data.map(readId);
    const chosen = sourceOrganization ?? (ids.length === 1 ? ids[0] : undefined);
    if (chosen === undefined)
      throw new MoveError(
        `The token reads ${ids.length} organizations (${ids.slice(0, 20).join(", ")}). Name one.`,
      );
    return { id: chosen, path: `${path}/${encodeURIComponent(chosen)}` };
  }
  throw new MoveError(`${source.baseUrl} does not serve this interface: it has no list of organizations.`);
}

/** Returns how long ago a file was written, in milliseconds. */
const readAge = async (path: string): Promise<number> => clock.now().getTime() - (await stat(path)).mtimeMs;

/** Returns the report of a complete download that is new enough to be used. */
async function readReport(folder: string): Promise<DownloadReport | null> {
  try {
    const path = join(folder, REPORT);
    if ((await readAge(path)) > COMPLETE_MS) return null;
    return JSON.parse(await readFile(path, "utf8")) as DownloadReport;
  } catch {
    return null;
  }
}

/** Empties a folder that has an old download, because its pages may have changed. */
async function prepareFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch((): string[] => []);
  const ages = await Promise.all(names.map((name) => readAge(join(folder, name))));
  // A download has a file for each page and picture: too many for the arguments of a call.
  const isOld = names.includes(REPORT) || ages.every((age) => age > INCOMPLETE_MS);
  if (isOld) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: PRIVATE_DIRECTORY });
}

async function writeDownload(
  download: Download,
  { source }: DownloadOptions,
  path: string,
): Promise<DownloadReport> {
  await readParts(download);
  const { organization: wire, acceptsAnySuccess } = await readOrganization(download);
  const pictures = createPictures(download);
  const organizationId = toUuid("organization", wire.id);
  // Fixed for this organization, so that a later download has the same records.
  const now = wire.created_at ?? new Date(0).toISOString();
  // The profile is not moved without an operator.
  const photoId = download.limits ? null : addPhoto(wire, pictures);
  const contents = await collectContents(download, pictures, { organizationId, now });
  for (const skipped of await pictures.read()) contents.skipped.push(skipped);
  const photo = pictures.has(photoId) ? photoId : null;
  await drawMissing(download, contents, pictures, wire.name);
  const organization: AnyRecord = toOrganization(wire, acceptsAnySuccess ?? false, photo, now);
  const downloadedAt = clock.now().toISOString();
  const header: Header = {
    kind: "export",
    format: FORMAT,
    organization_id: organizationId,
    base_url: source.baseUrl,
    exported_at: downloadedAt,
    not_given: {
      ...NOT_GIVEN,
      organization: [
        ...NOT_GIVEN.organization,
        ...(acceptsAnySuccess === null ? ["webhook_accepts_any_success"] : []),
      ],
    },
  };
  await writeRecordFile(path, header, (write) =>
    writeContents(download, write, { contents, pictures, organization }),
  );
  const { count, skipped, unavailable } = await readGaps(download, PARTS, MAX_SKIPPED);
  return {
    base_url: source.baseUrl,
    downloaded_at: downloadedAt,
    requests: download.client.count(),
    unavailable,
    skipped_count: count + contents.skipped.length,
    skipped: [...skipped, ...contents.skipped].slice(0, MAX_SKIPPED),
    not_given: NOT_GIVEN_TEXTS,
  };
}

/**
 * Reads an organization from another service of this interface into a file of records. A download that was interrupted
 * continues; one that is complete is used again for an hour. Throws `MoveError` when the service cannot be read.
 */
export async function downloadOrganization(options: DownloadOptions): Promise<Downloaded> {
  const { limits } = options;
  const tools = options.tools ?? { send: sendOutbound, sleep: clock.wait };
  const client = limitPages(createSourceClient(options.source, tools), limits?.maxPageItems);
  const { id, path } = await findOrganization(client, options);
  const key = createHash("sha256")
    .update(`${new URL(options.source.baseUrl).href} ${id}`)
    .digest("hex");
  const folder = join(options.folder, key.slice(0, 32));
  const file = join(folder, "export.ndjson");
  const download: Download = { folder, client, path, report: options.report, ...(limits ? { limits } : {}) };
  return withLockedSource(folder, async () => {
    const remove = () => rm(folder, { recursive: true, force: true });
    const earlier = await readReport(folder);
    if (earlier) return { path: file, report: earlier, remove };
    await prepareFolder(folder);
    const report = await writeDownload(download, options, file);
    await writeFile(join(folder, REPORT), JSON.stringify(report), { mode: PRIVATE_FILE });
    return { path: file, report, remove };
  });
}
