import { rm } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { downloadOrganization } from "@/lib/moving/downloads/service";
import { toUuid } from "@/lib/moving/records/ids";
import { moveIn } from "@/lib/operations/installation/moving";
import type { OutboundSender } from "@/lib/platform/outbound/send";
import { PIXEL } from "../../support/moving/many-badges";
import { createSourceSender } from "../../support/moving/source-service";
import { createInstallations } from "../../support/moving/two-installations";
import { sql } from "../../support/platform/database";

// Services whose answers lack something, never end, or lead elsewhere: what is here must not suffer from it.

const ORIGIN = "http://other.example";
const ROOT = "/organizations/acme";
const OWN = { type: "Organization", id: "acme" };

type Given = { status?: number; body?: unknown; headers?: Record<string, string> };

const template = (id: string, more: object = {}) => ({
  id,
  name: `Template ${id}`,
  state: "active",
  public: true,
  level: "Advanced",
  image_url: `${ORIGIN}/art/${id}.png`,
  owner: OWN,
  ...more,
});
const badge = (id: string, more: object = {}) => ({
  id,
  state: "pending",
  recipient_email: "ada@example.org",
  issued_at: "2025-01-02T03:04:05Z",
  created_at: "2025-01-01T00:00:00Z",
  badge_template: { id: "t1", name: "Template t1", owner: OWN },
  created_by: OWN,
  ...more,
});

let answers: Record<string, Given>;
let installations: Awaited<ReturnType<typeof createInstallations>>;
let requests: { url: string; allowInsecure: boolean }[] = [];
const { write } = process.stderr;

beforeAll(async () => {
  process.stderr.write = () => true; // the progress
  installations = await createInstallations();
});
afterAll(async () => {
  process.stderr.write = write;
  await installations?.remove();
});
beforeEach(async () => {
  requests = [];
  await rm(installations.file("moving"), { recursive: true, force: true });
  await installations.useEmpty();
  const badges = { data: [badge("1")], metadata: { next_page_url: null } };
  answers = {
    "/organizations": { body: { data: [{ id: "acme" }] } },
    [ROOT]: { body: { data: { id: "acme", name: "Acme" } } },
    [`${ROOT}/badge_templates`]: { body: { data: [template("t1"), template("t2")] } },
    [`${ROOT}/high_volume_issued_badge_search`]: { body: badges },
    [`${ROOT}/badges`]: { body: badges },
  };
});

const send: OutboundSender = (request) => {
  requests.push({ url: request.url, allowInsecure: request.allowInsecure === true });
  return createSourceSender((url) => {
    const given = url.origin === ORIGIN ? answers[url.pathname] : undefined;
    if (given) return { status: 200, ...given, body: JSON.stringify(given.body ?? null) };
    const isArt = url.pathname.startsWith("/art/");
    return isArt ? { status: 200, body: Buffer.from(PIXEL, "base64") } : { status: 404, body: "" };
  })(request);
};

async function move() {
  const { path, report, remove } = await downloadOrganization({
    source: { baseUrl: ORIGIN, token: "secret", allowInsecure: true },
    sourceOrganization: null,
    folder: installations.file("moving"),
    report: () => undefined,
    tools: { send, sleep: () => Promise.resolve() },
  });
  const moved = await moveIn({ file: path, organization: undefined, adminEmail: undefined, isDryRun: false });
  await remove();
  return { moved, report };
}

describe("a template that the list does not have any more", () => {
  const readTemplate = async () =>
    (
      await sql("SELECT level, deleted_at IS NOT NULL AS is_deleted FROM badge_templates WHERE id = $1", [
        toUuid("badge_template", "t1"),
      ])
    )[0];
  beforeEach(async () => {
    await move();
    answers[`${ROOT}/badge_templates`] = { body: { data: [template("t2")] } };
  });

  it("stays as the service shows it by itself", async () => {
    answers[`${ROOT}/badge_templates/t1`] = { body: { data: template("t1", { level: "Foundational" }) } };
    await move();
    expect(await readTemplate()).toEqual({ level: "Foundational", is_deleted: false });
  });

  it("stays, and is reported, when the service does not show it", async () => {
    answers[`${ROOT}/badge_templates/t1`] = { status: 403 };
    const { report } = await move();
    expect(await readTemplate()).toMatchObject({ is_deleted: false });
    expect(report.skipped).toContainEqual({
      kind: "badge_template",
      id: "t1",
      reason: "responded with status 403",
    });
  });

  it("is deleted when the service has it no more", async () => {
    const { report } = await move();
    expect(await readTemplate()).toMatchObject({ is_deleted: true });
    expect(report.skipped).toEqual([]);
  });
});

