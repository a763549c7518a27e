import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { createTestOrganization, templateBody, type TestOrganization } from "../../support/builders";
import { digestTables, sql } from "../../support/platform/database";

const PATH = "/badge_art_preview";
const DESIGN = { shape: "hexagon", color: "#1f5f5b", icon: "rocket", ribbon: "Level 1" };
const COMPLETE = {
  ...DESIGN,
  finish: "solid",
  pattern: "braid",
  accent: null,
  show_name: true,
  show_issuer: true,
};

let organization: TestOrganization;

beforeAll(async () => {
  organization = await createTestOrganization();
});

const preview = (body: Record<string, unknown>) => organization.client.post(PATH, body);
const decodeDataUrl = (dataUrl: string) =>
  Buffer.from(dataUrl.replace("data:image/png;base64,", ""), "base64");
const listErrors = (data: { errors: { field: string; code: string }[] }) =>
  data.errors.map(({ field, code }) => [field, code]);

/** The stored bytes of a template's picture. */
async function readStoredArt(templateId: string): Promise<{ image_id: string; bytes: Buffer }> {
  const [row] = await sql(
    `SELECT image_id, bytes FROM badge_templates JOIN images ON images.id = image_id WHERE badge_templates.id = $1`,
    [templateId],
  );
  return row as { image_id: string; bytes: Buffer };
}

