import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { erasePerson, findPerson, searchAddress } from "@/lib/oversight/erasures/service";
import {
  createEmployee,
  createTestOrganization,
  nextSerial,
  type TestOrganization,
} from "../../support/builders";
import { createCheckedImport, encodeFile } from "../../support/badges/badge-imports";
import { createEarner, issueAcceptedBadge } from "../../support/accounts/earners";
import { insert, now } from "../../support/oversight/filled-rows";
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

const readViews = async (): Promise<string[]> =>
  (
    await sql(
      "SELECT parameters ->> 'filter' AS text FROM saved_views WHERE organization_id = $1 ORDER BY name",
      [organization.id],
    )
  ).map(({ text }) => String(text));

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

type Logged = { body?: string; actor?: { type: string; id: string }; organization?: TestOrganization };

/** Writes a request into the log of an organization, and returns its id. */
async function logRequest({
  body = "{}",
  actor,
  organization: owner = organization,
}: Logged): Promise<string> {
  const id = randomUUID();
  await insert("api_requests", {
    id,
    organization_id: owner.id,
    occurred_at: now(),
    method: "POST",
    path: "/v1/things",
    query: "",
    status: 200,
    duration_ms: 1,
    actor_type: actor?.type ?? "User",
    actor_id: actor?.id ?? "someone",
    actor_name: "Mara Lind",
    request_id: id,
    address: "203.0.113.9",
    user_agent: "curl",
    request_body: body,
  });
  return id;
}

async function readRequest(id: string) {
  const [row] = await sql(
    "SELECT request_body AS body, actor_name AS actor, address, user_agent AS agent FROM api_requests WHERE id = $1",
    [id],
  );
  return row;
}

const KEPT_ACTOR = { actor: "Mara Lind", address: "203.0.113.9", agent: "curl" };
const erase = async (id: string) => erasePerson(await findPerson({ user: id }), "operator");

describe("the request log", () => {
  it("keeps what has a name of few letters, or a name only in part of a word", async () => {
    const [short, other] = [await createEarner(), await createEarner()];
    await short.client.patch("", { first_name: "e", last_name: "a" });
    await other.client.patch("", { first_name: "Ann", last_name: "Roe" });
    for (const earner of [short, other]) await issueAcceptedBadge(organization, earner);
    const bodies = ['{"name":"Elena Marquez"}', '{"first_name":"Joanna","last_name":"Monroe"}'];
    const ids = await Promise.all(bodies.map((body) => logRequest({ body })));
    for (const earner of [short, other]) await erase(earner.id);
    expect(await Promise.all(ids.map(readRequest))).toEqual(bodies.map((body) => ({ body, ...KEPT_ACTOR })));
  });

  it("loses a name and an id only where the organization knows them, and keeps who did it", async () => {
    const unknown = await createTestOrganization();
    const earner = await createEarner();
    await earner.client.patch("", { first_name: "Ann", last_name: "Roe" });
    await createEmployee(organization, { email: earner.email, external_id: "data" });
    const log = (body: string) =>
      Promise.all([logRequest({ body }), logRequest({ body, organization: unknown })]);
    const name = await log('{"note":"For\\nANN ROE."}');
    const id = await log('{"external_id":"data"}');
    const key = await log('{"data":{"x":1},"note":"the \\"data\\" here"}');
    await erase(earner.id);
    const read = async (ids: string[]) =>
      (await Promise.all(ids.map(readRequest))).map((row) => [row?.body !== null, row?.actor, row?.address]);
    const [kept, emptied] = [
      [true, "Mara Lind", "203.0.113.9"],
      [false, "Mara Lind", "203.0.113.9"],
    ];
    expect(await read(name)).toEqual([emptied, kept]);
    expect(await read(id)).toEqual([emptied, kept]);
    expect(await read(key)).toEqual([kept, kept]);
  });

  it("loses who did it in the requests of the person", async () => {
    const earner = await createEarner();
    const id = await logRequest({ actor: { type: "User", id: earner.id } });
    await erase(earner.id);
    expect(await readRequest(id)).toEqual({ body: null, actor: "Deleted account", address: "", agent: "" });
  });
});

describe("a cell of an imported file about somebody else", () => {
  it("is emptied when it names an address of the person, with the samples of its column", async () => {
    const address = `ann${nextSerial()}@example.org`;
    const { id } = await createCheckedImport(organization, {
      file: encodeFile(
        `email,manager,note\nbo@example.org,${address.toUpperCase()},plain\ncy@example.org,jo${address},ask <${address}>\n`,
      ),
    });
    const { erased } = await erasePerson(await findPerson({ email: address }), "operator");
    expect(erased.find(({ kind }) => kind === "import_cells")?.count).toBe(2);
    const rows = await sql("SELECT cells FROM badge_import_rows WHERE badge_import_id = $1 ORDER BY number", [
      id,
    ]);
    expect(rows.map(({ cells }) => cells)).toEqual([
      ["bo@example.org", "", "plain"],
      ["cy@example.org", `jo${address}`, ""],
    ]);
    const [stored] = await sql("SELECT columns::text AS columns FROM badge_imports WHERE id = $1", [id]);
    expect(String(stored?.columns).toLowerCase()).not.toContain(address);
  });

  it("is emptied in the recipient and the problems of a row whose address is not one", async () => {
    const address = `ann${nextSerial()}@example.org`;
    const { id } = await createCheckedImport(organization, {
      file: encodeFile(`email,first name,last name\nAnn <${address}>,Ann,Roe\nbo@example.org,Bo,Roe\n`),
    });
    const [before] = await sql(
      "SELECT problems::text AS text FROM badge_import_rows WHERE badge_import_id = $1",
      [id],
    );
    expect(before?.text).toContain(address);
    await erasePerson(await findPerson({ email: address }), "operator");
    const rows = await sql(
      "SELECT row::text AS text, status, recipient_email FROM badge_import_rows AS row WHERE badge_import_id = $1 ORDER BY number",
      [id],
    );
    expect(rows.map(({ status, recipient_email: email }) => [status, email])).toEqual([
      ["error", ""],
      ["ok", "bo@example.org"],
    ]);
    expect(rows.map(({ text }) => text).join()).not.toContain(address);
  });
});
