import { listColumns, type Model } from "@/lib/kernel/columns";
import { digest } from "@/lib/kernel/secrets";
import { RECORDS, type AnyRecord, type KindName } from "./schema";

/** Which record a field refers to. */
export type Reference = {
  /** A kind; `organization` is the one that is moved or, for `isForeign`, one that was moved before or is here. */
  kind: KindName;
  isForeign?: true;
};

/** How records of a kind are stored. */
export type Kind = {
  name: KindName;
  model: Model;
  table: string;
  /** The fields that identify a record, in the file and in the table. */
  key: readonly string[];
  /** Whether the table's key also has the organization, so that other organizations can have the same one. */
  isKeyedByOrganization?: true;
  /** How the organization's rows are chosen: a condition on the table `t`, with the organization's id as $1. */
  where: string;
  references: Readonly<Record<string, Reference>>;
  /** Column that has the organization's id; null where no column has it. */
  organizationColumn: string | null;
  /** Another unique field within the organization, by which a record here is recognized as the same. */
  match?: string;
  /** Fields whose column has another name. */
  columns?: Readonly<Record<string, string>>;
};

const OWN = "t.organization_id = $1";
const own = { where: OWN, organizationColumn: "organization_id", key: ["id"], references: {} } as const;

const BADGE_OF_ORGANIZATION = "t.organization_id = $1 AND t.deleted_at IS NULL";

/** People who have a badge of the organization, are employed by it or are members of it. */
const PEOPLE = `t.deleted_at IS NULL AND t.merged_into_id IS NULL AND t.id IN (
    SELECT user_id FROM issued_badges WHERE organization_id = $1 AND deleted_at IS NULL
    UNION SELECT user_id FROM employees WHERE organization_id = $1
    UNION SELECT user_id FROM memberships WHERE organization_id = $1)`;

const DESIGN_IMAGES = `SELECT design FROM certificate_designs WHERE organization_id = $1
    UNION ALL SELECT design FROM template_certificate_designs WHERE organization_id = $1`;
const IMAGES = `t.id IN (
    SELECT unnest(ARRAY[photo_id, cover_id]) FROM organizations WHERE id = $1
    UNION SELECT image_id FROM badge_templates WHERE organization_id = $1
    UNION SELECT t.photo_id FROM users AS t WHERE ${PEOPLE}
    UNION SELECT (design ->> 'logo_id')::uuid FROM (${DESIGN_IMAGES}) AS d
    UNION SELECT (signature ->> 'image_id')::uuid FROM (${DESIGN_IMAGES}) AS d,
      jsonb_array_elements(design -> 'signatures') AS signature)`;

const template = { badge_template_id: { kind: "badge_template" } } as const;

/** The kinds that describe the organization itself and its people. */
const organizationKinds: Kind[] = [
  { ...own, name: "image", model: "Image", table: "images", where: IMAGES, organizationColumn: null },
  {
    ...own,
    name: "organization",
    model: "Organization",
    table: "organizations",
    where: "t.id = $1",
    organizationColumn: null,
    references: { photo_id: { kind: "image" }, cover_id: { kind: "image" } },
  },
  {
    ...own,
    name: "person",
    model: "User",
    table: "users",
    where: PEOPLE,
    organizationColumn: null,
    references: { photo_id: { kind: "image" } },
  },
  {
    ...own,
    name: "member",
    model: "Membership",
    table: "memberships",
    key: ["user_id"],
    isKeyedByOrganization: true,
    references: { user_id: { kind: "person" } },
  },
  {
    ...own,
    name: "saved_view",
    model: "SavedView",
    table: "saved_views",
    references: { user_id: { kind: "person" } },
  },
  { ...own, name: "mail_design", model: "MailDesign", table: "mail_designs", key: ["organization_id"] },
  {
    ...own,
    name: "certificate_design",
    model: "CertificateDesign",
    table: "certificate_designs",
    key: ["organization_id"],
  },
  { ...own, name: "oauth_application", model: "OauthApplication", table: "oauth_applications" },
];

