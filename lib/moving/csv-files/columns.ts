import type { z } from "zod";
import { WireBadgeFields, WireEmployeeFields } from "@/lib/moving/downloads/badge-schema";
import { WireOrganization, WireTemplateFields } from "@/lib/moving/downloads/schema";
import { HEADINGS, normalizeHeading } from "@/lib/platform/files/headings";
import { EMPLOYEE_COLUMNS } from "@/lib/workforce/batches/schema";
import type { FileKind } from "./schema";

/** How the cells of a column are read. */
export type CellType = "text" | "flag" | "list" | "time" | "day";

/** A column: the path of its value in an item of the interface, such as `badge_template.id`. */
export type Column = { path: string; type: CellType; names: readonly string[] };

/** The pictures and what a service composes have no column of their own here. */
const OBJECTS = new Set([
  "image",
  "photo",
  "owner",
  "design",
  "user",
  "issuer",
  "created_by",
  "badge_template",
]);

const accepts = (field: z.ZodType, value: unknown): boolean => field.safeParse(value).success;

/** Reads the type of a column from the field of the interface. */
function findType(name: string, field: z.ZodType): CellType {
  if (name.endsWith("_at")) return "time";
  if (name.endsWith("_date")) return "day";
  if (accepts(field, true)) return "flag";
  return accepts(field, []) ? "list" : "text";
}

type Aliases = Readonly<Record<string, readonly string[]>>;

function listColumns(shape: Record<string, z.ZodType>, aliases: Aliases, prefix = ""): Column[] {
  return Object.entries(shape)
    .filter(([name]) => !OBJECTS.has(name))
    .map(([name, field]) => ({
      path: `${prefix}${name}`,
      type: findType(name, field),
      names: [`${prefix}${name}`, ...(aliases[name] ?? [])],
    }));
}

const textColumn = (path: string, names: readonly string[] = []): Column => ({
  path,
  type: "text",
  names: [path, ...names],
});

const DESIGN = ["shape", "color", "icon", "accent", "finish", "ribbon", "pattern"];
const listDesign = (prefix: string): Column[] => [
  ...DESIGN.map((name) => textColumn(`${prefix}design.${name}`)),
  ...["show_name", "show_issuer"].map((name): Column => {
    const path = `${prefix}design.${name}`;
    return { path, type: "flag", names: [path] };
  }),
];

/** A picture of a template: the name of a file in the folder. */
export const PICTURE = "picture";

const TEMPLATE_ALIASES: Aliases = {
  id: ["badge template id", "template id", "badge id"],
  name: ["badge template name", "template name", "badge name", "title"],
  description: ["badge description", "badge template description"],
  skills: ["skill", "tags"],
  criteria_url: ["criteria"],
  global_activity_url: ["url", "earn url"],
};

const BADGE_ALIASES: Aliases = {
  id: ["badge id", "issued badge id", "credential id", "assertion id"],
  state: ["status", "badge state", "badge status"],
  recipient_email: HEADINGS.email,
  issued_to: HEADINGS.full_name,
  issued_to_first_name: HEADINGS.first_name,
  issued_to_middle_name: HEADINGS.middle_name,
  issued_to_last_name: HEADINGS.last_name,
  issuer_earner_id: HEADINGS.person_id,
  locale: HEADINGS.language,
  country: HEADINGS.country,
  state_or_province: HEADINGS.state.filter((name) => name !== "state"),
  issued_at: HEADINGS.issued_on,
  expires_at: HEADINGS.expires_on,
  revocation_reason: ["revoke reason", "reason for revocation", "reason"],
  replaces_badge_id: ["replaces"],
  replacement_badge_id: ["replaced by"],
  suppress_badge_notification_email: HEADINGS.no_email,
};

/** Evidence as a link and its title, beside the list of evidence of the interface. */
export const EVIDENCE = { url: "evidence_url", title: "evidence_title" } as const;

const USER = ["id", "email", "first_name", "middle_name", "last_name", "url"];

const BADGE_TEMPLATE_ALIASES: Aliases = {
  id: ["template id"],
  name: ["badge name", "template", "template name", "badge", "badge title"],
};

const badgeColumns: Column[] = [
  ...listColumns(WireBadgeFields.shape, BADGE_ALIASES).filter(({ path }) => path !== "issuer_earner_group"),
  textColumn(
    EVIDENCE.url,
    HEADINGS.evidence_url.filter((name) => name !== "evidence"),
  ),
  textColumn(EVIDENCE.title, HEADINGS.evidence_title),
  ...USER.map((name) => textColumn(`user.${name}`)),
  textColumn("user.current_position_name"),
  textColumn("user.current_organization_name"),
  { path: "user.confirmed", type: "flag", names: ["user.confirmed"] },
  textColumn("created_by.id"),
  { path: "issuer.entities", type: "list", names: ["issuer.entities"] },
  textColumn("issuer_earner_group.external_id", HEADINGS.group_id),
  textColumn("issuer_earner_group.name", HEADINGS.group_name),
  ...listColumns(WireTemplateFields.shape, BADGE_TEMPLATE_ALIASES, "badge_template."),
  textColumn("badge_template.owner.id"),
  ...listDesign("badge_template."),
];

const EMPLOYEE_ALIASES: Aliases = {
  ...EMPLOYEE_COLUMNS,
  employee_state: ["employee status"],
  external_id: EMPLOYEE_COLUMNS.external_id.filter((name) => name !== "id"),
};

/** The columns of each file. Where a heading fits several, the first one has it. */
const COLUMNS: Readonly<Record<FileKind, readonly Column[]>> = {
  organization: listColumns(WireOrganization.shape, {
    id: ["organization id"],
    name: ["organization name", "organization"],
  }),
  badge_templates: [
    ...listColumns(WireTemplateFields.shape, TEMPLATE_ALIASES),
    textColumn("owner.id"),
    ...listDesign(""),
    textColumn(PICTURE, ["image", "image file", "picture file", "image name"]),
  ],
  badges: badgeColumns,
  employees: listColumns(WireEmployeeFields.shape, EMPLOYEE_ALIASES),
};

/** Assigns headings to columns: null for a heading that no column has, or that another one has already. */
export function assignColumns(kind: FileKind, headings: readonly string[]): (Column | null)[] {
  const assigned = new Map<number, Column>();
  const known = headings.map(normalizeHeading);
  const assign = (pick: (column: Column) => readonly string[]): void => {
    for (const column of COLUMNS[kind]) {
      if ([...assigned.values()].includes(column)) continue;
      const names = pick(column).map(normalizeHeading);
      const place = known.findIndex((heading, index) => !assigned.has(index) && names.includes(heading));
      if (place >= 0) assigned.set(place, column);
    }
  };
  // The names of the interface go before other headings for the same.
  assign(({ path }) => [path]);
  assign(({ names }) => names);
  return headings.map((_, index) => assigned.get(index) ?? null);
}
