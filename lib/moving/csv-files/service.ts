import { mkdir, readdir, rm, stat, readFile } from "node:fs/promises";
import { join, basename } from "node:path";
import { parseInstant } from "@/lib/kernel/dates";
import { PRIVATE_DIRECTORY } from "@/lib/kernel/private-files";
import { toOrganization, ORGANIZATION_NOT_GIVEN } from "@/lib/moving/downloads/organization";
import { WireOrganization } from "@/lib/moving/downloads/schema";
import { MoveError } from "@/lib/moving/imports/schema";
import {
  writeRecordFile,
  createRecordWriter,
  type RecordWriter,
  type WriteLines,
} from "@/lib/moving/records/file-writer";
import { toUuid } from "@/lib/moving/records/ids";
import { FORMAT, type AnyRecord, type Header, RECORDS, type KindName } from "@/lib/moving/records/schema";
import { collectContents, type Folder, addRefused, type Contents, type Reader } from "./contents";
import { createIdScope } from "./items";
import { readRows, type CsvFile, type CsvRow } from "./read";
import type { CsvReport, FileKind } from "./schema";
import { buildItem, RowRefused, type Item } from "./values";
import { BADGE_NOT_GIVEN, GROUP_NOT_GIVEN, badgeId, toBadge, toGroup } from "@/lib/moving/downloads/badges";
import { EMPLOYEE_NOT_GIVEN, toEmployee, toHistories } from "@/lib/moving/downloads/employees";
import { PERSON_NOT_GIVEN } from "@/lib/moving/downloads/people";
import { TEMPLATE_NOT_GIVEN, toActivities, toTemplate } from "@/lib/moving/downloads/templates";
import { InvalidImage, normaliseImage } from "@/lib/art/drawing/decode-image";
import { drawPicture } from "@/lib/moving/downloads/drawings";

/** Reads a picture of the folder as PNG; null, with a note, for a file that is missing or no image. */
async function readPicture({ report }: Folder, name: string): Promise<Buffer | null> {
  const note = (reason: string): null => {
    report.notes.push(`picture ${name}: ${reason}`);
    return null;
  };
  if (name !== basename(name)) return note("give the name of a file in the folder, without a path");
  try {
    return await normaliseImage(await readFile(join(report.folder, name)));
  } catch (error) {
    if (error instanceof InvalidImage) return note(error.message);
    if (error instanceof Error && "code" in error) return note("cannot be read");
    throw error;
  }
}

/** Writes the pictures of templates, and returns which image each template has. */
async function writePictures(
  writer: RecordWriter,
  folder: Folder,
  { templates, now }: Contents,
  issuerName: string,
): Promise<Map<string, string>> {
  const images = new Map<string, string>();
  const written = new Set<string>();
  for (const [id, { wire, picture }] of templates) {
    const own = picture === null ? null : await readPicture(folder, picture);
    const image = own ? toUuid("image", `${folder.organizationId} ${picture}`) : toUuid("drawn image", id);
    images.set(id, image);
    if (written.has(image)) continue;
    written.add(image);
    const bytes = own?.toString("base64") ?? (await drawPicture(wire.name, id, issuerName));
    await writer.add({ kind: "image", id: image, bytes, created_at: now });
  }
  return images;
}

async function writeTemplates(
  writer: RecordWriter,
  { templates, now }: Contents,
  images: Map<string, string>,
) {
  for (const [id, { wire }] of templates)
    await writer.add(toTemplate(wire, { imageId: images.get(id) ?? "", isDeleted: false, now }));
  const ids = new Set(templates.keys());
  for (const { wire } of templates.values())
    for (const activity of toActivities(wire, ids)) await writer.add(activity);
}

