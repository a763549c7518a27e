import { beforeAll, describe, expect, it } from "vitest";
import { PREPARATIONS } from "../../support/access/authorization";
import { buildOperationPath } from "../../support/access/authorization-matrix";
import { TABLE } from "../../support/access/authorization-table";
import {
  badgeBody,
  createTwoOrganizations,
  createRecommendation,
  createTemplate,
  templateBody,
  type TestOrganization,
} from "../../support/builders";
import { createHeadersFor } from "../../support/access/callers";
import { send } from "../../support/http/client";
import { digestTables } from "../../support/platform/database";
import { createSubscriber } from "../../support/delivery/outbox";
import { operations } from "../../support/http/routes";

let organization: TestOrganization;
let other: TestOrganization;

beforeAll(async () => {
  [organization, other] = await createTwoOrganizations();
});

describe("the authorization matrix", () => {
  it("has a row and a preparation for every operation, and no others", () => {
    const ids = operations.map(({ id }) => id).toSorted();
    expect(Object.keys(TABLE).toSorted()).toEqual(ids);
    expect(Object.keys(PREPARATIONS).toSorted()).toEqual(ids);
  });
});

describe("ids of another organization", () => {
  // A person's own resources belong to no organization; other people get 404 (authorization-table.ts).
  const nested = operations.filter(({ pattern }) => /^\/(?!me\/).*\[\w+\].*\[\w+\]/.test(pattern));
  let headers: Record<string, string>;

  beforeAll(async () => {
    headers = await createHeadersFor("owner", organization, other);
  });

  it.each(nested.map((one) => [one.id, one] as const))(
    "404: %s, for a nested resource of another organization",
    async (id, { method, pattern }) => {
      const { ids, body } = (await PREPARATIONS[id]?.(other)) ?? {};
      const before = await digestTables();
      const path = buildOperationPath(pattern, { ...ids, organization_id: organization.id });
      const response = await send(method, path, { headers, ...(body ? { body } : {}) });
      expect(response.status).toBe(404);
      expect(await digestTables()).toEqual(before);
    },
  );

  it("422: in the body of an issue, in activities and in recommendations; nothing is stored", async () => {
    const foreign = await createTemplate(other);
    const own = await createTemplate(organization);
    const recommendation = (await createRecommendation(other)).id;
    const activity = { activity_type: "Badge", required_badge_template_id: foreign.id };
    const bodies = [{ badge_template_activities: [activity] }, { recommendation_ids: [recommendation] }];
    const before = await digestTables();
    const { client } = organization;
    const issue = await client.post("/badges", badgeBody(foreign.id));
    expect([issue.status, issue.data.message]).toEqual([
      422,
      `Invalid or missing Badge Template ID: ${foreign.id}`,
    ]);
    for (const body of bodies) {
      const [field] = Object.keys(body);
      for (const response of [
        await client.post("/badge_templates", templateBody(body)),
        await client.put(`/badge_templates/${own.id}`, body),
      ]) {
        expect([response.status, response.data.errors[0].field]).toEqual([422, field]);
      }
    }
    expect(await digestTables()).toEqual(before);
  });

  it("422: template ids in the body of a recommendation or an authorization; nothing is stored", async () => {
    const foreign = (await createTemplate(other)).id;
    const own = (await createRecommendation(organization)).id;
    const issuer = await createSubscriber(null);
    const before = await digestTables();
    const { post, patch } = organization.client;
    const address = { type: "offer", title: "Next", activity_url: "https://example.org/next" };
    const badge = { type: "badge", recommended_badge_template_id: foreign };
    const refused = [
      [await post("/recommendations", badge), "recommended_badge_template_id"],
      [await patch(`/recommendations/${own}`, badge), "recommended_badge_template_id"],
      [await post("/recommendations", { ...address, badge_template_ids: [foreign] }), "badge_template_ids"],
      [await patch(`/recommendations/${own}`, { badge_template_ids: [foreign] }), "badge_template_ids"],
      [
        await post("/issuers", { issuer_id: issuer.id, allowed_badge_templates: [foreign] }),
        "allowed_badge_templates",
      ],
    ] as const;
    for (const [{ status, data }, field] of refused) {
      expect([status, data.errors[0].field]).toEqual([422, field]);
      expect(data.message).toContain(foreign);
    }
    expect(await digestTables()).toEqual(before);
  });

  it("200: in filters match nothing", async () => {
    const foreign = await createTemplate(other);
    const recommendation = await createRecommendation(other, { badge_template_ids: [foreign.id] });
    await other.client.post("/badges", badgeBody(foreign.id));
    const filters = [
      `/badges?filter=badge_template_id::${foreign.id}`,
      `/badges?filter=issuer_id::${other.id}`,
      `/badges?filter=badge_templates[owner_id]::${other.id}`,
      `/badge_templates?filter=owner_id::${other.id}`,
      `/badge_templates?filter=recommendation_ids::${recommendation.id}`,
    ];
    for (const path of filters) {
      const { status, data } = await organization.client.get(path);
      expect([status, data]).toEqual([200, []]);
    }
  });

  it("in a body are ignored in favor of the path's organization", async () => {
    const body = templateBody({ owner_id: other.id, organization_id: other.id });
    const { data } = await organization.client.post("/badge_templates", body);
    expect(data.owner.id).toBe(organization.id);
  });
});
