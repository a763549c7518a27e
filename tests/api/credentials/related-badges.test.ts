import { beforeEach, describe, expect, it } from "vitest";
import { presentRelated } from "@/lib/credentials/public-pages/serializer";
import {
  findPublicBadgeStamp,
  getRelated,
  readBadgePageStatus,
  readTemplatePageStatus,
} from "@/lib/credentials/public-pages/service";
import { listPublicBadges, listPublicTemplates } from "@/lib/credentials/public-pages/listing";
import {
  createRecommendation,
  createTemplate,
  createTestOrganization,
  type TestOrganization,
} from "../../support/builders";
import { createEarner, issueAcceptedBadge } from "../../support/accounts/earners";
import { countQueries, sql } from "../../support/platform/database";

// Related badges: other public templates of the same organization, on the pages of a template and of its badges.

let own: TestOrganization;
let slug: string;
let template: { id: string; name: string };

const create = (name: string, skills: string[], changes: Record<string, unknown> = {}) =>
  createTemplate(own, { name, skills, ...changes });

const change = (id: string, changes: Record<string, unknown>) =>
  own.client.put(`/badge_templates/${id}`, changes);

async function readRelated(id = template.id) {
  const { list, skillPaths } = presentRelated(await getRelated(id));
  return { names: list.cards.map(({ name }) => name), paths: list.cards.map(({ path }) => path), skillPaths };
}

beforeEach(async () => {
  own = await createTestOrganization();
  slug = (await own.client.get("")).data.vanity_slug;
  template = await create("Sailing", ["Ropes", "Weather & tides", "Charts"]);
});

describe("related badges", () => {
  it("are those the template recommends, then those that share most skills, then by name", async () => {
    await create("One skill", ["Ropes"]);
    await create("Another skill", ["Charts", "Other"]);
    await create("Two skills", ["Charts", "Ropes"]);
    await create("No skill", ["Cooking"]);
    const chosen = await create("Chosen", ["Nothing shared"]);
    const recommendation = await createRecommendation(own, {
      type: "badge",
      recommended_badge_template_id: chosen.id,
      activity_url: undefined,
      title: undefined,
    });
    await change(template.id, { recommendation_ids: [recommendation.id] });
    const { names, paths } = await readRelated();
    expect(names).toEqual(["Chosen", "Two skills", "Another skill", "One skill"]);
    expect(paths[0]).toBe(`/org/${slug}/badges/${chosen.id}`);
  });

  it("are at most six, read by one query", async () => {
    for (let count = 1; count < 9; count += 1) await create(`Same ${count}`, ["Ropes"]);
    expect((await readRelated()).names).toHaveLength(6);
    expect(await countQueries(() => getRelated(template.id))).toBe(1);
  });

  it("are never private, drafts, archived, deleted or of another organization", async () => {
    const other = await createTestOrganization();
    await createTemplate(other, { name: "Foreign", skills: ["Ropes"] });
    await create("Private", ["Ropes"], { public: false });
    await create("Draft", ["Ropes"], { state: "draft" });
    const archived = await create("Archived", ["Ropes"]);
    await change(archived.id, { state: "archived" });
    const deleted = await create("Deleted", ["Ropes"]);
    await own.client.delete(`/badge_templates/${deleted.id}`);
    const hidden = await create("Recommended", ["Other"]);
    const recommendation = await createRecommendation(own, {
      type: "badge",
      recommended_badge_template_id: hidden.id,
      activity_url: undefined,
      title: undefined,
    });
    await change(template.id, { recommendation_ids: [recommendation.id] });
    await change(hidden.id, { public: false });
    expect(await readRelated()).toEqual({ names: [], paths: [], skillPaths: {} });
  });

  it("and links of skills follow the settings of the template", async () => {
    await create("Knots", ["Ropes", "Weather & tides"]);
    const skillPaths = {
      Ropes: `/org/${slug}?skill=Ropes`,
      "Weather & tides": `/org/${slug}?skill=Weather+%26+tides`,
    };
    expect(await readRelated()).toMatchObject({ names: ["Knots"], skillPaths });
    await change(template.id, { settings_enable_related_badges: false });
    expect(await readRelated()).toMatchObject({ names: [], skillPaths });
    await change(template.id, { settings_enable_related_badges: true, show_skill_tag_links: false });
    expect(await readRelated()).toMatchObject({ names: ["Knots"], skillPaths: {} });
  });
});

describe("a change of a related badge", () => {
  it("changes the pages that show it, and not the documents of a badge", async () => {
    const earner = await createEarner();
    const badge = await issueAcceptedBadge(own, earner);
    const [row] = await sql("SELECT badge_template_id FROM issued_badges WHERE id = $1", [badge.id]);
    const id = String(row?.badge_template_id);
    const { data } = await own.client.get(`/badge_templates/${id}`);
    const related = await create("Related", data.skills);
    const read = async () => ({
      template: await readTemplatePageStatus(slug, id),
      badge: await readBadgePageStatus(badge.id),
      exportedTemplate: (await listPublicTemplates({ ids: [id] })).rows[0]?.stamp,
      exportedBadge: (await listPublicBadges({ ids: [badge.id] })).rows[0]?.stamp,
    });
    const [before, document] = [await read(), await findPublicBadgeStamp(badge.id)];
    expect(await read()).toEqual(before);
    await change(related.id, { name: "Renamed" });
    const after = await read();
    for (const key of ["template", "badge", "exportedTemplate", "exportedBadge"] as const) {
      expect(after[key], key).not.toEqual(before[key]);
    }
    expect(await findPublicBadgeStamp(badge.id)).toBe(document);
    await create("Unrelated", ["Cooking"]);
    expect(await read()).toEqual(after);
  });
});
