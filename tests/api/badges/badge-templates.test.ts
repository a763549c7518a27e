import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { GET as getImage } from "@/app/images/[image_id]/image.png/route";
import {
  badgeBody,
  createTestOrganization,
  createTemplate,
  templateBody,
  type TestOrganization,
} from "../../support/builders";
import { ORIGIN } from "../../support/http/client";
import { digestTables, openConnection, isWaiting, sql } from "../../support/platform/database";

const PATH = "/badge_templates";

let organization: TestOrganization;

beforeAll(async () => {
  organization = await createTestOrganization();
});

const create = (changes: Record<string, unknown> = {}) =>
  organization.client.post(PATH, templateBody(changes));
const update = (id: string, body: Record<string, unknown>) => organization.client.put(`${PATH}/${id}`, body);
const listErrorFields = (data: { errors: { field: string }[] }) =>
  data.errors.map(({ field }) => field).toSorted();

/** The bytes behind an image_url as the service delivers them. */
async function fetchImage(url: string) {
  const [, id = ""] = /\/images\/([^/]+)\/image\.png$/.exec(url) ?? [];
  const response = await getImage(new Request(url), { params: Promise.resolve({ image_id: id }) });
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
  return sharp(Buffer.from(await response.arrayBuffer()));
}

const createSquare = async (side: number, background = "#aa3300") =>
  (
    await sharp({ create: { width: side, height: side, channels: 3, background } })
      .jpeg()
      .toBuffer()
  ).toString("base64");

