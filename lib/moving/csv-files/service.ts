import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { parseInstant } from "@/lib/kernel/dates";
import { PRIVATE_DIRECTORY } from "@/lib/kernel/private-files";
import { toOrganization } from "@/lib/moving/downloads/organization";
import { WireOrganization } from "@/lib/moving/downloads/schema";
import { MoveError } from "@/lib/moving/imports/schema";
import { writeRecordFile } from "@/lib/moving/records/file-writer";
import { toUuid } from "@/lib/moving/records/ids";
import { FORMAT, type AnyRecord, type Header } from "@/lib/moving/records/schema";
import { collectContents, type Folder } from "./contents";
import { createIdScope } from "./items";
import { findNotGiven } from "./not-given";
import { readRows, type CsvFile, type CsvRow } from "./read";
import type { CsvReport, FileKind } from "./schema";
import { buildItem, RowRefused, type Item } from "./values";
import { writeContents } from "./write";

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
