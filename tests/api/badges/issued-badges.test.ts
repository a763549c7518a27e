import { beforeAll, describe, expect, it } from "vitest";
import {
  badgeBody,
  createTestOrganization,
  createTemplate,
  nextSerial,
  type TestOrganization,
} from "../../support/builders";
import { createOrganizationClient, ORIGIN } from "../../support/http/client";
import { digestTables, sql } from "../../support/platform/database";
import { createPerson } from "../../support/accounts/members";

let organization: TestOrganization;
let template: { id: string; name: string };

beforeAll(async () => {
  organization = await createTestOrganization();
  template = await createTemplate(organization);
});

const requestIssue = (changes: Record<string, unknown> = {}, templateId = template.id) =>
  organization.client.post("/badges", badgeBody(templateId, changes));

async function issueBadge(changes: Record<string, unknown> = {}, templateId = template.id) {
  const { status, data } = await requestIssue(changes, templateId);
  expect(status, JSON.stringify(data)).toBe(201);
  return data;
}

/** Sets the badge's state in the database as an earner or issuer would have changed it. */
const setState = (id: string, state: string) =>
  sql("UPDATE issued_badges SET state = $2::badge_state WHERE id = $1", [id, state]);

describe("POST /organizations/{id}/badges", () => {
  it("201: issues a pending badge with its URL in Location", async () => {
    const body = badgeBody(template.id);
    const { status, data, headers } = await organization.client.post("/badges", body);
    expect(status, JSON.stringify(data)).toBe(201);
    expect(data).toMatchObject({
      state: "pending",
      recipient_email: body.recipient_email,
      issued_to: "Ada Okafor",
      issued_to_first_name: "Ada",
      issued_to_middle_name: null,
      issued_to_last_name: "Okafor",
      issuer_earner_id: null,
      locale: "en",
      suppress_badge_notification_email: false,
      issued_at: "2026-04-01T09:41:00.000Z",
      issued_at_date: "2026-04-01",
      expires_at: null,
      evidence: [],
      badge_url: `${ORIGIN}/badges/${data.id}`,
      created_by: { id: organization.id, type: "Organization" },
      badge_template: { id: template.id, badges_count: 1 },
      user: { id: null, email: body.recipient_email, confirmed: false },
    });
    expect(data.issuer.entities).toMatchObject([{ primary: true, entity: { id: organization.id } }]);
    expect(data.accept_badge_url).toContain(`${ORIGIN}/accept/${data.id}?token=`);
    expect(data).not.toHaveProperty("issuer_earner_group");
    expect(headers.get("location")).toBe(data.badge_url);
  });

  it("201: accepts every field of the specification", async () => {
    const fields = {
      issued_to: "Dr Ada M. Okafor",
      issued_to_middle_name: "Mercy",
      issuer_earner_id: "E-4711",
      locale: "pt-BR",
      suppress_badge_notification_email: true,
      state_or_province: "Bavaria",
      issuer_earner_group: { external_id: "G-1", name: "Class of 2026" },
    };
    const data = await issueBadge({ ...fields, country_name: "Germany", expires_at: "2027-01-31T12:00:00Z" });
    expect(data).toMatchObject({
      ...fields,
      country: "Germany",
      country_code: "DE",
      expires_at: "2027-01-31T12:00:00.000Z",
      expires_at_date: "2027-01-31",
    });
    const shown = await organization.client.get(`/badges/${data.id}`);
    const { accept_badge_url, ...rest } = data;
    expect(accept_badge_url).toBeTypeOf("string");
    expect(shown.data).toEqual(rest);
  });

  it("201: accepts evidence of all four types, each with an id", async () => {
    const pair = { type: "KeyValuePairEvidence", key: "Grade", value: "A", url: "https://example.org/grade" };
    const evidence = [
      { type: "KeyValueGroupEvidence", name: "Marks", values: [pair, { key: "Hours", value: "40" }] },
      { type: "PlainTextEvidence", title: "Essay", description: "Two\nlines." },
      { type: "UrlEvidence", name: "Portfolio", value: "https://example.org/p", description: "Mine" },
      { type: "UrlEvidence", name: "Page", value: "http://example.org/q" },
      { type: "IdEvidence", title: "Licence", description: "B-12" },
    ];
    const data = await issueBadge({ evidence });
    expect(data.evidence).toMatchObject([
      {
        type: "KeyValueGroupEvidence",
        name: "Marks",
        values: [
          { key: "Grade", value: "A", url: "https://example.org/grade" },
          { key: "Hours", value: "40", url: null },
        ],
      },
      evidence[1],
      evidence[2],
      { ...evidence[3], description: null },
      evidence[4],
    ]);
    const ids = data.evidence.map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(5);
    expect((await organization.client.get(`/badges/${data.id}`)).data.evidence).toEqual(data.evidence);
  });

  it("201: creates a group once and then reuses it under its first name", async () => {
    const group = { external_id: `G-${nextSerial()}`, name: "First" };
    expect((await issueBadge({ issuer_earner_group: group })).issuer_earner_group).toEqual(group);
    const other = await issueBadge({ issuer_earner_group: { ...group, name: "Second" } });
    expect(other.issuer_earner_group).toEqual(group);
    const rows = await sql("SELECT 1 FROM issuer_earner_groups WHERE external_id = $1", [group.external_id]);
    expect(rows).toHaveLength(1);
  });

  it.each([
    ["2014-04-01T23:41:00-05:00", "2014-04-02T04:41:00.000Z", "2014-04-01"],
    ["2014-04-01 09:41:00 -0500", "2014-04-01T14:41:00.000Z", "2014-04-01"],
    ["2014-04-01", "2014-04-01T00:00:00.000Z", "2014-04-01"],
    ["2014-04-01T01:30:00.5+09:00", "2014-03-31T16:30:00.500Z", "2014-04-01"],
  ])("201: issued_at %s keeps its calendar date", async (sent, at, date) => {
    expect(await issueBadge({ issued_at: sent })).toMatchObject({ issued_at: at, issued_at_date: date });
  });

  it("201: the account with the confirmed address becomes the badge's user", async () => {
    const person = await createPerson();
    const data = await issueBadge({ recipient_email: person.email.toUpperCase() });
    expect(data).toMatchObject({ recipient_email: person.email, user: { id: person.id, confirmed: true } });
  });

  it("201: records badge.created and the notification mail, which can be suppressed", async () => {
    const listKinds = async (id: string) => {
      const rows = await sql(
        `SELECT event_type AS kind FROM events WHERE subject_id = $1
         UNION ALL SELECT kind::text FROM outbox_messages WHERE subject_id = $1 ORDER BY kind`,
        [id],
      );
      return rows.map(({ kind }) => kind);
    };
    expect(await listKinds((await issueBadge()).id)).toEqual(["badge.created", "mail"]);
    const quiet = await issueBadge({ suppress_badge_notification_email: "true" });
    expect(await listKinds(quiet.id)).toEqual(["badge.created"]);
  });

  it("201: treats null and empty optional fields as missing", async () => {
    const nothing = {
      issued_to: "",
      issued_to_middle_name: null,
      issuer_earner_id: "",
      locale: null,
      suppress_badge_notification_email: null,
      expires_at: "",
      country_name: null,
      state_or_province: "",
      issuer_earner_group: null,
      evidence: null,
      duplicate_behavior: null,
    };
    expect(await issueBadge(nothing)).toMatchObject({ issued_to: "Ada Okafor", locale: "en", evidence: [] });
  });

  it.each([
    "2026-02-30",
    "2026-04-01T24:00:00Z",
    "2026-04-01T09:60:00Z",
    "2026-04-01T09:41:00+05:75",
    "2026-04-01T09:41:00-1401",
  ])("422: a moment that does not exist: %s", async (issued_at) => {
    const { status, data } = await requestIssue({ issued_at });
    expect(status).toBe(422);
    expect(data.errors).toContainEqual(expect.objectContaining({ field: "issued_at", code: "invalid" }));
  });

  it("422: names each missing required field and each invalid value; nothing is stored", async () => {
    const before = await digestTables();
    const missing = await organization.client.post("/badges", { badge_template_id: template.id });
    expect(missing.status).toBe(422);
    expect(missing.data.errors).toEqual(
      ["recipient_email", "issued_to_first_name", "issued_to_last_name", "issued_at"].map((field) =>
        expect.objectContaining({ field, code: "required" }),
      ),
    );
    const wrong = {
      recipient_email: "ada@example.org, eve@example.org",
      issued_to_first_name: " ",
      issued_to_last_name: 5,
      issued_at: "2026-02-30",
      locale: "xx",
      suppress_badge_notification_email: "perhaps",
      expires_at: "tomorrow",
      issuer_earner_group: { external_id: "G" },
      evidence: [{ type: "UrlEvidence", name: "x", value: "javascript:alert(1)" }],
      duplicate_behavior: "ignore",
    };
    const { status, data } = await requestIssue(wrong);
    expect(status).toBe(422);
    expect(data.errors.map(({ field }: { field: string }) => field).toSorted()).toEqual(
      [
        "duplicate_behavior",
        "evidence.0.value",
        "expires_at",
        "issued_at",
        "issued_to_first_name",
        "issued_to_last_name",
        "issuer_earner_group.name",
        "locale",
        "recipient_email",
        "suppress_badge_notification_email",
      ].toSorted(),
    );
    const expiry = data.errors.find(({ field }: { field: string }) => field === "expires_at");
    expect(expiry.message).toBe("must be a date-time, or false for never");
    expect(await digestTables()).toEqual(before);
  });

  it.each([
    { type: "VideoEvidence", name: "x" },
    { type: "KeyValueGroupEvidence", name: "x", values: [] },
    { type: "PlainTextEvidence", title: "x" },
    { type: "UrlEvidence", value: "https://example.org" },
    { type: "IdEvidence", title: "", description: "x" },
    "text",
  ])("422: evidence %j", async (item) => {
    const { status, data } = await requestIssue({ evidence: [item] });
    expect(status).toBe(422);
    expect(data.errors[0].field).toMatch(/^evidence\.0/);
  });

  it("422: more than 50 items of evidence", async () => {
    const one = { type: "PlainTextEvidence", title: "t", description: "d" };
    expect((await requestIssue({ evidence: Array.from({ length: 51 }, () => one) })).status).toBe(422);
    expect((await issueBadge({ evidence: Array.from({ length: 50 }, () => one) })).evidence).toHaveLength(50);
  });

  it.each(["not-an-id", "0190a5b4-0000-7000-8000-000000000000", ""])(
    "422: the unknown template %j, in the wording that clients match",
    async (id) => {
      const { status, data } = await requestIssue({ badge_template_id: id });
      expect(status).toBe(422);
      expect(data.message).toBe(`Invalid or missing Badge Template ID: ${id}`);
      expect(data.errors[0].field).toBe("badge_template_id");
    },
  );

  it("422: a template that is archived, a draft, or deleted", async () => {
    const archived = await createTemplate(organization);
    await organization.client.put(`/badge_templates/${archived.id}`, { state: "archived" });
    expect((await requestIssue({}, archived.id)).data.message).toContain("archived");
    const draft = await createTemplate(organization, { state: "draft" });
    expect((await requestIssue({}, draft.id)).data.message).toContain("draft");
    const deleted = await createTemplate(organization);
    await organization.client.delete(`/badge_templates/${deleted.id}`);
    const response = await requestIssue({}, deleted.id);
    expect(response.status).toBe(422);
    expect(response.data.message).toBe(`Invalid or missing Badge Template ID: ${deleted.id}`);
  });

  it("403: refuses a token without write permission", async () => {
    const created = await organization.client.post("/authorization_tokens", { read_enabled: true });
    const reader = createOrganizationClient(organization.id, created.data.token);
    expect((await reader.post("/badges", badgeBody(template.id))).status).toBe(403);
  });
});