describe("POST /organizations/{id}/badge_templates", () => {
  it("201: creates an active template with every field, and returns its URL in Location", async () => {
    const recommendationId = "0190a5b4-0000-7000-8000-00000000000a";
    await sql(
      `INSERT INTO recommendations (id, organization_id, type, title, activity_url, updated_at)
       VALUES ($1, $2, 'education', 'Go on', 'https://example.org/next', now())`,
      [recommendationId, organization.id],
    );
    const required = await createTemplate(organization);
    const settings = {
      allow_duplicate_badges: true,
      earn_this_badge_url: "https://example.org/earn",
      enable_earn_this_badge: true,
      enable_detail_attribute_visibility: false,
      job_board_url: "https://example.org/jobs",
      lock_badge_state: true,
      send_expiring_badge_notifications: true,
      settings_enable_related_badges: false,
      show_badge_lmi: false,
      show_lmi_jobs: false,
      show_skill_tag_links: false,
      record_to_blockchain: true,
      translatable: true,
      printing_disabled: true,
      only_one_skill_required: true,
      linkedin_share_default_message: "I did it",
      level: "Advanced",
      time_to_earn: "Weeks",
      cost: "Free",
      type_category: "Learning",
      achievement_type: "MicroCredential",
      criteria_url_name: "Criteria",
      criteria_url: "https://example.org/criteria",
      certification: true,
      public: false,
      skills: ["Reading", "Writing"],
      reporting_tags: ["2026"],
    };
    const loops = { name: "Loops", framework: "Standards", code: "CS.1", type: "CFItem" };
    const esco = { name: "ESCO", url: "https://example.org/esco", description: "S1" };
    const alignments = [esco, { name: "Own" }, loops];
    const { status, data, headers } = await create({
      ...settings,
      name: "Whole",
      default_expires_at: "2030-04-01",
      alignments,
      badge_template_activities: [
        { title: "Read", activity_type: "Course", activity_url: "https://example.org/read" },
        { activity_type: "Badge", required_badge_template_id: required.id },
      ],
      recommendation_ids: [recommendationId],
    });
    expect(status, JSON.stringify(data)).toBe(201);
    expect(headers.get("location")).toBe(`${ORIGIN}/v1/organizations/${organization.id}${PATH}/${data.id}`);
    expect(data).toMatchObject({
      ...settings,
      state: "active",
      visibility: "private",
      vanity_slug: "whole",
      default_expires_at_type: "date",
      default_expires_at: "2030-04-01T23:59:59.000Z",
      default_expires_at_date: "2030-04-01",
      badges_count: 0,
      allow_delete: true,
      allow_archive: true,
      owner: { id: organization.id, type: "Organization" },
      alignments: [
        { ...esco, framework: null, code: null },
        { name: "Own", url: null, description: null, type: null },
        { ...loops, url: null },
      ],
      badge_template_activities: [
        { title: "Read", activity_type: "Course", required_badge_template_id: null },
        { title: required.name, activity_type: "Badge", required_badge_template_id: required.id },
      ],
      required_badge_templates: [{ id: required.id, name: required.name }],
      recommendations: [{ id: recommendationId, title: "Go on", type: "education" }],
    });
    expect((await organization.client.get(`${PATH}/${data.id}`)).data).toEqual(data);
  });

  it("201: creates a draft unless everything an active template requires is given", async () => {
    expect((await create()).data.state).toBe("active");
    expect((await create({ skills: [] })).data.state).toBe("draft");
    expect((await create({ state: "draft" })).data.state).toBe("draft");
    const { status, data } = await organization.client.post(PATH, { name: "Bare" });
    expect([status, data.state, data.description]).toEqual([201, "draft", ""]);
  });

  it("201: generates art when no image is given: a 600 by 600 PNG", async () => {
    const { data } = await create();
    expect(data.image).toEqual({ id: expect.any(String), url: data.image_url });
    expect(data.image_url.startsWith(`${ORIGIN}/images/`)).toBe(true);
    expect(await (await fetchImage(data.image_url)).metadata()).toMatchObject({
      format: "png",
      width: 600,
      height: 600,
    });
  });

  it("201: accepts the image as data URL and as base64, re-encoded as PNG", async () => {
    const bytes = await createSquare(200);
    for (const image of [`data:image/jpeg;base64,${bytes}`, bytes]) {
      const { status, data } = await create({ image });
      expect(status, JSON.stringify(data)).toBe(201);
      const metadata = await (await fetchImage(data.image_url)).metadata();
      expect(metadata).toMatchObject({ format: "png", width: 200, height: 200 });
    }
  });

  it("201: accepts an image larger than 1 MiB", async () => {
    const noise = await sharp({
      create: {
        width: 700,
        height: 700,
        channels: 3,
        background: "#fff",
        noise: { type: "gaussian", mean: 128, sigma: 90 },
      },
    })
      .png({ compressionLevel: 0 })
      .toBuffer();
    expect(noise.length).toBeGreaterThan(1_400_000);
    expect((await create({ image: noise.toString("base64") })).status).toBe(201);
  });

  it("201: a name without ASCII letters or digits still gets a slug", async () => {
    const { data } = await create({ name: "日本語" });
    expect(data.vanity_slug).not.toBe("");
  });

  it.each([
    ["no base64", "!!!"],
    ["no image", Buffer.from("no image").toString("base64")],
    ["a data URL of text", "data:text/html,<script>alert(1)</script>"],
    [
      "an SVG that reads files",
      `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>')}`,
    ],
  ])("422: an image that is %s; nothing is stored", async (_name, image) => {
    const before = await digestTables();
    const { status, data } = await create({ image });
    expect([status, listErrorFields(data)]).toEqual([422, ["image"]]);
    expect(await digestTables()).toEqual(before);
  });

  it("422: an image URL inside the network, or an invalid one", async () => {
    for (const image of [
      { remote_upload_url: "http://127.0.0.1:1/x.png" },
      { remote_upload_url: "file:///x" },
      {},
      7,
    ]) {
      const { status, data } = await create({ image });
      expect(status).toBe(422);
      expect(listErrorFields(data)[0]).toMatch(/^image/);
    }
  });

  it("422: active is validated immediately and lists everything that is missing; nothing is stored", async () => {
    const before = await digestTables();
    const { status, data } = await organization.client.post(PATH, { name: "Bare", state: "active" });
    expect(status).toBe(422);
    expect(listErrorFields(data)).toEqual(["description", "global_activity_url", "skills"]);
    expect(await digestTables()).toEqual(before);
  });

  it("422: cannot be archived on creation", async () => {
    expect(listErrorFields((await create({ state: "archived" })).data)).toEqual(["state"]);
  });

  it("422: names the fields with invalid values; nothing is stored", async () => {
    const before = await digestTables();
    const wrong = {
      name: "x".repeat(256),
      description: "x".repeat(5_001),
      global_activity_url: "example.org",
      level: "Expert",
      public: "sometimes",
      skills: [""],
      default_expires_after: "a year",
      default_expires_at: "2030-13-01",
      criteria_url: "javascript:alert(1)",
      recommendation_ids: ["x"],
    };
    const { status, data } = await create(wrong);
    expect(status).toBe(422);
    const fields = Object.keys(wrong).map((key) => (/^(skills|recomm)/.test(key) ? `${key}.0` : key));
    expect(listErrorFields(data)).toEqual(fields.toSorted());
    expect(await digestTables()).toEqual(before);
  });

  it.each([
    [{ activity_type: "Badge", title: "x" }, "required_badge_template_id"],
    [{ activity_type: "Course" }, "title"],
    [{ activity_type: "Hike", title: "x" }, "activity_type"],
    [{ activity_type: "Course", title: "x", activity_url: "x" }, "activity_url"],
  ])("422: the activity %j", async (activity, field) => {
    const { status, data } = await create({ badge_template_activities: [activity] });
    expect([status, listErrorFields(data)]).toEqual([422, [`badge_template_activities.0.${field}`]]);
  });

  it("422: an expiration type without its value", async () => {
    expect(listErrorFields((await create({ default_expires_at_type: "date" })).data)).toEqual([
      "default_expires_at",
    ]);
    const { data } = await create({ default_expires_at_type: "duration" });
    expect(listErrorFields(data)).toEqual(["default_expires_after"]);
  });

  it("records badge_template.created", async () => {
    const { data } = await create();
    const rows = await sql("SELECT event_type FROM events WHERE subject_id = $1", [data.id]);
    expect(rows).toEqual([{ event_type: "badge_template.created" }]);
  });
});

