import { beforeAll, describe, expect, it } from "vitest";
import { acceptEmployment, promptEmployments } from "@/lib/workforce/employees/connection";
import {
  authorizeIssuer,
  badgeBody,
  makeEmployee,
  makeOrganization,
  makeRecommendation,
  makeTemplate,
  serial,
  templateBody,
  type TestOrganization,
} from "../../support/builders";
import { basic, clientOf, send } from "../../support/http/client";
import { sql } from "../../support/platform/database";
import { issueTo, makeEarner } from "../../support/identity/earners";
import { credentialsOf, makeApplication, requestToken } from "../../support/access/oauth";
import * as specified from "../../support/http/specified-types";
import { expectList, expectOne, fits } from "../../support/http/typed-client";

// Each view of each resource is checked against the types of the specification, with as few and as many fields as
// possible.

let organization: TestOrganization;
let bare: TestOrganization;

beforeAll(async () => {
  [organization, bare] = [await makeOrganization("Full of everything"), await makeOrganization()];
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
      expectOne("organization", await client.get(""), specified.organization);
    }
    expectOne("changed", await organization.client.put("", full), specified.organization);
    const { id } = await makeTemplate(organization);
    await sql(
      `UPDATE organizations SET verified_at = now(), verified_domain = 'example.org', linked_in_name = 'Full',
         photo_id = (SELECT image_id FROM badge_templates WHERE id = $2) WHERE id = $1`,
      [organization.id, id],
    );
    const shown = expectOne("full", await organization.client.get(""), specified.organization);
    expect([shown.photo_url, shown.verified_at, shown.linkedin_a2p_url]).not.toContain(null);
    const headers = basic(organization.authorization_token);
    expectList("organizations", await send("GET", "/v1/organizations", { headers }), specified.organization);
  });
});

describe("credentials", () => {
  it("authorization tokens: created, listed, rotated, used", async () => {
    const { client } = organization;
    const made = await client.post("/authorization_tokens", { description: "Typed", write_enabled: true });
    const token = expectOne("made", made, specified.authorizationToken, 201);
    const own = clientOf(organization.id, token.token);
    await own.get("");
    expectOne("without words", await client.post("/authorization_tokens"), specified.authorizationToken, 201);
    expectOne("rotated", await own.post("/authorization_tokens/rotate"), specified.authorizationToken, 201);
    expectList("tokens", await client.get("/authorization_tokens"), specified.authorizationToken, 3);
  });

  it("OAuth applications: created with the secret, and without it everywhere else; access tokens", async () => {
    const { client } = organization;
    const body = { name: "Typed", description: "For types" };
    const made = await client.post("/oauth_applications", body);
    const { id } = expectOne("made", made, specified.newOauthApplication, 201);
    const path = `/oauth_applications/${id}`;
    expectOne("one", await client.get(path), specified.oauthApplication);
    expectOne("changed", await client.put(path, { description: "" }), specified.oauthApplication);
    expectList("applications", await client.get("/oauth_applications"), specified.oauthApplication, 2);
    const granted = await requestToken(credentialsOf(await makeApplication(organization), "events"));
    fits("access token", granted.body, specified.accessToken);
  });
});

