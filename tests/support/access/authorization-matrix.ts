import { beforeAll, describe, expect, it } from "vitest";
import type { EndpointSpec } from "@/lib/http/endpoints/endpoint-spec";
import { withoutVersion } from "@/lib/http/server/api-paths";
import { PREPARATIONS } from "./authorization";
import type { Sent } from "./preparation";
import { TABLE } from "./authorization-table";
import { createTwoOrganizations, type TestOrganization } from "../builders";
import { CALLERS, createHeadersFor, isMember, isToken, type CallerName } from "./callers";
import { send } from "../http/client";
import { digestTables, sql } from "../platform/database";
import type { operations } from "../http/routes";

type Answer = Awaited<ReturnType<typeof send>>;

/** Counts the audit entries that each of these requests left. */
async function countAuditEntries(
  answers: [CallerName, Answer][],
): Promise<Partial<Record<CallerName, number>>> {
  const ids = answers.map(([, { headers }]) => headers.get("x-request-id"));
  const rows = await sql("SELECT request_id AS id FROM audit_entries WHERE request_id = ANY ($1)", [ids]);
  const counts = answers.map(([caller], index) => [
    caller,
    rows.filter(({ id }) => id === ids[index]).length,
  ]);
  return Object.fromEntries(counts) as Partial<Record<CallerName, number>>;
}

/** Returns whether the change of an account concerns an organization. The outsider is a member of another one. */
const concernsMember = (by: CallerName): boolean => isMember(by) || by === "outsider";
const ACCOUNT_OPERATIONS: Record<string, (by: CallerName) => boolean> = {
  deleteAccount: isMember,
  changePassword: concernsMember,
  endSessions: concernsMember,
};

/**
 * Returns how many audit entries are due. A change leaves one; a read or a query, a refused request and a client's
 * sign-in leave none. The log belongs to an organization: what people do with their own accounts is in none, except
 * when a member leaves (also by deleting their account), and except for the account's security.
 */
function expectedEntryCount(
  method: string,
  spec: EndpointSpec,
  { status, by }: { status: number; by: CallerName },
) {
  const { access, caller, verb } = spec;
  if (method === "GET" || status >= 300 || access === "read" || access === null) return 0;
  const concerns = ACCOUNT_OPERATIONS[verb];
  if (concerns) return Number(concerns(by));
  return caller === "earner" && verb !== "leaveOrganization" ? 0 : 1;
}

/** Builds the path of an operation with these ids. A missing id becomes a name that does not exist. */
export const buildOperationPath = (pattern: string, ids: Record<string, string>): string =>
  `/v1${withoutVersion(pattern).replace(/\[(\w+)\]/g, (_match, name: string) => ids[name] ?? `missing-${name}`)}`;

/** Whether the operation may end or change the credential that it is called with. */
const changesCredential = ({ caller, verb }: EndpointSpec): boolean =>
  caller === "earner" || verb === "rotateToken";

type Credentials = Record<CallerName, Record<string, string>>;

async function credentialsFor(organization: TestOrganization, other: TestOrganization): Promise<Credentials> {
  const found: [CallerName, Record<string, string>][] = [];
  for (const caller of CALLERS) found.push([caller, await createHeadersFor(caller, organization, other)]);
  return Object.fromEntries(found) as Credentials;
}

type Group = [names: string, callers: CallerName[]];

/**
 * Groups callers that share the prepared data, with their names: all of them if they change nothing, else each alone.
 */
function groupCallers(callers: CallerName[], isShared: boolean): Group[] {
  const groups = isShared ? [callers] : callers.map((caller) => [caller]);
  return groups.flatMap((group): Group[] => (group.length > 0 ? [[group.join(", "), group]] : []));
}

/** Tests each of these operations as every caller of the table. */
export function describeMatrix(name: string, selected: typeof operations): void {
  let organization: TestOrganization;
  let other: TestOrganization;
  /** Of callers who change nothing, so their credentials stay valid. */
  let credentials: Credentials;

  beforeAll(async () => {
    [organization, other] = await createTwoOrganizations();
    credentials = await credentialsFor(organization, other);
  });

  describe.each(selected.map((one) => [one.id, one] as const))(
    `${name}: %s`,
    (id, { method, pattern, spec }) => {
      const row = TABLE[id];
      const prepare = PREPARATIONS[id];
      if (!row || !prepare) throw new Error(`No row for ${id}`);
      const sendPrepared = ({ ids = {}, body }: Sent, headers: Record<string, string>) =>
        send(method, buildOperationPath(pattern, { ...ids, organization_id: organization.id }), {
          headers,
          ...(body ? { body } : {}),
        });
      const check = async (answers: [CallerName, Answer][]) => {
        for (const [caller, { status, data }] of answers)
          expect(status, `${caller}: ${JSON.stringify(data)}`).toBe(row[caller]);
        const due = answers.map(([by]) => [by, expectedEntryCount(method, spec, { status: row[by], by })]);
        expect(await countAuditEntries(answers)).toEqual(Object.fromEntries(due));
      };

      /** The credential of a caller who changes nothing. The earner is the person for whom the data was created. */
      const headersFor = (caller: CallerName, { person }: Sent) =>
        caller === "earner" && person ? person.headers : credentials[caller];

      /** Sends the request as each of these callers at the same time, because none of them changes anything. */
      const sendAsEach = (callers: CallerName[], prepared: Sent): Promise<[CallerName, Answer][]> =>
        Promise.all(
          callers.map(async (caller) => [caller, await sendPrepared(prepared, headersFor(caller, prepared))]),
        );

      const refused = CALLERS.filter((caller) => row[caller] >= 300);
      it.each(groupCallers(refused, true))("refuses %s, and changes nothing", async (_names, callers) => {
        const prepared = await prepare(organization);
        const before = await digestTables();
        const answers = await sendAsEach(callers, prepared);
        await check(answers);
        // A caller from outside gets the same response as for something that does not exist.
        for (const [caller, answer] of answers)
          expect(answer.status === 404 ? answer.data.code : "not_found", caller).toBe("not_found");
        // These tokens have every scope: what they lack is a permission, and the answer says so.
        const ofTokens = answers.filter(([caller, { status }]) => isToken(caller) && status === 403);
        const codes = spec.access === null ? [] : ofTokens.map(([, { data }]) => data.code);
        expect(codes).not.toContain("insufficient_scope");
        expect(await digestTables()).toEqual(before);
      });

      const isRead = method === "GET";
      // A person's session is a new one, because some operations require one that has just begun.
      const keepsCredential = (caller: CallerName) =>
        !changesCredential(spec) && !isMember(caller) && caller !== "earner";
      const allowed = CALLERS.filter((caller) => row[caller] < 300);
      it.each(groupCallers(allowed, isRead))("answers %s", async (_names, callers) => {
        const prepared = await prepare(organization);
        if (isRead) {
          await check(await sendAsEach(callers, prepared));
          return;
        }
        for (const caller of callers) {
          const headers = keepsCredential(caller)
            ? credentials[caller]
            : await createHeadersFor(caller, organization, other, prepared.person);
          await check([[caller, await sendPrepared(prepared, headers)]]);
        }
      });
    },
  );
}
