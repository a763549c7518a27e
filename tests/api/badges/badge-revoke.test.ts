import { beforeAll, describe, expect, it } from "vitest";
import { findPublicBadge } from "@/app/(public)/badges/[badge_id]/public-badge";
import { GET as unavailable } from "@/app/(public)/badges/[badge_id]/unavailable/route";
import {
  acceptByLink,
  listBadgeEvents,
  listBadgeMails,
  createPendingBadge,
  rejectByLink,
  sendBadgeMails,
} from "../../support/badges/badges";
import { createTestOrganization, createTemplate, type TestOrganization } from "../../support/builders";
import { ORIGIN } from "../../support/http/client";
import { digestTables, sql } from "../../support/platform/database";

let organization: TestOrganization;
let template: { id: string };

beforeAll(async () => {
  organization = await createTestOrganization();
  template = await createTemplate(organization);
});

const issueBadge = (changes: Record<string, unknown> = {}) =>
  createPendingBadge(organization, template.id, changes);
const revokeBadge = (id: string, body: Record<string, unknown> = { reason: "Issued by mistake." }) =>
  organization.client.put(`/badges/${id}/revoke`, body);

/** The page that explains why a badge was revoked. */
const getUnavailablePage = async (id: string, headers: Record<string, string> = {}): Promise<Response> => {
  expect(await findPublicBadge(id)).toEqual({ instead: `${ORIGIN}/badges/${id}/unavailable` });
  const request = new Request(`${ORIGIN}/badges/${id}/unavailable`, { headers });
  return unavailable(request, { params: Promise.resolve({ badge_id: id }) });
};
const getPageStatus = async (id: string): Promise<number> => (await getUnavailablePage(id)).status;

/** The terms and values of a page as text. */
const listFacts = (html: string): [string, string][] =>
  [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)].map(([, term = "", value = ""]) => [term, value]);

/** A calendar date in the format of the pages. */
const formatLongDate = (date: string): string =>
  new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" }).format(new Date(date));

const moveToAnotherIssuer = async (id: string) => {
  const issuer = await createTestOrganization();
  await sql("UPDATE issued_badges SET organization_id = $2 WHERE id = $1", [id, issuer.id]);
};

