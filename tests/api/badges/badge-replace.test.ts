import { beforeAll, describe, expect, it } from "vitest";
import { findPublicBadge } from "@/app/(public)/badges/[badge_id]/public-badge";
import {
  acceptByLink,
  listBadgeEvents,
  listBadgeMails,
  createPendingBadge,
  rejectByLink,
  sendBadgeMails,
} from "../../support/badges/badges";
import {
  createTestOrganization,
  createTemplate,
  nextSerial,
  type TestOrganization,
} from "../../support/builders";
import { ORIGIN } from "../../support/http/client";
import { digestTables, sql } from "../../support/platform/database";
import { createPerson } from "../../support/accounts/members";

type Changes = Record<string, unknown>;

let organization: TestOrganization;
let template: { id: string };
let other: { id: string };

beforeAll(async () => {
  organization = await createTestOrganization();
  template = await createTemplate(organization);
  other = await createTemplate(organization);
});

const issue = (changes: Changes = {}, templateId = template.id) =>
  createPendingBadge(organization, templateId, changes);

const replace = (id: string, changes: Changes = {}, headers: Record<string, string> = {}) =>
  organization.client.post(
    `/badges/${id}/replace`,
    { badge_template_id: other.id, issued_at: "2026-05-01T08:00:00Z", ...changes },
    headers,
  );

async function expectReplaced(id: string, changes: Changes = {}) {
  const { status, data } = await replace(id, changes);
  expect(status, JSON.stringify(data)).toBe(201);
  return data;
}

/** Sends a replacement that must fail: checks the named field or code, and that nothing was stored. */
async function expectRefused(id: string, changes: Changes = {}) {
  const before = await digestTables();
  const { status, data } = await replace(id, changes);
  expect(status, JSON.stringify(data)).toBe(422);
  expect(await digestTables()).toEqual(before);
  return data;
}

const readStored = async (id: string) =>
  (
    await sql("SELECT state, replacement_badge_id, replaces_badge_id FROM issued_badges WHERE id = $1", [id])
  )[0];

