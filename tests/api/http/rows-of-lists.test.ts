import { beforeAll, describe, expect, it } from "vitest";
import {
  authorizeIssuer,
  badgeBody,
  createTestOrganization,
  createRecommendation,
  createTemplate,
  type TestOrganization,
} from "../../support/builders";
import { sql } from "../../support/platform/database";
import { createPerson } from "../../support/accounts/members";

// A list and a single read use different queries (lib/kernel/json-rows.ts), and both must show the same.

let grantor: TestOrganization;
let issuer: TestOrganization;

type ListItem = { id: string };

/** Each item of the list as its own URL shows it. */
async function readItemsSeparately(
  { client }: TestOrganization,
  path: string,
): Promise<[ListItem[], ListItem[]]> {
  const { data } = await client.get(path);
  const items = data as ListItem[];
  const single = await Promise.all(items.map(async ({ id }) => (await client.get(`${path}/${id}`)).data));
  return [items, single as ListItem[]];
}

beforeAll(async () => {
  [grantor, issuer] = [await createTestOrganization('Çelik "&" Söhne'), await createTestOrganization()];
  const plain = await createTemplate(grantor);
  const recommendations = [await createRecommendation(grantor), await createRecommendation(grantor)];
  const full = await createTemplate(grantor, {
    name: 'Full "of" parts \\ 日本',
    reporting_tags: ["north", "a,b"],
    alignments: [{ name: "Standard", url: "https://example.org/standard", description: null }],
    recommendation_ids: recommendations.map(({ id }) => id),
    default_expires_at_type: "date",
    default_expires_at: "2031-02-03T04:05:06.789Z",
    badge_template_activities: [
      { title: "Work", activity_type: "Professional Experience", activity_url: "https://example.org/work" },
      { activity_type: "Badge", required_badge_template_id: plain.id },
    ],
  });
  // As the first installations stored it: without any list.
  await sql("UPDATE badge_templates SET reporting_tags = NULL WHERE id = $1", [plain.id]);
  await authorizeIssuer(grantor, issuer, { display_issuer_as: "both" });
  const person = await createPerson();
  const bodies = [
    badgeBody(full.id, {
      recipient_email: person.email,
      issuer_earner_group: { external_id: "G-1", name: "Class" },
      evidence: [{ type: "UrlEvidence", value: "https://example.org/proof", name: "createdAt" }],
      expires_at: "2035-06-30T22:00:00.120-05:00",
      country_name: "Norway",
    }),
    badgeBody(plain.id),
  ];
  for (const organization of [grantor, issuer]) {
    for (const body of bodies) {
      const { status, data } = await organization.client.post("/badges", {
        ...body,
        issuer_earner_id: organization === issuer ? "E-1" : null,
        recipient_email: organization === issuer ? `second.${body.recipient_email}` : body.recipient_email,
      });
      if (status !== 201) throw new Error(JSON.stringify(data));
    }
  }
  await sql("UPDATE issued_badges SET user_id = $1, state = 'accepted' WHERE recipient_email = $2", [
    person.id,
    person.email,
  ]);
});

describe("each item of a list equals the single read", () => {
  it("badges that the organization issued", async () => {
    const [items, single] = await readItemsSeparately(grantor, "/badges");
    expect(items).toHaveLength(2);
    expect(items).toEqual(single);
  });

  it("badges that it issued for another organization", async () => {
    const [items, single] = await readItemsSeparately(issuer, "/badges");
    expect(items).toHaveLength(2);
    expect(items).toEqual(single);
  });

  it("badge templates", async () => {
    const [items, single] = await readItemsSeparately(grantor, "/badge_templates");
    expect(items).toHaveLength(2);
    expect(items).toEqual(single);
  });
});
