import { beforeAll, describe, expect, it } from "vitest";
import { findPublicBadge } from "@/app/(public)/badges/[badge_id]/public-badge";
import { GET as unavailable } from "@/app/(public)/badges/[badge_id]/unavailable/route";
import { accept, eventsOf, mailsOf, makeBadge, reject, sendMails } from "../../support/badges/badges";
import { makeOrganization, makeTemplate, type TestOrganization } from "../../support/builders";
import { ORIGIN } from "../../support/http/client";
import { contents, sql } from "../../support/platform/database";

let organization: TestOrganization;
let template: { id: string };

beforeAll(async () => {
  organization = await makeOrganization();
  template = await makeTemplate(organization);
});

const issued = (changes: Record<string, unknown> = {}) => makeBadge(organization, template.id, changes);
const revoke = (id: string, body: Record<string, unknown> = { reason: "Issued by mistake." }) =>
  organization.client.put(`/badges/${id}/revoke`, body);

/** The page that explains why a badge was revoked. */
const page = async (id: string, headers: Record<string, string> = {}): Promise<Response> => {
  expect(await findPublicBadge(id)).toEqual({ instead: `${ORIGIN}/badges/${id}/unavailable` });
  const request = new Request(`${ORIGIN}/badges/${id}/unavailable`, { headers });
  return unavailable(request, { params: Promise.resolve({ badge_id: id }) });
};
const pageStatus = async (id: string): Promise<number> => (await page(id)).status;

/** The terms and values of a page as text. */
const factsOf = (html: string): [string, string][] =>
  [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)].map(([, term = "", value = ""]) => [term, value]);

/** A calendar date in the format of the pages. */
const long = (date: string): string =>
  new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" }).format(new Date(date));

const ofAnother = async (id: string) => {
  const issuer = await makeOrganization();
  await sql("UPDATE issued_badges SET organization_id = $2 WHERE id = $1", [id, issuer.id]);
};

