import { beforeAll, describe, expect, it } from "vitest";
import {
  authorizeIssuer,
  badgeBody,
  createTestOrganization,
  createTemplate,
  type TestOrganization,
} from "../../support/builders";
import { ORIGIN } from "../../support/http/client";
import { digestTables, countQueries, sql } from "../../support/platform/database";
import { createSubscriber } from "../../support/delivery/outbox";

const UNKNOWN = "0190a5b4-0000-7000-8000-0000000000ff";

type NamedRecord = { name: string };

let grantor: TestOrganization;
let issuer: TestOrganization;
let template: { id: string; name: string };

beforeAll(async () => {
  [grantor, issuer] = [await createTestOrganization(), await createTestOrganization()];
  template = await createTemplate(grantor, { name: "B of the grantor" });
});

const listIssuers = async (organization: TestOrganization) =>
  (await organization.client.get("/issuers")).data;
const listGrantors = async (organization: TestOrganization) =>
  (await organization.client.get("/grantors")).data;
const listErrorFields = (data: { errors: { field: string }[] }) => data.errors.map(({ field }) => field);
const createOrganization = () => createSubscriber(null);

describe("POST /organizations/{id}/issuers", () => {
  it("201: the record with its defaults, both organizations and their numbers of active templates", async () => {
    const own = await createTestOrganization("The grantor");
    const image = (await createTemplate(own)) as unknown as { image: { id: string; url: string } };
    await createTemplate(own, { state: "draft" });
    const deletedTemplate = await createTemplate(own);
    await own.client.delete(`/badge_templates/${deletedTemplate.id}`);
    await sql("UPDATE organizations SET photo_id = $2 WHERE id = $1", [own.id, image.image.id]);
    const { status, data } = await own.client.post("/issuers", { issuer_id: issuer.id.toUpperCase() });
    expect(status, JSON.stringify(data)).toBe(201);
    const [seen, issuing] = [(await own.client.get("")).data, (await issuer.client.get("")).data];
    expect(data).toEqual({
      id: expect.any(String),
      authorization_type: "platform",
      display_issuer_as: "grantor",
      restrict_by_badge_templates: false,
      subscription_type: null,
      allowed_badge_templates: [],
      collections: [],
      issuer: {
        type: "Organization",
        id: issuer.id,
        name: issuing.name,
        vanity_slug: issuing.vanity_slug,
        url: `${ORIGIN}/v1/organizations/${issuer.id}`,
        photo: null,
        photo_url: null,
        badge_template_count: 0,
      },
      grantor: {
        type: "Organization",
        id: own.id,
        name: "The grantor",
        vanity_slug: seen.vanity_slug,
        url: `${ORIGIN}/v1/organizations/${own.id}`,
        photo: { id: image.image.id, url: image.image.url },
        photo_url: image.image.url,
        badge_template_count: 1,
      },
    });
    expect(await listIssuers(own)).toEqual([data]);
  });

  it("201: restricted to templates, by name, without deleted ones; naming templates restricts", async () => {
    const first = await createTemplate(grantor, { name: "A of the grantor" });
    const restricted = {
      authorization_type: "partner",
      display_issuer_as: "both",
      allowed_badge_templates: [template.id, first.id, first.id],
    };
    const { id: issuer_id } = await createOrganization();
    const { status, data } = await grantor.client.post("/issuers", { issuer_id, ...restricted });
    expect(status, JSON.stringify(data)).toBe(201);
    expect(data).toMatchObject({
      authorization_type: "partner",
      display_issuer_as: "both",
      restrict_by_badge_templates: true,
      allowed_badge_templates: [first, template].map(({ id, name }) => ({ id, name })),
    });
    const open = await authorizeIssuer(grantor, await createOrganization(), {
      restrict_by_badge_templates: false,
      allowed_badge_templates: [first.id],
    });
    expect(open).toMatchObject({
      restrict_by_badge_templates: false,
      allowed_badge_templates: [{ id: first.id }],
    });
    await grantor.client.delete(`/badge_templates/${first.id}`);
    expect((await listIssuers(grantor))[1].allowed_badge_templates).toEqual([
      { id: template.id, name: template.name },
    ]);
  });

  it("201: an organization identified by its vanity slug; 422 for an unknown slug", async () => {
    const own = await createTestOrganization();
    const { vanity_slug } = (await issuer.client.get("")).data;
    const { status, data } = await own.client.post("/issuers", { issuer_vanity_slug: vanity_slug });
    expect([status, data.issuer.id]).toEqual([201, issuer.id]);
    for (const [slug, code] of [
      ["no-such-house", "not_found"],
      [vanity_slug, "already_authorized"],
      [(await own.client.get("")).data.vanity_slug, "own_organization"],
    ]) {
      const refused = await own.client.post("/issuers", { issuer_vanity_slug: slug });
      expect([refused.status, refused.data.errors[0]]).toMatchObject([
        422,
        { field: "issuer_vanity_slug", code },
      ]);
    }
  });

  it("422: itself, unknown, wrong values; nothing is stored", async () => {
    const before = await digestTables();
    const bodies = [
      [{}, "issuer_id", "required"],
      [{ issuer_id: grantor.id }, "issuer_id", "own_organization"],
      [{ issuer_id: UNKNOWN }, "issuer_id", "not_found"],
      [{ issuer_id: "x\u0000" }, "issuer_id", undefined],
      [{ issuer_id: issuer.id, display_issuer_as: "nobody" }, "display_issuer_as", undefined],
      [{ issuer_id: issuer.id, authorization_type: "x".repeat(256) }, "authorization_type", undefined],
      [{ issuer_id: issuer.id, allowed_badge_templates: [UNKNOWN] }, "allowed_badge_templates", "not_found"],
      [
        { issuer_id: issuer.id, allowed_badge_templates: Array(501).fill(template.id) },
        "allowed_badge_templates",
        undefined,
      ],
    ] as const;
    for (const [body, field, code] of bodies) {
      const { status, data } = await grantor.client.post("/issuers", body);
      expect([status, listErrorFields(data)]).toEqual([422, [field]]);
      expect(code ?? data.errors[0].code).toBe(data.errors[0].code);
    }
    expect(await digestTables()).toEqual(before);
  });

  it("422: already authorized; ten concurrent requests create one", async () => {
    const { id: issuer_id } = await createOrganization();
    const body = { issuer_id, allowed_badge_templates: [template.id] };
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => grantor.client.post("/issuers", body)),
    );
    const statuses = responses.map(({ status }) => status).toSorted((one, other) => one - other);
    expect(statuses).toEqual([201, ...Array(9).fill(422)]);
    const refused = responses.filter(({ status }) => status === 422);
    expect(new Set(refused.map(({ data }) => data.code))).toEqual(new Set(["already_authorized"]));
  });
});