describe("issuers and grantors", () => {
  it("authorizations, with and without templates; grantors and the templates they allow to issue", async () => {
    const template = await makeTemplate(organization);
    const [first, second] = [await makeOrganization(), bare];
    const restricted = { allowed_badge_templates: [template.id] };
    const made = await organization.client.post("/issuers", { issuer_id: first.id, ...restricted });
    expectOne("authorization", made, specified.issuerAuthorization, 201);
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
  const fullTemplate = (recommendations: { id: string }[], required: string) =>
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
    const minimal = await client.post("/badge_templates", { name: `Draft ${serial()}` });
    expectOne("bare", minimal, specified.badgeTemplate, 201);
    const required = await makeTemplate(organization);
    const shown = [
      await makeRecommendation(organization),
      await makeRecommendation(organization, { type: "badge", recommended_badge_template_id: required.id }),
    ];
    const made = await client.post("/badge_templates", fullTemplate(shown, required.id));
    const full = expectOne("full", made, specified.badgeTemplate, 201);
    for (const key of ["alignments", "recommendations", "badge_template_activities"]) {
      expect(full[key], key).toHaveLength(2);
    }
    const path = `/badge_templates/${full.id}`;
    expectOne("one", await client.get(path), specified.badgeTemplate);
    const change = { default_expires_at_type: "duration", default_expires_after: "P1Y" };
    expectOne("changed", await client.put(path, change), specified.badgeTemplate);
    expectList("templates", await client.get("/badge_templates"), specified.badgeTemplate, 3);
  });

  it("recommendations of both kinds: created, read, changed, listed, and their templates", async () => {
    const { client } = bare;
    const template = await makeTemplate(bare);
    const showing = { badge_template_ids: [template.id] };
    const ofUrl = { type: "offer", title: "Next", activity_url: "https://example.org/next", ...showing };
    const ofBadge = {
      type: "badge",
      recommended_badge_template_id: (await makeTemplate(bare)).id,
      ...showing,
    };
    for (const [body, detail] of [
      [ofUrl, specified.urlRecommendation],
      [{ ...ofUrl, description: "Further", badge_template_ids: [] }, specified.urlRecommendation],
      [ofBadge, specified.badgeRecommendation],
    ] as const) {
      const { id } = expectOne("made", await client.post("/recommendations", body), detail, 201);
      const path = `/recommendations/${id}`;
      expectOne("one", await client.get(path), detail);
      expectOne("changed", await client.patch(path, { id, ...body }), detail);
      if (body.badge_template_ids.length === 0) continue;
      expectList("its templates", await client.get(`${path}/badge_templates`), specified.templateSummary);
    }
    const { data } = await client.get("/recommendations");
    expect(data).toHaveLength(3);
    for (const item of data) {
      const isBadge = item.type === "badge";
      fits("item", item, isBadge ? specified.badgeRecommendationItem : specified.urlRecommendationItem);
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
    const template = await makeTemplate(organization, { alignments: [{ name: "Standard" }] });
    const minimal = await client.post("/badges", badgeBody(template.id));
    expectOne("bare", minimal, specified.newBadge, 201);
    const { email } = await makeEarner();
    const made = await client.post("/badges", badgeBody(template.id, { ...full, recipient_email: email }));
    const badge = expectOne("full", made, specified.newBadge, 201);
    expect([badge.evidence.length, badge.alignments.length]).toEqual([5, 1]);
    expectOne("of a group", await client.get(`/badges/${badge.id}`), specified.badgeOfGroup);
    const again = { badge_template_id: template.id, issued_at: "2026-05-01" };
    const replaced = await client.post(`/badges/${badge.id}/replace`, again);
    const { id } = expectOne("replacement", replaced, specified.newBadge, 201);
    const revoked = await client.put(`/badges/${id}/revoke`, { reason: "Mistake" });
    expectOne("revoked", revoked, specified.issuedBadge);
    const batch = await client.post("/badges/batch", { badges: [badgeBody(template.id)] });
    fits("of a batch", batch.data[0].badge, specified.newBadge);
    expectList("badges", await client.get("/badges"), specified.issuedBadge, 4);
    for (const [format, shape] of [
      ["default", specified.bulkBadge],
      ["minimal", specified.minimalBulkBadge],
    ] as const) {
      const walked = await client.get(`/high_volume_issued_badge_search?badge_format=${format}`);
      expect(walked.metadata).toEqual({ next_page_url: null });
      expect(walked.data.length).toBeGreaterThanOrEqual(4);
      for (const item of walked.data) fits(format, item, shape);
    }
  });
});

const words =
  "first_name last_name team external_id position_title manager_first_name manager_last_name manager_external_id " +
  "country zip_code state_or_province department job_family organization_level_1 organization_level_2 organization_level_3";
const fullEmployee = () => Object.fromEntries(words.split(" ").map((key) => [key, `${key} ${serial()}`]));

describe("employees", () => {
  it("created, read, changed, listed, and their data", async () => {
    const { client } = organization;
    const email = `typed-${serial()}@example.org`;
    expectOne("bare", await client.post("/employees", { email }), specified.employee, 201);
    const [earner, template] = [await makeEarner(), await makeTemplate(organization)];
    const { id } = await makeEmployee(organization, { email: earner.email, ...fullEmployee() });
    await promptEmployments(earner.id);
    await acceptEmployment(earner.id, id);
    await sql("UPDATE users SET bio = 'About me.' WHERE id = $1", [earner.id]);
    await issueTo(organization, earner.email, { badge_template_id: template.id });
    for (const path of [`/employees/${email}`, `/employees/${id}`]) {
      expectOne("one", await client.get(path), specified.employee);
      expectOne("changed", await client.put(path, { team: "Blue" }), specified.employee);
      expectOne("data", await client.get(`${path}/data`), specified.employeeData);
    }
    expect((await client.get(`/employees/${id}/data`)).data.badges).toHaveLength(1);
    expectList("employees", await client.get("/employees"), specified.employee, 2);
    const sent = await client.post("/employees/send_invitations");
    expect(new Date(sent.data.resend_start).toISOString()).toBe(sent.data.resend_start);
  });
});