describe("POST /organizations/{id}/badges/{id}/replace", () => {
  it("201: creates a pending badge with its URL in Location; the old one is replaced, and each names the other", async () => {
    const old = await issue();
    await acceptByLink(old.id);
    const { status, data, headers } = await replace(old.id);
    expect(status).toBe(201);
    expect(headers.get("location")).toBe(`${ORIGIN}/badges/${data.id}`);
    expect(data).toMatchObject({
      state: "pending",
      replaces_badge_id: old.id,
      replacement_badge_id: null,
      recipient_email: old.recipient_email,
      badge_template: { id: other.id },
      issued_at: "2026-05-01T08:00:00.000Z",
      badge_url: `${ORIGIN}/badges/${data.id}`,
    });
    expect(data.accept_badge_url).toContain(`${ORIGIN}/accept/${data.id}?token=`);
    expect(await readStored(old.id)).toMatchObject({ state: "replaced", replacement_badge_id: data.id });
    const { accept_badge_url, ...rest } = data;
    expect(accept_badge_url).toBeTypeOf("string");
    expect((await organization.client.get(`/badges/${data.id}`)).data).toEqual(rest);
  });

  it("201: one badge.state.changed for the old badge, one badge.created for the new one", async () => {
    const old = await issue();
    const data = await expectReplaced(old.id);
    expect(await listBadgeEvents(organization, old.id)).toEqual([
      "badge.created",
      "badge.state.changed replaced",
    ]);
    expect(await listBadgeEvents(organization, data.id)).toEqual(["badge.created"]);
  });

  it.each(["pending", "accepted", "rejected", "revoked"])(
    "201: replaces a badge that is %s",
    async (state) => {
      const old = await issue();
      if (state === "accepted") await acceptByLink(old.id);
      if (state === "rejected") await rejectByLink(old.id);
      if (state === "revoked")
        await organization.client.put(`/badges/${old.id}/revoke`, { reason: "Wrong." });
      expect((await readStored(old.id))?.state).toBe(state);
      await expectReplaced(old.id, { badge_template_id: template.id });
      expect((await readStored(old.id))?.state).toBe("replaced");
    },
  );

  it("201: counts the new badge for its template", async () => {
    const counted = await createTemplate(organization);
    const data = await expectReplaced((await issue()).id, { badge_template_id: counted.id });
    expect(data.badge_template.badges_count).toBe(1);
    const shown = await organization.client.get(`/badge_templates/${counted.id}`);
    expect(shown.data.badges_count).toBe(1);
  });

  it("404: unknown, malformed and deleted ids", async () => {
    const old = await issue();
    await organization.client.delete(`/badges/${old.id}`);
    for (const id of [old.id, "0190a5b4-0000-7000-8000-000000000000", "x"]) {
      expect((await replace(id)).status).toBe(404);
    }
  });

  it("403: an organization that only owns the template, although it may read the badge", async () => {
    const issuer = await createTestOrganization();
    const old = await issue();
    await sql("UPDATE issued_badges SET organization_id = $2 WHERE id = $1", [old.id, issuer.id]);
    expect((await organization.client.get(`/badges/${old.id}`)).status).toBe(200);
    expect((await replace(old.id)).status).toBe(403);
    expect((await readStored(old.id))?.state).toBe("pending");
  });

  it("422: names each missing required field and each invalid value", async () => {
    const old = await issue();
    const missing = await expectRefused(old.id, { issued_at: undefined });
    expect(missing.errors).toMatchObject([{ field: "issued_at", code: "required" }]);
    const wrong = await expectRefused(old.id, {
      recipient_email: "ada",
      issued_at: "soon",
      expires_at: "later",
      notification_message: "x".repeat(5_001),
      duplicate_behavior: "replace",
    });
    expect(wrong.errors.map(({ field }: { field: string }) => field).toSorted()).toEqual([
      "duplicate_behavior",
      "expires_at",
      "issued_at",
      "notification_message",
      "recipient_email",
    ]);
    expect((await expectRefused(old.id, { notification_message: "a\u0000b" })).errors[0].field).toBe(
      "notification_message",
    );
  });

  it("422: a template that is unknown, archived or another organization's; the old badge is unchanged", async () => {
    const old = await issue();
    expect((await expectRefused(old.id, { badge_template_id: "x" })).message).toBe(
      "Invalid or missing Badge Template ID: x",
    );
    const archived = await createTemplate(organization);
    await organization.client.put(`/badge_templates/${archived.id}`, { state: "archived" });
    expect((await expectRefused(old.id, { badge_template_id: archived.id })).message).toContain("archived");
    const foreign = await createTemplate(await createTestOrganization());
    await expectRefused(old.id, { badge_template_id: foreign.id });
    expect((await readStored(old.id))?.state).toBe("pending");
  });

  it("422: a badge that was already replaced, naming its state", async () => {
    const old = await issue();
    await expectReplaced(old.id, { badge_template_id: template.id });
    const data = await expectRefused(old.id, { badge_template_id: template.id });
    expect([data.code, data.message]).toEqual([
      "invalid_transition",
      "This badge is replaced and cannot be replaced.",
    ]);
  });

  it("replays the response for an Idempotency-Key: one replacement, not a 422", async () => {
    const old = await issue();
    const key = { "idempotency-key": `replace-${nextSerial()}` };
    const first = await replace(old.id, {}, key);
    const second = await replace(old.id, {}, key);
    expect([second.status, second.data]).toEqual([201, first.data]);
    expect(second.headers.get("location")).toBe(first.headers.get("location"));
    expect(await sql("SELECT 1 FROM issued_badges WHERE replaces_badge_id = $1", [old.id])).toHaveLength(1);
    expect((await replace(old.id)).status).toBe(422);
  });
});

