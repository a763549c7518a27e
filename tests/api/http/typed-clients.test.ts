import { beforeAll, describe, expect, it } from "vitest";
import { acceptEmployment, promptEmployments } from "@/lib/workforce/employees/connection";
import {
  authorizeIssuer,
  badgeBody,
  createEmployee,
  createTestOrganization,
  createRecommendation,
  createTemplate,
  nextSerial,
  templateBody,
  type TestOrganization,
} from "../../support/builders";
import { basicHeaders, createOrganizationClient, send } from "../../support/http/client";
import { sql } from "../../support/platform/database";
import { issueBadgeTo, createEarner } from "../../support/accounts/earners";
import { tokenRequestFields, createApplication, requestToken } from "../../support/applications/oauth";
import * as specified from "../../support/http/specified-types";
import { expectList, expectResource, expectShape } from "../../support/http/typed-client";

// Each view of each resource is checked against the types of the specification, with as few and as many fields as
// possible.

let organization: TestOrganization;
let bare: TestOrganization;

beforeAll(async () => {
  [organization, bare] = [await createTestOrganization("Full of everything"), await createTestOrganization()];
});

describe("the shape checks themselves", () => {
  it("report what is wrong and where", () => {
    const metadata = { count: 1, current_page: 1, total_count: 1, total_pages: 1, per: 50 };
    const urls = { previous_page_url: null, next_page_url: "https://example.org/" };
    expect(specified.listMetadata({ ...metadata, ...urls }, "m")).toEqual([]);
    expect(specified.listMetadata({ ...metadata, per: "50", previous_page_url: null }, "m")).toEqual([
      'm.per is "50", not an integer',
      "m.next_page_url is missing, not an address",
    ]);
    expect(specified.issuerAuthorization({ collections: null }, "a")).toContain(
      "a.collections is null, not an array",
    );
  });
});

describe("organizations", () => {
  const full = {
    website_url: "https://example.org",
    webhook_url: "https://example.org/hook",
    location: "Here",
    zip_or_postal_code: "12345",
    contact_email: "contact@example.org",
    legal_contact_email: "legal@example.org",
    technical_contact_email: "technical@example.org",
    organization_type: "Academy",
    bio: "We teach.",
    twitter_url: "https://example.org/twitter",
    facebook_url: "https://example.org/facebook",
    city: "Bern",
    state_or_province: "BE",
    country: "Switzerland",
    address: "Street 1",
    hide_subscription: true,
    primary_hex_color: "#1a5fb4",
    support_email: "support@example.org",
    support_url: "https://example.org/support",
  };

  it("one, changed and in lists; minimal, and complete with photo and verification", async () => {
    for (const { client } of [organization, bare]) {
      expectResource("organization", await client.get(""), specified.organization);
    }
    expectResource("changed", await organization.client.put("", full), specified.organization);
    const { id } = await createTemplate(organization);
    await sql(
      `UPDATE organizations SET verified_at = now(), verified_domain = 'example.org', linked_in_name = 'Full',
         photo_id = (SELECT image_id FROM badge_templates WHERE id = $2) WHERE id = $1`,
      [organization.id, id],
    );
    const shown = expectResource("full", await organization.client.get(""), specified.organization);
    expect([shown.photo_url, shown.verified_at, shown.linkedin_a2p_url]).not.toContain(null);
    const headers = basicHeaders(organization.authorization_token);
    expectList("organizations", await send("GET", "/v1/organizations", { headers }), specified.organization);
  });
});

describe("credentials", () => {
  it("authorization tokens: created, listed, rotated, used", async () => {
    const { client } = organization;
    const created = await client.post("/authorization_tokens", { description: "Typed", write_enabled: true });
    const token = expectResource("made", created, specified.authorizationToken, 201);
    const own = createOrganizationClient(organization.id, token.token);
    await own.get("");
    expectResource(
      "without words",
      await client.post("/authorization_tokens"),
      specified.authorizationToken,
      201,
    );
    expectResource(
      "rotated",
      await own.post("/authorization_tokens/rotate"),
      specified.authorizationToken,
      201,
    );
    expectList("tokens", await client.get("/authorization_tokens"), specified.authorizationToken, 3);
  });

  it("OAuth applications: created with the secret, and without it everywhere else; access tokens", async () => {
    const { client } = organization;
    const body = { name: "Typed", description: "For types" };
    const created = await client.post("/oauth_applications", body);
    const { id } = expectResource("made", created, specified.newOauthApplication, 201);
    const path = `/oauth_applications/${id}`;
    expectResource("one", await client.get(path), specified.oauthApplication);
    expectResource("changed", await client.put(path, { description: "" }), specified.oauthApplication);
    expectList("applications", await client.get("/oauth_applications"), specified.oauthApplication, 2);
    const granted = await requestToken(tokenRequestFields(await createApplication(organization), "events"));
    expectShape("access token", granted.body, specified.accessToken);
  });
});

