import { beforeAll, describe, expect, it } from "vitest";
import { PREPARATIONS } from "../../support/access/authorization";
import { buildOperationPath } from "../../support/access/authorization-matrix";
import { TABLE } from "../../support/access/authorization-table";
import { createHeadersFor, type CallerName } from "../../support/access/callers";
import { createTwoOrganizations, type TestOrganization } from "../../support/builders";
import { send } from "../../support/http/client";
import { operations } from "../../support/http/routes";
import { sql } from "../../support/platform/database";

let organization: TestOrganization;
let other: TestOrganization;

beforeAll(async () => {
  [organization, other] = await createTwoOrganizations();
});

const PREFERRED: CallerName[] = ["owner", "administrator", "earner"];
const posts = operations.filter(({ spec }) => spec.operation === "create");

describe("every POST that changes something", () => {
  it.each(posts.map((one) => [one.id, one] as const))(
    "is carried out once with an Idempotency-Key: %s",
    async (id, { method, pattern }) => {
      const caller = PREFERRED.find((name) => (TABLE[id]?.[name] ?? 403) < 300) ?? "owner";
      const { ids, body = {}, person } = (await PREPARATIONS[id]?.(organization)) ?? {};
      const headers = {
        ...(await createHeadersFor(caller, organization, other, person)),
        "idempotency-key": "once",
      };
      const path = buildOperationPath(pattern, { ...ids, organization_id: organization.id });
      const first = await send(method, path, { headers, body });
      expect(first.status, JSON.stringify(first.data)).toBe(TABLE[id]?.[caller]);
      // An error is not stored. A real organization has no clock to move.
      if (first.status >= 300) return;
      const second = await send(method, path, { headers, body });
      // A token that replaced itself is no longer valid, and cannot ask for its successor.
      if (second.status === 401) return;
      expect(second.headers.get("idempotent-replayed"), JSON.stringify(second.data)).toBe("true");
      expect([second.status, second.data]).toEqual([first.status, first.data]);
      expect(await sql("SELECT 1 FROM idempotency_reservations")).toEqual([]);
    },
  );
});
