import { beforeAll, describe, expect, it } from "vitest";
import { identifyAcceptLink, type AcceptTokenInput } from "@/lib/badges/issued/accept-token";
import { acceptBadge, getBadgeByLink } from "@/lib/badges/issued/service";
import {
  listBadgeEvents,
  listBadgeMails,
  createPendingBadge,
  sendBadgeMails,
} from "../../support/badges/badges";
import {
  createTestOrganization,
  createTemplate,
  nextSerial,
  type TestOrganization,
} from "../../support/builders";
import { sortedStatuses } from "../../support/http/client";
import { digestTables, sql } from "../../support/platform/database";
import { createConnectedEmployee, createPerson } from "../../support/accounts/members";

let organization: TestOrganization;
let template: { id: string };

beforeAll(async () => {
  organization = await createTestOrganization();
  template = await createTemplate(organization);
});

const issueBadge = (changes: Record<string, unknown> = {}) =>
  createPendingBadge(organization, template.id, changes);
const newEmail = () => `right-${nextSerial()}@example.org`;
const correctRecipient = (id: string, recipient_email: unknown) =>
  organization.client.put(`/badges/${id}/recipient`, { recipient_email });
const resendMail = (id: string, headers?: Record<string, string>) =>
  organization.client.post(`/badges/${id}/send_notification`, {}, headers);

const readToken = (link: string): string => new URL(link).searchParams.get("token") ?? "";
const findAcceptLink = (text: string): string => /https?:\/\/\S+\/accept\/\S+/.exec(text)?.[0] ?? "";
const acceptByLink = (id: string, link: string) => acceptBadge(id, { token: readToken(link) });

/** Moves the mails of a badge into the past, as if they had been requested earlier. */
const ageMails = (id: string, minutes: number) =>
  sql(
    `UPDATE outbox_messages SET created_at = created_at - make_interval(mins => $2),
       restarted_at = restarted_at - make_interval(mins => $2) WHERE subject_id = $1`,
    [id, minutes],
  );

const moveToState = async (id: string, link: string, state: string): Promise<void> => {
  if (state === "accepted") await acceptByLink(id, link);
  if (state === "revoked") await organization.client.put(`/badges/${id}/revoke`, { reason: "x" });
};

const employmentEvents = async (subject: { id: string }, badgeId: string): Promise<unknown[]> => {
  const rows = await sql(
    `SELECT event_type FROM events WHERE subject_id = $1 AND data ->> 'badge_id' = $2 ORDER BY occurred_at, id`,
    [subject.id, badgeId],
  );
  return rows.map(({ event_type }) => event_type);
};

/** The badge and the address that the token of a link encodes. */
async function readCorrectionTime(id: string): Promise<AcceptTokenInput> {
  const [row] = await sql("SELECT address_corrected_at AS at FROM issued_badges WHERE id = $1", [id]);
  return { id, addressCorrectedAt: row?.at ? new Date(row.at as string | Date) : null };
}

/** Which link of a badge this is: the mailed one, or the one shown to the issuer. */
const acceptLinkKind = (link: string, badge: AcceptTokenInput) =>
  identifyAcceptLink(badge, new URL(link).searchParams.get("token") ?? "");