async function writeBadges(
  writer: RecordWriter,
  { organizationId }: Folder,
  contents: Contents,
  reader: Reader,
) {
  const { groups, people, badgeIds, now } = contents;
  for (const group of groups.values()) await writer.add(toGroup(group, organizationId, now));
  for await (const wire of reader.badges()) {
    if (!badgeIds.has(badgeId(wire))) continue;
    const { owner } = wire.badge_template;
    await writer.add(
      toBadge(wire, {
        organizationId,
        ownerId: owner === null ? organizationId : toUuid("organization", owner),
        userId: people.findOwner(wire),
        hasBadge: (id) => badgeIds.has(id),
        now,
      }),
    );
  }
}

/** Writes the records of the files, in the order of an export. */
async function writeContents(
  write: WriteLines,
  folder: Folder,
  { contents, reader, organization }: { contents: Contents; reader: Reader; organization: AnyRecord },
): Promise<void> {
  const writer = createRecordWriter(write, (record, reason) =>
    addRefused(folder.report, { file: record.kind, line: null, reason: `${String(record.id)}: ${reason}` }),
  );
  const images = await writePictures(writer, folder, contents, String(organization.name));
  await writer.add(organization);
  for (const person of contents.people.list()) await writer.add(person);
  await writeTemplates(writer, contents, images);
  await writeBadges(writer, folder, contents, reader);
  const { people, now } = contents;
  for await (const wire of reader.employees())
    await writer.add(toEmployee(wire, people.findByAddress(wire.email), now));
  for await (const wire of reader.employees())
    for (const history of toHistories(wire, now)) await writer.add(history);
  await writer.flush();
}

/** Fields of a record that other columns say, by the start of their paths, or by the whole path after an equals sign. */
const SAID_BY: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  issued_badge: {
    template_organization_id: ["badge_template"],
    badge_template_id: ["badge_template"],
    display_issuer_as: ["issuer."],
    // A badge without a state is read as pending, and pending badges have no account.
    user_id: ["=state", "user."],
    issued_to: ["issued_to"],
    issuer_earner_group_id: ["issuer_earner_group"],
    evidence: ["evidence"],
    public: ["=public", "=is_private_badge"],
    issued_at_date: ["issued_at"],
    expires_at: ["expires_at"],
    expires_at_date: ["expires_at"],
    state_updated_at: ["=state"],
  },
  badge_template: { image_id: ["picture"], design: ["design."] },
  employee: {
    state: ["employee_state"],
    state_updated_at: ["employee_state_updated_at"],
    user_id: ["employee_state"],
  },
};

const KIND_OF_FILE: Readonly<Record<Exclude<FileKind, "organization">, KindName>> = {
  badge_templates: "badge_template",
  badges: "issued_badge",
  employees: "employee",
};

/** The name of an organization is that of the one here where no file has it. */
const ALWAYS = new Set(["kind", "id", "name", "not_given"]);

const says = (path: string, start: string): boolean =>
  start.startsWith("=") ? path === start.slice(1) : path.startsWith(start);

function listNotGiven(kind: KindName, paths: ReadonlySet<string>): string[] {
  const fields = Object.keys(RECORDS[kind].shape).filter((field) => !ALWAYS.has(field));
  return fields.filter((field) => {
    const starts = SAID_BY[kind]?.[field];
    return starts ? ![...paths].some((path) => starts.some((start) => says(path, start))) : !paths.has(field);
  });
}

/** What no source of this kind gives. */
const NEVER: Readonly<Record<string, readonly string[]>> = {
  organization: [...ORGANIZATION_NOT_GIVEN, "photo_id", "webhook_accepts_any_success"],
  badge_template: TEMPLATE_NOT_GIVEN,
  issued_badge: BADGE_NOT_GIVEN,
  employee: EMPLOYEE_NOT_GIVEN,
};

/**
 * Returns the fields that the files do not give, by kind: `not_given` of the header. `paths` are the columns of each file. A
 * template that badges alone describe has the columns of badges.csv.
 */