describe("PUT /organizations/{id}/badge_templates/{id}", () => {
  it("200: changes the given fields, keeps the others, records the change", async () => {
    const { data: before } = await create({ level: "Advanced", alignments: [{ name: "ESCO" }] });
    const { status, data } = await update(before.id, { description: "New.", skills: ["A", "A", "B"] });
    expect(status).toBe(200);
    expect(data).toEqual({
      ...before,
      description: "New.",
      skills: ["A", "B"],
      updated_at: data.updated_at,
    });
    expect((await organization.client.get(`${PATH}/${before.id}`)).data).toEqual(data);
    const rows = await sql("SELECT event_type FROM events WHERE subject_id = $1 ORDER BY id", [before.id]);
    expect(rows.at(-1)).toEqual({ event_type: "badge_template.changed" });
  });

  it("200: sends no event for a request that changes nothing", async () => {
    const parts = {
      alignments: [{ name: "ESCO" }],
      badge_template_activities: [{ activity_type: "Course", title: "One" }],
    };
    const { data } = await create({ ...parts, skills: ["A"], state: "active" });
    const again = await update(data.id, { ...parts, name: data.name, skills: ["A"] });
    expect([again.status, again.data]).toEqual([200, { ...data, updated_at: again.data.updated_at }]);
    const rows = await sql("SELECT event_type FROM events WHERE subject_id = $1", [data.id]);
    expect(rows).toEqual([{ event_type: "badge_template.created" }]);
  });

  it("200: allows the valid state changes and records the time of the change", async () => {
    const { data: draft } = await create({ state: "draft" });
    for (const state of ["active", "archived", "active"]) {
      const { data } = await update(draft.id, { state });
      expect(data).toMatchObject({ state, allow_archive: state === "active" });
      expect(Date.parse(data.state_updated_at)).toBeGreaterThanOrEqual(Date.parse(draft.state_updated_at));
    }
  });

  it("422: refuses other state changes, and an active template that would become incomplete; nothing is stored", async () => {
    const { data: draft } = await create({ state: "draft" });
    const { data: active } = await create();
    const before = await digestTables();
    expect(listErrorFields((await update(draft.id, { state: "archived" })).data)).toEqual(["state"]);
    expect(listErrorFields((await update(active.id, { state: "draft" })).data)).toEqual(["state"]);
    const emptied = await update(active.id, { skills: [], global_activity_url: null, description: "" });
    expect([emptied.status, listErrorFields(emptied.data)]).toEqual([
      422,
      ["description", "global_activity_url", "skills"],
    ]);
    expect(await digestTables()).toEqual(before);
  });

  it("200: generated art follows the name; an uploaded image stays", async () => {
    const { data: generated } = await create();
    const renamed = await update(generated.id, { name: "Renamed" });
    expect(renamed.data.image_url).not.toBe(generated.image_url);
    const { data: own } = await update(generated.id, { image: await createSquare(60) });
    expect(own.image_url).not.toBe(renamed.data.image_url);
    expect((await update(generated.id, { name: "Again" })).data.image_url).toBe(own.image_url);
  });

  it("200: changes the default expiration from date to duration to none", async () => {
    const { data } = await create({ default_expires_at: "2030-04-01" });
    const lasting = await update(data.id, { default_expires_after: "P1Y6M" });
    expect(lasting.data).toMatchObject({
      default_expires_at_type: "duration",
      default_expires_after: "P1Y6M",
      default_expires_at: null,
      default_expires_at_date: null,
    });
    expect((await update(data.id, { default_expires_at_type: null })).data).toMatchObject({
      default_expires_at_type: null,
      default_expires_after: null,
    });
  });

  it("200: ignores keys that the caller may not set", async () => {
    const { data: before } = await create();
    const { data } = await update(before.id, {
      id: organization.id,
      owner_id: organization.id,
      organization_id: organization.id,
      badges_count: 9,
      created_at: "2000-01-01",
      image_id: before.id,
      deleted_at: "2000-01-01",
    });
    expect(data).toEqual({ ...before, updated_at: data.updated_at });
  });

  it("422: an invalid image changes nothing", async () => {
    const { data } = await create();
    const before = await digestTables();
    expect((await update(data.id, { name: "Other", image: "!!!" })).status).toBe(422);
    expect(await digestTables()).toEqual(before);
  });

  it("404: unknown", async () => {
    expect((await update("0190a5b4-0000-7000-8000-000000000000", { name: "x" })).status).toBe(404);
  });
});

