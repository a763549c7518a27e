import { beforeAll, describe, expect, it } from "vitest";
import {
  makeOrganization,
  makeRecommendation,
  makeTemplate,
  type TestOrganization,
} from "../../support/builders";
import { countQueries, isWaiting, openConnection } from "../../support/platform/database";
import { until } from "../../support/until";
import { ADDRESS, fieldsOf, PATH, toAddress, toTemplate } from "../../support/badges/recommendations";

let organization: TestOrganization;
let second: { id: string; name: string };

beforeAll(async () => {
  organization = await makeOrganization();
  second = await makeTemplate(organization);
});

const post = (body: Record<string, unknown>) => organization.client.post(PATH, body);
const detail = (id: string) => organization.client.get(`${PATH}/${id}`);
const shownBy = async (id: string) =>
  (await organization.client.get(`/badge_templates/${id}`)).data.recommendations;

describe("recommendations and their badge templates", () => {
  it("are shown in the template, in order of creation, without a query of their own", async () => {
    const own = await makeOrganization();
    const [shown, target] = [await makeTemplate(own), await makeTemplate(own)];
    const bare = await countQueries(() => own.client.get("/badge_templates"));
    const badge_template_ids = [shown.id];
    const address = await makeRecommendation(own, { badge_template_ids });
    const badge = (await own.client.post(PATH, toTemplate(target.id, { badge_template_ids }))).data;
    const expected = [
      { id: address.id, title: address.title, type: "education", activity_url: ADDRESS },
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
    const template = await makeTemplate(organization);
    const { data } = await post(toTemplate(template.id));
    await organization.client.put(`/badge_templates/${template.id}`, { name: "Renamed" });
    expect((await detail(data.id)).data.title).toBe("Renamed");
    const { data: found } = await organization.client.get(`${PATH}?filter=title::"Renamed"`);
    expect(found).toHaveLength(1);
  });

  it("deleting a template removes it from the recommendations it shows, and deletes those that link to it", async () => {
    const template = await makeTemplate(organization);
    const badge_template_ids = [template.id, second.id];
    const shown = await makeRecommendation(organization, { badge_template_ids });
    const leading = (await post(toTemplate(template.id, { badge_template_ids }))).data;
    expect((await organization.client.delete(`/badge_templates/${template.id}`)).status).toBe(204);
    expect((await detail(shown.id)).data.badge_template_ids).toEqual([second.id]);
    expect((await detail(leading.id)).status).toBe(404);
    expect(await shownBy(second.id)).not.toContainEqual(expect.objectContaining({ id: leading.id }));
  });

  it.each(["recommended_badge_template_id", "badge_template_ids"])(
    "422: %s names a template whose deletion commits while the request waits",
    async (field) => {
      const { id } = await makeTemplate(organization);
      const connection = await openConnection();
      try {
        await connection.query("BEGIN");
        await connection.query("UPDATE badge_templates SET deleted_at = now() WHERE id = $1", [id]);
        const body = field === "badge_template_ids" ? toAddress({ [field]: [id] }) : toTemplate(id);
        const pending = post(body);
        await until("the request to wait for the template", () => isWaiting());
        await connection.query("COMMIT");
        const { status, data } = await pending;
        expect([status, fieldsOf(data)]).toEqual([422, [field]]);
      } finally {
        await connection.end();
      }
    },
  );

  it("422: a template names a recommendation whose deletion commits while the request waits", async () => {
    const { id } = await makeRecommendation(organization);
    const connection = await openConnection();
    try {
      await connection.query("BEGIN");
      await connection.query("DELETE FROM recommendations WHERE id = $1", [id]);
      const pending = organization.client.put(`/badge_templates/${second.id}`, { recommendation_ids: [id] });
      await until("the request to wait for the recommendation", () => isWaiting());
      await connection.query("COMMIT");
      const { status, data } = await pending;
      expect([status, fieldsOf(data)]).toEqual([422, ["recommendation_ids"]]);
    } finally {
      await connection.end();
    }
  });
});