describe("GET /organizations/{id}/issuers and /grantors", () => {
  it("200: each organization sees its side, newest first, paginated, with four queries whatever the length", async () => {
    const own = await createTestOrganization();
    expect(await listGrantors(own)).toEqual([]);
    await authorizeIssuer(own, issuer);
    const one = await countQueries(() => own.client.get("/issuers"));
    const records = [
      await authorizeIssuer(own, await createOrganization(), { allowed_badge_templates: [] }),
      await authorizeIssuer(own, grantor, { display_issuer_as: "issuer" }),
    ];
    expect((await listIssuers(own)).slice(0, 2)).toEqual(records.toReversed());
    const paged = await own.client.get("/issuers?per=1&page=3");
    expect([paged.data[0].issuer.id, paged.metadata.total_count]).toEqual([issuer.id, 3]);
    expect(await countQueries(() => own.client.get("/issuers"))).toBe(one);
    expect(one).toBe(4);

    const [record] = await listGrantors(grantor);
    expect(record).toEqual({ id: records[1]?.id, grantor: (await listIssuers(own))[0].grantor });
    expect(await countQueries(() => grantor.client.get("/grantors"))).toBe(4);
    expect((await listGrantors(own)).length).toBe(0);
  });

  it("200: sorts by name and by age, on either side", async () => {
    const own = await createTestOrganization("Between two");
    const [north, south] = [
      await createTestOrganization("North house"),
      await createTestOrganization("South house"),
    ];
    for (const other of [south, north]) {
      await authorizeIssuer(own, other);
      await authorizeIssuer(other, own);
    }
    for (const side of ["issuer", "grantor"]) {
      const listNames = async (query: string) =>
        (await own.client.get(`/${side}s?${query}`)).data.map(
          (row: Record<string, NamedRecord>) => row[side]?.name,
        );
      expect(await listNames("sort=name")).toEqual(["North house", "South house"]);
      expect(await listNames("sort=created_at")).toEqual(["South house", "North house"]);
      expect(await listNames("filter=name::NORTH")).toEqual(["North house"]);
    }
    for (const query of ["filter=type::x", "sort=id"]) {
      expect((await own.client.get(`/issuers?${query}`)).status).toBe(400);
      expect((await own.client.get(`/grantors?${query}`)).status).toBe(400);
    }
  });
});

