import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { findPublicBadge } from "@/app/(public)/badges/[badge_id]/public-badge";
import { clock } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import {
  readBadgePageStatus,
  getOrganizationPage,
  getProfile,
  readOrganizationPageStatus,
  readProfilePageStatus,
  readTemplatePageStatus,
} from "@/lib/credentials/public-pages/service";
import { readTemplateFilter } from "@/lib/credentials/public-pages/template-filter";
import { presentOrganizationPage, presentProfile } from "@/lib/credentials/public-pages/serializer";
import { createTestOrganization, createTemplate, type TestOrganization } from "../../support/builders";
import { acceptByLink, createPendingBadge } from "../../support/badges/badges";
import { countQueries, sql } from "../../support/platform/database";
import { createEarner, type TestEarner } from "../../support/accounts/earners";

let organization: TestOrganization;
let slug: string;
let earner: TestEarner;
let earnerSlug: string;
let template: { id: string; name: string };
let badge: { id: string };

const readStamp = async (read: Promise<{ kind: string; stamp?: string }>): Promise<string> => {
  const { kind, stamp } = await read;
  return stamp ?? kind;
};
const readBadgeStamp = () => readStamp(readBadgePageStatus(badge.id));

async function issueAccepted(templateId: string, changes: Record<string, unknown> = {}) {
  const created = await createPendingBadge(organization, templateId, {
    recipient_email: earner.email,
    ...changes,
  });
  await acceptByLink(created.id);
  return created;
}

beforeAll(async () => {
  organization = await createTestOrganization("Harbor College");
  slug = (await organization.client.get("")).data.vanity_slug;
});

