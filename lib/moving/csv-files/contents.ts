import { badgeId } from "@/lib/moving/downloads/badges";
import type { WireBadge, WireEmployee } from "@/lib/moving/downloads/badge-schema";
import { createPeople, type People } from "@/lib/moving/downloads/people";
import { NO_PICTURES } from "@/lib/moving/downloads/pictures";
import type { WireTemplate } from "@/lib/moving/downloads/schema";
import { templateId } from "@/lib/moving/downloads/templates";
import { toUuid } from "@/lib/moving/records/ids";
import { readBadge, readEmployee, readTemplate, type BadgeRow, type IdScope } from "./items";
import { readRows, type CsvFile, type CsvRow } from "./read";
import type { CsvReport, FileKind, RefusedRow } from "./schema";
import { RowRefused } from "./values";

/** How many refused rows are listed with their reasons. All are counted. */
const MAX_REFUSED = 1_000;

/** A folder of CSV files, and what its rows belong to. */
export type Folder = {
  files: readonly CsvFile[];
  scope: IdScope;
  /** The id of the organization in the files. */
  organizationId: string;
  report: CsvReport;
};

export type Template = { wire: WireTemplate; picture: string | null };

/** What the files contain, collected before its records are written. */
export type Contents = {
  templates: Map<string, Template>;
  people: People;
  groups: Map<string, NonNullable<WireBadge["issuer_earner_group"]>>;
  badgeIds: Set<string>;
  /** The time of what has none. */
  now: string;
};

/** Reports something that is not taken. */
export function addRefused(report: CsvReport, refused: RefusedRow): void {
  report.refused_count += 1;
  if (report.refused.length < MAX_REFUSED) report.refused.push(refused);
}

const refuse = ({ report }: Folder, { name }: CsvFile, line: number, reason: string): void =>
  addRefused(report, { file: name, line, reason });

/** Reads the rows of a kind of file with `read`. `onRefused` gets those for which it throws `RowRefused`. */
async function* readAll<Value>(
  { files }: Folder,
  kind: FileKind,
  read: (row: CsvRow, file: CsvFile) => Value | null,
  onRefused: (file: CsvFile, line: number, reason: string) => void = () => undefined,
): AsyncGenerator<Value> {
  for (const file of files.filter((one) => one.kind === kind))
    for await (const row of readRows(file)) {
      try {
        const value = read(row, file);
        if (value !== null) yield value;
      } catch (error) {
        if (!(error instanceof RowRefused)) throw error;
        onRefused(file, row.line, error.message);
      }
    }
}

/** Throws `RowRefused` for an id that an earlier row has. */
function createUnique(): (id: string, row: CsvRow, file: CsvFile) => void {
  const places = new Map<string, string>();
  return (id, { line }, file) => {
    const place = `${file.name} ${line}`;
    const earlier = places.get(id);
    if (earlier !== undefined && earlier !== place)
      throw new RowRefused(`id: line ${earlier.slice(earlier.lastIndexOf(" ") + 1)} has the same one`);
    places.set(id, place);
  };
}

/** Reads rows for the second time: those that were refused are left out, and not reported again. */
export type Reader = {
  badges: () => AsyncGenerator<WireBadge>;
  employees: () => AsyncGenerator<WireEmployee>;
};

type Collecting = {
  folder: Folder;
  contents: Contents;
  /** The ids of the templates of a name. */
  names: Map<string, string[]>;
  hasTemplates: boolean;
};

async function collectTemplates({ folder, contents, names }: Collecting): Promise<void> {
  const unique = createUnique();
  const report = (file: CsvFile, line: number, reason: string) => refuse(folder, file, line, reason);
  const read = (row: CsvRow, file: CsvFile) => {
    const found = readTemplate(row, folder.scope);
    unique(found.wire.id, row, file);
    return found;
  };
  let foreign = 0;
  for await (const { wire, picture } of readAll(folder, "badge_templates", read, report)) {
    if (!isOwn(wire.owner, folder.organizationId)) {
      foreign += 1;
      continue;
    }
    contents.templates.set(templateId(wire), { wire, picture });
    const key = wire.name.trim().toLowerCase();
    names.set(key, [...(names.get(key) ?? []), wire.id]);
  }
  if (foreign > 0) folder.report.notes.push(`${foreign} badge templates belong to other organizations`);
}