it("shows nothing publicly unless the service says that it is public", async () => {
  const badges = [
    badge("1"),
    badge("2", { is_private_badge: false }),
    badge("3", { is_private_badge: true }),
    badge("4", { public: true, is_private_badge: true }),
  ];
  for (const path of ["high_volume_issued_badge_search", "badges"])
    answers[`${ROOT}/${path}`] = { body: { data: badges, metadata: { next_page_url: null } } };
  const bare = { id: "t1", name: "Bare", owner: OWN };
  answers[`${ROOT}/badge_templates`] = { body: { data: [bare] } };
  await move();
  const rows = await sql("SELECT id, public FROM issued_badges");
  const isPublic = new Map(rows.map((row) => [row.id, row.public]));
  expect(["1", "2", "3", "4"].map((id) => isPublic.get(toUuid("issued_badge", id)))).toEqual([
    false,
    true,
    false,
    true,
  ]);
  expect(await sql("SELECT state, public FROM badge_templates")).toEqual([{ state: "draft", public: false }]);
});

it("a later run that is shown less of a badge or of a nested template leaves the rest as it is", async () => {
  const evidence = [{ id: "e1", type: "UrlEvidence", name: "Log", value: "https://example.org/log" }];
  const nested = template("t1", { description: "Whole" });
  const whole = badge("1", { public: true, evidence, issued_to: "Ada L.", badge_template: nested });
  const rest = badge("2", { evidence, public: true });
  const serve = (bulk: object[], list: Given): void => {
    answers[`${ROOT}/high_volume_issued_badge_search`] = {
      body: { data: bulk, metadata: { next_page_url: null } },
    };
    answers[`${ROOT}/badges`] = list;
  };
  answers[`${ROOT}/badge_templates`] = { status: 403 };
  serve([badge("1"), badge("2")], { body: { data: [whole, rest], metadata: { next_page_url: null } } });
  await move();
  const read = async () => ({
    badges: await sql(
      "SELECT id, issued_to, public, locale, evidence -> 0 ->> 'value' AS link FROM issued_badges ORDER BY id",
    ),
    templates: await sql("SELECT name, description, level, public FROM badge_templates"),
  });
  const before = await read();
  expect(before.badges.map(({ link }) => link)).toEqual([
    "https://example.org/log",
    "https://example.org/log",
  ]);
  expect(before.templates).toMatchObject([{ description: "Whole", level: "Advanced", public: true }]);
  serve([badge("1", { locale: "fr" }), badge("2")], { status: 403 });
  await move();
  const after = await read();
  const id = toUuid("issued_badge", "1");
  expect(after).toEqual({
    ...before,
    badges: before.badges.map((row) => (row.id === id ? { ...row, locale: "fr" } : row)),
  });
  serve([badge("1")], { body: { data: [badge("1", { evidence: [] })], metadata: { next_page_url: null } } });
  await move();
  const last = await read();
  expect(last.badges.find((row) => row.id === id)).toMatchObject({ link: null, issued_to: "Ada L." });
  expect(last.templates).toEqual(before.templates);
});

it("ends with an error at a list of empty pages, and at an address of a page that is too long", async () => {
  let page = 0;
  const search = `${ROOT}/high_volume_issued_badge_search`;
  Object.defineProperty(answers, search, {
    configurable: true,
    enumerable: true,
    get: () => ({ body: { data: [], metadata: { next_page_url: `${search}?page=${(page += 1)}` } } }),
  });
  await expect(move()).rejects.toThrow("has no end");
  expect(requests.length).toBeLessThan(40);
  const next = `${search}?after=${"x".repeat(2_000)}`;
  Object.defineProperty(answers, search, {
    value: { body: { data: [badge("1")], metadata: { next_page_url: next } } },
  });
  await expect(move()).rejects.toThrow("is not a list");
});

it.each([
  ["the same address", `${ROOT}/high_volume_issued_badge_search`],
  ["the same items", `${ROOT}/high_volume_issued_badge_search?after=1`],
])("ends with an error at a list whose pages lead to %s", async (_name, next) => {
  const body = { data: [badge("1")], metadata: { next_page_url: next } };
  answers[`${ROOT}/high_volume_issued_badge_search`] = { body };
  await expect(move()).rejects.toThrow("has no end");
  expect(requests.length).toBeLessThan(20);
});

it.each([
  ["data:.evil.example/x", "cannot be read"],
  ["http://", "cannot be read"],
  ["//evil.example/x", "/x responded with status 404"],
])("sends the token to no other host when the next page is at %s", async (next, message) => {
  answers[`${ROOT}/high_volume_issued_badge_search`] = {
    body: { data: [badge("1")], metadata: { next_page_url: next } },
  };
  await expect(move()).rejects.toThrow(message);
  expect(requests.map(({ url }) => new URL(url).origin)).toEqual(requests.map(() => ORIGIN));
});

it("does without pictures whose host wants to wait, and asks other hosts over https only", async () => {
  answers["/art/t1.png"] = { status: 429, headers: { "retry-after": "7200" } };
  answers[`${ROOT}/badge_templates`] = {
    body: { data: [template("t1"), template("t2", { image_url: "http://10.0.0.7/t2.png" })] },
  };
  const { moved, report } = await move();
  expect(moved).toMatchObject({ refused: 0 });
  expect(report.skipped.map(({ kind }) => kind)).toEqual(["image", "image"]);
  expect(requests.filter(({ url }) => url.endsWith("/art/t1.png"))).toHaveLength(3);
  for (const { url, allowInsecure } of requests) expect(allowInsecure, url).toBe(url.startsWith(ORIGIN));
});
