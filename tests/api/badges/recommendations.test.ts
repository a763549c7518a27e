import { beforeAll, describe, expect, it } from "vitest";
import {
  makeOrganization,
  makeRecommendation,
  makeTemplate,
  type TestOrganization,
} from "../../support/builders";
import { ORIGIN } from "../../support/http/client";
import { contents, countQueries, sql } from "../../support/platform/database";
import { ADDRESS, fieldsOf, PATH, toAddress, toTemplate } from "../../support/badges/recommendations";

const UNKNOWN = "0190a5b4-0000-7000-8000-0000000000ff";

let organization: TestOrganization;
let first: { id: string; name: string };
let second: { id: string; name: string };

beforeAll(async () => {
  organization = await makeOrganization();
  first = await makeTemplate(organization, { description: "About the first." });
  second = await makeTemplate(organization);
});

const post = (body: Record<string, unknown>) => organization.client.post(PATH, body);
const patch = (id: string, body: Record<string, unknown>) => organization.client.patch(`${PATH}/${id}`, body);
const detail = (id: string) => organization.client.get(`${PATH}/${id}`);
const shownBy = async (id: string) =>
  (await organization.client.get(`/badge_templates/${id}`)).data.recommendations;

describe("POST /organizations/{id}/recommendations", () => {
  it("201: of a template, described by it", async () => {
    const { status, data, headers } = await post(
      toTemplate(first.id, { title: "Ignored", badge_template_ids: [second.id, second.id] }),
    );
    expect(status, JSON.stringify(data)).toBe(201);
    const template = (await organization.client.get(`/badge_templates/${first.id}`)).data;
    expect(data).toEqual({
      id: expect.any(String),
      type: "badge",
      title: first.name,
      recommended_badge_template_id: first.id,
      activity_url: "",
      url: `${ORIGIN}/v1/organizations/${organization.id}${PATH}/${data.id}`,
      issuer_name: template.owner.name,
      image_url: template.image_url,
      issuer_icon: null,
      description: "About the first.",
      badge_template_ids: [second.id],
    });
    expect(headers.get("location")).toBe(data.url);
    expect((await detail(data.id)).data).toEqual(data);
  });

  it.each(["information", "education", "employment", "participation", "offer"])(
    "201: of a URL, as %s",
    async (type) => {
      const { status, data } = await post({
        type,
        title: "Read on",
        description: "Two\nlines",
        activity_url: ADDRESS,
        recommended_badge_template_id: null,
        id: UNKNOWN,
        badge_template_ids: [first.id, second.id],
      });
      expect(status, JSON.stringify(data)).toBe(201);
      expect(data).toMatchObject({
        type,
        title: "Read on",
        description: "Two\nlines",
        activity_url: ADDRESS,
        recommended_badge_template_id: null,
        issuer_name: null,
        image_url: null,
        issuer_icon: null,
        badge_template_ids: [first.id, second.id].toSorted(),
      });
      expect(data.id).not.toBe(UNKNOWN);
      await organization.client.delete(`${PATH}/${data.id}`);
    },
  );

  it("201: the icon is the organization's photo", async () => {
    const own = await makeOrganization();
    const image = (await makeTemplate(own)) as unknown as { id: string; image: { id: string; url: string } };
    await sql("UPDATE organizations SET photo_id = $2 WHERE id = $1", [own.id, image.image.id]);
    const { data } = await own.client.post(PATH, toTemplate(image.id));
    expect(data.issuer_icon).toBe(image.image.url);
  });

  it("201: accepts a form, and the query string with an empty body", async () => {
    const form = new URLSearchParams({ type: "offer", title: "Form", activity_url: ADDRESS });
    form.append("badge_template_ids[]", first.id);
    const asForm = await organization.client.post(PATH, form.toString(), {
      "content-type": "application/x-www-form-urlencoded",
    });
    expect([asForm.status, asForm.data.badge_template_ids]).toEqual([201, [first.id]]);
    const asQuery = await organization.client.post(`${PATH}?${form.toString()}`);
    expect([asQuery.status, asQuery.data.badge_template_ids]).toEqual([201, [first.id]]);
  });

  it.each([
    ["no type", { title: "T", activity_url: ADDRESS }, ["type"]],
    ["another type", toAddress({ type: "video" }), ["type"]],
    ["nothing of an address", { type: "offer" }, ["title", "activity_url"]],
    ["a blank title", toAddress({ title: "  " }), ["title"]],
    ["an empty title", toAddress({ title: "" }), ["title"]],
    ["a long title", toAddress({ title: "x".repeat(256) }), ["title"]],
    ["NUL in a title", toAddress({ title: "a\u0000b" }), ["title"]],
    ["a long description", toAddress({ description: "x".repeat(5_001) }), ["description"]],
    ["a script", toAddress({ activity_url: "javascript:alert(1)" }), ["activity_url"]],
    ["no template", { type: "badge" }, ["recommended_badge_template_id"]],
    ["an unknown template", toTemplate(UNKNOWN), ["recommended_badge_template_id"]],
    ["no UUID", toTemplate("1 OR 1=1"), ["recommended_badge_template_id"]],
    ["unknown showing templates", toAddress({ badge_template_ids: [UNKNOWN] }), ["badge_template_ids"]],
    ["text for a list", toAddress({ badge_template_ids: UNKNOWN }), ["badge_template_ids"]],
    [
      "too many showing templates",
      toAddress({ badge_template_ids: Array(501).fill(UNKNOWN) }),
      ["badge_template_ids"],
    ],
  ])("422: %s; nothing is stored", async (_name, body, fields) => {
    const before = await contents();
    const { status, data } = await post(body);
    expect([status, fieldsOf(data)]).toEqual([422, fields]);
    expect(await contents()).toEqual(before);
  });

  it("422: names the unknown template, including deleted ones", async () => {
    const gone = await makeTemplate(organization);
    await organization.client.delete(`/badge_templates/${gone.id}`);
    for (const id of [UNKNOWN, gone.id]) {
      expect((await post(toAddress({ badge_template_ids: [first.id, id] }))).data.message).toContain(id);
      expect((await post(toTemplate(id))).data.message).toContain(id);
    }
  });

  it("422: a template shows at most 50, however they are added; a recommendation appears in at most 500", async () => {
    const full = await makeTemplate(organization);
    const { id } = await makeRecommendation(organization);
    await sql(
      `WITH made AS (INSERT INTO recommendations (id, organization_id, type, title, activity_url, updated_at)
         SELECT gen_random_uuid(), $1, 'offer', 'Filler', 'https://example.org', now() FROM generate_series(1, 50) RETURNING id)
       INSERT INTO badge_template_recommendations SELECT $1, $2, id FROM made`,
      [organization.id, full.id],
    );
    const crowded = await patch(id, { badge_template_ids: [full.id] });
    expect([crowded.status, crowded.data.code]).toEqual([422, "too_many_recommendations"]);
    expect(await shownBy(full.id)).toHaveLength(50);
    await sql(
      `WITH made AS (INSERT INTO badge_templates (id, organization_id, name, description, state, vanity_slug, image_id,
           image_generated, state_updated_at, updated_at)
         SELECT gen_random_uuid(), organization_id, name, description, state, vanity_slug, image_id, image_generated,
           now(), now() FROM badge_templates, generate_series(1, 500) WHERE id = $2 RETURNING id)
       INSERT INTO badge_template_recommendations SELECT $1, id, $3 FROM made`,
      [organization.id, full.id, id],
    );
    const overused = await organization.client.put(`/badge_templates/${first.id}`, {
      recommendation_ids: [id],
    });
    expect([overused.status, overused.data.code]).toEqual([422, "too_many_templates"]);
    await sql("DELETE FROM badge_template_recommendations WHERE recommendation_id = $1", [id]);
    await sql("DELETE FROM recommendations WHERE title = 'Filler'");
  });
});