const isOwn = (owner: string | null, organizationId: string): boolean =>
  owner === null || toUuid("organization", owner) === organizationId;

const createFinder =
  ({ names, hasTemplates, folder }: Collecting) =>
  (name: string): string | undefined => {
    const key = name.trim().toLowerCase();
    const [id, ...others] = names.get(key) ?? [];
    if (others.length > 0)
      throw new RowRefused(
        `badge_template.name: ${others.length + 1} templates have this name; give badge_template.id`,
      );
    return id ?? (hasTemplates ? undefined : folder.scope(`name ${key}`));
  };

/** A template that only badges describe, and that is the organization's own. */
const isNewTemplate = ({ folder, contents }: Collecting, template: WireTemplate): boolean =>
  !contents.templates.has(templateId(template)) && isOwn(template.owner, folder.organizationId);

/** Throws `RowRefused` for a template that the file of templates does not have: its row may have been refused. */
function requireListed(collecting: Collecting, { template }: BadgeRow): void {
  if (template === null || !collecting.hasTemplates || !isNewTemplate(collecting, template)) return;
  throw new RowRefused("badge_template.id: the file of badge templates does not have this template");
}

function addBadge(collecting: Collecting, { wire, template }: BadgeRow): void {
  const { contents } = collecting;
  contents.badgeIds.add(badgeId(wire));
  contents.people.addBadge(wire);
  const group = wire.issuer_earner_group;
  if (group) contents.groups.set(group.external_id, group);
  if (template !== null && isNewTemplate(collecting, template))
    contents.templates.set(templateId(template), { wire: template, picture: null });
}

async function collectBadges(collecting: Collecting): Promise<() => AsyncGenerator<WireBadge>> {
  const { folder } = collecting;
  const find = createFinder(collecting);
  let foreign = 0;
  const unique = createUnique();
  const read = (row: CsvRow, file: CsvFile): BadgeRow | null => {
    const found = readBadge(row, folder.scope, find);
    if (!isOwn(found.wire.created_by, folder.organizationId)) {
      foreign += 1;
      return null;
    }
    requireListed(collecting, found);
    unique(badgeId(found.wire), row, file);
    return found;
  };
  const report = (file: CsvFile, line: number, reason: string) => refuse(folder, file, line, reason);
  for await (const badge of readAll(folder, "badges", read, report)) addBadge(collecting, badge);
  if (foreign > 0) folder.report.notes.push(`${foreign} badges were issued by other organizations`);
  return async function* () {
    for await (const { wire } of readAll(folder, "badges", read)) yield wire;
  };
}

async function collectEmployees({
  folder,
  contents,
}: Collecting): Promise<() => AsyncGenerator<WireEmployee>> {
  const unique = createUnique();
  const read = (row: CsvRow, file: CsvFile): WireEmployee => {
    const found = readEmployee(row, folder.scope);
    unique(found.email, row, file);
    return found;
  };
  const report = (file: CsvFile, line: number, reason: string) => refuse(folder, file, line, reason);
  for await (const employee of readAll(folder, "employees", read, report))
    contents.people.addEmployee(employee);
  return () => readAll(folder, "employees", read);
}

/** Collects what the records of the files need of each other, and reports the rows that cannot be taken. */
export async function collectContents(
  folder: Folder,
  otherwise: string,
): Promise<{ contents: Contents; reader: Reader }> {
  const contents: Contents = {
    templates: new Map(),
    people: createPeople(NO_PICTURES, otherwise),
    groups: new Map(),
    badgeIds: new Set(),
    now: otherwise,
  };
  const hasTemplates = folder.files.some(({ kind }) => kind === "badge_templates");
  const collecting: Collecting = { folder, contents, names: new Map(), hasTemplates };
  await collectTemplates(collecting);
  const badges = await collectBadges(collecting);
  const employees = await collectEmployees(collecting);
  return { contents, reader: { badges, employees } };
}