describe("PUT /organizations/{id}/badges/{id}/recipient", () => {
  it("200: returns the badge with its new address and a new accept link", async () => {
    const badge = await issueBadge();
    const before = (await organization.client.get(`/badges/${badge.id}`)).data;
    const address = newEmail();
    const { status, data } = await correctRecipient(badge.id, ` ${address.toUpperCase()} `);
    expect(status).toBe(200);
    expect(data).toEqual({
      ...before,
      recipient_email: address,
      user: { ...before.user, email: data.user.email },
      updated_at: data.updated_at,
      accept_badge_url: data.accept_badge_url,
    });
    expect(data.updated_at > before.updated_at).toBe(true);
    expect(data.accept_badge_url).not.toBe(badge.accept_badge_url);
    expect(data.state_updated_at).toBe(before.state_updated_at);
  });

  it("200: the previously mailed link stops working, and the new one accepts for the new address", async () => {
    const badge = await issueBadge();
    const address = newEmail();
    const { data } = await correctRecipient(badge.id, address);
    await expect(getBadgeByLink(badge.id, readToken(badge.accept_badge_url))).rejects.toMatchObject({
      status: 404,
    });
    await expect(acceptByLink(badge.id, badge.accept_badge_url)).rejects.toMatchObject({ status: 404 });
    const accepted = await acceptByLink(badge.id, data.accept_badge_url);
    expect([accepted.state, accepted.recipientEmail]).toEqual(["accepted", address]);
    const accounts = await sql("SELECT email FROM user_emails WHERE email = ANY ($1)", [
      [address, badge.recipient_email],
    ]);
    expect(accounts).toEqual([{ email: address }]);
  });

  it("200: changing back to the first address does not restore the first link", async () => {
    const badge = await issueBadge();
    await correctRecipient(badge.id, newEmail());
    const { data } = await correctRecipient(badge.id, badge.recipient_email);
    expect(data.recipient_email).toBe(badge.recipient_email);
    await expect(acceptByLink(badge.id, badge.accept_badge_url)).rejects.toMatchObject({ status: 404 });
    await acceptByLink(badge.id, data.accept_badge_url);
  });

  it("200: sends a second mail to the new address with the new link, and records its sending as an event", async () => {
    const badge = await issueBadge();
    await sendBadgeMails(badge.id);
    const address = newEmail();
    const { data } = await correctRecipient(badge.id, address);
    const [mail, ...more] = await sendBadgeMails(badge.id);
    expect(more).toEqual([]);
    expect(mail?.to.address).toBe(address);
    expect(acceptLinkKind(findAcceptLink(mail?.text ?? ""), await readCorrectionTime(data.id))).toBe(
      "mailed",
    );
    expect(acceptLinkKind(data.accept_badge_url, await readCorrectionTime(data.id))).toBe("shown");
    expect(await listBadgeEvents(organization, badge.id)).toEqual([
      "badge.created",
      "pending_badge_notification.no_user.sent",
      "pending_badge_notification.no_user.sent",
    ]);
  });

  it("200: a mail that was still waiting is not sent: the new address gets one mail, not two", async () => {
    const badge = await issueBadge();
    const address = newEmail();
    await correctRecipient(badge.id, address);
    expect((await sendBadgeMails(badge.id)).map(({ to }) => to.address)).toEqual([address]);
    const rows = await sql(
      "SELECT state, last_reason FROM outbox_messages WHERE subject_id = $1 AND kind = 'mail' ORDER BY created_at, id",
      [badge.id],
    );
    expect(rows).toEqual([
      { state: "done", last_reason: "not_needed" },
      { state: "done", last_reason: null },
    ]);
  });

  it("200: sends no mail for a badge that was issued without one", async () => {
    const badge = await issueBadge({ suppress_badge_notification_email: true });
    expect((await correctRecipient(badge.id, newEmail())).status).toBe(200);
    expect(await listBadgeMails(badge.id)).toEqual([]);
  });

  it("200: belongs to the account of the new address, and no longer to that of the old one", async () => {
    const [wrong, right] = [await createPerson(), await createPerson()];
    const badge = await issueBadge({ recipient_email: wrong.email });
    const { data } = await correctRecipient(badge.id, right.email);
    expect(data.user.id).toBe(right.id);
    const rows = await sql("SELECT user_id FROM issued_badges WHERE id = $1", [badge.id]);
    expect(rows).toEqual([{ user_id: right.id }]);
  });

  it("200: becomes invisible to the employer of the old address and visible to that of the new one", async () => {
    const [wrong, right] = [
      await createConnectedEmployee(organization),
      await createConnectedEmployee(organization),
    ];
    const badge = await issueBadge({ recipient_email: wrong.person.email });
    await correctRecipient(badge.id, right.person.email);
    expect(await employmentEvents(wrong.employee, badge.id)).toEqual([
      "employment.badges.added",
      "employment.badges.removed",
    ]);
    expect(await employmentEvents(right.employee, badge.id)).toEqual(["employment.badges.added"]);
  });

  it("200: setting the same address again changes nothing", async () => {
    const badge = await issueBadge();
    const before = await digestTables();
    const { status, data } = await correctRecipient(badge.id, badge.recipient_email);
    expect([status, data.accept_badge_url]).toEqual([200, badge.accept_badge_url]);
    expect(await digestTables()).toEqual(before);
  });

  it("200: writes one audit entry", async () => {
    const badge = await issueBadge();
    await correctRecipient(badge.id, newEmail());
    const { data } = await organization.client.get(`/audit_entries?filter=subject_id::${badge.id}`);
    expect(data.map(({ action }: { action: string }) => action)).toEqual([
      "badge.correct_recipient",
      "badge.issue",
    ]);
  });

  it("200: one of several corrections that read the same address succeeds, and one mail is sent", async () => {
    const badge = await issueBadge();
    await sendBadgeMails(badge.id);
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => correctRecipient(badge.id, newEmail())),
    );
    const won = outcomes.filter(({ status }) => status === 200).map(({ data }) => data.recipient_email);
    const lost = outcomes.filter(({ status }) => status === 422);
    // A request that reads after another one's commit corrects that result, which is not a race.
    expect(won.length).toBeGreaterThan(0);
    expect(lost.length).toBe(8 - won.length);
    expect(lost.length).toBeGreaterThan(0);
    expect(new Set(lost.map(({ data }) => data.code))).toEqual(new Set(["recipient_changed"]));
    const { data } = await organization.client.get(`/badges/${badge.id}`);
    expect(won).toContain(data.recipient_email);
    expect((await sendBadgeMails(badge.id)).map(({ to }) => to.address)).toEqual([data.recipient_email]);
  });

  it("200 or 404: an answer through the old link and a correction exclude each other", async () => {
    for (let round = 0; round < 10; round += 1) {
      const badge = await issueBadge();
      const address = newEmail();
      const [response, correction] = await Promise.allSettled([
        acceptByLink(badge.id, badge.accept_badge_url),
        correctRecipient(badge.id, address),
      ]);
      const { data } = await organization.client.get(`/badges/${badge.id}`);
      const status = correction.status === "fulfilled" ? correction.value.status : 0;
      expect([
        ["fulfilled", 422, "accepted", badge.recipient_email],
        ["rejected", 200, "pending", address],
      ]).toContainEqual([response.status, status, data.state, data.recipient_email]);
    }
  });

  it("422: the new recipient already has the badge; nothing is stored", async () => {
    const [other, badge] = [await issueBadge(), await issueBadge()];
    const before = await digestTables();
    const { status, data } = await correctRecipient(badge.id, other.recipient_email);
    expect([status, data.message]).toEqual([422, "The recipient already has this badge."]);
    expect(await digestTables()).toEqual(before);
    const generous = await createTemplate(organization, { allow_duplicate_badges: true });
    const [one, two] = [
      await createPendingBadge(organization, generous.id),
      await createPendingBadge(organization, generous.id),
    ];
    expect((await correctRecipient(one.id, two.recipient_email)).status).toBe(200);
  });

  it("200: an earner id is not a duplicate of itself", async () => {
    const badge = await issueBadge({ issuer_earner_id: `earner-${nextSerial()}` });
    expect((await correctRecipient(badge.id, newEmail())).status).toBe(200);
  });

  it.each(["accepted", "revoked"])("422: a badge that is %s, naming its state", async (state) => {
    const badge = await issueBadge();
    await moveToState(badge.id, badge.accept_badge_url, state);
    const before = await digestTables();
    const { status, data } = await correctRecipient(badge.id, newEmail());
    expect([status, data.message]).toEqual([
      422,
      `This badge is ${state}: only a pending badge can get another address.`,
    ]);
    expect(await digestTables()).toEqual(before);
  });

  it("422: an invalid address; nothing is stored", async () => {
    const badge = await issueBadge();
    const before = await digestTables();
    for (const address of [
      undefined,
      null,
      "",
      "nobody",
      "a@b.example, c@d.example",
      "a@b.example\r\nBcc: x",
      5,
    ]) {
      const { status, data } = await correctRecipient(badge.id, address);
      expect([status, data.errors[0].field]).toEqual([422, "recipient_email"]);
    }
    expect(await digestTables()).toEqual(before);
  });

  it("404: another organization's; 403: an organization that only owns the template", async () => {
    const badge = await issueBadge();
    const stranger = await createTestOrganization();
    const path = `/badges/${badge.id}/recipient`;
    expect((await stranger.client.put(path, { recipient_email: newEmail() })).status).toBe(404);
    await sql("UPDATE issued_badges SET organization_id = $2 WHERE id = $1", [badge.id, stranger.id]);
    expect((await correctRecipient(badge.id, newEmail())).status).toBe(403);
  });
});

