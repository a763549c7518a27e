import { randomBytes } from "node:crypto";
import { Prisma } from "@/prisma/generated/client";
import type { Product } from "../support/platform/product";

const { sql } = Prisma;

export type Asked = { filter?: string; sort?: string; page?: string };

/** The service's parser of filters needs the environment of a server. */
async function loadFilterParsers(product: Product) {
  Object.assign(process.env, {
    DATABASE_URL: await product.databaseUrl(),
    ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    SESSION_SECRET: randomBytes(32).toString("hex"),
  });
  const [
    { buildSearchCondition: conditionOf, filters, sorts, newestFirst, orderSql },
    { parseFilter, readFilterTerms },
    { parseSort },
  ] = await Promise.all([
    import("@/lib/badges/issued/search-queries"),
    import("@/lib/kernel/list/filter"),
    import("@/lib/kernel/list/sort"),
  ]);
  return { conditionOf, filters, sorts, newestFirst, orderSql, parseFilter, parseSort, readFilterTerms };
}

export type Statement = { text: string; values: unknown[] };

export const statement = ({ text, values }: Prisma.Sql): Statement => ({ text, values });

/** The hand-written SQL for a page: its rows with what they show, and the count up to the last page. */
export async function pageByHand(product: Product, id: string, asked: Asked): Promise<Statement[]> {
  const { conditionOf, filters, sorts, newestFirst, orderSql, parseFilter, parseSort, readFilterTerms } =
    await loadFilterParsers(product);
  const where = await conditionOf(
    id,
    parseFilter(readFilterTerms(new URLSearchParams(asked.filter ? { filter: asked.filter } : {})), filters),
  );
  const order = orderSql(parseSort(asked.sort ?? null, sorts, newestFirst));
  const offset = (Number(asked.page ?? 1) - 1) * 50;
  return [
    sql`SELECT badge.*, to_json(template) AS template, to_json(organization) AS organization, to_json(users) AS user,
        (SELECT json_agg(activity) FROM badge_template_activities AS activity
          WHERE activity.organization_id = template.organization_id AND badge_template_id = template.id) AS activities,
        (SELECT sum(issued) FROM badge_template_issue_counts WHERE badge_template_id = template.id) AS issued,
        (SELECT email FROM user_emails WHERE user_id = users.id AND "primary") AS email
      FROM issued_badges AS badge
      JOIN badge_templates AS template ON template.id = badge.badge_template_id
      JOIN organizations AS organization ON organization.id = badge.organization_id
      LEFT JOIN users ON users.id = badge.user_id
      WHERE ${where} ORDER BY ${order} LIMIT 50 OFFSET ${offset}`,
    sql`SELECT count(*) FROM (SELECT FROM issued_badges AS badge WHERE ${where} LIMIT 10050) AS reached`,
  ].map(statement);
}

const MINIMAL = `badge.id, issued_to, issued_to_first_name, issued_to_middle_name, issued_to_last_name, issuer_earner_id,
  locale, badge.public, recipient_email, badge.state, badge.updated_at, badge.created_at, expires_at, issued_at,
  badge.state_updated_at, user_id, badge_template_id, template.name`;
const MORE = `, replacement_badge_id, revocation_reason, suppress_badge_notification_email, issued_at_date, expires_at_date,
  template.description, template.global_activity_url, template.state, template.public, template.vanity_slug,
  template.image_id, template.organization_id, template.state_updated_at, template.created_at, template.updated_at`;

/** All badges in the order of the bulk search, with its columns, as fast as PostgreSQL returns them. */
export const copyByHand = (id: string, format: "minimal" | "default"): string => `
  COPY (SELECT ${MINIMAL} ${format === "default" ? MORE : ""} FROM issued_badges AS badge
    JOIN badge_templates AS template ON template.id = badge_template_id
    WHERE badge.organization_id = '${id}' AND badge.deleted_at IS NULL ORDER BY badge.created_at, badge.id) TO STDOUT`;
