import { beforeAll, describe, expect, it } from "vitest";
import {
  createTestOrganization,
  createRecommendation,
  createTemplate,
  type TestOrganization,
} from "../../support/builders";
import { countQueries, isWaiting, openConnection, sql } from "../../support/platform/database";
import { until } from "../../support/until";
import {
  ACTIVITY_URL,
  errorFields,
  PATH,
  urlRecommendationBody,
  badgeRecommendationBody,
} from "../../support/badges/recommendations";

let organization: TestOrganization;
let second: { id: string; name: string };

beforeAll(async () => {
  organization = await createTestOrganization();
  second = await createTemplate(organization);
});

const postRecommendation = (body: Record<string, unknown>) => organization.client.post(PATH, body);
const getRecommendation = (id: string) => organization.client.get(`${PATH}/${id}`);
const listShownRecommendations = async (id: string) =>
  (await organization.client.get(`/badge_templates/${id}`)).data.recommendations;

describe("recommendations and their badge templates", () => {
  it("are shown in the template, in order of creation, without a query of their own", async () => {
    const own = await createTestOrganization();
    const [shown, target] = [await createTemplate(own), await createTemplate(own)];
    const bare = await countQueries(() => own.client.get("/badge_templates"));
    const badge_template_ids = [shown.id];
    const address = await createRecommendation(own, { badge_template_ids });
    const badge = (await own.client.post(PATH, badgeRecommendationBody(target.id, { badge_template_ids })))
      .data;
    const expected = [
      { id: address.id, title: address.title, type: "education", activity_url: ACTIVITY_URL },
      { id: badge.id, title: target.name, type: "badge", activity_url: "" },
    ];
    const list = (await own.client.get("/badge_templates?sort=created_at")).data;
    expect(list.map(({ recommendations }: { recommendations: unknown }) => recommendations)).toEqual([
      expected,
      [],
    ]);
    expect(await countQueries(() => own.client.get("/badge_templates"))).toBe(bare);
    const found = await own.client.get(`/badge_templates?filter=recommendation_ids::${badge.id}`);
    expect(found.data.map(({ id }: { id: string }) => id)).toEqual([shown.id]);
  });

  it("show the current name of the template", async () => {
    const template = await createTemplate(organization);
    const { data } = await postRecommendation(badgeRecommendationBody(template.id));
    await organization.client.put(`/badge_templates/${template.id}`, { name: "Renamed" });
    expect((await getRecommendation(data.id)).data.title).toBe("Renamed");
    const { data: found } = await organization.client.get(`${PATH}?filter=title::"Renamed"`);
    expect(found).toHaveLength(1);
  });

  it("deleting a template removes it from the recommendations it shows, and deletes those that link to it", async () => {
    const template = await createTemplate(organization);
    const badge_template_ids = [template.id, second.id];
    const shown = await createRecommendation(organization, { badge_template_ids });
    const leading = (await postRecommendation(badgeRecommendationBody(template.id, { badge_template_ids })))
      .data;
    expect((await organization.client.delete(`/badge_templates/${template.id}`)).status).toBe(204);
    expect((await getRecommendation(shown.id)).data.badge_template_ids).toEqual([second.id]);
    expect((await getRecommendation(leading.id)).status).toBe(404);
    expect(await listShownRecommendations(second.id)).not.toContainEqual(
      expect.objectContaining({ id: leading.id }),
    );
  });

  it.each(["recommended_badge_template_id", "badge_template_ids"])(
    "422: %s names a template whose deletion commits while the request waits",
    async (field) => {
      const { id } = await createTemplate(organization);
      const connection = await openConnection();
      try {
        await connection.query("BEGIN");
        await connection.query("UPDATE badge_templates SET deleted_at = now() WHERE id = $1", [id]);
        const body =
          field === "badge_template_ids"
            ? urlRecommendationBody({ [field]: [id] })
            : badgeRecommendationBody(id);
        const pending = postRecommendation(body);
        await until("the request to wait for the template", () => isWaiting());
        await connection.query("COMMIT");
        const { status, data } = await pending;
        expect([status, errorFields(data)]).toEqual([422, [field]]);
      } finally {
        await connection.end();
      }
    },
  );

  it("422: a template names a recommendation whose deletion commits while the request waits", async () => {
    const { id } = await createRecommendation(organization);
    const connection = await openConnection();
    try {
      await connection.query("BEGIN");
      await connection.query("DELETE FROM recommendations WHERE id = $1", [id]);
      const pending = organization.client.put(`/badge_templates/${second.id}`, { recommendation_ids: [id] });
      await until("the request to wait for the recommendation", () => isWaiting());
      await connection.query("COMMIT");
      const { status, data } = await pending;
      expect([status, errorFields(data)]).toEqual([422, ["recommendation_ids"]]);
    } finally {
      await connection.end();
    }
  });

  /** Sends two requests at once: both wait with what they counted, or for each other, before either commits. */
  const sendTwo = async (send: () => Promise<{ status: number }>): Promise<number[]> => {
    const connection = await openConnection();
    try {
      await connection.query("BEGIN");
      await connection.query("LOCK TABLE audit_entries IN EXCLUSIVE MODE");
      const pending = Promise.all([send(), send()]);
      await until("both requests to wait", () => isWaiting(2));
      await connection.query("COMMIT");
      return (await pending).map(({ status }) => status).sort((one, other) => one - other);
    } finally {
      await connection.end();
    }
  };

  it("are at most 50 of a template, also when two are created at once", async () => {
    const own = await createTestOrganization();
    const { id } = await createTemplate(own);
    await sql(
      `WITH made AS (INSERT INTO recommendations (id, organization_id, type, title, activity_url, updated_at)
         SELECT gen_random_uuid(), $1, 'offer', 'Filler', 'https://example.org', now() FROM generate_series(1, 49) RETURNING id)
       INSERT INTO badge_template_recommendations SELECT $1, $2, id FROM made`,
      [own.id, id],
    );
    const statuses = await sendTwo(() =>
      own.client.post(PATH, urlRecommendationBody({ badge_template_ids: [id] })),
    );
    expect(statuses).toEqual([201, 422]);
  });

  it.each(["created", "changed", "copied"])(
    "are in at most 500 templates, also when two are %s at once",
    async (change) => {
      const own = await createTestOrganization();
      const { id } = await createRecommendation(own);
      const templates = [await createTemplate(own), await createTemplate(own)];
      const original = await createTemplate(own, { recommendation_ids: [id] });
      await sql(
        `WITH made AS (INSERT INTO badge_templates (id, organization_id, name, description, state, vanity_slug, image_id,
             image_generated, state_updated_at, updated_at)
           SELECT gen_random_uuid(), organization_id, name, description, state, vanity_slug, image_id, image_generated,
             now(), now() FROM badge_templates, generate_series(1, 498) WHERE id = $2 RETURNING id)
         INSERT INTO badge_template_recommendations SELECT $1, id, $3 FROM made`,
        [own.id, original.id, id],
      );
      const send = async () => {
        if (change === "copied") return own.client.post(`/badge_templates/${original.id}/copy`, {});
        const shown = { recommendation_ids: [id] };
        if (change === "changed") return own.client.put(`/badge_templates/${templates.pop()?.id}`, shown);
        return own.client.post("/badge_templates", { name: "Another", ...shown });
      };
      const statuses = await sendTwo(send);
      expect(statuses).toEqual([change === "changed" ? 200 : 201, 422]);
    },
  );
});
