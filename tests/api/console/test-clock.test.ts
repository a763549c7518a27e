import { beforeEach, describe, expect, it } from "vitest";
import {
  createCheckedImport,
  encodeFile,
  listRecipients,
  runDueImportMessages,
} from "../../support/badges/badge-imports";
import { createApplication } from "../../support/applications/oauth";
import { createTemplate, nextSerial, type TestOrganization } from "../../support/builders";
import { credentialPath, fetchDocument } from "../../support/credentials/open-badge-documents";
import { createEarner, issueAcceptedBadge, issueBadgeTo, sendDueMails } from "../../support/accounts/earners";
import { createOpenedTestMode } from "../../support/console/opened-test-mode";
import { sql } from "../../support/platform/database";

let real: TestOrganization;
let test: TestOrganization;

beforeEach(async () => {
  ({ real, test } = await createOpenedTestMode());
});

const DAY_MS = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
const move = (days: number, organization = test) => organization.client.post("/test_clock", { days });
const readBadge = async (organization: TestOrganization, id: string) =>
  (await organization.client.get(`/badges/${id}`)).data;

describe("moving time", () => {
  it("expires a badge after its days, in the API and in its credential, and no badge of others", async () => {
    const earner = await createEarner();
    const expiring = { expires_at: inDays(10) };
    const badge = await issueAcceptedBadge(test, earner, false, expiring);
    const other = await issueAcceptedBadge(real, earner, false, expiring);
    const unmoved = await readBadge(real, other.id);
    const { json: before } = await fetchDocument(credentialPath(badge.id));
    expect(Date.parse(before.validUntil as string)).toBeGreaterThan(Date.now());
    expect(await move(4)).toMatchObject({ status: 200, data: { days: 4 } });
    expect(Date.parse((await readBadge(test, badge.id)).expires_at as string)).toBeGreaterThan(Date.now());
    expect(await move(7)).toMatchObject({ status: 200, data: { days: 11 } });
    expect(Date.parse((await readBadge(test, badge.id)).expires_at as string)).toBeLessThan(Date.now());
    const { json: after } = await fetchDocument(credentialPath(badge.id));
    expect(Date.parse(after.validUntil as string)).toBe(
      Date.parse(before.validUntil as string) - 11 * DAY_MS,
    );
    expect(await readBadge(real, other.id)).toEqual(unmoved);
  });

  it("issues the badges of an import that was scheduled for a day that has come", async () => {
    const { id, badge_template: template } = await createCheckedImport(test, {
      file: encodeFile("email,first name,last name\nada@example.org,Ada,Okafor"),
    });
    await test.client.post(`/badge_imports/${id}/start`, { start_at: inDays(20) });
    await move(19);
    await runDueImportMessages(id);
    expect(await listRecipients(template.id)).toEqual([]);
    await move(1);
    await runDueImportMessages(id);
    expect(await listRecipients(template.id)).toEqual(["ada@example.org"]);
  });

  it("sends the reminder of a badge that now expires soon to the inbox", async () => {
    const template = await createTemplate(test, { send_expiring_badge_notifications: true });
    const earner = await createEarner();
    const badge = await issueAcceptedBadge(test, earner, false, {
      badge_template_id: template.id,
      expires_at: inDays(60),
    });
    await sendDueMails({ id: badge.id });
    const subjects = async () =>
      ((await test.client.get(`/test_mails?filter=to::${earner.email}`)).data as { subject: string }[]).map(
        ({ subject }) => subject,
      );
    const before = await subjects();
    await move(40);
    await sendDueMails({ id: badge.id });
    const [reminder, ...others] = await subjects();
    expect(others).toEqual(before);
    expect(reminder).toContain("expires");
  });

  it("makes a delivery due that waited for its next attempt", async () => {
    await test.client.put("", { webhook_url: "https://receiver.example/hook" });
    await createApplication(test, { data_services_enabled: true });
    await issueBadgeTo(test, `earner-${nextSerial()}@example.org`);
    const isDelivery = "kind = 'webhook' AND state = 'due' AND organization_id = $1";
    const listDue = async () =>
      (
        await sql(`SELECT next_attempt_at <= now() AS due FROM outbox_messages WHERE ${isDelivery}`, [
          test.id,
        ])
      ).map(({ due }) => due);
    await sql(
      `UPDATE outbox_messages SET next_attempt_at = now() + interval '2 days', attempts = 5 WHERE ${isDelivery}`,
      [test.id],
    );
    expect([...new Set(await listDue())]).toEqual([false]);
    await move(3);
    expect([...new Set(await listDue())]).toEqual([true]);
  });

  it("ends its tokens, as time would", async () => {
    const { data: token } = await test.client.post("/authorization_tokens", {});
    expect(Date.parse(token.expires_at as string)).toBeGreaterThan(Date.now());
    await move(181);
    expect((await test.client.get("/badges")).status).toBe(401);
  });

  it("is refused in a real organization, and beyond ten years", async () => {
    expect((await move(1, real)).data.code).toBe("not_test_mode");
    expect((await move(367)).status).toBe(422);
    await sql("UPDATE organizations SET test_days = 3600 WHERE id = $1", [test.id]);
    expect((await move(61)).data.code).toBe("too_far");
  });
});