beforeEach(async () => {
  earner = await createEarner();
  earnerSlug = String(
    (await sql("SELECT vanity_slug FROM users WHERE id = $1", [earner.id]))[0]?.vanity_slug,
  );
  template = await createTemplate(organization, {
    badge_template_activities: [{ title: "Course", activity_type: "Course" }],
  });
  badge = await issueAccepted(template.id);
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** The stamp before and after a change, and once more without a change. */
async function expectStampChange(read: () => Promise<string>, change: () => Promise<unknown>): Promise<void> {
  const before = await read();
  expect(await read()).toBe(before);
  await change();
  const after = await read();
  expect(after).not.toBe(before);
  expect(await read()).toBe(after);
}

const updateEarner = (changes: Record<string, unknown>) => earner.client.patch("", changes);
const updateIssuer = (changes: Record<string, unknown>) => organization.client.put("", changes);
const change = (changes: Record<string, unknown>) =>
  organization.client.put(`/badge_templates/${template.id}`, changes);

describe("the stamp of a badge", () => {
  it.each<[string, () => Promise<unknown>]>([
    ["the earner's name", () => updateEarner({ first_name: "Augusta" })],
    [
      "the earner's photo",
      () => sql("UPDATE users SET photo_id = (SELECT id FROM images LIMIT 1) WHERE id = $1", [earner.id]),
    ],
    ["the template's text", () => change({ description: "Otherwise." })],
    ["an activity that is taken away", () => change({ badge_template_activities: [] })],
    ["a skill that is taken away", () => change({ skills: ["Other"] })],
    ["the issuer's colour", () => updateIssuer({ primary_hex_color: `#${newId().slice(-6)}` })],
    ["the issuer's name", () => updateIssuer({ name: `Harbor ${newId()}` })],
    [
      "that the issuer's domain was verified",
      () => sql("UPDATE organizations SET verified_at = now(), verified_domain = 'example.org'"),
    ],
    ["that the badge is made private", () => earner.client.patch(`/badges/${badge.id}`, { public: false })],
    ["that it is revoked", () => organization.client.put(`/badges/${badge.id}/revoke`, { reason: "No." })],
    ["that it is deleted", () => organization.client.delete(`/badges/${badge.id}`)],
  ])("changes after a change of %s", async (_, work) => {
    await expectStampChange(readBadgeStamp, work);
  });

  it("changes once the badge has expired", async () => {
    badge = await issueAccepted((await createTemplate(organization)).id, {
      expires_at: "2027-01-01T00:00:00Z",
    });
    await expectStampChange(readBadgeStamp, () => {
      vi.spyOn(clock, "now").mockReturnValue(new Date("2027-01-01T00:00:00Z"));
      return Promise.resolve();
    });
  });

  it("does not change when others get badges or webhooks fail", async () => {
    const before = await readBadgeStamp();
    await createPendingBadge(organization, template.id);
    await sql("UPDATE organizations SET webhook_failing_since = now()");
    expect(await readBadgeStamp()).toBe(before);
  });
});

describe("the public status of a badge", () => {
  const readPageKind = async (id: string) => (await readBadgePageStatus(id)).kind;

  it("is shown or revoked; unknown when private, pending, deleted or malformed", async () => {
    expect(await readPageKind(badge.id)).toBe("shown");
    expect(await readPageKind((await createPendingBadge(organization, template.id)).id)).toBe("unknown");
    await earner.client.patch(`/badges/${badge.id}`, { public: false });
    expect(await readPageKind(badge.id)).toBe("unknown");
    const never = await createPendingBadge(organization, (await createTemplate(organization)).id);
    await organization.client.put(`/badges/${never.id}/revoke`, { reason: "No." });
    expect(await readPageKind(never.id)).toBe("unknown");
    for (const id of [newId(), "nonsense", "\u0000"]) expect(await readPageKind(id)).toBe("unknown");
    await organization.client.put(`/badges/${badge.id}/revoke`, { reason: "No." });
    expect(await readPageKind(badge.id)).toBe("revoked");
    await organization.client.delete(`/badges/${badge.id}`);
    expect(await readPageKind(badge.id)).toBe("unknown");
  });

  it("is replaced until its successor is public; unknown after its earner deleted their account", async () => {
    const { data } = await organization.client.post(`/badges/${badge.id}/replace`, {
      badge_template_id: template.id,
      issued_at: "2026-05-01T08:00:00Z",
    });
    expect(await readPageKind(badge.id)).toBe("replaced");
    await acceptByLink(String(data.id));
    expect(await readPageKind(badge.id)).toBe("moved");
    await organization.client.delete(`/badges/${data.id}`);
    expect(await readPageKind(badge.id)).toBe("replaced");
    const other = await issueAccepted((await createTemplate(organization)).id);
    expect(await readPageKind(other.id)).toBe("shown");
    await sql("UPDATE users SET deleted_at = now() WHERE id = $1", [earner.id]);
    expect(await readPageKind(other.id)).toBe("unknown");
    expect((await readProfilePageStatus(earnerSlug, 1)).kind).toBe("unknown");
  });
});

describe("queries of public pages", () => {
  it("a badge: one query for its stamp, and one each for what it shows, related badges and endorsements", async () => {
    expect(await countQueries(() => readBadgePageStatus(badge.id))).toBe(1);
    expect(await countQueries(() => findPublicBadge(badge.id))).toBe(3);
  });

  it("the others: one query for the stamp, at most two for what they show", async () => {
    expect(await countQueries(() => readTemplatePageStatus(slug, template.id))).toBe(1);
    expect(await countQueries(() => readOrganizationPageStatus(slug, 1))).toBe(1);
    expect(await countQueries(() => readProfilePageStatus(earnerSlug, 1))).toBe(1);
    expect(await countQueries(() => getOrganizationPage(slug, 1))).toBeLessThanOrEqual(2);
    expect(await countQueries(() => getProfile(earnerSlug, 1))).toBeLessThanOrEqual(2);
  });
});

describe("the page of a template", () => {
  const stamp = () => readStamp(readTemplatePageStatus(slug, template.id));

  it("exists while the template is active and public, under its own organization", async () => {
    expect(await stamp()).toMatch(/^[0-9a-f]{32}$/);
    const other = await createTestOrganization();
    const { vanity_slug: elsewhere } = (await other.client.get("")).data;
    expect((await readTemplatePageStatus(elsewhere, template.id)).kind).toBe("unknown");
    await change({ public: false });
    expect(await stamp()).toBe("unknown");
    await change({ public: true, state: "archived" });
    expect(await stamp()).toBe("unknown");
  });

  it("gets another stamp when the template, an activity or its issuer changes", async () => {
    await expectStampChange(stamp, () => change({ name: "Another name" }));
    await expectStampChange(stamp, () => change({ badge_template_activities: [] }));
    await expectStampChange(stamp, () => updateIssuer({ bio: newId() }));
  });
});

describe("the page of an organization", () => {
  it("lists the active public templates by name, paginated; the stamp changes when one is added or removed", async () => {
    const own = await createTestOrganization("Tidewater");
    const { vanity_slug: address } = (await own.client.get("")).data;
    const stamp = () => readStamp(readOrganizationPageStatus(address, 1));
    const listTemplateNames = async (page: number) => {
      const { templates } = presentOrganizationPage(await getOrganizationPage(address, page));
      return { ...templates, cards: templates.cards.map(({ name }) => name) };
    };
    expect(await listTemplateNames(1)).toEqual({ cards: [], total: 0, page: 1, pages: 1 });
    for (const name of ["C", "A", "B"]) await expectStampChange(stamp, () => createTemplate(own, { name }));
    const hidden = await createTemplate(own, { name: "Hidden", public: false });
    await createTemplate(own, { name: "Draft", state: "draft" });
    expect((await listTemplateNames(1)).cards).toEqual(["A", "B", "C"]);
    await expectStampChange(stamp, () => own.client.put(`/badge_templates/${hidden.id}`, { public: true }));
    await expectStampChange(stamp, () => own.client.delete(`/badge_templates/${hidden.id}`));
    for (let index = 10; index < 34; index += 1) await createTemplate(own, { name: `T${index}` });
    expect(await listTemplateNames(2)).toEqual({
      cards: ["T31", "T32", "T33"],
      total: 27,
      page: 2,
      pages: 2,
    });
  });

  it("is searched by words and by skill within the organization's own public templates", async () => {
    const [own, other] = [await createTestOrganization("Saltmarsh"), await createTestOrganization()];
    const { vanity_slug: address } = (await own.client.get("")).data;
    const names = async (parameters: string, page = 1) => {
      const filter = readTemplateFilter(new URLSearchParams(parameters));
      const row = await getOrganizationPage(address, page, filter);
      const { templates, skills } = presentOrganizationPage(row);
      expect(templates.total).toBe(templates.cards.length);
      return { names: templates.cards.map(({ name }) => name), skills };
    };
    await createTemplate(own, {
      name: "Tide tables",
      description: "Reads them.",
      skills: ["Navigation", "Maths"],
    });
    await createTemplate(own, { name: "Knots 100%", description: "Ties under_way.", skills: ["Ropes"] });
    await createTemplate(own, { name: "Hidden tide", public: false, skills: ["Secrecy"] });
    await createTemplate(own, { name: "Draft tide", state: "draft", skills: ["Secrecy"] });
    await createTemplate(other, { name: "Foreign tide", skills: ["Navigation", "Foreign"] });
    const skills = ["Maths", "Navigation", "Ropes"];
    expect(await names("")).toEqual({ names: ["Knots 100%", "Tide tables"], skills });
    expect(await names("q=READS+tide")).toEqual({ names: ["Tide tables"], skills });
    expect((await names("q=tide+knots")).names).toEqual([]);
    expect((await names("q=100%25")).names).toEqual(["Knots 100%"]);
    expect((await names("q=r_w")).names).toEqual(["Knots 100%"]);
    expect((await names("q=d_r")).names).toEqual([]);
    expect((await names("skill=Navigation")).names).toEqual(["Tide tables"]);
    expect((await names("q=ties&skill=Navigation")).names).toEqual([]);
    expect(await names("skill=Secrecy")).toEqual({ names: [], skills: [...skills, "Secrecy"] });
    expect((await names("q=%00%ED%A0%80'%3B--&skill=%00")).names).toEqual([]);
    expect((await names(`q=${"e ".repeat(500)}`)).names).toEqual(["Knots 100%", "Tide tables"]);
  });

  it("gets another stamp when a match or a skill to filter by changes, by one query", async () => {
    const own = await createTestOrganization("Driftwood");
    const { vanity_slug: address } = (await own.client.get("")).data;
    const filter = { query: "", skill: "Weaving" };
    const stamp = () => readStamp(readOrganizationPageStatus(address, 1, filter));
    const woven = await createTemplate(own, { name: "Basket", skills: ["Weaving"] });
    await expectStampChange(stamp, () => createTemplate(own, { name: "Oar", skills: ["Carving"] }));
    await expectStampChange(stamp, () =>
      own.client.put(`/badge_templates/${woven.id}`, { skills: ["Other"] }),
    );
    expect(await countQueries(() => readOrganizationPageStatus(address, 1, filter))).toBe(1);
    expect(await countQueries(() => getOrganizationPage(address, 1, filter))).toBeLessThanOrEqual(2);
  });

  it("does not exist for unknown slugs and for pages past the end", async () => {
    for (const [name, page] of [
      ["nobody", 1],
      ["\u0000", 1],
      [slug, 0],
      [slug, 401],
    ] as const) {
      expect((await readOrganizationPageStatus(name, page)).kind).toBe("unknown");
      await expect(getOrganizationPage(name, page)).rejects.toMatchObject({ status: 404 });
    }
  });
});

describe("the page of an earner", () => {
  const stamp = () => readStamp(readProfilePageStatus(earnerSlug, 1));

  it("lists accepted public badges, newest first, and marks expired ones", async () => {
    const other = await createTemplate(organization, { name: "Newer" });
    await createPendingBadge(organization, (await createTemplate(organization)).id, {
      recipient_email: earner.email,
    });
    await issueAccepted(other.id, { issued_at: "2026-05-01", expires_at: "2026-06-01" });
    const { badges, collections } = presentProfile(await getProfile(earnerSlug, 1));
    expect(badges).toEqual({ total: 2, page: 1, pages: 1 });
    expect(collections).toMatchObject([
      {
        id: null,
        name: null,
        cards: [
          { name: "Newer", validity: "expired", issued_on: "2026-05-01" },
          { name: template.name, validity: "valid", issuer: (await organization.client.get("")).data.name },
        ],
      },
    ]);
  });

  it("gets another stamp when they change, and does not exist while nothing is public", async () => {
    await expectStampChange(stamp, () => updateEarner({ bio: "Keeps bees." }));
    await expectStampChange(stamp, () => updateEarner({ headline: "Beekeeper" }));
    await expectStampChange(stamp, () => updateEarner({ last_name: "Lovelace" }));
    await expectStampChange(stamp, () => change({ name: "Other" }));
    await earner.client.patch(`/badges/${badge.id}`, { public: false });
    expect(await stamp()).toBe("unknown");
    await expect(getProfile(earnerSlug, 1)).rejects.toMatchObject({ status: 404 });
  });
});