describe("GET /organizations/{id}/recommendations", () => {
  it("200: the list's own format, newest first, with the number of templates in one additional query", async () => {
    const own = await makeOrganization();
    const template = await makeTemplate(own);
    const other = await makeTemplate(own);
    expect((await own.client.get(PATH)).data).toEqual([]);
    const badge = (
      await own.client.post(PATH, toTemplate(template.id, { badge_template_ids: [other.id, template.id] }))
    ).data;
    const address = await makeRecommendation(own, { title: "Z_1" });
    const { status, data, metadata } = await own.client.get(PATH);
    expect(status).toBe(200);
    const updated_at = expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/);
    expect(data).toEqual([
      {
        id: address.id,
        title: "Z_1",
        type: "education",
        activity_url: ADDRESS,
        updated_at,
        badge_templates_count: 0,
      },
      {
        id: badge.id,
        title: template.name,
        type: "badge",
        recommended_badge_template_id: template.id,
        updated_at,
        badge_templates_count: 2,
      },
    ]);
    expect(metadata).toMatchObject({ count: 2, total_count: 2, per: 50 });
    // Credential, rows, total, number of templates per row.
    expect(await countQueries(() => own.client.get(PATH))).toBe(4);

    const titles = async (query: Record<string, string>) => {
      const answer = await own.client.get(`${PATH}?${new URLSearchParams(query).toString()}`);
      return answer.data.map(({ title }: { title: string }) => title);
    };
    expect(await titles({ sort: "title" })).toEqual([template.name, "Z_1"]);
    expect(await titles({ sort: "-title" })).toEqual(["Z_1", template.name]);
    expect(await titles({ filter: "title::z_" })).toEqual(["Z_1"]);
    expect(await titles({ filter: "title::z%" })).toEqual([]);
    expect(await titles({ filter: `title::${template.name.toUpperCase().slice(0, -1)}` })).toContain(
      template.name,
    );
    expect(await titles({ filter: "type::badge" })).toEqual([template.name]);
    expect(await titles({ filter: "type::education,offer", sort: "created_at" })).toEqual(["Z_1"]);
    expect(await titles({ sort: "title", per: "1", page: "2" })).toEqual(["Z_1"]);
  });

  it.each(["filter=type::gift", "sort=url", "page=0", "filter=title::a%00b"])("400: %s", async (query) => {
    expect((await organization.client.get(`${PATH}?${query}`)).status).toBe(400);
  });
});