describe("DELETE /organizations/{id}/badge_templates/{id}", () => {
  it("204: can no longer be read, changed or issued; its event reports the deletion", async () => {
    const { data } = await create();
    const { status, headers } = await organization.client.delete(`${PATH}/${data.id}`);
    expect(status).toBe(204);
    expect(headers.get("x-request-id")).not.toBeNull();
    for (const method of ["get", "delete"] as const) {
      expect((await organization.client[method](`${PATH}/${data.id}`)).status).toBe(404);
    }
    const events = await organization.client.get("/events?per=1");
    expect(events.data[0]).toMatchObject({
      event_type: "badge_template.deleted",
      badge_template: { id: data.id },
    });
  });

  it("422: after badges were issued; the template stays", async () => {
    const template = await createTemplate(organization);
    await organization.client.post("/badges", badgeBody(template.id));
    const { status, data } = await organization.client.delete(`${PATH}/${template.id}`);
    expect([status, data.code]).toEqual([422, "has_badges"]);
    expect((await organization.client.get(`${PATH}/${template.id}`)).data.allow_delete).toBe(false);
  });

  it("422: waits for a concurrent issue and finds its badge", async () => {
    const template = await createTemplate(organization);
    const issuing = await openConnection();
    await issuing.query("BEGIN");
    await issuing.query("SELECT 1 FROM badge_templates WHERE id = $1 FOR SHARE", [template.id]);
    await issuing.query(
      "INSERT INTO badge_template_issue_counts (badge_template_id, slot, issued) VALUES ($1, 0, 1)",
      [template.id],
    );
    const deletion = organization.client.delete(`${PATH}/${template.id}`);
    await expect.poll(() => isWaiting()).toBe(true);
    await issuing.query("COMMIT");
    await issuing.end();
    expect((await deletion).status).toBe(422);
  });
});
