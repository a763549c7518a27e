import { beforeEach, describe, expect, it } from "vitest";
import { buildMemberCaller } from "@/lib/accounts/sessions/session";
import { findPerson } from "@/lib/identity/users/service";
import { insertMembership } from "@/lib/organizations/profile/queries";
import { listSavedViews } from "@/lib/console/saved-views/service";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { send, sortedStatuses } from "../../support/http/client";
import { claimAddress, createEarner } from "../../support/accounts/earners";
import { createMember, type Person } from "../../support/accounts/members";
import { viewBody } from "../../support/console/saved-views";
import { sql } from "../../support/platform/database";

let organization: TestOrganization;
let issuer: Person;

beforeEach(async () => {
  organization = await createTestOrganization();
  issuer = await createMember(organization.id, "issuer");
});

const PATH = "/me/saved_views";

const save = (person: Person, changes: Record<string, unknown> = {}) =>
  send("POST", PATH, { headers: person.headers, body: viewBody(organization.id, changes) });

const change = (person: Person, id: string, body: Record<string, unknown>) =>
  send("PATCH", `${PATH}/${id}`, { headers: person.headers, body });

/** The names of the views that the pages of the console show to this member. */
async function listNames(person: Person, of = organization): Promise<string[]> {
  const found = await findPerson(person.id);
  const caller = found && buildMemberCaller(found, of.id);
  return caller ? (await listSavedViews(caller, "issued_badges")).map(({ name }) => name) : [];
}

describe("POST /me/saved_views", () => {
  it("saves a view for the person alone, or for all members", async () => {
    const other = await createMember(organization.id, "viewer");
    const { status, data } = await save(issuer);
    expect([status, data]).toMatchObject([
      201,
      {
        list: "issued_badges",
        name: "Open badges",
        is_shared: false,
        parameters: { state: "pending", sort: "-issued_at", columns: "recipient,state" },
      },
    ]);
    expect((await save(issuer, { name: "For all", is_shared: true })).data.is_shared).toBe(true);
    expect(await listNames(issuer)).toEqual(["For all", "Open badges"]);
    expect(await listNames(other)).toEqual(["For all"]);
    const audit = await sql("SELECT action FROM audit_entries WHERE organization_id = $1 AND actor_id = $2", [
      organization.id,
      issuer.id,
    ]);
    expect(audit.map(({ action }) => action)).toEqual(["saved_view.create"]);
  });

  it("lets a viewer save for themselves, but not for others", async () => {
    const viewer = await createMember(organization.id, "viewer");
    expect((await save(viewer)).status).toBe(201);
    expect((await save(viewer, { is_shared: true })).status).toBe(403);
  });

  it("refuses a list that the person may not read, and what is too much", async () => {
    const stranger = await createMember((await createTestOrganization()).id, "administrator");
    expect((await save(stranger)).status).toBe(404);
    expect((await save(issuer, { list: "employees" })).status).toBe(404);
    const many = Object.fromEntries(Array.from({ length: 31 }, (_, i) => [`a${"b".repeat(i)}`, "1"]));
    const parameters = [{ state: "" }, { state: "x".repeat(501) }, { state: "\u0000" }, { "a b": "1" }, many];
    for (const one of parameters) expect((await save(issuer, { parameters: one })).status).toBe(422);
    expect((await save(issuer, { parameters: { state: { $gt: "" } } })).status).toBe(422);
    expect((await save(issuer, { name: "x".repeat(61) })).status).toBe(422);
  });

  it("keeps at most 50 of a person and list", async () => {
    await sql(
      `INSERT INTO saved_views (id, organization_id, user_id, list, name, parameters, created_at, updated_at)
       SELECT gen_random_uuid(), $1, $2, 'issued_badges', 'View ' || n, '{}', now(), now()
       FROM generate_series(1, 50) AS n`,
      [organization.id, issuer.id],
    );
    expect(await save(issuer)).toMatchObject({ status: 422, data: { code: "too_many_views" } });
    expect((await save(issuer, { list: "badge_templates" })).status).toBe(201);
    const { data: shared } = await save(issuer, { is_shared: true });
    expect((await change(issuer, shared.id, { is_shared: false })).status).toBe(422);
  });
});