describe("rule 1: fields not provided", () => {
  it("are not inherited from the replaced badge", async () => {
    const old = await issue({
      issued_to_middle_name: "Mercy",
      issuer_earner_id: `E-${nextSerial()}`,
      locale: "fr",
      country_name: "Germany",
      state_or_province: "Bavaria",
      evidence: [{ type: "IdEvidence", title: "Licence", description: "B-12" }],
      issuer_earner_group: { external_id: "G", name: "Group" },
      suppress_badge_notification_email: true,
    });
    const data = await expectReplaced(old.id);
    expect(data).toMatchObject({
      issued_to: "",
      issued_to_first_name: null,
      issued_to_middle_name: null,
      issued_to_last_name: null,
      issuer_earner_id: null,
      locale: "en",
      country: null,
      country_code: null,
      state_or_province: null,
      evidence: [],
      suppress_badge_notification_email: false,
    });
    expect(data).not.toHaveProperty("issuer_earner_group");
  });

  it("are used when provided", async () => {
    const fields = {
      issued_to: "Dr Ada Okafor",
      issued_to_first_name: "Ada",
      issued_to_middle_name: "M.",
      issued_to_last_name: "Okafor",
      issuer_earner_id: `E-${nextSerial()}`,
      state_or_province: "Bavaria",
    };
    const evidence = [{ type: "PlainTextEvidence", title: "Essay", description: "Mended." }];
    const data = await expectReplaced((await issue()).id, { ...fields, country_name: "Germany", evidence });
    expect(data).toMatchObject({ ...fields, country: "Germany", country_code: "DE", evidence });
  });

  it("use the name of the recipient's account, when there is one", async () => {
    const person = await createPerson();
    const old = await issue({ recipient_email: person.email });
    const data = await expectReplaced(old.id);
    expect(data).toMatchObject({
      issued_to: "Mara Lind",
      issued_to_first_name: null,
      user: { id: person.id },
    });
    const named = await expectReplaced(data.id, {
      issued_to_first_name: "Mara",
      badge_template_id: template.id,
    });
    expect(named).toMatchObject({ issued_to: "Mara", issued_to_last_name: null });
  });

  it("result in a badge without a name, which can be accepted", async () => {
    const { id } = await expectReplaced(
      (await issue({ recipient_email: `quiet-${nextSerial()}@example.org` })).id,
    );
    const row = await acceptByLink(id);
    expect(row.user?.firstName).toMatch(/^quiet-\d+$/);
  });
});

describe("rule 2: notification_message", () => {
  it("is mailed to the recipient instead of the usual mail, even when mail is suppressed", async () => {
    const message = "Sorry: your name was misspelt.\nThis one is right. <b>";
    for (const suppress_badge_notification_email of [false, true]) {
      const old = await issue();
      const changes = { notification_message: message, suppress_badge_notification_email };
      const data = await expectReplaced(old.id, changes);
      expect(await listBadgeMails(data.id)).toEqual(["replaced_badge"]);
      const [mail, ...more] = await sendBadgeMails(data.id);
      expect(more).toEqual([]);
      expect(mail?.to.address).toBe(old.recipient_email);
      expect(mail?.text).toContain("Sorry: your name was misspelt.\nThis one is right. <b>");
      expect(mail?.html).toContain("&lt;b&gt;");
      // The mailed link differs from the issuer's link, because it proves the address.
      expect(mail?.text).toContain(`${ORIGIN}/accept/${data.id}?token=`);
      expect(mail?.text).not.toContain(data.accept_badge_url);
      expect(await listBadgeEvents(organization, data.id)).toEqual([
        "badge.created",
        "pending_badge_notification.no_user.sent",
      ]);
    }
  });

  it("missing: sends the usual mail unless suppressed", async () => {
    expect(await listBadgeMails((await expectReplaced((await issue()).id)).id)).toEqual(["pending_badge"]);
    const quiet = await expectReplaced((await issue()).id, { suppress_badge_notification_email: true });
    expect(await listBadgeMails(quiet.id)).toEqual([]);
  });

  it("the pending mail of the old badge is not sent any more", async () => {
    const old = await issue();
    await expectReplaced(old.id);
    expect(await sendBadgeMails(old.id)).toEqual([]);
  });
});