describe("GET and PUT /organizations/{id}/issuers/{id}", () => {
  it("200: identified by its own id or the issuer's; missing fields stay", async () => {
    const own = await createTestOrganization();
    const template = await createTemplate(own);
    const created = await authorizeIssuer(own, issuer, { authorization_type: "partner" });
    expect((await own.client.get(`/issuers/${created.id}`)).data).toEqual(created);
    const both = await own.client.put(`/issuers/${issuer.id}`, { display_issuer_as: "both" });
    expect([both.status, both.data]).toEqual([200, { ...created, display_issuer_as: "both" }]);
    const some = await own.client.put(`/issuers/${created.id}`, { allowed_badge_templates: [template.id] });
    expect(some.data).toEqual({
      ...both.data,
      restrict_by_badge_templates: true,
      allowed_badge_templates: [{ id: template.id, name: template.name }],
    });
    const none = await own.client.put(`/issuers/${created.id}`, { allowed_badge_templates: [] });
    expect(none.data).toEqual({ ...some.data, allowed_badge_templates: [] });
    const open = await own.client.put(`/issuers/${created.id}`, { restrict_by_badge_templates: false });
    expect(open.data).toEqual(both.data);
    expect((await own.client.get(`/issuers/${issuer.id}`)).data).toEqual(both.data);
  });

  it("200: issuing follows the change immediately, and badges keep the issuer that they name", async () => {
    const own = await createTestOrganization();
    const [first, second] = [await createTemplate(own), await createTemplate(own)];
    const created = await authorizeIssuer(own, issuer, { display_issuer_as: "issuer" });
    const issued = await issuer.client.post("/badges", badgeBody(first.id));
    expect(issued.status).toBe(201);
    const terms = { display_issuer_as: "grantor", allowed_badge_templates: [second.id] };
    expect((await own.client.put(`/issuers/${created.id}`, terms)).status).toBe(200);
    expect((await issuer.client.post("/badges", badgeBody(first.id))).status).toBe(422);
    expect((await issuer.client.post("/badges", badgeBody(second.id))).status).toBe(201);
    const { data } = await issuer.client.get(`/badges/${issued.data.id}`);
    expect(data.issuer).toEqual(issued.data.issuer);
  });

  it("404: unknown and malformed ids, and requests by the issuer itself; 422: another organization's template, wrong values", async () => {
    const own = await createTestOrganization();
    const created = await authorizeIssuer(own, issuer);
    const before = await digestTables();
    for (const id of [UNKNOWN, "x"]) {
      expect((await own.client.get(`/issuers/${id}`)).status).toBe(404);
      expect((await own.client.put(`/issuers/${id}`, { display_issuer_as: "both" })).status).toBe(404);
    }
    expect((await issuer.client.put(`/issuers/${created.id}`, {})).status).toBe(404);
    for (const body of [{ allowed_badge_templates: [template.id] }, { display_issuer_as: "nobody" }]) {
      expect((await own.client.put(`/issuers/${created.id}`, body)).status).toBe(422);
    }
    expect(await digestTables()).toEqual(before);
  });
});

describe("GET /organizations/{id}/grantors/{id}/badge_templates", () => {
  it("200: the active templates that may be issued, as summaries", async () => {
    const own = await createTestOrganization("Owner");
    const [one, two] = [
      await createTemplate(own, { name: "One" }),
      await createTemplate(own, { name: "Two" }),
    ];
    await createTemplate(own, { name: "Draft", state: "draft" });
    await createTemplate(issuer, { name: "The issuer's own" });
    const listNames = async (id: string, query = "sort=name") => {
      const { data } = await issuer.client.get(`/grantors/${id}/badge_templates?${query}`);
      return data.map(({ name }: { name: string }) => name);
    };
    const restricted = await authorizeIssuer(own, issuer, { allowed_badge_templates: [two.id] });
    expect(await listNames(restricted.id)).toEqual(["Two"]);
    await own.client.delete(`/issuers/${restricted.id}`);
    expect((await issuer.client.get(`/grantors/${restricted.id}/badge_templates`)).status).toBe(404);
    const open = await authorizeIssuer(own, issuer);
    expect(await listNames(open.id)).toEqual(["One", "Two"]);
    expect(await listNames(open.id, "filter=name::tw")).toEqual(["Two"]);
    const { data } = await issuer.client.get(`/grantors/${open.id}/badge_templates?filter=name::one`);
    expect(data[0]).toMatchObject({ id: one.id, public: true, owner: { id: own.id, name: "Owner" } });
    // The template itself remains readable only to its owner.
    expect((await issuer.client.get(`/badge_templates/${one.id}`)).status).toBe(404);
  });
});