it.each([false, true])("at most 50 also of requests that come at once (shared: %s)", async (isShared) => {
  await sql(
    `INSERT INTO saved_views (id, organization_id, user_id, list, name, parameters, created_at, updated_at)
     SELECT gen_random_uuid(), $1, $2, 'issued_badges', 'View ' || n, '{}', now(), now()
     FROM generate_series(1, 49) AS n`,
    [organization.id, isShared ? null : issuer.id],
  );
  const answers = await Promise.all(Array.from({ length: 6 }, () => save(issuer, { is_shared: isShared })));
  expect(sortedStatuses(answers)).toEqual([201, 422, 422, 422, 422, 422]);
});

describe("PATCH /me/saved_views/{saved_view_id}", () => {
  it("renames a view, replaces its filters and shares it", async () => {
    const { data: view } = await save(issuer);
    const changed = await change(issuer, view.id, { name: "Renamed", parameters: { state: "revoked" } });
    expect(changed.data).toMatchObject({ name: "Renamed", parameters: { state: "revoked" } });
    expect((await change(issuer, view.id, { is_shared: true })).data.is_shared).toBe(true);
    const viewer = await createMember(organization.id, "viewer");
    expect((await change(viewer, view.id, { name: "Mine" })).status).toBe(403);
    const colleague = await createMember(organization.id, "issuer");
    expect((await change(colleague, view.id, { is_shared: false })).data.name).toBe("Renamed");
    expect([await listNames(issuer), await listNames(colleague)]).toEqual([[], ["Renamed"]]);
  });

  it("hides views of other people and of other organizations", async () => {
    const { data: own } = await save(issuer);
    const { data: shared } = await save(issuer, { is_shared: true });
    const administrator = await createMember(organization.id, "administrator");
    const stranger = await createMember((await createTestOrganization()).id, "administrator");
    expect((await change(administrator, own.id, { name: "Taken" })).status).toBe(404);
    for (const { id } of [own, shared]) {
      expect((await change(stranger, id, { name: "Taken" })).status).toBe(404);
      expect((await send("DELETE", `${PATH}/${id}`, { headers: stranger.headers })).status).toBe(404);
    }
    expect(await listNames(issuer)).toEqual(["Open badges", "Open badges"]);
  });
});

describe("a saved view", () => {
  it("is deleted by its person, and with their membership; shared ones stay", async () => {
    const { data: first } = await save(issuer);
    await save(issuer, { name: "Second" });
    await save(issuer, { name: "Shared", is_shared: true });
    expect((await send("DELETE", `${PATH}/${first.id}`, { headers: issuer.headers })).status).toBe(204);
    expect(await listNames(issuer)).toEqual(["Second", "Shared"]);
    await send("DELETE", `/me/memberships/${organization.id}`, { headers: issuer.headers });
    const left = await sql("SELECT name FROM saved_views WHERE organization_id = $1", [organization.id]);
    expect(left).toEqual([{ name: "Shared" }]);
  });

  it("moves to the account that remains when two become one", async () => {
    const [survivor, source] = [await createEarner(), await createEarner()];
    await insertMembership(organization.id, source.id, "issuer");
    await source.client.post("/saved_views", viewBody(organization.id, { name: "Moved" }));
    const { id, token } = await claimAddress(survivor, source.email);
    expect((await survivor.client.post("/merge", { email_id: id, token })).status).toBe(200);
    const rows = await sql("SELECT user_id, name FROM saved_views WHERE organization_id = $1", [
      organization.id,
    ]);
    expect(rows).toEqual([{ user_id: survivor.id, name: "Moved" }]);
  });

  it("is part of the person's data", async () => {
    await save(issuer);
    await save(issuer, { name: "Shared", is_shared: true });
    const { data } = await send("GET", "/me/data", { headers: issuer.headers });
    expect(data.saved_views).toMatchObject([{ name: "Open badges", is_shared: false }]);
  });
});