describe("rule 3: recipient_email", () => {
  it("201: may change while the replaced badge is pending", async () => {
    const address = `moved-${nextSerial()}@example.org`;
    const data = await expectReplaced((await issue()).id, { recipient_email: address.toUpperCase() });
    expect(data.recipient_email).toBe(address);
  });

  it.each(["accepted", "rejected", "revoked"])(
    "422: may not change for a badge that is %s",
    async (state) => {
      const old = await issue();
      await sql("UPDATE issued_badges SET state = $2::badge_state WHERE id = $1", [old.id, state]);
      const data = await expectRefused(old.id, { recipient_email: `new-${nextSerial()}@example.org` });
      expect(data.errors).toMatchObject([{ field: "recipient_email" }]);
      expect(data.message).toContain(state);
      await expectReplaced(old.id, { recipient_email: old.recipient_email.toUpperCase() });
    },
  );
});

describe("rule 4: expires_at", () => {
  const expiring = { expires_at: "2027-03-01T00:00:00Z" };
  const never = { expires_at: false };

  it.each([
    ["blank takes the template's default", expiring, { expires_at: "" }, "P1Y", "2027-05-01T08:00:00.000Z"],
    [
      "null takes it of a badge that never expired",
      never,
      { expires_at: null },
      "P1Y",
      "2027-05-01T08:00:00.000Z",
    ],
    ["blank never expires without a default", expiring, { expires_at: "" }, null, null],
    [
      "omitted takes the template's default when the old badge expired",
      expiring,
      {},
      "P1Y",
      "2027-05-01T08:00:00.000Z",
    ],
    ["omitted keeps the old date when the template has none", expiring, {}, null, "2027-03-01T00:00:00.000Z"],
    ["omitted never expires when the old badge never did", never, {}, "P1Y", null],
    ["false never expires", expiring, { expires_at: false }, "P1Y", null],
    ["a date-time stays", never, { expires_at: "2028-01-01T00:00:00Z" }, "P1Y", "2028-01-01T00:00:00.000Z"],
  ])("%s", async (_name, before, given, duration, expected) => {
    const to = await createTemplate(organization, duration ? { default_expires_after: duration } : {});
    const data = await expectReplaced((await issue(before)).id, { ...given, badge_template_id: to.id });
    expect(data.expires_at).toBe(expected);
    expect(data.expires_at_date).toBe(expected && expected.slice(0, 10));
  });

  it("422: an inherited date before the new issue date", async () => {
    const old = await issue({ issued_at: "2020-01-01", expires_at: "2021-01-01" });
    expect((await expectRefused(old.id)).errors).toMatchObject([
      { field: "expires_at", code: "before_issued_at" },
    ]);
  });
});

describe("rule 5: requests for the old badge", () => {
  it("302: redirects to the newest badge of the chain, in the API and on the public page", async () => {
    const first = await issue();
    const second = await expectReplaced(first.id);
    const third = await expectReplaced(second.id, { badge_template_id: template.id });
    for (const { id } of [first, second]) {
      const { status, headers } = await organization.client.get(`/badges/${id}`);
      expect(status).toBe(302);
      expect(headers.get("location")).toBe(
        `${ORIGIN}/v1/organizations/${organization.id}/badges/${third.id}`,
      );
      expect(await findPublicBadge(id)).toEqual({ instead: `${ORIGIN}/badges/${id}/unavailable` });
    }
    await acceptByLink(third.id);
    for (const { id } of [first, second])
      expect(await findPublicBadge(id)).toEqual({ instead: `${ORIGIN}/badges/${third.id}` });
    expect((await organization.client.get(`/badges/${third.id}`)).status).toBe(200);
  });

  it("skips a deleted badge; when the newest is deleted, the old one is shown and has no page", async () => {
    const first = await issue();
    const second = await expectReplaced(first.id);
    const third = await expectReplaced(second.id, { badge_template_id: template.id });
    await organization.client.delete(`/badges/${second.id}`);
    const { headers } = await organization.client.get(`/badges/${first.id}`);
    expect(headers.get("location")).toMatch(new RegExp(`${third.id}$`));
    await organization.client.delete(`/badges/${third.id}`);
    const { status, data } = await organization.client.get(`/badges/${first.id}`);
    expect([status, data.state]).toEqual([200, "replaced"]);
    expect(await findPublicBadge(first.id)).toEqual({ instead: `${ORIGIN}/badges/${first.id}/unavailable` });
  });
});
