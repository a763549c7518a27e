import { beforeAll, describe, expect, it } from "vitest";
import {
  createTestOrganization,
  createRecommendation,
  createTemplate,
  type TestOrganization,
} from "../../support/builders";
import { ORIGIN } from "../../support/http/client";
import { digestTables, countQueries, sql } from "../../support/platform/database";
import {
  ACTIVITY_URL,
  errorFields,
  PATH,
  urlRecommendationBody,
  badgeRecommendationBody,
} from "../../support/badges/recommendations";

const UNKNOWN = "0190a5b4-0000-7000-8000-0000000000ff";

let organization: TestOrganization;
let first: { id: string; name: string };
let second: { id: string; name: string };

beforeAll(async () => {
  organization = await createTestOrganization();
  first = await createTemplate(organization, { description: "About the first." });
  second = await createTemplate(organization);
});

const postRecommendation = (body: Record<string, unknown>) => organization.client.post(PATH, body);
const updateRecommendation = (id: string, body: Record<string, unknown>) =>
  organization.client.patch(`${PATH}/${id}`, body);
const getRecommendation = (id: string) => organization.client.get(`${PATH}/${id}`);
const listShownRecommendations = async (id: string) =>
  (await organization.client.get(`/badge_templates/${id}`)).data.recommendations;