describe("expires_at of an issue", () => {
  it("missing, null and empty use the template's default date; false means never; a date-time is kept", async () => {
    const dated = await createTemplate(organization, { default_expires_at: "2030-12-31T23:30:00-05:00" });
    for (const given of [{}, { expires_at: null }, { expires_at: "" }]) {
      expect(await issueBadge(given, dated.id)).toMatchObject({
        expires_at: "2031-01-01T04:30:00.000Z",
        expires_at_date: "2030-12-31",
      });
    }
    for (const never of [false, "false"]) {
      const data = await issueBadge({ expires_at: never }, dated.id);
      expect(data).toMatchObject({ expires_at: null, expires_at_date: null });
    }
    expect(await issueBadge({ expires_at: "2028-02-29 10:00:00 +0200" }, dated.id)).toMatchObject({
      expires_at: "2028-02-29T08:00:00.000Z",
      expires_at_date: "2028-02-29",
    });
  });

  it.each([
    ["P1Y", "2027-01-31T22:00:00.000Z", "2027-01-31"],
    ["P1M", "2026-02-28T22:00:00.000Z", "2026-02-28"],
    ["P2W", "2026-02-14T22:00:00.000Z", "2026-02-14"],
    ["PT36H", "2026-02-02T10:00:00.000Z", "2026-02-01"],
  ])("missing uses the template's default duration %s", async (duration, at, date) => {
    const lasting = await createTemplate(organization, { default_expires_after: duration });
    const data = await issueBadge({ issued_at: "2026-01-31T22:00:00Z" }, lasting.id);
    expect(data).toMatchObject({ expires_at: at, expires_at_date: date });
  });

  it.each([
    ["the day of issue", { issued_at: "2026-04-01T09:41:00Z", expires_at: "2026-04-01" }, "2026-04-01"],
    ["a day", { expires_at: "2028-02-29" }, "2028-02-29"],
    ["a year after a day of issue", { issued_at: "2026-02-28" }, "2027-02-28"],
    ["a year after 29 February", { issued_at: "2024-02-29", expires_at: null }, "2025-02-28"],
  ])("%s without a time is valid through that day", async (_, given, day) => {
    const lasting = await createTemplate(organization, { default_expires_after: "P1Y" });
    const badge = await issueBadge(given, lasting.id);
    const expected = { expires_at: `${day}T23:59:59.000Z`, expires_at_date: day };
    expect(badge).toMatchObject(expected);
    const replaced = await organization.client.post(`/badges/${badge.id}/replace`, {
      badge_template_id: lasting.id,
      issued_at: "2026-04-01",
      ...given,
    });
    expect(replaced.data).toMatchObject(expected);
  });

  it("the default day of a template is valid through that day, and a default in hours keeps its time", async () => {
    const dated = await createTemplate(organization, { default_expires_at: "2030-12-31" });
    expect(dated).toMatchObject({ default_expires_at: "2030-12-31T23:59:59.000Z" });
    expect(await issueBadge({}, dated.id)).toMatchObject({ expires_at: "2030-12-31T23:59:59.000Z" });
    const hours = await createTemplate(organization, { default_expires_after: "P1DT12H" });
    expect(await issueBadge({ issued_at: "2026-01-31" }, hours.id)).toMatchObject({
      expires_at: "2026-02-01T12:00:00.000Z",
    });
  });

  it("422: before issued_at, or beyond the range of calendar dates", async () => {
    const early = await requestIssue({ expires_at: "2026-04-01T09:40:59Z" });
    expect(early.status).toBe(422);
    expect(early.data.errors).toMatchObject([{ field: "expires_at", code: "before_issued_at" }]);
    const lasting = await createTemplate(organization, { default_expires_after: "P999Y" });
    const late = await requestIssue({ issued_at: "9500-01-01" }, lasting.id);
    expect(late.status).toBe(422);
    expect((await requestIssue({ issued_at: "9999-12-31T23:00:00-05:00" })).status).toBe(422);
  });
});

describe("GET /organizations/{id}/badges/{id}", () => {
  it("404: unknown, malformed and deleted ids", async () => {
    const data = await issueBadge();
    await sql("UPDATE issued_badges SET deleted_at = now() WHERE id = $1", [data.id]);
    for (const id of [data.id, "0190a5b4-0000-7000-8000-000000000000", "x", "%00"]) {
      expect((await organization.client.get(`/badges/${id}`)).status).toBe(404);
    }
  });

  it("200: in every state", async () => {
    const { id } = await issueBadge();
    for (const state of ["pending", "accepted", "rejected", "revoked"]) {
      await setState(id, state);
      const { status, data } = await organization.client.get(`/badges/${id}`);
      expect([status, data.state]).toEqual([200, state]);
    }
  });
});