describe("PUT /organizations/{id}/badges/{id}/revoke", () => {
  it.each(["pending", "accepted"])("200: returns the whole badge with the reason, from %s", async (state) => {
    const { id } = await issueBadge();
    if (state === "accepted") await acceptByLink(id);
    const before = (await organization.client.get(`/badges/${id}`)).data;
    const { status, data } = await revokeBadge(id, { reason: "  Issued by mistake.\nSorry.  " });
    expect(status).toBe(200);
    expect(data).toEqual({
      ...before,
      state: "revoked",
      revocation_reason: "Issued by mistake.\nSorry.",
      // Only an accepted badge shows the earner's profile.
      user: { ...data.user, id: before.user.id, first_name: null },
      state_updated_at: data.state_updated_at,
      updated_at: data.updated_at,
    });
    expect(data.state_updated_at > before.state_updated_at).toBe(true);
    expect((await organization.client.get(`/badges/${id}`)).data).toEqual(data);
    const events = await listBadgeEvents(organization, id);
    expect(events.filter((event) => event === "badge.state.changed revoked")).toHaveLength(1);
  });

  it("200: the public page responds with 410", async () => {
    const { id } = await issueBadge();
    await acceptByLink(id);
    expect(await findPublicBadge(id)).toHaveProperty("shown");
    await revokeBadge(id);
    expect(await getPageStatus(id)).toBe(410);
  });

  it("410: the public page shows badge, issuer, dates and reason, and never the earner", async () => {
    const badge = await issueBadge();
    await acceptByLink(badge.id);
    const { data } = await revokeBadge(badge.id, { reason: "A <wrong> exam,\ngraded twice." });
    const response = await getUnavailablePage(badge.id);
    expect([response.status, response.headers.get("content-type")]).toEqual([
      410,
      "text/html; charset=utf-8",
    ]);
    const html = await response.text();
    expect(listFacts(html)).toEqual([
      ["Badge", data.badge_template.name],
      ["Issuer", data.issuer.entities[0].entity.name],
      ["Issued on", formatLongDate(data.issued_at_date)],
      ["Revoked on", formatLongDate(data.state_updated_at)],
      ["Reason", "A &lt;wrong&gt; exam,\ngraded twice."],
    ]);
    for (const word of [data.issued_to, data.recipient_email]) expect(html).not.toContain(word);
    const german = await (await getUnavailablePage(badge.id, { "accept-language": "de" })).text();
    expect(listFacts(german).map(([term]) => term)).toContain("Widerrufen am");
  });

  it("410: gives programs that request JSON the same information, as the Open Badges assertion does", async () => {
    const { id } = await issueBadge();
    await acceptByLink(id);
    const { data } = await revokeBadge(id);
    for (const wanted of ["application/json", "application/ld+json, text/html;q=0.5"]) {
      const response = await getUnavailablePage(id, { accept: wanted });
      expect(response.status).toBe(410);
      expect(await response.json()).toMatchObject({
        id: `${ORIGIN}/v1/obi/v2/badge_assertions/${id}`,
        revoked: true,
        revocationReason: "Issued by mistake.",
        badge: {
          name: data.badge_template.name,
          issuer: { name: data.issuer.entities[0].entity.name },
        },
        revokedOn: data.state_updated_at,
      });
    }
    const pending = await issueBadge();
    const missing = await getUnavailablePage(pending.id, { accept: "application/json" });
    expect([missing.status, (await missing.json()).data.code]).toEqual([404, "not_found"]);
  });

  it("410: gives no details for a badge that its earner kept private", async () => {
    const { id } = await issueBadge();
    await acceptByLink(id, { private: true });
    const { data } = await revokeBadge(id, { reason: "Secret reason." });
    const [html, json] = [
      await getUnavailablePage(id),
      await getUnavailablePage(id, { accept: "application/json" }),
    ];
    expect([html.status, json.status]).toEqual([410, 410]);
    for (const text of [await html.text(), await json.text()]) {
      expect(text).not.toContain("Secret reason.");
      expect(text).not.toContain(data.badge_template.name);
    }
  });

  it("200: mails the reason to the recipient unless suppressed; the pending mail of the badge is not sent", async () => {
    const badge = await issueBadge();
    await revokeBadge(badge.id, { reason: "A <wrong> exam." });
    expect(await listBadgeMails(badge.id)).toEqual(["pending_badge", "revoked_badge"]);
    const [mail, ...more] = await sendBadgeMails(badge.id);
    expect(more).toEqual([]);
    expect(mail?.to.address).toBe(badge.recipient_email);
    expect(mail?.subject).toContain("has revoked your badge");
    expect(mail?.text).toContain("A <wrong> exam.");
    expect(mail?.html).not.toContain("<wrong>");
    const quiet = await issueBadge({ suppress_badge_notification_email: true });
    await revokeBadge(quiet.id, { reason: "x", suppress_revoke_notification_email: "true" });
    expect(await listBadgeMails(quiet.id)).toEqual([]);
  });

  it("422: a reason that is missing, blank, too long or not a string; nothing is stored", async () => {
    const { id } = await issueBadge();
    const before = await digestTables();
    for (const reason of [undefined, null, " \n ", "x".repeat(5_001), "a\u0000b", 5]) {
      const { status, data } = await revokeBadge(id, { reason });
      expect([status, data.errors[0].field]).toEqual([422, "reason"]);
    }
    expect(await digestTables()).toEqual(before);
  });

  it.each(["rejected", "revoked", "replaced"])("422: a badge that is %s, naming its state", async (state) => {
    const { id } = await issueBadge();
    if (state === "rejected") await rejectByLink(id);
    if (state === "revoked") await revokeBadge(id);
    if (state === "replaced") {
      const body = { badge_template_id: template.id, issued_at: "2026-05-01" };
      await organization.client.post(`/badges/${id}/replace`, body);
    }
    const before = await digestTables();
    const { status, data } = await revokeBadge(id);
    expect([status, data.message]).toEqual([422, `This badge is ${state} and cannot be revoked.`]);
    expect(await digestTables()).toEqual(before);
  });

  it("403: an organization that only owns the template; 404: unknown", async () => {
    const { id } = await issueBadge();
    await moveToAnotherIssuer(id);
    expect((await revokeBadge(id)).status).toBe(403);
    expect((await revokeBadge("0190a5b4-0000-7000-8000-000000000000")).status).toBe(404);
  });

  it("allows the badge to be issued again", async () => {
    const { id, recipient_email } = await issueBadge();
    await revokeBadge(id);
    await issueBadge({ recipient_email });
  });
});