describe("PUT /organizations/{id}/badges/{id}/revoke", () => {
  it.each(["pending", "accepted"])("200: returns the whole badge with the reason, from %s", async (state) => {
    const { id } = await issued();
    if (state === "accepted") await accept(id);
    const before = (await organization.client.get(`/badges/${id}`)).data;
    const { status, data } = await revoke(id, { reason: "  Issued by mistake.\nSorry.  " });
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
    const events = await eventsOf(organization, id);
    expect(events.filter((event) => event === "badge.state.changed revoked")).toHaveLength(1);
  });

  it("200: the public page responds with 410", async () => {
    const { id } = await issued();
    await accept(id);
    expect(await findPublicBadge(id)).toHaveProperty("shown");
    await revoke(id);
    expect(await pageStatus(id)).toBe(410);
  });

  it("410: the public page shows badge, issuer, dates and reason, and never the earner", async () => {
    const badge = await issued();
    await accept(badge.id);
    const { data } = await revoke(badge.id, { reason: "A <wrong> exam,\ngraded twice." });
    const response = await page(badge.id);
    expect([response.status, response.headers.get("content-type")]).toEqual([
      410,
      "text/html; charset=utf-8",
    ]);
    const html = await response.text();
    expect(factsOf(html)).toEqual([
      ["Badge", data.badge_template.name],
      ["Issuer", data.issuer.entities[0].entity.name],
      ["Issued on", long(data.issued_at_date)],
      ["Revoked on", long(data.state_updated_at)],
      ["Reason", "A &lt;wrong&gt; exam,\ngraded twice."],
    ]);
    for (const word of [data.issued_to, data.recipient_email]) expect(html).not.toContain(word);
    const german = await (await page(badge.id, { "accept-language": "de" })).text();
    expect(factsOf(german).map(([term]) => term)).toContain("Widerrufen am");
  });

  it("410: gives programs that request JSON the same information, as the Open Badges assertion does", async () => {
    const { id } = await issued();
    await accept(id);
    const { data } = await revoke(id);
    for (const wanted of ["application/json", "application/ld+json, text/html;q=0.5"]) {
      const response = await page(id, { accept: wanted });
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
    const pending = await issued();
    const missing = await page(pending.id, { accept: "application/json" });
    expect([missing.status, (await missing.json()).data.code]).toEqual([404, "not_found"]);
  });

  it("410: gives no details for a badge that its earner kept private", async () => {
    const { id } = await issued();
    await accept(id, { private: true });
    const { data } = await revoke(id, { reason: "Secret reason." });
    const [html, json] = [await page(id), await page(id, { accept: "application/json" })];
    expect([html.status, json.status]).toEqual([410, 410]);
    for (const text of [await html.text(), await json.text()]) {
      expect(text).not.toContain("Secret reason.");
      expect(text).not.toContain(data.badge_template.name);
    }
  });

  it("200: mails the reason to the recipient unless suppressed; the pending mail of the badge is not sent", async () => {
    const badge = await issued();
    await revoke(badge.id, { reason: "A <wrong> exam." });
    expect(await mailsOf(badge.id)).toEqual(["pending_badge", "revoked_badge"]);
    const [mail, ...more] = await sendMails(badge.id);
    expect(more).toEqual([]);
    expect(mail?.to.address).toBe(badge.recipient_email);
    expect(mail?.subject).toContain("has revoked your badge");
    expect(mail?.text).toContain("A <wrong> exam.");
    expect(mail?.html).not.toContain("<wrong>");
    const quiet = await issued({ suppress_badge_notification_email: true });
    await revoke(quiet.id, { reason: "x", suppress_revoke_notification_email: "true" });
    expect(await mailsOf(quiet.id)).toEqual([]);
  });

  it("422: a reason that is missing, blank, too long or not a string; nothing is stored", async () => {
    const { id } = await issued();
    const before = await contents();
    for (const reason of [undefined, null, " \n ", "x".repeat(5_001), "a\u0000b", 5]) {
      const { status, data } = await revoke(id, { reason });
      expect([status, data.errors[0].field]).toEqual([422, "reason"]);
    }
    expect(await contents()).toEqual(before);
  });

  it.each(["rejected", "revoked", "replaced"])("422: a badge that is %s, naming its state", async (state) => {
    const { id } = await issued();
    if (state === "rejected") await reject(id);
    if (state === "revoked") await revoke(id);
    if (state === "replaced") {
      const body = { badge_template_id: template.id, issued_at: "2026-05-01" };
      await organization.client.post(`/badges/${id}/replace`, body);
    }
    const before = await contents();
    const { status, data } = await revoke(id);
    expect([status, data.message]).toEqual([422, `This badge is ${state} and cannot be revoked.`]);
    expect(await contents()).toEqual(before);
  });

  it("403: an organization that only owns the template; 404: unknown", async () => {
    const { id } = await issued();
    await ofAnother(id);
    expect((await revoke(id)).status).toBe(403);
    expect((await revoke("0190a5b4-0000-7000-8000-000000000000")).status).toBe(404);
  });

  it("allows the badge to be issued again", async () => {
    const { id, recipient_email } = await issued();
    await revoke(id);
    await issued({ recipient_email });
  });
});

describe("DELETE /organizations/{id}/badges/{id}", () => {
  it("204: removes it from the list, its URL and its page; 404 the second time", async () => {
    const { id, recipient_email } = await issued();
    await accept(id);
    const { status, data } = await organization.client.delete(`/badges/${id}`);
    expect([status, data]).toEqual([204, undefined]);
    expect((await organization.client.get(`/badges/${id}`)).status).toBe(404);
    const list = await organization.client.get(`/badges?filter=recipient_email::${recipient_email}`);
    expect(list.data).toEqual([]);
    expect(await pageStatus(id)).toBe(404);
    expect((await organization.client.delete(`/badges/${id}`)).status).toBe(404);
    await expect(accept(id)).rejects.toMatchObject({ status: 404 });
  });

  it("204: records one badge.deleted, whose event still shows the badge", async () => {
    const { id } = await issued();
    await organization.client.delete(`/badges/${id}`);
    expect(await eventsOf(organization, id)).toEqual(["badge.created", "badge.deleted"]);
    const [event] = (await organization.client.get("/events?per=1")).data;
    expect(event).toMatchObject({ event_type: "badge.deleted", badge: { id } });
  });

  it("204: in every state; the count of the template decreases once", async () => {
    const counted = await makeTemplate(organization);
    const ids: string[] = [];
    for (let index = 0; index < 3; index += 1) ids.push((await makeBadge(organization, counted.id)).id);
    await revoke(ids[0] ?? "");
    await reject(ids[1] ?? "");
    const count = async () =>
      (await organization.client.get(`/badge_templates/${counted.id}`)).data.badges_count;
    for (const [index, id] of ids.entries()) {
      const answers = await Promise.all([1, 2, 3].map(() => organization.client.delete(`/badges/${id}`)));
      expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(["204", "404", "404"]);
      expect(await count()).toBe(2 - index);
    }
  });

  it("204: pending mails for it are not sent", async () => {
    const badge = await issued();
    await organization.client.delete(`/badges/${badge.id}`);
    expect(await sendMails(badge.id)).toEqual([]);
    const rows = await sql("SELECT state FROM outbox_messages WHERE subject_id = $1 AND kind = 'mail'", [
      badge.id,
    ]);
    expect(rows).toEqual([{ state: "done" }]);
  });

  it("403: an organization that only owns the template, and a token without delete permission; 404: unknown", async () => {
    const { id } = await issued();
    await ofAnother(id);
    expect((await organization.client.delete(`/badges/${id}`)).status).toBe(403);
    expect((await organization.client.delete("/badges/0190a5b4-0000-7000-8000-000000000000")).status).toBe(
      404,
    );
  });
});