const templateKinds: Kind[] = [
  {
    ...own,
    name: "badge_template",
    model: "BadgeTemplate",
    table: "badge_templates",
    references: { image_id: { kind: "image" } },
  },
  {
    ...own,
    name: "badge_template_activity",
    model: "BadgeTemplateActivity",
    table: "badge_template_activities",
    references: { ...template, required_badge_template_id: { kind: "badge_template" } },
  },
  {
    ...own,
    name: "template_certificate_design",
    model: "TemplateCertificateDesign",
    table: "template_certificate_designs",
    key: ["badge_template_id"],
    isKeyedByOrganization: true,
    references: template,
  },
  {
    ...own,
    name: "recommendation",
    model: "Recommendation",
    table: "recommendations",
    references: { recommended_badge_template_id: { kind: "badge_template" } },
  },
  {
    ...own,
    name: "badge_template_recommendation",
    model: "BadgeTemplateRecommendation",
    table: "badge_template_recommendations",
    key: ["badge_template_id", "recommendation_id"],
    references: { ...template, recommendation_id: { kind: "recommendation" } },
  },
  {
    ...own,
    name: "issuer_authorization",
    model: "IssuerAuthorization",
    table: "issuer_authorizations",
    where: "t.grantor_id = $1",
    organizationColumn: "grantor_id",
    references: { issuer_id: { kind: "organization", isForeign: true } },
  },
  {
    ...own,
    name: "issuer_authorization_template",
    model: "IssuerAuthorizationTemplate",
    table: "issuer_authorization_templates",
    where: "t.grantor_id = $1",
    organizationColumn: "grantor_id",
    key: ["issuer_authorization_id", "badge_template_id"],
    references: { ...template, issuer_authorization_id: { kind: "issuer_authorization" } },
  },
];

const badgeKinds: Kind[] = [
  {
    ...own,
    name: "earner_group",
    model: "IssuerEarnerGroup",
    table: "issuer_earner_groups",
    match: "external_id",
  },
  {
    ...own,
    name: "issued_badge",
    model: "IssuedBadge",
    table: "issued_badges",
    where: BADGE_OF_ORGANIZATION,
    references: {
      template_organization_id: { kind: "organization", isForeign: true },
      badge_template_id: { kind: "badge_template", isForeign: true },
      user_id: { kind: "person" },
      issuer_earner_group_id: { kind: "earner_group" },
      replaces_badge_id: { kind: "issued_badge" },
      replacement_badge_id: { kind: "issued_badge" },
    },
  },
  {
    ...own,
    name: "engagement_count",
    model: "EngagementCount",
    table: "engagement_counts",
    key: ["badge_template_id", "day", "kind_of_engagement", "channel"],
    isKeyedByOrganization: true,
    columns: { kind_of_engagement: "kind" },
    references: { badge_template_id: { kind: "badge_template", isForeign: true } },
  },
  {
    ...own,
    name: "employee",
    model: "Employee",
    table: "employees",
    match: "email",
    references: { user_id: { kind: "person" } },
  },
  {
    ...own,
    name: "employment_history",
    model: "EmploymentHistory",
    table: "employment_histories",
    references: { employee_id: { kind: "employee" } },
  },
];

/** The kinds in the order of `RECORDS`. */
export const KINDS: readonly Kind[] = [...organizationKinds, ...templateKinds, ...badgeKinds];

const byName = new Map(KINDS.map((kind) => [kind.name, kind]));

/** Returns the kind of this name. */
export function getKind(name: KindName): Kind {
  const kind = byName.get(name);
  if (!kind) throw new Error(`There is no kind ${name}.`);
  return kind;
}

/** Fields that are no columns: rows of another table, as a list in the record, and what the source does not give. */
const NESTED = new Set(["addresses", "not_given"]);

/** A field of a record and its column. */
export type StoredField = { field: string; column: string; type: "timestamp" | "bytes" | "other" };

/** Lists the fields of a kind that are columns of its table, in the order of the record. */
export function listStoredFields(kind: Kind): StoredField[] {
  const types = new Map(listColumns(kind.model).map(({ name, type }) => [name, type]));
  return Object.keys(RECORDS[kind.name].shape)
    .filter((field) => field !== "kind" && !NESTED.has(field))
    .map((field) => {
      const column = kind.columns?.[field] ?? field;
      const type = types.get(column);
      if (type === undefined) throw new Error(`${kind.table} has no column ${column}.`);
      if (type === "timestamp") return { field, column, type };
      return { field, column, type: column === "bytes" ? "bytes" : "other" };
    });
}

/** The identity of a record in the file: the values of its key. */
export const recordKey = (kind: Kind, record: AnyRecord): string =>
  kind.key.map((field) => String(record[field])).join(" ");

/** The digest of a record as it was read, by which a later run notices a change. */
export const recordDigest = (record: AnyRecord): Buffer => digest(JSON.stringify(record));