describe("DELETE /organizations/{id}/badges/{id}", () => {
  it("204: removes it from the list, its URL and its page; 404 the second time", async () => {
    const { id, recipient_email } = await issueBadge();
    await acceptByLink(id);
    const { status, data } = await organization.client.delete(`/badges/${id}`);
    expect([status, data]).toEqual([204, undefined]);
    expect((await organization.client.get(`/badges/${id}`)).status).toBe(404);
    const list = await organization.client.get(`/badges?filter=recipient_email::${recipient_email}`);
    expect(list.data).toEqual([]);
    expect(await getPageStatus(id)).toBe(404);
    expect((await organization.client.delete(`/badges/${id}`)).status).toBe(404);
    await expect(acceptByLink(id)).rejects.toMatchObject({ status: 404 });
  });

  it("204: records one badge.deleted, whose event still shows the badge", async () => {
    const { id } = await issueBadge();
    await organization.client.delete(`/badges/${id}`);
    expect(await listBadgeEvents(organization, id)).toEqual(["badge.created", "badge.deleted"]);
    const [event] = (await organization.client.get("/events?per=1")).data;
    expect(event).toMatchObject({ event_type: "badge.deleted", badge: { id } });
  });

  it("204: in every state; the count of the template decreases once", async () => {
    const counted = await createTemplate(organization);
    const ids: string[] = [];
    for (let index = 0; index < 3; index += 1)
      ids.push((await createPendingBadge(organization, counted.id)).id);
    await revokeBadge(ids[0] ?? "");
    await rejectByLink(ids[1] ?? "");
    const readBadgeCount = async () =>
      (await organization.client.get(`/badge_templates/${counted.id}`)).data.badges_count;
    for (const [index, id] of ids.entries()) {
      const responses = await Promise.all([1, 2, 3].map(() => organization.client.delete(`/badges/${id}`)));
      expect(responses.map(({ status }) => String(status)).toSorted()).toEqual(["204", "404", "404"]);
      expect(await readBadgeCount()).toBe(2 - index);
    }
  });

  it("204: pending mails for it are not sent", async () => {
    const badge = await issueBadge();
    await organization.client.delete(`/badges/${badge.id}`);
    expect(await sendBadgeMails(badge.id)).toEqual([]);
    const rows = await sql("SELECT state FROM outbox_messages WHERE subject_id = $1 AND kind = 'mail'", [
      badge.id,
    ]);
    expect(rows).toEqual([{ state: "done" }]);
  });

  it("403: an organization that only owns the template, and a token without delete permission; 404: unknown", async () => {
    const { id } = await issueBadge();
    await moveToAnotherIssuer(id);
    expect((await organization.client.delete(`/badges/${id}`)).status).toBe(403);
    expect((await organization.client.delete("/badges/0190a5b4-0000-7000-8000-000000000000")).status).toBe(
      404,
    );
  });
});