describe("POST /organizations/{id}/badge_art_preview", () => {
  it("200: returns the 600 by 600 PNG that saving the design stores; equal input gives equal bytes", async () => {
    const body = { name: "Rocketry", design: DESIGN };
    const [{ status, data }, again] = await Promise.all([preview(body), preview(body)]);
    expect(status, JSON.stringify(data)).toBe(200);
    expect(data.warnings).toEqual([]);
    expect(again.data).toEqual(data);
    const png = decodeDataUrl(data.image);
    expect(await sharp(png).metadata()).toMatchObject({ format: "png", width: 600, height: 600 });
    const created = await organization.client.post("/badge_templates", templateBody(body));
    expect((await readStoredArt(created.data.id)).bytes.equals(png)).toBe(true);
  });

  it("200: stores nothing and writes no audit entry", async () => {
    const before = await digestTables();
    expect((await preview({ name: "Rocketry", design: { color: "#112233" } })).status).toBe(200);
    expect(await digestTables()).toEqual(before);
  });

  it("200: warns about cut text and about colors with too little contrast for text, at their fields", async () => {
    const design = { ...DESIGN, color: "#2e9e5b", accent: "#3aa06b", ribbon: "🎉" };
    const { data } = await preview({ name: "W".repeat(255), design });
    expect(data.warnings.map(({ field, code }: { field: string; code: string }) => [field, code])).toEqual([
      ["design.color", "low_contrast"],
      ["design.accent", "low_contrast"],
      ["name", "cut"],
      ["design.ribbon", "not_drawn"],
    ]);
    expect(data.warnings[0].message).toMatch(/contrast of [\d.]+:1\. .* so #[0-9a-f]{6} is used instead/);
    const paper = { ...design, finish: "paper", accent: null, ribbon: "" };
    expect((await preview({ design: paper })).data.warnings).toEqual([]);
  });

  it.each(["شهادة", "高级认证", "<svg onload=alert(1)>", "W".repeat(60), " "])(
    "200: draws a ribbon of %j",
    async (ribbon) => {
      const { status, data } = await preview({ name: ribbon.trim() || null, design: { ...DESIGN, ribbon } });
      expect(status, JSON.stringify(data)).toBe(200);
      expect(await sharp(decodeDataUrl(data.image)).metadata()).toMatchObject({ width: 600, height: 600 });
    },
  );

  it.each([
    ["no design", {}, "design"],
    ["no colour", { design: {} }, "design.color"],
    ["a colour by name", { design: { color: "tomato" } }, "design.color"],
    ["markup as a colour", { design: { color: '#fff"/><script>' } }, "design.color"],
    ["an unknown shape", { design: { ...DESIGN, shape: "blob" } }, "design.shape"],
    ["an icon of another path", { design: { ...DESIGN, icon: "../../package" } }, "design.icon"],
    ["a ribbon of 61 characters", { design: { ...DESIGN, ribbon: "x".repeat(61) } }, "design.ribbon"],
    ["a ribbon with a NUL", { design: { ...DESIGN, ribbon: "a\u0000b" } }, "design.ribbon"],
    ["a name of 256 characters", { name: "x".repeat(256), design: DESIGN }, "name"],
  ])("422: %s", async (_, body, field) => {
    const { status, data } = await preview(body);
    expect([status, data.errors.map((error: { field: string }) => error.field)]).toEqual([422, [field]]);
  });
});

describe("a badge template with a design", () => {
  const createTemplate = (body: Record<string, unknown>) =>
    organization.client.post("/badge_templates", templateBody(body));
  const updateTemplate = (id: string, body: Record<string, unknown>) =>
    organization.client.put(`/badge_templates/${id}`, body);
  const createPixelImage = async () =>
    (
      await sharp({ create: { width: 9, height: 9, channels: 3, background: "#a30" } })
        .png()
        .toBuffer()
    ).toString("base64");

  it("201: stores it completely, so that it can be edited again; without a design it is null", async () => {
    const { status, data } = await createTemplate({ design: DESIGN });
    expect([status, data.design]).toEqual([201, COMPLETE]);
    expect((await organization.client.get(`/badge_templates/${data.id}`)).data.design).toEqual(COMPLETE);
    expect((await createTemplate({})).data.design).toBeNull();
    expect((await createTemplate({ image: await createPixelImage() })).data.design).toBeNull();
  });

  it("200: is drawn again when the design or the name changes, and only then", async () => {
    const { data } = await createTemplate({ design: DESIGN });
    const first = await readStoredArt(data.id);
    await updateTemplate(data.id, { description: "Other words.", design: DESIGN });
    expect((await readStoredArt(data.id)).image_id).toBe(first.image_id);
    await updateTemplate(data.id, { name: "Renamed" });
    const renamed = await readStoredArt(data.id);
    expect(renamed.bytes.equals(first.bytes)).toBe(false);
    const changed = await updateTemplate(data.id, { design: { ...DESIGN, icon: "leaf" } });
    expect([changed.status, changed.data.design]).toEqual([200, { ...COMPLETE, icon: "leaf" }]);
    expect((await readStoredArt(data.id)).bytes.equals(renamed.bytes)).toBe(false);
  });

  it("200: an image replaces it, and null brings back the generated art; sending null keeps an uploaded image", async () => {
    const { data } = await createTemplate({ design: DESIGN });
    const uploaded = await updateTemplate(data.id, { image: await createPixelImage() });
    expect(uploaded.data.design).toBeNull();
    const { image_url: url } = uploaded.data;
    expect((await updateTemplate(data.id, { design: null })).data.image_url).toBe(url);
    await updateTemplate(data.id, { design: DESIGN });
    const generated = await updateTemplate(data.id, { design: null });
    expect(generated.data.design).toBeNull();
    expect(generated.data.image_url).not.toBe(url);
    // Generated art depends on the name.
    expect((await updateTemplate(data.id, { name: "Follows" })).data.image_url).not.toBe(
      generated.data.image_url,
    );
  });

  it("200: after two concurrent changes the picture matches the stored row", async () => {
    const { data } = await createTemplate({ name: "Before", design: DESIGN });
    await Promise.all([
      updateTemplate(data.id, { name: "After" }),
      updateTemplate(data.id, { design: { ...DESIGN, icon: "leaf" } }),
    ]);
    const { data: now } = await organization.client.get(`/badge_templates/${data.id}`);
    const { data: expected } = await preview({ name: now.name, design: now.design });
    expect([now.name, now.design.icon]).toEqual(["After", "leaf"]);
    expect((await readStoredArt(data.id)).bytes.equals(decodeDataUrl(expected.image))).toBe(true);
  });

  it("422: names the invalid field, and refuses image and design together", async () => {
    const { data } = await createTemplate({ design: { ...DESIGN, accent: "gold" } });
    expect(listErrors(data).map(([field]) => field)).toEqual(["design.accent"]);
    const both = await createTemplate({ design: DESIGN, image: await createPixelImage() });
    expect([both.status, listErrors(both.data)]).toEqual([422, [["design", "conflict"]]]);
    const wrong = await createTemplate({ design: "round" });
    expect([wrong.status, wrong.data.errors[0].field]).toEqual([422, "design"]);
  });
});

describe("POST /organizations/{id}/badge_templates/{id}/copy", () => {
  const copyTemplate = (id: string, body: Record<string, unknown> = {}, headers = {}) =>
    organization.client.post(`/badge_templates/${id}/copy`, body, headers);

  it("201: creates a draft with all fields of the template, and returns its URL in Location", async () => {
    const required = (await organization.client.post("/badge_templates", templateBody())).data;
    const recommendation = (
      await organization.client.post("/recommendations", {
        type: "education",
        title: "Go on",
        activity_url: "https://example.org/next",
      })
    ).data;
    const { data: original } = await organization.client.post(
      "/badge_templates",
      templateBody({
        name: "Rocketry",
        design: DESIGN,
        level: "Advanced",
        public: false,
        default_expires_after: "P1Y",
        alignments: [{ name: "ESCO" }],
        badge_template_activities: [
          { title: "Launch", activity_type: "Course", activity_url: "https://example.org/launch" },
          { activity_type: "Badge", required_badge_template_id: required.id },
        ],
        recommendation_ids: [recommendation.id],
        reporting_tags: ["2026"],
      }),
    );
    const { status, data, headers } = await copyTemplate(original.id);
    expect(status, JSON.stringify(data)).toBe(201);
    expect(headers.get("location")).toContain(`/badge_templates/${data.id}`);
    expect(data).toMatchObject({
      name: "Copy of Rocketry",
      state: "draft",
      vanity_slug: "copy-of-rocketry",
      design: COMPLETE,
      level: "Advanced",
      visibility: "private",
      default_expires_after: "P1Y",
      alignments: [{ name: "ESCO" }],
      badge_template_activities: [
        { title: "Launch", activity_type: "Course" },
        { activity_type: "Badge", required_badge_template_id: required.id },
      ],
      recommendations: [{ id: recommendation.id }],
      reporting_tags: ["2026"],
      skills: original.skills,
      badges_count: 0,
    });
    expect([data.id, data.learning_badge_id, data.image_url]).not.toEqual([
      original.id,
      original.learning_badge_id,
      original.image_url,
    ]);
    const events = await sql("SELECT event_type FROM events WHERE subject_id = $1", [data.id]);
    expect(events).toEqual([{ event_type: "badge_template.created" }]);
  });

  it("201: accepts a name; an uploaded picture is reused, and long names are cut", async () => {
    const image = (
      await sharp({ create: { width: 9, height: 9, channels: 3, background: "#a30" } })
        .png()
        .toBuffer()
    ).toString("base64");
    const { data: original } = await organization.client.post(
      "/badge_templates",
      templateBody({ name: "é".repeat(255), image }),
    );
    const cut = await copyTemplate(original.id);
    expect([cut.status, cut.data.name, cut.data.image_url]).toEqual([
      201,
      `Copy of ${"é".repeat(247)}`,
      original.image_url,
    ]);
    expect((await copyTemplate(original.id, { name: "Second year" })).data.name).toBe("Second year");
  });

  it("201: repeats the same copy for the same Idempotency-Key", async () => {
    const { data: original } = await organization.client.post("/badge_templates", templateBody());
    const key = { "idempotency-key": "copy-once" };
    const [one, again] = [await copyTemplate(original.id, {}, key), await copyTemplate(original.id, {}, key)];
    expect([again.status, again.data.id]).toEqual([201, one.data.id]);
  });

  it("404: unknown, or another organization's", async () => {
    const other = await createTestOrganization();
    const foreign = (await other.client.post("/badge_templates", templateBody())).data;
    for (const id of [foreign.id, "0190a5b4-0000-7000-8000-0000000000ff", "none"]) {
      expect((await copyTemplate(id)).status).toBe(404);
    }
  });

  it("422: an invalid name", async () => {
    const { data: original } = await organization.client.post("/badge_templates", templateBody());
    const { status, data } = await copyTemplate(original.id, { name: " " });
    expect([status, data.errors[0].field]).toEqual([422, "name"]);
  });
});