describe("POST /organizations/{id}/recommendations", () => {
  it("201: of a template, described by it", async () => {
    const { status, data, headers } = await postRecommendation(
      badgeRecommendationBody(first.id, { title: "Ignored", badge_template_ids: [second.id, second.id] }),
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
    expect((await getRecommendation(data.id)).data).toEqual(data);
  });

  it.each(["information", "education", "employment", "participation", "offer"])(
    "201: of a URL, as %s",
    async (type) => {
      const { status, data } = await postRecommendation({
        type,
        title: "Read on",
        description: "Two\nlines",
        activity_url: ACTIVITY_URL,
        recommended_badge_template_id: null,
        id: UNKNOWN,
        badge_template_ids: [first.id, second.id],
      });
      expect(status, JSON.stringify(data)).toBe(201);
      expect(data).toMatchObject({
        type,
        title: "Read on",
        description: "Two\nlines",
        activity_url: ACTIVITY_URL,
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
    const own = await createTestOrganization();
    const image = (await createTemplate(own)) as unknown as {
      id: string;
      image: { id: string; url: string };
    };
    await sql("UPDATE organizations SET photo_id = $2 WHERE id = $1", [own.id, image.image.id]);
    const { data } = await own.client.post(PATH, badgeRecommendationBody(image.id));
    expect(data.issuer_icon).toBe(image.image.url);
  });

  it("201: accepts a form, and the query string with an empty body", async () => {
    const form = new URLSearchParams({ type: "offer", title: "Form", activity_url: ACTIVITY_URL });
    form.append("badge_template_ids[]", first.id);
    const asForm = await organization.client.post(PATH, form.toString(), {
      "content-type": "application/x-www-form-urlencoded",
    });
    expect([asForm.status, asForm.data.badge_template_ids]).toEqual([201, [first.id]]);
    const asQuery = await organization.client.post(`${PATH}?${form.toString()}`);
    expect([asQuery.status, asQuery.data.badge_template_ids]).toEqual([201, [first.id]]);
  });

  it.each([
    ["no type", { title: "T", activity_url: ACTIVITY_URL }, ["type"]],
    ["another type", urlRecommendationBody({ type: "video" }), ["type"]],
    ["nothing of an address", { type: "offer" }, ["title", "activity_url"]],
    ["a blank title", urlRecommendationBody({ title: "  " }), ["title"]],
    ["an empty title", urlRecommendationBody({ title: "" }), ["title"]],
    ["a long title", urlRecommendationBody({ title: "x".repeat(256) }), ["title"]],
    ["NUL in a title", urlRecommendationBody({ title: "a\u0000b" }), ["title"]],
    ["a long description", urlRecommendationBody({ description: "x".repeat(5_001) }), ["description"]],
    ["a script", urlRecommendationBody({ activity_url: "javascript:alert(1)" }), ["activity_url"]],
    ["no template", { type: "badge" }, ["recommended_badge_template_id"]],
    ["an unknown template", badgeRecommendationBody(UNKNOWN), ["recommended_badge_template_id"]],
    ["no UUID", badgeRecommendationBody("1 OR 1=1"), ["recommended_badge_template_id"]],
    [
      "unknown showing templates",
      urlRecommendationBody({ badge_template_ids: [UNKNOWN] }),
      ["badge_template_ids"],
    ],
    ["text for a list", urlRecommendationBody({ badge_template_ids: UNKNOWN }), ["badge_template_ids"]],
    [
      "too many showing templates",
      urlRecommendationBody({ badge_template_ids: Array(501).fill(UNKNOWN) }),
      ["badge_template_ids"],
    ],
  ])("422: %s; nothing is stored", async (_name, body, fields) => {
    const before = await digestTables();
    const { status, data } = await postRecommendation(body);
    expect([status, errorFields(data)]).toEqual([422, fields]);
    expect(await digestTables()).toEqual(before);
  });

  it("422: names the unknown template, including deleted ones", async () => {
    const deletedTemplate = await createTemplate(organization);
    await organization.client.delete(`/badge_templates/${deletedTemplate.id}`);
    for (const id of [UNKNOWN, deletedTemplate.id]) {
      expect(
        (await postRecommendation(urlRecommendationBody({ badge_template_ids: [first.id, id] }))).data
          .message,
      ).toContain(id);
      expect((await postRecommendation(badgeRecommendationBody(id))).data.message).toContain(id);
    }
  });

  it("422: a template shows at most 50, however they are added; a recommendation appears in at most 500", async () => {
    const full = await createTemplate(organization);
    const { id } = await createRecommendation(organization);
    await sql(
      `WITH made AS (INSERT INTO recommendations (id, organization_id, type, title, activity_url, updated_at)
         SELECT gen_random_uuid(), $1, 'offer', 'Filler', 'https://example.org', now() FROM generate_series(1, 50) RETURNING id)
       INSERT INTO badge_template_recommendations SELECT $1, $2, id FROM made`,
      [organization.id, full.id],
    );
    const crowded = await updateRecommendation(id, { badge_template_ids: [full.id] });
    expect([crowded.status, crowded.data.code]).toEqual([422, "too_many_recommendations"]);
    expect(await listShownRecommendations(full.id)).toHaveLength(50);
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
    const own = await createTestOrganization();
    const template = await createTemplate(own);
    const other = await createTemplate(own);
    expect((await own.client.get(PATH)).data).toEqual([]);
    const badge = (
      await own.client.post(
        PATH,
        badgeRecommendationBody(template.id, { badge_template_ids: [other.id, template.id] }),
      )
    ).data;
    const address = await createRecommendation(own, { title: "Z_1" });
    const { status, data, metadata } = await own.client.get(PATH);
    expect(status).toBe(200);
    const updated_at = expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/);
    expect(data).toEqual([
      {
        id: address.id,
        title: "Z_1",
        type: "education",
        activity_url: ACTIVITY_URL,
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

    const listTitles = async (query: Record<string, string>) => {
      const response = await own.client.get(`${PATH}?${new URLSearchParams(query).toString()}`);
      return response.data.map(({ title }: { title: string }) => title);
    };
    expect(await listTitles({ sort: "title" })).toEqual([template.name, "Z_1"]);
    expect(await listTitles({ sort: "-title" })).toEqual(["Z_1", template.name]);
    expect(await listTitles({ filter: "title::z_" })).toEqual(["Z_1"]);
    expect(await listTitles({ filter: "title::z%" })).toEqual([]);
    expect(await listTitles({ filter: `title::${template.name.toUpperCase().slice(0, -1)}` })).toContain(
      template.name,
    );
    expect(await listTitles({ filter: "type::badge" })).toEqual([template.name]);
    expect(await listTitles({ filter: "type::education,offer", sort: "created_at" })).toEqual(["Z_1"]);
    expect(await listTitles({ sort: "title", per: "1", page: "2" })).toEqual(["Z_1"]);
  });

  it.each(["filter=type::gift", "sort=url", "page=0", "filter=title::a%00b"])("400: %s", async (query) => {
    expect((await organization.client.get(`${PATH}?${query}`)).status).toBe(400);
  });
});

describe("GET /organizations/{id}/recommendations/{id}", () => {
  it("404: unknown and malformed ids", async () => {
    expect((await getRecommendation(UNKNOWN)).status).toBe(404);
    expect((await getRecommendation("no-id")).status).toBe(404);
  });
});

describe("GET /organizations/{id}/recommendations/{id}/badge_templates", () => {
  it("200: template summaries, with the filters and pages of the badge template list", async () => {
    const bee = await createTemplate(organization, { name: "Bee", public: false });
    const ant = await createTemplate(organization, { name: "Ant" });
    const { id } = await createRecommendation(organization, { badge_template_ids: [bee.id, ant.id] });
    const listRecommendedTemplates = async (query: string) => {
      const response = await organization.client.get(`${PATH}/${id}/badge_templates?${query}`);
      expect(response.status).toBe(200);
      return { ...response, names: response.data.map(({ name }: { name: string }) => name) };
    };
    const { data, metadata } = await listRecommendedTemplates("sort=name");
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
    expect((await listRecommendedTemplates("sort=name")).names).toEqual(["Ant", "Bee"]);
    expect((await listRecommendedTemplates("filter=public::false")).names).toEqual(["Bee"]);
    expect((await listRecommendedTemplates("filter=name::an|state::active")).names).toEqual(["Ant"]);
    expect((await listRecommendedTemplates("sort=-name&per=1&page=2")).names).toEqual(["Ant"]);
  });

  it("400: an unknown key; 404: an unknown recommendation", async () => {
    const { id } = await createRecommendation(organization);
    expect((await organization.client.get(`${PATH}/${id}/badge_templates?filter=x::y`)).status).toBe(400);
    expect((await organization.client.get(`${PATH}/${UNKNOWN}/badge_templates`)).status).toBe(404);
  });
});

describe("PATCH /organizations/{id}/recommendations/{id}", () => {
  it("200: changes the given fields and keeps the others, ignoring an id in the body", async () => {
    const { id } = await createRecommendation(organization, {
      description: "Kept",
      badge_template_ids: [first.id],
    });
    const { status, data } = await updateRecommendation(id, { id: UNKNOWN, title: "New title" });
    expect(status, JSON.stringify(data)).toBe(200);
    expect(data).toMatchObject({
      id,
      title: "New title",
      description: "Kept",
      activity_url: ACTIVITY_URL,
      badge_template_ids: [first.id],
    });
    expect((await updateRecommendation(id, { description: null })).data.description).toBeNull();
    expect((await updateRecommendation(id, { badge_template_ids: [] })).data.badge_template_ids).toEqual([]);
  });

  it("200: accepts a record as it was read", async () => {
    for (const body of [
      urlRecommendationBody({ badge_template_ids: [first.id] }),
      badgeRecommendationBody(first.id),
    ]) {
      const created = (await postRecommendation(body)).data;
      expect((await updateRecommendation(created.id, created)).data).toEqual(created);
    }
  });

  it("200: changes the type when everything it requires is given", async () => {
    const { id } = await createRecommendation(organization, { description: "Mine" });
    expect(errorFields((await updateRecommendation(id, { type: "badge" })).data)).toEqual([
      "recommended_badge_template_id",
    ]);
    expect((await updateRecommendation(id, badgeRecommendationBody(first.id))).data).toMatchObject({
      type: "badge",
      title: first.name,
      activity_url: "",
      description: "About the first.",
    });
    expect(errorFields((await updateRecommendation(id, { type: "offer" })).data)).toEqual(["activity_url"]);
    expect(
      (await updateRecommendation(id, { type: "offer", activity_url: ACTIVITY_URL })).data,
    ).toMatchObject({
      type: "offer",
      title: first.name,
      activity_url: ACTIVITY_URL,
      recommended_badge_template_id: null,
      description: null,
      image_url: null,
    });
    expect((await updateRecommendation(id, { type: "employment" })).data).toMatchObject({
      type: "employment",
      activity_url: ACTIVITY_URL,
    });
  });

  it("422: changes that would leave it incomplete, and unknown templates; 404: unknown", async () => {
    const { id } = await createRecommendation(organization);
    const before = await digestTables();
    for (const [field, value] of [
      ["title", null],
      ["activity_url", ""],
      ["activity_url", "ftp://example.org"],
      ["badge_template_ids", [UNKNOWN]],
      ["type", "video"],
    ] as const) {
      const { status, data } = await updateRecommendation(id, { [field]: value });
      expect([status, errorFields(data)]).toEqual([422, [field]]);
    }
    expect((await updateRecommendation(UNKNOWN, { title: "T" })).status).toBe(404);
    expect(await digestTables()).toEqual(before);
  });
});

describe("DELETE /organizations/{id}/recommendations/{id}", () => {
  it("204: removes it from its templates too; 404 the second time", async () => {
    const { id } = await createRecommendation(organization, { badge_template_ids: [second.id] });
    expect(await listShownRecommendations(second.id)).toContainEqual(expect.objectContaining({ id }));
    expect((await organization.client.delete(`${PATH}/${id}`)).status).toBe(204);
    expect(await listShownRecommendations(second.id)).not.toContainEqual(expect.objectContaining({ id }));
    expect((await getRecommendation(id)).status).toBe(404);
    expect((await organization.client.delete(`${PATH}/${id}`)).status).toBe(404);
  });
});