describe("GET /organizations/{id}/recommendations/{id}", () => {
  it("404: unknown and malformed ids", async () => {
    expect((await detail(UNKNOWN)).status).toBe(404);
    expect((await detail("no-id")).status).toBe(404);
  });
});

describe("GET /organizations/{id}/recommendations/{id}/badge_templates", () => {
  it("200: template summaries, with the filters and pages of the badge template list", async () => {
    const bee = await makeTemplate(organization, { name: "Bee", public: false });
    const ant = await makeTemplate(organization, { name: "Ant" });
    const { id } = await makeRecommendation(organization, { badge_template_ids: [bee.id, ant.id] });
    const list = async (query: string) => {
      const answer = await organization.client.get(`${PATH}/${id}/badge_templates?${query}`);
      expect(answer.status).toBe(200);
      return { ...answer, names: answer.data.map(({ name }: { name: string }) => name) };
    };
    const { data, metadata } = await list("sort=name");
    const full = (await organization.client.get(`/badge_templates/${ant.id}`)).data;
    expect(data[0]).toEqual({
      id: ant.id,
      image_url: full.image_url,
      name: "Ant",
      public: true,
      updated_at: full.updated_at,
      owner: { id: organization.id, name: full.owner.name },
    });
    expect(metadata).toMatchObject({ count: 2, total_count: 2 });
    expect((await list("sort=name")).names).toEqual(["Ant", "Bee"]);
    expect((await list("filter=public::false")).names).toEqual(["Bee"]);
    expect((await list("filter=name::an|state::active")).names).toEqual(["Ant"]);
    expect((await list("sort=-name&per=1&page=2")).names).toEqual(["Ant"]);
  });

  it("400: an unknown key; 404: an unknown recommendation", async () => {
    const { id } = await makeRecommendation(organization);
    expect((await organization.client.get(`${PATH}/${id}/badge_templates?filter=x::y`)).status).toBe(400);
    expect((await organization.client.get(`${PATH}/${UNKNOWN}/badge_templates`)).status).toBe(404);
  });
});

