import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { erasePerson, findPerson, searchAddress } from "@/lib/identity/erasures/service";
import { createTestOrganization, nextSerial, type TestOrganization } from "../../support/builders";
import { insert, now } from "../../support/identity/filled-rows";
import { sql } from "../../support/platform/database";

let organization: TestOrganization;

beforeAll(async () => {
  organization = await createTestOrganization();
});

/** Saves a view for each text, and returns their ids by text. */
async function saveViews(texts: string[]): Promise<void> {
  for (const [index, text] of texts.entries())
    await insert("saved_views", {
      id: randomUUID(),
      organization_id: organization.id,
      list: "badges",
      name: `View ${index}`,
      parameters: JSON.stringify({ filter: text }),
      created_at: now(),
      updated_at: now(),
    });
}

const readViews = async (): Promise<unknown[]> =>
  (
    await sql(
      "SELECT parameters ->> 'filter' AS text FROM saved_views WHERE organization_id = $1 ORDER BY name",
      [organization.id],
    )
  ).map(({ text }) => text);

describe("an address in a text", () => {
  it("is found as a whole, and not in a longer address", async () => {
    const name = `ann${nextSerial()}`;
    const address = `${name}@example.co`;
    const longer = [
      `jo${address}`,
      `jo.${address}`,
      `jo-${address}`,
      `jo_${address}`,
      `jo+${address}`,
      `o'${address}`,
      `é${address}`,
      `jo%2B${address}`,
      `${address}m`,
      `${address}.uk`,
      `${address}-op.org`,
      `${name}@exampleXco`,
    ];
    const own = [
      address,
      address.toUpperCase(),
      `email::${address}`,
      `<${address}>`,
      `'${address}'`,
      `Write to ${address}.`,
      `a@example.org\n${address}\nb@example.org`,
      `query=${address}&page=2`,
      `query=%20${address}%20`,
      `jo${address} ${address}`,
    ];
    await saveViews([...longer, ...own]);
    expect((await searchAddress(address))["saved_views.parameters"]).toBe(own.length);
    await erasePerson(await findPerson({ email: address }), "operator");
    expect((await readViews()).toSorted()).toEqual(longer.toSorted());
  });

  it("keeps the audit entry, the request and the report that name a longer address", async () => {
    const address = `ann${nextSerial()}@example.org`;
    const ids = { own: randomUUID(), other: randomUUID() };
    const rows: [string, string][] = [
      [ids.own, address],
      [ids.other, `jo${address}`],
    ];
    for (const [id, text] of rows) {
      const of = { id, organization_id: organization.id };
      const by = { actor_type: "User", actor_id: "someone", actor_name: "Mara Lind", address: "203.0.113.9" };
      const changes = JSON.stringify([{ field: "contact_email", from: text, to: null }]);
      await insert("audit_entries", {
        ...of,
        ...by,
        occurred_at: now(),
        action: "organization.update",
        changes,
      });
      await insert("api_requests", {
        ...of,
        ...by,
        occurred_at: now(),
        method: "GET",
        path: `/v1/employees/${text}`,
        query: "",
        status: 200,
        duration_ms: 1,
        request_id: id,
        user_agent: "curl",
      });
    }
    await erasePerson(await findPerson({ email: address }), "operator");
    const read = async (columns: string, table: string) =>
      new Map(
        (await sql(`SELECT id, ${columns} FROM ${table} WHERE id = ANY ($1)`, [Object.values(ids)])).map(
          ({ id, ...row }) => [id, row],
        ),
      );
    const entries = await read("changes IS NOT NULL AS kept", "audit_entries");
    expect([entries.get(ids.own), entries.get(ids.other)]).toEqual([{ kept: false }, { kept: true }]);
    const requests = await read("path", "api_requests");
    expect([requests.get(ids.own), requests.get(ids.other)]).toEqual([
      { path: "" },
      { path: `/v1/employees/jo${address}` },
    ]);
  });
});
