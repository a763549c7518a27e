import { describe, expect, it } from "vitest";
import type { Caller } from "@/lib/access/callers/caller";
import { listNamedAuditEntries } from "@/lib/access/audit/service";
import { readListInput } from "@/lib/kernel/list/list-input";
import {
  badgeBody,
  createTestOrganization,
  createTemplate,
  templateBody,
  type TestOrganization,
} from "../../support/builders";
import { sql } from "../../support/platform/database";
import { createMember } from "../../support/accounts/members";
import { send } from "../../support/http/client";

type Client = TestOrganization["client"];

// authorization-matrix.test.ts checks for every changing route that it leaves exactly one entry, and that a refused
// request leaves none.
describe("GET /organizations/{id}/audit_entries", () => {
  it("200: lists who changed what, newest first, with the request's id and IP address", async () => {
    const { client, id, authorization_token } = await createTestOrganization();
    const created = await client.post("/badge_templates", templateBody(), {
      "x-client-address": "203.0.113.9",
    });
    await client.put(`/badge_templates/${created.data.id}`, { description: "Changed." });
    const { status, data } = await client.get("/audit_entries?per=2");
    expect(status).toBe(200);
    expect(data.map(({ action }: { action: string }) => action)).toEqual([
      "badge_template.update",
      "badge_template.create",
    ]);
    const token = await client.get("/authorization_tokens?per=1");
    expect(data[1]).toMatchObject({
      actor: { type: "AuthorizationToken", id: token.data[0].id },
      subject_id: created.data.id,
      address: "203.0.113.9",
      request_id: created.headers.get("x-request-id"),
    });
    expect(JSON.stringify(data)).not.toContain(authorization_token);
    expect(id).not.toBe("");
  });

  it("200: names the member who acted in the console", async () => {
    const { id, client } = await createTestOrganization();
    const member = await createMember(id, "administrator");
    await send("PUT", `/v1/organizations/${id}`, { headers: member.headers, body: { bio: "New." } });
    const { data } = await client.get("/audit_entries?filter=action::organization.update");
    expect(data).toHaveLength(1);
    expect(data[0].actor).toEqual({ type: "User", id: member.id, name: "Mara Lind" });
  });

  it("200: filters by action, actor, subject and time", async () => {
    const organization = await createTestOrganization();
    const { client } = organization;
    const template = await createTemplate(organization);
    const badge = await client.post("/badges", badgeBody(template.id));
    const count = async (filter: string): Promise<number> =>
      (await client.get(`/audit_entries?filter=${filter}`)).metadata.total_count;
    expect(await count("action::badge.issue")).toBe(1);
    expect(await count(`subject_id::${badge.data.id}`)).toBe(1);
    expect(await count(`actor_id::${badge.data.id}`)).toBe(0);
    expect(await count("action_group::badge")).toBe(1);
    expect(await count("action_group::badge_template")).toBe(1);
    expect(await count("action_group::badge%")).toBe(0);
    expect(await count("occurred_at_min::2999-01-01")).toBe(0);
    expect(await count("occurred_at_max::2999-01-01")).toBe(await count("occurred_at_min::2000-01-01"));
  });

  it("400: refuses an unknown filter or sort key", async () => {
    const { client } = await createTestOrganization();
    expect((await client.get("/audit_entries?filter=secret::1")).status).toBe(400);
    expect((await client.get("/audit_entries?sort=secret")).status).toBe(400);
  });
});

describe("the audit log", () => {
  it("contains nothing about a badge that was refused as a duplicate", async () => {
    const organization = await createTestOrganization();
    const body = badgeBody((await createTemplate(organization)).id);
    expect((await organization.client.post("/badges", body)).status).toBe(201);
    expect((await organization.client.post("/badges", body)).status).toBe(422);
    const { metadata } = await organization.client.get("/audit_entries?filter=action::badge.issue");
    expect(metadata.total_count).toBe(1);
  });

  it.each(["UPDATE audit_entries SET action = 'x'", "DELETE FROM audit_entries", "TRUNCATE audit_entries"])(
    "is append-only: the database refuses %s",
    async (statement) => {
      await createTestOrganization();
      await expect(sql(statement)).rejects.toThrow("append-only");
    },
  );
});

