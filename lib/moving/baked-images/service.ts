import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { PRIVATE_DIRECTORY } from "@/lib/kernel/private-files";
import { toOrganization } from "@/lib/moving/downloads/organization";
import { PERSON_NOT_GIVEN } from "@/lib/moving/downloads/people";
import { WireOrganization } from "@/lib/moving/downloads/schema";
import {
  writeRecordFile,
  createRecordWriter,
  type RecordWriter,
  type WriteLines,
} from "@/lib/moving/records/file-writer";
import { toUuid } from "@/lib/moving/records/ids";
import { FORMAT, RECORDS, type Header, type KindName, type AnyRecord } from "@/lib/moving/records/schema";
import { collectContents, type Reading, type Contents, type Template } from "./contents";
import { listImages, addRefused, readImageFile } from "./folder";
import { createRecipientFinder } from "./recipients";
import { type ImagesReport, FileRefused } from "./schema";
import { env } from "@/lib/kernel/env";
import { createLimitedFetch, OutboundRefused, type Fetch } from "@/lib/platform/outbound/limited-fetch";
import { decodeDataUrl, InvalidImage, normaliseImage } from "@/lib/art/drawing/decode-image";
import { toBadge } from "@/lib/moving/downloads/badges";
import { toTemplate } from "@/lib/moving/downloads/templates";
import { drawPicture } from "@/lib/moving/downloads/drawings";
import { digest } from "@/lib/kernel/secrets";
import { fetchImageWith } from "@/lib/platform/outbound/fetch-image";

async function loadPicture(picture: string, createFetch: (() => Fetch) | null): Promise<Buffer | null> {
  if (picture.startsWith("data:")) return decodeDataUrl(picture);
  return createFetch === null ? null : fetchImageWith(createFetch(), picture);
}

/** Loads an image and checks it like an upload. Returns why it cannot be taken. */
async function tryLoad(load: () => Promise<Buffer | null>): Promise<Buffer | string | null> {
  try {
    const bytes = await load();
    return bytes && (await normaliseImage(bytes));
  } catch (error) {
    const isExpected =
      error instanceof InvalidImage || error instanceof OutboundRefused || error instanceof FileRefused;
    if (isExpected) return error.message;
    throw error;
  }
}

/** Returns the picture of a badge class, or else the image of a badge of it; null if there is none that can be read. */
async function findPicture(reading: Reading, { picture, file, wire }: Template): Promise<Buffer | null> {
  const { report, folder, createFetch } = reading;
  const own = picture === null ? null : await tryLoad(() => loadPicture(picture, createFetch));
  if (Buffer.isBuffer(own)) return own;
  if (own !== null) report.notes.push(`picture of “${wire.name}”: ${own}`);
  const baked = await tryLoad(() => readImageFile(folder, file));
  if (Buffer.isBuffer(baked)) return baked;
  report.notes.push(`picture of “${wire.name}” is drawn: ${baked ?? ""}`);
  return null;
}

/** Writes the pictures of templates, and returns which image each template has. */
async function writePictures(
  writer: RecordWriter,
  reading: Reading,
  { templates }: Contents,
  organization: { id: string; name: string },
): Promise<Map<string, string>> {
  const images = new Map<string, string>();
  const written = new Set<string>();
  for (const [id, template] of templates) {
    const { wire } = template;
    const own = await findPicture(reading, template);
    const bytes = own?.toString("base64") ?? (await drawPicture(wire.name, id, organization.name));
    const name = own ? digest(bytes).toString("hex") : `drawn ${id}`;
    const image = toUuid("image", `${organization.id} ${name}`);
    images.set(id, image);
    if (written.has(image)) continue;
    written.add(image);
    await writer.add({ kind: "image", id: image, bytes, created_at: wire.created_at });
  }
  return images;
}

/** Writes the records of the files, in the order of an export. */
async function writeContents(
  write: WriteLines,
  reading: Reading,
  { contents, organization }: { contents: Contents; organization: AnyRecord & { id: string } },
): Promise<void> {
  const { report } = reading;
  const writer = createRecordWriter(write, (record, reason) =>
    addRefused(report, `${record.kind} ${String(record.id)}`, reason),
  );
  const { id: organizationId } = organization;
  const owner = { id: organizationId, name: String(organization.name) };
  const images = await writePictures(writer, reading, contents, owner);
  await writer.add(organization);
  for (const person of contents.people.list()) await writer.add(person);
  for (const [id, { wire }] of contents.templates) {
    const now = wire.created_at ?? new Date(0).toISOString();
    await writer.add(toTemplate(wire, { imageId: images.get(id) ?? "", isDeleted: false, now }));
  }
  for (const wire of contents.badges)
    await writer.add(
      toBadge(wire, {
        organizationId,
        ownerId: organizationId,
        userId: contents.people.findOwner(wire),
        hasBadge: () => false,
        now: wire.issued_at ?? new Date(0).toISOString(),
      }),
    );
  await writer.flush();
}

/** The requests for one file: assertion, badge class, issuer, key, and list of revoked badges. */
const BUDGET = { requests: 8, timeoutMs: 20_000 };
/** Documents that many badges share, by their names in messages. */
const SHARED = new Set(["badge class", "issuer", "key", "list of revoked badges"]);
const MAX_SHARED = 100;
/** After so many requests without a response, a service counts as gone. */
const MAX_FAILURES = 10;

