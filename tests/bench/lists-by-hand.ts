import { Prisma } from "@/prisma/generated/client";
import { statement, type Asked, type Statement } from "./search-by-hand";

const { sql, raw, join } = Prisma;

const asked = (filters: string[], sorts: string[]): Asked[] => [
  {},
  ...filters.map((filter) => ({ filter })),
  ...sorts.flatMap((sort) => [{ sort }, { sort: `-${sort}` }]),
];

export const employeesAsked = asked(
  [
    "name_or_email::fifowell",
    "name_or_email::@mail0.",
    "name_or_email::ad",
    "employee_state::accepted",
    "employee_state::created,pending",
    "badge_level::Foundational",
  ],
  ["email", "created_at", "first_name", "last_name"],
);

export const templatesAsked = asked(
  [
    "query::Algebra",
    "name::Botany",
    "public::true",
    "reporting_tags::tag-3",
    "skills::Rare 1",
    "state::active",
    "created_at_min::2026-11-01",
    "updated_at_max::2030-01-01",
  ],
  ["name", "created_at", "updated_at", "badges_count"],
);

const filterCondition = ({ filter }: Asked): [string, string] => {
  const [key = "", value = ""] = (filter ?? "").split("::");
  return [key, value];
};

const orderClause = ({ sort }: Asked, fallback: string): Prisma.Sql => {
  const key = (sort ?? fallback).replace("-", "");
  const column = key === "badges_count" ? "count.issued" : key;
  return raw(`${column} ${(sort ?? fallback).startsWith("-") ? "DESC" : "ASC"}, id DESC`);
};

const containing = (value: string): string => `%${value}%`;

const EMPLOYEE: Record<string, (value: string, id: string) => Prisma.Sql> = {
  name_or_email: (value) => sql`name_or_email ILIKE ${containing(value)}`,
  employee_state: (value) => sql`state::text = ANY (${value.split(",")}::text[])`,
  badge_level: (value, id) => sql`state = 'accepted' AND EXISTS (
    SELECT FROM issued_badges AS badge JOIN badge_templates AS template ON template.id = badge.badge_template_id
    WHERE badge.user_id = employee.user_id AND badge.deleted_at IS NULL AND template.level = ${value}
      AND (badge.public AND badge.state = 'accepted' OR badge.state IN ('pending', 'accepted')
        AND ${id}::uuid IN (badge.organization_id, badge.template_organization_id)))`,
};

const TEMPLATE: Record<string, (value: string) => Prisma.Sql> = {
  query: (value) => sql`(name ILIKE ${containing(value)} OR description ILIKE ${containing(value)})`,
  name: (value) => sql`name ILIKE ${containing(value)}`,
  public: (value) => sql`public = ${value === "true"}`,
  reporting_tags: (value) => sql`reporting_tags && ${value.split(",")}::text[]`,
  skills: (value) => sql`skills && ${value.split(",")}::text[]`,
  state: (value) => sql`state::text = ${value}`,
  created_at_min: (value) => sql`created_at >= ${value}::timestamptz`,
  updated_at_max: (value) => sql`updated_at <= ${value}::timestamptz`,
};

/** The hand-written SQL for a page of employees, and their count. */
export function employeesByHand(id: string, one: Asked): Statement[] {
  const [key, value] = filterCondition(one);
  const condition = EMPLOYEE[key]?.(value, id);
  const where = join([sql`organization_id = ${id}::uuid`, ...(condition ? [condition] : [])], " AND ");
  return [
    sql`SELECT employee.*, (SELECT to_json(users) FROM users WHERE users.id = employee.user_id) AS user
      FROM employees AS employee WHERE ${where} ORDER BY ${orderClause(one, "-created_at")} LIMIT 50`,
    sql`SELECT count(*) FROM employees AS employee WHERE ${where}`,
  ].map(statement);
}

/** The hand-written SQL for a page of badge templates, and their count. */
export function templatesByHand(id: string, one: Asked): Statement[] {
  const [key, value] = filterCondition(one);
  const condition = TEMPLATE[key]?.(value);
  const own = sql`template.organization_id = ${id}::uuid AND deleted_at IS NULL`;
  const where = join([own, ...(condition ? [condition] : [])], " AND ");
  return [
    sql`SELECT template.*, count.issued, to_json(organization) AS organization,
        (SELECT json_agg(activity) FROM badge_template_activities AS activity
          WHERE activity.organization_id = template.organization_id AND badge_template_id = template.id) AS activities
      FROM badge_templates AS template
      JOIN (SELECT id AS owner_id, name AS owner_name FROM organizations) AS organization ON owner_id = organization_id
      CROSS JOIN LATERAL (
        SELECT COALESCE(sum(issued), 0) AS issued FROM badge_template_issue_counts WHERE badge_template_id = template.id) AS count
      WHERE ${where} ORDER BY ${orderClause(one, "-created_at")} LIMIT 50`,
    sql`SELECT count(*) FROM badge_templates AS template WHERE ${where}`,
  ].map(statement);
}