describe("issuers and grantors", () => {
  it("authorizations, with and without templates; grantors and the templates they allow to issue", async () => {
    const template = await createTemplate(organization);
    const [first, second] = [await createTestOrganization(), bare];
    const restricted = { allowed_badge_templates: [template.id] };
    const created = await organization.client.post("/issuers", { issuer_id: first.id, ...restricted });
    expectResource("authorization", created, specified.issuerAuthorization, 201);
    await authorizeIssuer(organization, second);
    expectList("issuers", await organization.client.get("/issuers"), specified.issuerAuthorization, 2);
    const [{ id }] = expectList("grantors", await second.client.get("/grantors"), specified.grantor);
    const templates = await second.client.get(`/grantors/${id}/badge_templates`);
    expectList("templates of a grantor", templates, specified.templateSummary);
    const issuable = await second.client.get("/issuable_badge_templates");
    expectList("templates to issue", issuable, specified.templateSummary);
  });
});

describe("badge templates and recommendations", () => {
  const buildFullTemplate = (recommendations: { id: string }[], required: string) =>
    templateBody({
      reporting_tags: ["north"],
      alignments: [
        { name: "Standard", url: "https://example.org/standard", description: "What" },
        { name: "Bare" },
      ],
      badge_template_activities: [
        { title: "Course", activity_type: "Course", activity_url: "https://example.org/course" },
        { activity_type: "Badge", required_badge_template_id: required },
      ],
      recommendation_ids: recommendations.map(({ id }) => id),
      default_expires_at_type: "date",
      default_expires_at: "2040-01-01T10:00:00+02:00",
      level: "Advanced",
      time_to_earn: "Weeks",
      cost: "Free",
      type_category: "Learning",
      criteria_url_name: "Criteria",
      criteria_url: "https://example.org/criteria",
      certification: true,
      earn_this_badge_url: "https://example.org/earn",
      job_board_url: "https://example.org/jobs",
      linkedin_share_default_message: "Look",
    });

  it("templates: created, read, changed, listed", async () => {
    const { client } = organization;
    const minimal = await client.post("/badge_templates", { name: `Draft ${nextSerial()}` });
    expectResource("bare", minimal, specified.badgeTemplate, 201);
    const required = await createTemplate(organization);
    const shown = [
      await createRecommendation(organization),
      await createRecommendation(organization, { type: "badge", recommended_badge_template_id: required.id }),
    ];
    const created = await client.post("/badge_templates", buildFullTemplate(shown, required.id));
    const full = expectResource("full", created, specified.badgeTemplate, 201);
    for (const key of ["alignments", "recommendations", "badge_template_activities"]) {
      expect(full[key], key).toHaveLength(2);
    }
    const path = `/badge_templates/${full.id}`;
    expectResource("one", await client.get(path), specified.badgeTemplate);
    const change = { default_expires_at_type: "duration", default_expires_after: "P1Y" };
    expectResource("changed", await client.put(path, change), specified.badgeTemplate);
    expectList("templates", await client.get("/badge_templates"), specified.badgeTemplate, 3);
  });

  it("recommendations of both kinds: created, read, changed, listed, and their templates", async () => {
    const { client } = bare;
    const template = await createTemplate(bare);
    const showing = { badge_template_ids: [template.id] };
    const ofUrl = { type: "offer", title: "Next", activity_url: "https://example.org/next", ...showing };
    const ofBadge = {
      type: "badge",
      recommended_badge_template_id: (await createTemplate(bare)).id,
      ...showing,
    };
    for (const [body, detail] of [
      [ofUrl, specified.urlRecommendation],
      [{ ...ofUrl, description: "Further", badge_template_ids: [] }, specified.urlRecommendation],
      [ofBadge, specified.badgeRecommendation],
    ] as const) {
      const { id } = expectResource("made", await client.post("/recommendations", body), detail, 201);
      const path = `/recommendations/${id}`;
      expectResource("one", await client.get(path), detail);
      expectResource("changed", await client.patch(path, { id, ...body }), detail);
      if (body.badge_template_ids.length === 0) continue;
      expectList("its templates", await client.get(`${path}/badge_templates`), specified.templateSummary);
    }
    const { data } = await client.get("/recommendations");
    expect(data).toHaveLength(3);
    for (const item of data) {
      const isBadge = item.type === "badge";
      expectShape(
        "item",
        item,
        isBadge ? specified.badgeRecommendationItem : specified.urlRecommendationItem,
      );
    }
  });
});