function findNotGiven(paths: ReadonlyMap<FileKind, ReadonlySet<string>>): NonNullable<Header["not_given"]> {
  const none = new Set<string>();
  const nested = [...(paths.get("badges") ?? none)].flatMap((path) =>
    path.startsWith("badge_template.") ? [path.slice("badge_template.".length)] : [],
  );
  const given: Record<string, ReadonlySet<string>> = {
    organization: paths.get("organization") ?? none,
    ...Object.fromEntries(
      Object.entries(KIND_OF_FILE).map(([file, kind]) => [kind, paths.get(file as FileKind) ?? none]),
    ),
  };
  if (!paths.has("badge_templates")) given.badge_template = new Set(nested);
  return {
    person: PERSON_NOT_GIVEN,
    earner_group: GROUP_NOT_GIVEN,
    ...Object.fromEntries(
      Object.entries(given).map(([kind, columns]) => [
        kind,
        [...new Set([...(NEVER[kind] ?? []), ...listNotGiven(kind as KindName, columns)])],
      ]),
    ),
  };
}

/** The names of files: spreadsheets and browsers add numbers to them, such as `badges (1).csv`. */
const NAMES: readonly (readonly [FileKind, RegExp])[] = [
  ["organization", /^organizations?([ _.(-].*)?\.csv$/i],
  ["badge_templates", /^badge[ _-]?templates?([ _.(-].*)?\.csv$/i],
  ["badges", /^(issued[ _-])?badges([ _.(-].*)?\.csv$/i],
  ["employees", /^employees([ _.(-].*)?\.csv$/i],
];

/** The address of what comes from files alone. A name that no service can have (RFC 6761). */
const NO_ADDRESS = "https://files.invalid";

export type CsvOptions = {
  folder: string;
  /** The name or the address of the service that the files come from; null: the organization of the files. */
  source: string | null;
  /** The organization that they are moved into; null: that of organization.csv. */
  target: { id: string; name: string; vanitySlug: string } | null;
  /** The file of records that is written. */
  path: string;
};

async function listFiles(folder: string): Promise<CsvFile[]> {
  const names = await readdir(folder).catch(() => {
    throw new MoveError(`${folder} is not a folder that can be read.`);
  });
  const files = NAMES.flatMap(([kind, pattern]) =>
    names
      .filter((name) => pattern.test(name))
      .toSorted()
      .map((name) => ({ kind, name, path: join(folder, name) })),
  );
  if (files.length > 0) return files;
  throw new MoveError(`${folder} has none of the files ${NAMES.map(([kind]) => `${kind}.csv`).join(", ")}.`);
}

type Scan = {
  paths: Map<FileKind, Set<string>>;
  organization: Item | null;
  ownerId: string | null;
  /** The earliest day in the files. */
  earliest: string | null;
};

/** The organization that a row says it belongs to. */
function readOwner({ cells }: CsvRow): string | null {
  for (const [{ path }, text] of cells)
    if (path === "created_by.id" || path === "owner.id") return text === "" ? null : text;
  return null;
}

const DAY = /^(\d{4}-\d{2}-\d{2})/;

function addDays(scan: Scan, { cells }: CsvRow): void {
  for (const [{ type }, text] of cells) {
    const day = type === "time" || type === "day" ? DAY.exec(text)?.[1] : undefined;
    if (day !== undefined && parseInstant(day) && (scan.earliest === null || day < scan.earliest))
      scan.earliest = day;
  }
}

/** Reads the headings of each file and counts its rows. Finds the organization. */
async function scanFiles(files: readonly CsvFile[], report: CsvReport): Promise<Scan> {
  const scan: Scan = { paths: new Map(), organization: null, ownerId: null, earliest: null };
  for (const file of files) {
    const entry = { file: file.name, rows: 0, ignored_columns: [] as string[] };
    const paths = scan.paths.get(file.kind) ?? new Set<string>();
    scan.paths.set(file.kind, paths);
    const rows = readRows(file, ({ columns, ignored }) => {
      entry.ignored_columns = ignored;
      for (const column of columns) if (column) paths.add(column.path);
    });
    for await (const row of rows) {
      entry.rows += 1;
      scan.ownerId ??= readOwner(row);
      addDays(scan, row);
      if (file.kind === "organization") addOrganization(scan, file, row);
    }
    report.files.push(entry);
  }
  return scan;
}

function addOrganization(scan: Scan, file: CsvFile, row: CsvRow): void {
  if (scan.organization !== null)
    throw new MoveError(`${file.name} has several organizations. Keep the row of the one that is moved.`);
  try {
    scan.organization = buildItem(row.cells);
  } catch (error) {
    if (error instanceof RowRefused) throw new MoveError(`${file.name}, line ${row.line}: ${error.message}`);
    throw error;
  }
}

const textOrNull = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : null;

type Origin = { wire: WireOrganization; source: string };

function parseOrganization(item: Item): WireOrganization {
  const parsed = WireOrganization.safeParse(item);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new MoveError(`organization.csv: ${issue?.path.join(".")} ${issue?.message}`);
}

/** Adds the name and the address of the organization here where the files have none. */
function completeOrganization(organization: Item | null, target: CsvOptions["target"]): Item {
  const item: Item = { ...organization };
  item.name ??= target?.name;
  item.vanity_slug ??= target?.vanitySlug;
  return item;
}

/** Reads the organization of the files, and the name of their source. Throws `MoveError` when there is none. */
function readOrigin({ organization, ownerId }: Scan, { source, target }: CsvOptions): Origin {
  const item = completeOrganization(organization, target);
  if (typeof item.name !== "string" || item.name === "")
    throw new MoveError(
      "There is no organization.csv with the column name: name the organization with --organization.",
    );
  const given = textOrNull(item.id) ?? ownerId;
  // Of --organization, its id goes before a name that can change.
  const key = source ?? given ?? target?.id ?? item.name;
  const id = createIdScope(key)(given ?? `organization ${item.name}`);
  return { wire: parseOrganization({ ...item, id }), source: key };
}

/** The moment of the last change of the files: the same as long as they are, so that an interrupted run continues. */
async function readLastChange(files: readonly CsvFile[]): Promise<string> {
  const times = await Promise.all(files.map(async ({ path }) => (await stat(path)).mtimeMs));
  return new Date(Math.floor(Math.max(...times))).toISOString();
}

const isAddress = (text: string | null): text is string =>
  text !== null && /^https?:\/\//.test(text) && URL.canParse(text);

/**
 * Writes the CSV files of a folder as a file of records that `moveInFile` reads. Rows are read one after the other, twice;
 * ids, templates and people are in memory. Throws `MoveError` for files that are no tables and without an organization.
 */
export async function convertCsvFolder(options: CsvOptions): Promise<CsvReport> {
  const files = await listFiles(options.folder);
  const missing = NAMES.map(([kind]) => kind).filter((kind) => !files.some((file) => file.kind === kind));
  const report: CsvReport = {
    folder: options.folder,
    files: [],
    missing: missing.map((kind) => `${kind}.csv`),
    refused_count: 0,
    refused: [],
    notes: [],
  };
  const scan = await scanFiles(files, report);
  const { wire, source } = readOrigin(scan, options);
  const organizationId = toUuid("organization", wire.id);
  const folder: Folder = { files, scope: createIdScope(source), organizationId, report };
  // The same for the same rows, so that a later run finds nothing changed.
  const otherwise = wire.created_at ?? new Date(scan.earliest ?? 0).toISOString();
  const { contents, reader } = await collectContents(folder, otherwise);
  const organization: AnyRecord = toOrganization(wire, false, null, contents.now);
  const header: Header = {
    kind: "export",
    format: FORMAT,
    organization_id: organizationId,
    base_url: isAddress(options.source) ? options.source : NO_ADDRESS,
    exported_at: await readLastChange(files),
    not_given: findNotGiven(scan.paths),
  };
  await mkdir(join(options.path, ".."), { recursive: true, mode: PRIVATE_DIRECTORY });
  await rm(options.path, { force: true });
  await writeRecordFile(options.path, header, (write) =>
    writeContents(write, folder, { contents, reader, organization }),
  );
  return report;
}
