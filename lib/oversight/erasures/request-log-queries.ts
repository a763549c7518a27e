import { pseudonymSql } from "@/lib/platform/recording/pseudonym";
import { containsAddressSql, jsonValuePattern, matchesSql, wordPattern } from "@/lib/kernel/text-matches";
import { Prisma } from "@/prisma/generated/client";
import type { Subject } from "./schema";

const { sql } = Prisma;

/** Whether a request of an organization contains the first and the last name by which it knows the person. */
const hasName = (text: Prisma.Sql, { knownNames }: Subject): Prisma.Sql => {
  const lower = sql`lower(${text})`;
  const firsts = knownNames.map(({ first }) => first);
  const lasts = knownNames.map(({ last }) => last);
  return sql`EXISTS (
    SELECT FROM unnest(${knownNames.map(({ organizationId }) => organizationId)}::uuid[], ${firsts}::text[],
        ${firsts.map(wordPattern)}::text[], ${lasts}::text[], ${lasts.map(wordPattern)}::text[])
      AS own(organization_id, first, first_pattern, last, last_pattern)
    WHERE own.organization_id = api_requests.organization_id
      AND ${matchesSql(lower, sql`lower(own.first)`, sql`lower(own.first_pattern)`)}
      AND ${matchesSql(lower, sql`lower(own.last)`, sql`lower(own.last_pattern)`)})`;
};

/** Whether a text contains the id of an account or employee of the person. */
const hasId = (text: Prisma.Sql, { userIds, employeeIds }: Subject): Prisma.Sql => sql`EXISTS (
  SELECT FROM unnest(${[...userIds, ...employeeIds]}::text[]) AS own(id) WHERE strpos(${text}, own.id) > 0)`;

/** Whether a request of an organization contains, as a JSON value, an id that it gave the person in another system. */
const hasKnownId = (text: Prisma.Sql, { knownIds }: Subject): Prisma.Sql => {
  const values = knownIds.map(({ id }) => JSON.stringify(id));
  return sql`EXISTS (
    SELECT FROM unnest(${knownIds.map(({ organizationId }) => organizationId)}::uuid[], ${values}::text[],
        ${values.map(jsonValuePattern)}::text[]) AS own(organization_id, value, pattern)
    WHERE own.organization_id = api_requests.organization_id
      AND ${matchesSql(text, sql`own.value`, sql`own.pattern`)})`;
};

const isActor = ({ userIds }: Subject): Prisma.Sql =>
  sql`actor_type = 'User' AND actor_id = ANY (${userIds}::text[])`;

/** The value of a column of a request after the erasure: another one only in requests of the person. */
const ofActor = (subject: Subject, column: string, value: string): Prisma.Sql =>
  sql`${Prisma.raw(column)} = CASE WHEN ${isActor(subject)} THEN ${value} ELSE ${Prisma.raw(column)} END`;

const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

/**
 * Whether a request names a badge in its path that was erased with this key (lib/badges/issued/person-erasure.ts). A
 * value instead of EXISTS, for which PostgreSQL would read all badges into a hash.
 */
const isAboutBadge = ({ key }: Subject): Prisma.Sql => sql`COALESCE((
  SELECT badge.erased_at IS NOT NULL AND badge.recipient_email = ${pseudonymSql(key, "badge.organization_id")}
  FROM issued_badges AS badge WHERE badge.id = substring(lower(path) FROM ${`/badges/(${UUID})`})::uuid), false)`;

const REQUEST_TEXT = sql`concat_ws(' ', path, query, request_body, response_body)`;
const ERASED_NAME = "Deleted account";

/** Chooses the requests that name the person, and those that the person made. */
export const isRequestOf = (one: Subject): Prisma.Sql => sql`(
      (${isActor(one)} AND actor_name <> ${ERASED_NAME})
      OR ${isAboutBadge(one)} OR ${containsAddressSql(REQUEST_TEXT, one.addresses)} OR ${hasName(REQUEST_TEXT, one)}
      OR ${hasId(REQUEST_TEXT, one)} OR ${hasKnownId(REQUEST_TEXT, one)})`;

/** The assignments that empty a request, and remove who did it when that was the person. */
export const eraseRequestSql = (
  one: Subject,
): Prisma.Sql => sql`${ofActor(one, "actor_name", ERASED_NAME)}, ${ofActor(one, "address", "")},
      ${ofActor(one, "user_agent", "")}, path = '', query = '', request_body = NULL, response_body = NULL`;
