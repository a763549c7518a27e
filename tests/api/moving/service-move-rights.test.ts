import { beforeEach, describe, expect, it } from "vitest";
import { deleteOldMoves } from "@/lib/moving/service-moves/jobs";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { send } from "../../support/http/client";
import {
  badge,
  BASE_URL,
  buildAnswers,
  createServiceMove,
  employee,
  getServiceMove,
  moveAll,
  PATH,
  runMove,
  runMoveTurn,
  serve,
  startServiceMove,
  template,
} from "../../support/moving/service-moves";
import { sql } from "../../support/platform/database";

// What a move may change, and for whom.

let organization: TestOrganization;

beforeEach(async () => {
  organization = await createTestOrganization();
  serve(buildAnswers({ templates: [template("t1")], badges: [badge("1")], employees: [employee("1")] }));
});

const readBadges = () => sql("SELECT id FROM issued_badges WHERE organization_id = $1", [organization.id]);

describe("a caller without all rights", () => {
  it("cannot look at another service, start a move, or go on with one after losing a right", async () => {
    const { id } = await createServiceMove(organization);
    const given = { description: "Members", scopes: ["memberships"] };
    const { data: token } = await organization.client.post("/authorization_tokens", given);
    const headers = { authorization: `Basic ${Buffer.from(`${token.token}:`).toString("base64")}` };
    const base = `/v1/organizations/${organization.id}${PATH}`;
    const body = { base_url: BASE_URL, token: "token-of-the-source" };
    expect((await send("POST", base, { headers, body })).status).toBe(403);
    expect((await send("POST", `${base}/${id}/start`, { headers, body: {} })).status).toBe(403);
    await startServiceMove(organization, id);
    await sql("UPDATE authorization_tokens SET scopes = '{memberships}' WHERE organization_id = $1", [
      organization.id,
    ]);
    await sql("UPDATE memberships SET role = 'issuer' WHERE organization_id = $1", [organization.id]);
    await runMoveTurn(id);
    const [row] = await sql("SELECT state FROM service_moves WHERE id = $1", [id]);
    expect(row).toEqual({ state: "failed" });
    expect(await readBadges()).toEqual([]);
  });
});

describe("a second service that names the records of the first", () => {
  const templates = () =>
    sql("SELECT id, name, deleted_at FROM badge_templates WHERE organization_id = $1 ORDER BY name, id", [
      organization.id,
    ]);

  it("changes and deletes none of them", async () => {
    await moveAll(organization);
    const before = await templates();
    const answers = buildAnswers({
      templates: [template("t1", { name: "Taken over" })],
      badges: [badge("9")],
    });
    serve(answers);
    const other = "https://second.example";
    const { data } = await organization.client.post(PATH, { base_url: other, token: "token-of-the-second" });
    await startServiceMove(organization, data.id);
    expect(await runMove(organization, data.id)).toMatchObject({ state: "done" });
    const after = await templates();
    expect(after).toEqual(expect.arrayContaining(before));
    expect(after).toHaveLength(before.length + 1);
  });
});

describe("an organization without access to workforce data", () => {
  it("gets no employees", async () => {
    await sql("UPDATE organizations SET workforce_enabled = false WHERE id = $1", [organization.id]);
    const { report, state } = await moveAll(organization);
    expect(state).toBe("done");
    expect(report.kinds).not.toHaveProperty("employee");
    expect(await sql("SELECT 1 FROM employees WHERE organization_id = $1", [organization.id])).toEqual([]);
  });
});

it("ends when no process has worked on it for six hours", async () => {
  const { id } = await createServiceMove(organization);
  await startServiceMove(organization, id);
  await deleteOldMoves();
  expect(await getServiceMove(organization, id)).toMatchObject({ state: "running" });
  await sql("UPDATE service_moves SET updated_at = now() - interval '7 hours' WHERE id = $1", [id]);
  await deleteOldMoves();
  expect(await getServiceMove(organization, id)).toMatchObject({
    state: "failed",
    has_token: false,
    stop_reason: expect.stringContaining("No process has worked on it"),
  });
});