describe("PATCH /organizations/{id}/recommendations/{id}", () => {
  it("200: changes the given fields and keeps the others, ignoring an id in the body", async () => {
    const { id } = await makeRecommendation(organization, {
      description: "Kept",
      badge_template_ids: [first.id],
    });
    const { status, data } = await patch(id, { id: UNKNOWN, title: "New title" });
    expect(status, JSON.stringify(data)).toBe(200);
    expect(data).toMatchObject({
      id,
      title: "New title",
      description: "Kept",
      activity_url: ADDRESS,
      badge_template_ids: [first.id],
    });
    expect((await patch(id, { description: null })).data.description).toBeNull();
    expect((await patch(id, { badge_template_ids: [] })).data.badge_template_ids).toEqual([]);
  });

  it("200: accepts a record as it was read", async () => {
    for (const body of [toAddress({ badge_template_ids: [first.id] }), toTemplate(first.id)]) {
      const made = (await post(body)).data;
      expect((await patch(made.id, made)).data).toEqual(made);
    }
  });

  it("200: changes the type when everything it requires is given", async () => {
    const { id } = await makeRecommendation(organization, { description: "Mine" });
    expect(fieldsOf((await patch(id, { type: "badge" })).data)).toEqual(["recommended_badge_template_id"]);
    expect((await patch(id, toTemplate(first.id))).data).toMatchObject({
      type: "badge",
      title: first.name,
      activity_url: "",
      description: "About the first.",
    });
    expect(fieldsOf((await patch(id, { type: "offer" })).data)).toEqual(["activity_url"]);
    expect((await patch(id, { type: "offer", activity_url: ADDRESS })).data).toMatchObject({
      type: "offer",
      title: first.name,
      activity_url: ADDRESS,
      recommended_badge_template_id: null,
      description: null,
      image_url: null,
    });
    expect((await patch(id, { type: "employment" })).data).toMatchObject({
      type: "employment",
      activity_url: ADDRESS,
    });
  });

  it("422: changes that would leave it incomplete, and unknown templates; 404: unknown", async () => {
    const { id } = await makeRecommendation(organization);
    const before = await contents();
    for (const [field, value] of [
      ["title", null],
      ["activity_url", ""],
      ["activity_url", "ftp://example.org"],
      ["badge_template_ids", [UNKNOWN]],
      ["type", "video"],
    ] as const) {
      const { status, data } = await patch(id, { [field]: value });
      expect([status, fieldsOf(data)]).toEqual([422, [field]]);
    }
    expect((await patch(UNKNOWN, { title: "T" })).status).toBe(404);
    expect(await contents()).toEqual(before);
  });
});

describe("DELETE /organizations/{id}/recommendations/{id}", () => {
  it("204: removes it from its templates too; 404 the second time", async () => {
    const { id } = await makeRecommendation(organization, { badge_template_ids: [second.id] });
    expect(await shownBy(second.id)).toContainEqual(expect.objectContaining({ id }));
    expect((await organization.client.delete(`${PATH}/${id}`)).status).toBe(204);
    expect(await shownBy(second.id)).not.toContainEqual(expect.objectContaining({ id }));
    expect((await detail(id)).status).toBe(404);
    expect((await organization.client.delete(`${PATH}/${id}`)).status).toBe(404);
  });
});
