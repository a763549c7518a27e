import { beforeAll, describe, expect, it } from "vitest";
import { credentialPath, fetchDocument } from "../../support/credentials/open-badge-documents";
import { createEarner, issueAcceptedBadge, issueBadgeTo, sendDueMails } from "../../support/accounts/earners";
import { readLinkOffer } from "../../support/accounts/accept-forms";
import { createInvitation, submitInvitationForm } from "../../support/accounts/invitations";
import type { Person } from "../../support/accounts/members";
import { createOpenedTestMode, openTestMode } from "../../support/console/opened-test-mode";
import {
  createTemplate,
  createTestOrganization,
  nextSerial,
  type TestOrganization,
} from "../../support/builders";
import { basicHeaders, send } from "../../support/http/client";
import { sql } from "../../support/platform/database";

let real: TestOrganization;
let administrator: Person;
let test: TestOrganization;

beforeAll(async () => {
  ({ real, administrator, test } = await createOpenedTestMode("Harbor"));
});

const inbox = async (address: string) => (await test.client.get(`/test_mails?filter=to::${address}`)).data;

const roles = (id: string) =>
  sql("SELECT user_id, role::text FROM memberships WHERE organization_id = $1 ORDER BY user_id", [id]);

describe("the test organization", () => {
  it("is created once, beside the real one, with its name and its members", async () => {
    const answers = await Promise.all([1, 2, 3].map(() => openTestMode(real, administrator)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ data }) => data.id as string))).toEqual(new Set([test.id]));
    const { data } = await test.client.get("");
    expect(data).toMatchObject({ name: "Harbor (test)", vanity_slug: "harbor-test" });
    expect(await roles(test.id)).toEqual(await roles(real.id));
  });

  it("has data services, so that an address is enough to receive webhooks", async () => {
    const { data } = await test.client.get("/webhook_settings");
    expect(data).toMatchObject({
      data_services_enabled: true,
      data_services_applications: [{ name: "Default" }],
    });
    await test.client.put("/webhook_settings", { webhook_url: "https://example.org/hook" });
    const { id } = await issueBadgeTo(test, `hook-${nextSerial()}@example.org`);
    const [sent] = await sql(
      `SELECT count(*)::int AS count FROM outbox_messages AS message JOIN events AS event ON event.id = message.subject_id
       WHERE message.kind = 'webhook' AND event.organization_id = $1 AND event.subject_id = $2`,
      [test.id, id],
    );
    expect(sent?.count).toBe(1);
  });

  it("follows the members of the real one, and has none of its own", async () => {
    const member = await createEarner();
    const invitation = await createInvitation(real, { email: member.email, role: "viewer" });
    await submitInvitationForm(invitation, {}, { cookie: member.cookie });
    expect(await roles(test.id)).toContainEqual({ user_id: member.id, role: "viewer" });
    await real.client.put(`/members/${member.id}`, { role: "issuer" });
    expect(await roles(test.id)).toContainEqual({ user_id: member.id, role: "issuer" });
    const refused = [
      await test.client.post("/invitations", { email: `new-${nextSerial()}@example.org`, role: "viewer" }),
      await test.client.delete(`/members/${administrator.id}`),
    ];
    for (const { status, data } of refused) expect([status, data.code]).toEqual([422, "test_mode"]);
    await real.client.delete(`/members/${member.id}`);
    expect(await roles(test.id)).toEqual(await roles(real.id));
  });

  it("keeps nothing of a person who deletes their account, in either mode", async () => {
    const member = await createEarner();
    const invitation = await createInvitation(real, { email: member.email, role: "viewer" });
    await submitInvitationForm(invitation, {}, { cookie: member.cookie });
    const badge = await issueBadgeTo(test, member.email);
    await sendDueMails({ id: badge.id });
    expect(await inbox(member.email)).toHaveLength(1);
    expect((await member.client.delete("")).status).toBe(204);
    for (const { id } of [real, test]) expect(JSON.stringify(await roles(id))).not.toContain(member.id);
    expect(await inbox(member.email)).toEqual([]);
  });

  it("is renamed with the real one, and not by itself", async () => {
    expect((await test.client.put("", { name: "Harbor" })).data.code).toBe("test_mode");
    expect((await test.client.put("", { name: "Harbor (test)", bio: "We test." })).status).toBe(200);
    expect((await real.client.put("", { name: "Harbor College" })).status).toBe(200);
    expect((await test.client.get("")).data.name).toBe("Harbor College (test)");
  });

  it("has no test organization of its own, and strangers see neither it nor its mails", async () => {
    const stranger = await createTestOrganization();
    expect((await test.client.post("/test_organization", {})).data.code).toBe("test_mode");
    for (const path of ["test_organization", "test_mails", "badges"]) {
      const { status } = await send("GET", `/v1/organizations/${test.id}/${path}`, {
        headers: basicHeaders(stranger.authorization_token),
      });
      expect([path, status]).toEqual([path, 404]);
    }
  });

  it("works with other test organizations only, and has no verified domain", async () => {
    const stranger = await createTestOrganization();
    const refused = [
      await test.client.post("/issuers", { issuer_id: stranger.id }),
      await stranger.client.post("/issuers", { issuer_id: test.id }),
      await test.client.put("/domain", { name: "example.org" }),
      await test.client.post("/endorsements", {
        badge_template_id: (await createTemplate(stranger, { public: true })).id,
        comment: "Good.",
      }),
    ];
    for (const { status, data } of refused) expect([status, data.code]).toEqual([422, "test_mode"]);
  });
});

