import { beforeAll, describe, expect, it } from "vitest";
import type { EndpointSpec } from "@/lib/http/endpoints/endpoint-spec";
import { PREPARATIONS } from "./authorization";
import type { Sent } from "./preparation";
import { TABLE } from "./authorization-table";
import { makeTwo, type TestOrganization } from "../builders";
import { CALLERS, headersOf, isMember, type CallerName } from "./callers";
import { send } from "../http/client";
import { contents, sql } from "../platform/database";
import type { operations } from "../http/routes";

/** Number of entries of the audit log that a request left. */
const entriesOf = async (answer: { headers: Headers }): Promise<number> => {
  const requestId = answer.headers.get("x-request-id");
  const rows = await sql("SELECT FROM audit_entries WHERE request_id = $1", [requestId]);
  return rows.length;
};

/** Whether the change of an account concerns an organization: the outsider is a member of another one. */
const ofMembers = (by: CallerName): boolean => isMember(by) || by === "outsider";
const OF_ACCOUNTS: Record<string, (by: CallerName) => boolean> = {
  deleteAccount: isMember,
  changePassword: ofMembers,
  endSessions: ofMembers,
};

/**
 * A change leaves one entry; a read or a question, a refused request and a client's sign-in none. The log is an
 * organization's: what people do with their own accounts stands in none, except that a member leaves, also by ending
 * their account, and what concerns the security of the account.
 */
function entriesDue(method: string, spec: EndpointSpec, { status, by }: { status: number; by: CallerName }) {
  const { access, caller, verb } = spec;
  if (method === "GET" || status >= 300 || access === "read" || access === null) return 0;
  const concerns = OF_ACCOUNTS[verb];
  if (concerns) return Number(concerns(by));
  return caller === "earner" && verb !== "leaveOrganization" ? 0 : 1;
}

/** The path of an operation with these ids; one without any stays a name that nothing has. */
export const pathOf = (pattern: string, ids: Record<string, string>): string =>
  `/v1${pattern.replace(/\[(\w+)\]/g, (_match, name: string) => ids[name] ?? `missing-${name}`)}`;

type Credentials = Record<CallerName, Record<string, string>>;

async function credentialsFor(organization: TestOrganization, other: TestOrganization): Promise<Credentials> {
  const found: [CallerName, Record<string, string>][] = [];
  for (const caller of CALLERS) found.push([caller, await headersOf(caller, organization, other)]);
  return Object.fromEntries(found) as Credentials;
}

type Group = [names: string, callers: CallerName[]];

/** Callers who share what is prepared, with their names: all of them when they change nothing, else each for itself. */
function groupsOf(callers: CallerName[], together: boolean): Group[] {
  const groups = together ? [callers] : callers.map((caller) => [caller]);
  return groups.flatMap((group): Group[] => (group.length > 0 ? [[group.join(", "), group]] : []));
}

/** Asks each of these operations in the name of every caller of the table. */
export function describeMatrix(name: string, chosen: typeof operations): void {
  let organization: TestOrganization;
  let other: TestOrganization;
  /** Of those who change nothing, so that they keep theirs. */
  let credentials: Credentials;

  beforeAll(async () => {
    [organization, other] = await makeTwo();
    credentials = await credentialsFor(organization, other);
  });

  describe.each(chosen.map((one) => [one.id, one] as const))(
    `${name}: %s`,
    (id, { method, pattern, spec }) => {
      const row = TABLE[id];
      const prepare = PREPARATIONS[id];
      if (!row || !prepare) throw new Error(`No row for ${id}`);
      const ask = ({ ids = {}, body }: Sent, headers: Record<string, string>) =>
        send(method, pathOf(pattern, { ...ids, organization_id: organization.id }), {
          headers,
          ...(body ? { body } : {}),
        });
      const check = async (caller: CallerName, answer: Awaited<ReturnType<typeof ask>>) => {
        expect(answer.status, `${caller}: ${JSON.stringify(answer.data)}`).toBe(row[caller]);
        const due = entriesDue(method, spec, { status: row[caller], by: caller });
        expect(await entriesOf(answer), caller).toBe(due);
      };

      /** What a caller who changes nothing shows: the earner is the person whom it was made for. */
      const headersFor = (caller: CallerName, { person }: Sent) =>
        caller === "earner" && person ? person.headers : credentials[caller];

      const refused = CALLERS.filter((caller) => row[caller] >= 300);
      it.each(groupsOf(refused, true))("refuses %s, and changes nothing", async (_names, callers) => {
        const made = await prepare(organization);
        const before = await contents();
        for (const caller of callers) {
          const answer = await ask(made, headersFor(caller, made));
          await check(caller, answer);
          // A stranger hears what they would hear of nothing at all.
          expect(answer.status === 404 ? answer.data.code : "not_found", caller).toBe("not_found");
        }
        expect(await contents()).toEqual(before);
      });

      const isLook = method === "GET";
      const allowed = CALLERS.filter((caller) => row[caller] < 300);
      it.each(groupsOf(allowed, isLook))("answers %s", async (_names, callers) => {
        const made = await prepare(organization);
        for (const caller of callers) {
          const headers = isLook
            ? headersFor(caller, made)
            : await headersOf(caller, organization, other, made.person);
          await check(caller, await ask(made, headers));
        }
      });
    },
  );
}