describe("the names of what was changed", () => {
  it("are those that the things have now, and none of a deleted thing or of another organization", async () => {
    const [organization, other] = [
      await createTestOrganization("Here"),
      await createTestOrganization("There"),
    ];
    const template = await createTemplate(organization, { name: "Tides" });
    const badge = await organization.client.post(
      "/badges",
      badgeBody(template.id, { issued_to_last_name: "Marsh" }),
    );
    const deleted = await createTemplate(organization, { name: "Deleted" });
    await organization.client.delete(`/badge_templates/${deleted.id}`);
    await organization.client.put(`/badge_templates/${template.id}`, { name: "Tidal zones" });
    const foreign = await createTemplate(other, { name: "Foreign" });
    await sql(
      `INSERT INTO audit_entries (id, organization_id, occurred_at, actor_type, actor_id, actor_name, action, subject_id)
       VALUES (gen_random_uuid(), $1::uuid, now(), 'User', 'x', 'X', 'badge_template.update', $2)`,
      [organization.id, foreign.id],
    );
    const caller = { organizationId: organization.id } as Caller;
    const { rows } = await listNamedAuditEntries(caller, readListInput(new URLSearchParams({ per: "50" })));
    const names = new Map(rows.map(({ subjectId, subjectName }) => [subjectId, subjectName]));
    expect([template.id, badge.data.id, deleted.id, foreign.id].map((id) => names.get(id))).toEqual([
      "Tidal zones",
      "Tidal zones for Ada Marsh",
      null,
      null,
    ]);
  });

  it("tell apart things that have the same number, and name an account as a member", async () => {
    const organization = await createTestOrganization();
    const { data: application } = await organization.client.post("/oauth_applications", {
      name: "Reporting",
    });
    const record = (action: string, subject: string) =>
      sql(
        `INSERT INTO audit_entries (id, organization_id, occurred_at, actor_type, actor_id, actor_name, action, subject_id)
         VALUES (gen_random_uuid(), $1::uuid, now(), 'User', 'x', 'X', $2, $3)`,
        [organization.id, action, subject],
      );
    // A number of grades, which is the number of the application, too.
    await record("learning_grade.register", String(application.id));
    await record("account.sign_in", organization.caller.actor.id);
    await record("oauth_application.update", "99999999999999999999");
    const { rows } = await listNamedAuditEntries(
      organization.caller,
      readListInput(new URLSearchParams({ per: "50" })),
    );
    const nameOf = (action: string) => rows.find((row) => row.action === action)?.subjectName;
    expect(nameOf("oauth_application.create")).toBe("Reporting");
    expect(nameOf("learning_grade.register")).toBeNull();
    expect(nameOf("oauth_application.update")).toBeNull();
    expect(nameOf("account.sign_in")).toBe(organization.caller.actor.name);
  });
});

describe("what an update changed", () => {
  const lastChanges = async (client: Client, action: string): Promise<unknown> =>
    (await client.get(`/audit_entries?filter=action::${action}&per=1`)).data[0].changes;

  it("is in the entry from what to what, without what follows from it and without what stayed the same", async () => {
    const organization = await createTestOrganization();
    const { client } = organization;
    const template = await createTemplate(organization, { skills: ["Tides"] });
    const body = { skills: ["Tides", "Reefs"], public: false, name: template.name };
    await client.put(`/badge_templates/${template.id}`, body);
    expect(await lastChanges(client, "badge_template.update")).toEqual([
      { field: "public", from: "true", to: "false" },
      { field: "skills", from: "Tides", to: "Tides, Reefs" },
    ]);
    expect(await lastChanges(client, "badge_template.create")).toEqual([]);
  });

  it("says the roles of a member before and after", async () => {
    const { id, client } = await createTestOrganization();
    const member = await createMember(id, "issuer");
    expect((await client.put(`/members/${member.id}`, { role: "viewer" })).status).toBe(200);
    expect(await lastChanges(client, "member.update")).toEqual([
      { field: "role", from: "issuer", to: "viewer" },
    ]);
  });

  it("names secret and personal fields without their values", async () => {
    const { id, client } = await createTestOrganization();
    const url = "https://receiver.example.org/hook?key=abc";
    await client.put("/webhook_settings", { webhook_url: url });
    expect(await lastChanges(client, "webhook_settings.update")).toEqual([
      { field: "webhook_url", from: null, to: null },
    ]);
    await send("PUT", `/v1/organizations/${id}`, {
      headers: (await createMember(id, "administrator")).headers,
      body: { webhook_url: `${url}d`, bio: "x".repeat(1_000) },
    });
    const changes = (await lastChanges(client, "organization.update")) as { to: string | null }[];
    expect(JSON.stringify(changes)).not.toContain("receiver.example.org");
    expect(changes.map(({ to }) => to?.length ?? 0).toSorted((one, other) => one - other)).toEqual([0, 300]);
  });
});