describe("its tokens", () => {
  it("say that they are tests, also after a rotation", async () => {
    const { data } = await test.client.post("/authorization_tokens", { write_enabled: true });
    expect(data.token).toMatch(/^bat_test_/);
    const rotated = await send("POST", `/v1/organizations/${test.id}/authorization_tokens/rotate`, {
      headers: basicHeaders(data.token as string),
      body: {},
    });
    expect([rotated.status, rotated.data.token]).toEqual([201, expect.stringMatching(/^bat_test_/)]);
    expect((await real.client.post("/authorization_tokens", {})).data.token).toMatch(/^bat_[^_]+$/);
  });
});

const deliverMails = async (subjectId: string) => sendDueMails({ id: subjectId });

describe("its mails", () => {
  it("are stored instead of sent, once, for its members alone", async () => {
    const badge = await issueBadgeTo(test, `earner-${nextSerial()}@example.org`);
    expect(await deliverMails(badge.id)).toEqual([]);
    const [mail, ...others] = await inbox(badge.recipient_email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: { address: badge.recipient_email },
      subject: expect.stringContaining("Harbor College (test)") as string,
    });
    const { data } = await test.client.get(`/test_mails/${mail.id}`);
    expect(data.text).toContain(`/accept/${badge.id}?token=`);
    expect((await real.client.get("/test_mails")).data).toEqual([]);
    expect((await real.client.get(`/test_mails/${mail.id}`)).status).toBe(404);
  });

  it("lead to a page that never proves the address of someone else", async () => {
    const victim = await createEarner();
    const badge = await issueBadgeTo(test, victim.email);
    await deliverMails(badge.id);
    const [mail] = await inbox(victim.email);
    const { text } = (await test.client.get(`/test_mails/${mail.id}`)).data;
    const [, link = ""] = /(https?:\S+\/accept\/\S+)/.exec(text as string) ?? [];
    const token = new URL(link).searchParams.get("token") ?? "";
    expect(await readLinkOffer(badge.id, token, null)).toBe("owner_only");
  });
});

describe("its badges", () => {
  it("are marked in every document", async () => {
    const earner = await createEarner();
    const template = await createTemplate(test, { name: "Seamanship", public: true });
    const badge = await issueAcceptedBadge(test, earner, false, { badge_template_id: template.id });
    const { json: credential } = await fetchDocument(credentialPath(badge.id));
    expect(credential).toMatchObject({
      name: "Test: Seamanship",
      description: expect.stringMatching(/^This badge is a test and proves nothing\. /) as string,
      issuer: { name: "Harbor College (test)" },
      credentialSubject: { achievement: { name: "Test: Seamanship" } },
    });
  });
});