describe("GET /organizations/{id}/issuable_badge_templates", () => {
  it("200: the organization's own active templates, and those that its grantors currently allow", async () => {
    const own = await createTestOrganization("Owner");
    const [other, one] = [
      await createTestOrganization("Grantor"),
      await createTemplate(own, { name: "One" }),
    ];
    await createTemplate(own, { name: "Draft", state: "draft" });
    const two = await createTemplate(other, { name: "Two", skills: ["Tides"] });
    await createTemplate(other, { name: "Zero" });
    const asleep = await createTemplate(other, { name: "Asleep" });
    await other.client.put(`/badge_templates/${asleep.id}`, { state: "archived" });
    const readIssuable = async (query = "sort=name") => {
      const { status, data, metadata } = await own.client.get(`/issuable_badge_templates?${query}`);
      expect([status, metadata.total_count]).toEqual([200, data.length]);
      return data as { id: string; name: string }[];
    };
    const listNames = async (query?: string) => (await readIssuable(query)).map(({ name }) => name);
    expect(await listNames()).toEqual(["One"]);
    const restricted = await authorizeIssuer(other, own, { allowed_badge_templates: [two.id] });
    expect(await readIssuable()).toMatchObject([
      { id: one.id, name: "One", owner: { id: own.id, name: "Owner" } },
      { id: two.id, name: "Two", skills: ["Tides"], owner: { id: other.id, name: "Grantor" } },
    ]);
    await other.client.delete(`/issuers/${restricted.id}`);
    expect(await listNames()).toEqual(["One"]);
    await authorizeIssuer(other, own);
    expect(await listNames()).toEqual(["One", "Two", "Zero"]);
    expect(await listNames("filter=query::tw")).toEqual(["Two"]);
    // The authorization applies in one direction only.
    const { data } = await other.client.get("/issuable_badge_templates?sort=name");
    expect(data.map(({ name }: { name: string }) => name)).toEqual(["Two", "Zero"]);
  });

  it("200: each of them can be issued, and nothing else of a grantor", async () => {
    const [own, other] = [await createTestOrganization("Owner"), await createTestOrganization("Grantor")];
    const [given, kept] = [await createTemplate(other), await createTemplate(other)];
    await authorizeIssuer(other, own, { allowed_badge_templates: [given.id] });
    const { data } = await own.client.get("/issuable_badge_templates");
    expect(data.map(({ id }: { id: string }) => id)).toEqual([given.id]);
    expect((await own.client.post("/badges", badgeBody(given.id))).status).toBe(201);
    expect((await own.client.post("/badges", badgeBody(kept.id))).status).toBe(422);
  });

  it("needs as many queries for many grantors as for none", async () => {
    const [own, lonely] = [await createTestOrganization("Owner"), await createTestOrganization("Lonely")];
    for (let count = 0; count < 5; count += 1) {
      const grantor = await createTestOrganization("Grantor");
      await createTemplate(grantor);
      await authorizeIssuer(grantor, own);
    }
    const countIssuableQueries = ({ client }: TestOrganization) =>
      countQueries(() => client.get("/issuable_badge_templates"));
    expect(await countIssuableQueries(own)).toBe(await countIssuableQueries(lonely));
  });
});

describe("DELETE /organizations/{id}/issuers/{id}", () => {
  it("204: by the record's id or the organization's; 404 the second time", async () => {
    const other = await createOrganization();
    for (const toId of [(created: { id: string }) => created.id, () => other.id]) {
      const created = await authorizeIssuer(grantor, other, { allowed_badge_templates: [template.id] });
      const path = `/issuers/${toId(created)}`;
      expect((await grantor.client.delete(path)).status).toBe(204);
      expect((await grantor.client.delete(path)).status).toBe(404);
    }
    expect((await grantor.client.get(`/badge_templates/${template.id}`)).status).toBe(200);
  });

  it("404: unknown and malformed ids, and requests by the issuer itself", async () => {
    const created = await authorizeIssuer(grantor, issuer);
    expect((await grantor.client.delete(`/issuers/${UNKNOWN}`)).status).toBe(404);
    expect((await grantor.client.delete("/issuers/x")).status).toBe(404);
    expect((await issuer.client.delete(`/issuers/${created.id}`)).status).toBe(404);
    expect((await issuer.client.delete(`/issuers/${issuer.id}`)).status).toBe(404);
    expect((await grantor.client.delete(`/issuers/${created.id}`)).status).toBe(204);
  });
});
