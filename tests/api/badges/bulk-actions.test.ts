import { beforeEach, describe, expect, it } from "vitest";
import { badgeBody, createTestOrganization, type TestOrganization } from "../../support/builders";
import { issueBadges, PATH, runAllBulkSteps, startBulkAction } from "../../support/badges/bulk-actions";
import { send } from "../../support/http/client";
import { createMember } from "../../support/accounts/members";
import { sql } from "../../support/platform/database";

let organization: TestOrganization;

beforeEach(async () => {
  organization = await createTestOrganization();
});

const getBulkAction = async (id: string) => (await organization.client.get(`${PATH}/${id}`)).data;

const listStates = async (templateId: string): Promise<string[]> => {
  const rows = await sql(
    "SELECT state FROM issued_badges WHERE badge_template_id = $1 AND deleted_at IS NULL ORDER BY created_at, id",
    [templateId],
  );
  return rows.map(({ state }) => String(state));
};

describe("POST /organizations/{id}/badge_bulk_actions", () => {
  it("revokes every badge that matches, with the effects of a revocation by hand", async () => {
    const { template, filter } = await issueBadges(organization, 3);
    const other = await issueBadges(organization, 1);
    const { id } = await startBulkAction(organization, {
      action: "revoke",
      filter: `${filter}|state::pending`,
      badges_count: 3,
      reason: "Issued by mistake.",
    });
    expect(await getBulkAction(id)).toMatchObject({ state: "running", badges_count: 3, done_count: 0 });
    await runAllBulkSteps(id);
    expect(await getBulkAction(id)).toMatchObject({
      state: "done",
      done_count: 3,
      skipped_count: 0,
      failed_count: 0,
      finished_at: expect.any(String),
    });
    expect(await listStates(template.id)).toEqual(["revoked", "revoked", "revoked"]);
    expect(await listStates(other.template.id)).toEqual(["pending"]);
    const effects = await sql(
      `SELECT revocation_reason AS reason,
         (SELECT count(*)::int FROM events WHERE subject_id = badge.id AND event_type = 'badge.state.changed') AS events,
         (SELECT count(*)::int FROM outbox_messages WHERE subject_id = badge.id AND kind = 'mail') AS mails,
         (SELECT count(*)::int FROM audit_entries WHERE subject_id = badge.id::text AND action = 'badge.revoke'
           AND actor_type = 'AuthorizationToken') AS audit
       FROM issued_badges AS badge WHERE badge_template_id = $1`,
      [template.id],
    );
    const effect = { reason: "Issued by mistake.", events: 1, mails: 1, audit: 1 };
    expect(effects).toEqual([effect, effect, effect]);
    const audit = await sql(
      "SELECT action FROM audit_entries WHERE subject_id = $1 ORDER BY occurred_at, id",
      [id],
    );
    expect(audit.map(({ action }) => action)).toEqual([
      "badge_bulk_action.start",
      "badge_bulk_action.finish",
    ]);
  });

  it("sends no mails about a revocation when that was asked for", async () => {
    const { ids, filter } = await issueBadges(organization, 1);
    const { id } = await startBulkAction(organization, {
      action: "revoke",
      filter,
      badges_count: 1,
      reason: "No.",
      suppress_revoke_notification_email: true,
    });
    await runAllBulkSteps(id);
    expect(await sql("SELECT 1 FROM outbox_messages WHERE subject_id = $1 AND kind = 'mail'", ids)).toEqual(
      [],
    );
  });

  it("leaves alone what was issued afterwards, and keeps what no longer matches", async () => {
    const { template, ids, filter } = await issueBadges(organization, 2);
    const { id } = await startBulkAction(organization, {
      action: "delete",
      filter: `${filter}|state::pending`,
      badges_count: 2,
    });
    const { data: later } = await organization.client.post("/badges", badgeBody(template.id));
    await organization.client.put(`/badges/${ids[0]}/revoke`, { reason: "Meanwhile." });
    await runAllBulkSteps(id);
    const left = await sql(
      "SELECT id FROM issued_badges WHERE badge_template_id = $1 AND deleted_at IS NULL",
      [template.id],
    );
    expect(left).toEqual([{ id: later.id }]);
  });

  it("skips badges whose state does not allow the action, and says why", async () => {
    const { ids, filter } = await issueBadges(organization, 2);
    await organization.client.put(`/badges/${ids[0]}/revoke`, { reason: "Before." });
    const { id } = await startBulkAction(organization, { action: "resend", filter, badges_count: 2 });
    await organization.client.delete(`/badges/${ids[1]}`);
    await runAllBulkSteps(id);
    expect(await getBulkAction(id)).toMatchObject({ state: "done", done_count: 0, skipped_count: 2 });
    const { data } = await organization.client.get(`${PATH}/${id}/badges?filter=status::skipped`);
    expect(data).toMatchObject([
      {
        badge_id: ids[0],
        code: "invalid_transition",
        message: "This badge is revoked: only a pending badge can be e-mailed again.",
        recipient_email: expect.stringContaining("@"),
      },
      { badge_id: ids[1], code: "not_found", recipient_email: null, badge_template_name: null },
    ]);
  });

  it("refuses another number than expected, an unknown filter, no reason, and a second run", async () => {
    const { filter } = await issueBadges(organization, 2);
    const body = { action: "resend", filter, badges_count: 2 };
    const refuse = async (changes: object) => {
      const { status, data } = await organization.client.post(PATH, { ...body, ...changes });
      return [status, JSON.stringify(data)];
    };
    expect(await refuse({ badges_count: 3 })).toEqual([422, expect.stringContaining("2 badges match now")]);
    expect(await refuse({ filter: "colour::red" })).toEqual([400, expect.stringContaining("colour")]);
    expect(await refuse({ action: "revoke" })).toEqual([422, expect.stringContaining("reason")]);
    expect(await refuse({ action: "accept" })).toEqual([422, expect.stringContaining("action")]);
    await startBulkAction(organization, body);
    expect(await refuse({})).toEqual([422, expect.stringContaining("bulk_action_running")]);
    const queue = "SELECT 1 FROM outbox_messages WHERE organization_id = $1 AND kind = 'badge_bulk_action'";
    expect(await sql(queue, [organization.id])).toHaveLength(1);
  });

  it("deletes only for those who may delete a badge by hand", async () => {
    const { filter } = await issueBadges(organization, 1);
    const { data: token } = await organization.client.post("/authorization_tokens", {
      write_enabled: true,
    });
    const post = (action: string) =>
      send("POST", `/v1/organizations/${organization.id}${PATH}`, {
        headers: { authorization: `Basic ${Buffer.from(`${token.token}:`).toString("base64")}` },
        body: { action, filter, badges_count: 1 },
      });
    expect((await post("delete")).status).toBe(403);
    expect((await post("resend")).status).toBe(201);
  });

  it("touches no badge of another organization, which cannot see the run either", async () => {
    const other = await createTestOrganization();
    const foreign = await issueBadges(other, 1);
    const own = await issueBadges(organization, 1);
    const refused = await organization.client.post(PATH, {
      action: "delete",
      filter: foreign.filter,
      badges_count: 1,
    });
    expect(refused.status).toBe(422);
    const { id } = await startBulkAction(organization, { action: "delete", filter: "", badges_count: 1 });
    expect((await other.client.get(`${PATH}/${id}`)).status).toBe(404);
    expect((await other.client.get(`${PATH}/${id}/badges`)).status).toBe(404);
    expect((await other.client.post(`${PATH}/${id}/cancel`, {})).status).toBe(404);
    expect((await other.client.get(PATH)).data).toEqual([]);
    await runAllBulkSteps(id);
    expect(await listStates(own.template.id)).toEqual([]);
    expect(await listStates(foreign.template.id)).toEqual(["pending"]);
  });
});