type Result = ReturnType<Fetch>;

/** Leaves out the requests to services that do not respond any more, so that they do not hold up the files of others. */
function createGuard(): (origin: string, request: () => Result) => Result {
  const failures = new Map<string, number>();
  return async (origin, request) => {
    const before = failures.get(origin) ?? 0;
    if (before >= MAX_FAILURES)
      throw new OutboundRefused(
        `${origin} did not respond to ${before} requests in a row, so it is not asked any more. Repeat the command later.`,
        "budget",
        true,
      );
    try {
      const response = await request();
      failures.delete(origin);
      return response;
    } catch (error) {
      if (error instanceof OutboundRefused) failures.set(origin, (failures.get(origin) ?? 0) + 1);
      throw error;
    }
  };
}

/**
 * Creates functions that fetch for one file each, as for an uploaded badge (decision 0058). What many badges share is fetched
 * once.
 */
function createSources(): () => Fetch {
  const shared = new Map<string, Result>();
  const guard = createGuard();
  return () => {
    const limited = createLimitedFetch(BUDGET, { allowInsecure: env().WEBHOOKS_ALLOW_INSECURE });
    const send: Fetch = (url, target) => guard(new URL(url).origin, () => limited(url, target));
    return (url, target) => {
      if (!SHARED.has(target.what)) return send(url, target);
      const known = shared.get(url);
      if (known) return known;
      const [oldest] = shared.keys();
      if (shared.size >= MAX_SHARED && oldest !== undefined) shared.delete(oldest);
      const result = send(url, target);
      shared.set(url, result);
      result.catch(() => shared.delete(url));
      return result;
    };
  };
}

/** The address of what comes from files alone. A name that no service can have (RFC 6761). */
const NO_ADDRESS = "https://files.invalid";

export type ImagesOptions = {
  folder: string;
  /** The organization that the badges are moved into. */
  target: { id: string; name: string; vanitySlug: string };
  /** The issuers whose badges are taken, as addresses of profiles or origins; empty: the only one of the files. */
  issuers: readonly string[];
  /** A file of addresses that hashed recipients are compared with. */
  addresses: string | null;
  /** Takes the files as they are, without a request to the services that issued them. */
  isOffline: boolean;
  /** The file of records that is written. */
  path: string;
  progress: (line: string) => void;
};

/** The fields that Open Badges have. */
const GIVEN = {
  organization: [],
  badge_template: ["name", "description", "image_id", "criteria_url", "skills", "alignments"],
  issued_badge: [
    "template_organization_id",
    "badge_template_id",
    "user_id",
    "recipient_email",
    "state",
    "state_updated_at",
    "evidence",
    "revocation_reason",
    "issued_at",
    "issued_at_date",
    "expires_at",
    "expires_at_date",
  ],
} as const satisfies Partial<Record<KindName, readonly string[]>>;

const listNotGiven = (kind: keyof typeof GIVEN): string[] => {
  const given: readonly string[] = ["kind", "id", "not_given", ...GIVEN[kind]];
  return Object.keys(RECORDS[kind].shape).filter((field) => !given.includes(field));
};

const NOT_GIVEN: NonNullable<Header["not_given"]> = {
  person: PERSON_NOT_GIVEN,
  organization: listNotGiven("organization"),
  badge_template: listNotGiven("badge_template"),
  issued_badge: listNotGiven("issued_badge"),
};

/** The moment of the last change of the files: the same as long as they are, so that an interrupted run continues. */
async function readLastChange(folder: string, names: readonly string[]): Promise<string> {
  let last = 0;
  for (const name of names)
    last = Math.max(last, (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0);
  return new Date(Math.floor(last)).toISOString();
}

/**
 * Writes the badges in the PNG and SVG files of a folder as a file of records that `moveInFile` reads. Throws `MoveError` for
 * a folder without images or with too many, and when it is not clear whose badges are meant.
 */
export async function convertImageFolder(options: ImagesOptions): Promise<ImagesReport> {
  const { folder, target, path } = options;
  const report: ImagesReport = {
    folder,
    files: 0,
    taken: 0,
    repeated: 0,
    verified: 0,
    vouched: 0,
    refused_count: 0,
    refused: [],
    issuers: [],
    notes: [],
  };
  const names = await listImages(folder, report);
  const reading: Reading = {
    folder,
    report,
    createFetch: options.isOffline ? null : createSources(),
    findRecipient: await createRecipientFinder(target.id, options.addresses),
    issuers: options.issuers,
    progress: options.progress,
  };
  const contents = await collectContents(reading, names);
  // Its own id would be that of an earlier move of the organization itself.
  const id = toUuid("organization", `images ${target.id}`);
  const wire = WireOrganization.parse({ id, name: target.name, vanity_slug: target.vanitySlug });
  const organization = { ...toOrganization(wire, false, null, new Date(0).toISOString()), id };
  const header: Header = {
    kind: "export",
    format: FORMAT,
    organization_id: id,
    base_url: NO_ADDRESS,
    exported_at: await readLastChange(folder, names),
    not_given: NOT_GIVEN,
  };
  await mkdir(join(path, ".."), { recursive: true, mode: PRIVATE_DIRECTORY });
  await rm(path, { force: true });
  await writeRecordFile(path, header, (write) => writeContents(write, reading, { contents, organization }));
  return report;
}