describe("POST /organizations/{id}/badges/{id}/send_notification", () => {
  const issueMailed = async (changes: Record<string, unknown> = {}) => {
    const badge = await issueBadge(changes);
    await sendBadgeMails(badge.id);
    await ageMails(badge.id, 6);
    return badge;
  };

  it("200: returns the badge and sends a second mail with the same link", async () => {
    const badge = await issueMailed();
    const { status, data } = await resendMail(badge.id);
    expect([status, data]).toEqual([200, (await organization.client.get(`/badges/${badge.id}`)).data]);
    const [mail, ...more] = await sendBadgeMails(badge.id);
    expect(more).toEqual([]);
    expect(acceptLinkKind(findAcceptLink(mail?.text ?? ""), await readCorrectionTime(badge.id))).toBe(
      "mailed",
    );
    const { data: entries } = await organization.client.get(`/audit_entries?filter=subject_id::${badge.id}`);
    expect(entries[0].action).toBe("badge.send_notification");
  });

  it("200: works for a badge that was issued without a mail, immediately", async () => {
    const badge = await issueBadge({ suppress_badge_notification_email: true });
    expect((await resendMail(badge.id)).status).toBe(200);
    expect(await sendBadgeMails(badge.id)).toHaveLength(1);
  });

  it("200: after a correction the mail goes to the new address", async () => {
    const badge = await issueMailed();
    const address = newEmail();
    await correctRecipient(badge.id, address);
    await sendBadgeMails(badge.id);
    await ageMails(badge.id, 6);
    expect((await resendMail(badge.id)).status).toBe(200);
    expect((await sendBadgeMails(badge.id)).map(({ to }) => to.address)).toEqual([address]);
  });

  it("200: a mail whose delivery failed so far is tried immediately, and remains one mail", async () => {
    const badge = await issueBadge();
    await sql(
      `UPDATE outbox_messages SET next_attempt_at = now() + interval '1 hour', attempts = 3,
         created_at = created_at - interval '10 minutes', first_attempt_at = now() WHERE subject_id = $1`,
      [badge.id],
    );
    expect(await sendBadgeMails(badge.id)).toEqual([]);
    expect((await resendMail(badge.id)).status).toBe(200);
    expect(await listBadgeMails(badge.id)).toEqual(["pending_badge"]);
    expect(await sendBadgeMails(badge.id)).toHaveLength(1);
    expect((await resendMail(badge.id)).status).toBe(429);
  });

  it("429: within five minutes of the previous mail, stating when it was sent", async () => {
    const badge = await issueBadge();
    const before = await digestTables();
    const { status, data, headers } = await resendMail(badge.id);
    expect(status).toBe(429);
    expect(data.message).toMatch(
      /^This recipient was last e-mailed at \d{4}-\d\d-\d\d \d\d:\d\d UTC\. Try again in 5 minutes\.$/,
    );
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(290);
    expect(await digestTables()).toEqual(before);
  });

  it("429: of eight concurrent requests, one succeeds", async () => {
    const badge = await issueMailed();
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => resendMail(badge.id)));
    expect(sortedStatuses(outcomes)).toEqual([200, ...Array(7).fill(429)]);
    expect(await sendBadgeMails(badge.id)).toHaveLength(1);
  });

  it.each(["accepted", "revoked"])("422: a badge that is %s, naming its state", async (state) => {
    const badge = await issueMailed();
    await moveToState(badge.id, badge.accept_badge_url, state);
    const { status, data } = await resendMail(badge.id);
    expect([status, data.message]).toEqual([
      422,
      `This badge is ${state}: only a pending badge can be e-mailed again.`,
    ]);
  });

  it("404: another organization's, and unknown", async () => {
    const badge = await issueMailed();
    const stranger = await createTestOrganization();
    expect((await stranger.client.post(`/badges/${badge.id}/send_notification`, {})).status).toBe(404);
    expect((await resendMail("0190a5b4-0000-7000-8000-000000000000")).status).toBe(404);
  });
});