describe("POST /organizations/{id}/badge_bulk_actions/{badge_bulk_action_id}/cancel", () => {
  it("stops the run before its next badge", async () => {
    const { template, filter } = await issueBadges(organization, 2);
    const { id } = await startBulkAction(organization, { action: "delete", filter, badges_count: 2 });
    expect((await organization.client.post(`${PATH}/${id}/cancel`, {})).data.state).toBe("cancelled");
    await runAllBulkSteps(id);
    expect(await listStates(template.id)).toEqual(["pending", "pending"]);
    expect((await organization.client.post(`${PATH}/${id}/cancel`, {})).status).toBe(422);
    // The organization can start the next one.
    await startBulkAction(organization, { action: "delete", filter, badges_count: 2 });
  });

  it("is not needed when the person who started it leaves: the run stops by itself", async () => {
    const { template, filter } = await issueBadges(organization, 1);
    const person = await createMember(organization.id, "issuer");
    const started = await send("POST", `/v1/organizations/${organization.id}${PATH}`, {
      headers: person.headers,
      body: { action: "revoke", filter, badges_count: 1, reason: "Mistake." },
    });
    expect(started.status).toBe(201);
    await sql("UPDATE memberships SET role = 'viewer' WHERE user_id = $1", [person.id]);
    await runAllBulkSteps(started.data.id);
    expect(await getBulkAction(started.data.id)).toMatchObject({
      state: "stopped",
      stop_reason: "The person or token that started it may no longer revoke badges here.",
    });
    expect(await listStates(template.id)).toEqual(["pending"]);
  });
});
