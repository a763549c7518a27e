import type { z } from "zod";
import { toEndOfDay } from "@/lib/kernel/dates";
import { emailAddress } from "@/lib/kernel/fields";
import { isUuid } from "@/lib/kernel/ids";
import { digest } from "@/lib/kernel/secrets";
import { WireBadge, WireEmployee } from "@/lib/moving/downloads/badge-schema";
import { WireTemplate } from "@/lib/moving/downloads/schema";
import { MAX_ID_LENGTH } from "@/lib/moving/downloads/wire-fields";
import { EVIDENCE, PICTURE } from "./columns";
import type { CsvRow } from "./read";
import { buildItem, RowRefused, type Item } from "./values";

/**
 * How ids of a source become ids that no other source has: a UUID stays, other ids get its name before them. What gets too long
 * by that, for example an id of a template, an address and a time, is replaced by its digest.
 */
export type IdScope = (id: string) => string;

export const createIdScope =
  (source: string): IdScope =>
  (id) => {
    if (isUuid(id)) return id;
    const scoped = `${source} ${id}`;
    return scoped.length <= MAX_ID_LENGTH ? scoped : `sha256 ${digest(scoped).toString("hex")}`;
  };

const textOf = (item: Item, name: string): string => (typeof item[name] === "string" ? item[name] : "");

const objectOf = (item: Item, name: string): Item | null =>
  typeof item[name] === "object" && item[name] !== null ? (item[name] as Item) : null;

function readAddress(item: Item, name: string): string {
  const parsed = emailAddress().safeParse(textOf(item, name));
  if (parsed.success) return parsed.data;
  throw new RowRefused(`${name}: “${textOf(item, name)}” is not an e-mail address`);
}

/** Replaces ids by those of the scope. */
function scopeIds(item: Item | null, names: readonly string[], scope: IdScope): void {
  if (item) for (const name of names) if (textOf(item, name) !== "") item[name] = scope(textOf(item, name));
}

function parseItem<Schema extends z.ZodType>(schema: Schema, item: Item): z.output<Schema> {
  const parsed = schema.safeParse(item);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, 3);
  throw new RowRefused(issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; "));
}

function buildRowItem({ cells, problem }: CsvRow): Item {
  if (problem !== null) throw new RowRefused(problem);
  return buildItem(cells);
}

/** The id of a template that is known by its name alone. */
const nameId = (name: string): string => `name ${name.trim().toLowerCase()}`;

/** Finds the id of a template by its name; undefined for a name that badge_templates.csv does not have. */
export type FindTemplate = (name: string) => string | undefined;

export type TemplateRow = { wire: WireTemplate; picture: string | null };

function completeTemplate(item: Item, scope: IdScope): void {
  const name = textOf(item, "name");
  if (name === "") throw new RowRefused("name: can't be blank");
  if (textOf(item, "id") === "") item.id = nameId(name);
  scopeIds(item, ["id"], scope);
  scopeIds(objectOf(item, "owner"), ["id"], scope);
}

/** Reads a template from a row. Throws `RowRefused`. */
export function readTemplate(row: CsvRow, scope: IdScope): TemplateRow {
  const item = buildRowItem(row);
  completeTemplate(item, scope);
  return { wire: parseItem(WireTemplate, item), picture: textOf(item, PICTURE) || null };
}

const STATES: Readonly<Record<string, string>> = {
  "": "pending",
  claimed: "accepted",
  unclaimed: "pending",
  declined: "rejected",
};

/** Adds the evidence of links: a column of its own, or a list of links. */
function completeEvidence(item: Item): void {
  const title = textOf(item, EVIDENCE.title);
  const links = textOf(item, EVIDENCE.url).split(/[\s|]+/);
  const given = Array.isArray(item.evidence) ? (item.evidence as unknown[]) : [];
  item.evidence = [...given, ...links.filter((link) => link !== "")].map((one) =>
    typeof one === "string" ? { type: "UrlEvidence", name: title || one, value: one } : one,
  );
}

/** Adds to the template of a badge the id that it has, or that belongs to its name. */
function completeBadgeTemplate(template: Item | null, scope: IdScope, findTemplate: FindTemplate): Item {
  const name = template ? textOf(template, "name") : "";
  if (template && textOf(template, "id") !== "") {
    scopeIds(template, ["id"], scope);
  } else {
    if (!template || name === "")
      throw new RowRefused("badge_template.id: give the id or the name of a template");
    const id = findTemplate(name);
    if (id === undefined)
      throw new RowRefused(`badge_template.name: badge_templates.csv has no template of the name “${name}”`);
    template.id = id;
  }
  scopeIds(objectOf(template, "owner"), ["id"], scope);
  return template;
}

const listIssuers = (item: Item): Item[] => {
  const entities = objectOf(item, "issuer")?.entities;
  return Array.isArray(entities) ? (entities as Item[]) : [];
};

function completeTimes(item: Item): void {
  item.issued_at ??= item.issued_at_date ?? null;
  item.expires_at ??= typeof item.expires_at_date === "string" ? toEndOfDay(item.expires_at_date) : null;
  if (item.issued_at === null) throw new RowRefused("issued_at: can't be blank");
  item.created_at ??= item.issued_at;
}

function completeBadge(item: Item, scope: IdScope, findTemplate: FindTemplate): Item {
  const email = readAddress(item, "recipient_email");
  const state = textOf(item, "state").toLowerCase();
  item.state = STATES[state] ?? state;
  const template = completeBadgeTemplate(objectOf(item, "badge_template"), scope, findTemplate);
  completeTimes(item);
  // Without an id: the same person cannot have the same badge twice on the same moment.
  if (textOf(item, "id") === "") item.id = `${textOf(template, "id")} ${email} ${String(item.issued_at)}`;
  scopeIds(item, ["id", "replaces_badge_id", "replacement_badge_id"], scope);
  scopeIds(objectOf(item, "user"), ["id"], scope);
  scopeIds(objectOf(item, "created_by"), ["id"], scope);
  for (const entity of listIssuers(item)) {
    scopeIds(entity, ["id"], scope);
    scopeIds(objectOf(entity, "entity"), ["id"], scope);
  }
  completeEvidence(item);
  return template;
}

export type BadgeRow = { wire: WireBadge; template: WireTemplate | null };

/** Reads a badge from a row, and its template if the row describes it. Throws `RowRefused`. */
export function readBadge(row: CsvRow, scope: IdScope, findTemplate: FindTemplate): BadgeRow {
  const item = buildRowItem(row);
  const template = completeBadge(item, scope, findTemplate);
  const described = WireTemplate.safeParse(template);
  return { wire: parseItem(WireBadge, item), template: described.success ? described.data : null };
}

/** Reads an employee from a row. Throws `RowRefused`. */
export function readEmployee(row: CsvRow, scope: IdScope): WireEmployee {
  const item = buildRowItem(row);
  const email = readAddress(item, "email");
  if (textOf(item, "id") === "") item.id = email;
  scopeIds(item, ["id"], scope);
  item.employee_state = textOf(item, "employee_state").toLowerCase() || "created";
  return parseItem(WireEmployee, item);
}