describe("issued badges", () => {
  const evidence = [
    {
      type: "KeyValueGroupEvidence",
      name: "Marks",
      values: [{ key: "a", value: "1", url: "https://example.org" }],
    },
    {
      type: "KeyValueGroupEvidence",
      name: "Notes",
      values: [{ type: "KeyValuePairEvidence", key: "b", value: "" }],
    },
    { type: "PlainTextEvidence", title: "Essay", description: "Words" },
    { type: "UrlEvidence", name: "Work", value: "https://example.org/work" },
    { type: "IdEvidence", title: "Licence", description: "B" },
  ];
  const full = {
    issued_to_middle_name: "B.",
    issuer_earner_id: "E-1",
    locale: "fr-CA",
    expires_at: "2040-01-01T00:00:00Z",
    country_name: "Switzerland",
    state_or_province: "BE",
    issuer_earner_group: { external_id: "g", name: "Group" },
    evidence,
  };

  it("issued, read, replaced, revoked, listed, in a batch and in bulk", async () => {
    const { client } = organization;
    const template = await createTemplate(organization, { alignments: [{ name: "Standard" }] });
    const minimal = await client.post("/badges", badgeBody(template.id));
    expectResource("bare", minimal, specified.newBadge, 201);
    const { email } = await createEarner();
    const created = await client.post("/badges", badgeBody(template.id, { ...full, recipient_email: email }));
    const badge = expectResource("full", created, specified.newBadge, 201);
    expect([badge.evidence.length, badge.alignments.length]).toEqual([5, 1]);
    expectResource("of a group", await client.get(`/badges/${badge.id}`), specified.badgeOfGroup);
    const again = { badge_template_id: template.id, issued_at: "2026-05-01" };
    const replaced = await client.post(`/badges/${badge.id}/replace`, again);
    const { id } = expectResource("replacement", replaced, specified.newBadge, 201);
    const revoked = await client.put(`/badges/${id}/revoke`, { reason: "Mistake" });
    expectResource("revoked", revoked, specified.issuedBadge);
    const batch = await client.post("/badges/batch", { badges: [badgeBody(template.id)] });
    expectShape("of a batch", batch.data[0].badge, specified.newBadge);
    expectList("badges", await client.get("/badges"), specified.issuedBadge, 4);
    for (const [format, shape] of [
      ["default", specified.bulkBadge],
      ["minimal", specified.minimalBulkBadge],
    ] as const) {
      const bulkResponse = await client.get(`/high_volume_issued_badge_search?badge_format=${format}`);
      expect(bulkResponse.metadata).toEqual({ next_page_url: null });
      expect(bulkResponse.data.length).toBeGreaterThanOrEqual(4);
      for (const item of bulkResponse.data) expectShape(format, item, shape);
    }
  });
});

const words =
  "first_name last_name team external_id position_title manager_first_name manager_last_name manager_external_id " +
  "country zip_code state_or_province department job_family organization_level_1 organization_level_2 organization_level_3";
const buildFullEmployee = () =>
  Object.fromEntries(words.split(" ").map((key) => [key, `${key} ${nextSerial()}`]));

describe("employees", () => {
  it("created, read, changed, listed, and their data", async () => {
    const { client } = organization;
    const email = `typed-${nextSerial()}@example.org`;
    expectResource("bare", await client.post("/employees", { email }), specified.employee, 201);
    const [earner, template] = [await createEarner(), await createTemplate(organization)];
    const { id } = await createEmployee(organization, { email: earner.email, ...buildFullEmployee() });
    await promptEmployments(earner.id);
    await acceptEmployment(earner.id, id);
    await sql("UPDATE users SET bio = 'About me.' WHERE id = $1", [earner.id]);
    await issueBadgeTo(organization, earner.email, { badge_template_id: template.id });
    for (const path of [`/employees/${email}`, `/employees/${id}`]) {
      expectResource("one", await client.get(path), specified.employee);
      expectResource("changed", await client.put(path, { team: "Blue" }), specified.employee);
      expectResource("data", await client.get(`${path}/data`), specified.employeeData);
    }
    expect((await client.get(`/employees/${id}/data`)).data.badges).toHaveLength(1);
    expectList("employees", await client.get("/employees"), specified.employee, 2);
    const sent = await client.post("/employees/send_invitations");
    expect(new Date(sent.data.resend_start).toISOString()).toBe(sent.data.resend_start);
  });
});
