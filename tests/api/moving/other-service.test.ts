import { afterAll, beforeAll, expect, it } from "vitest";
import { downloadOrganization, type DownloadReport } from "@/lib/moving/downloads/service";
import type { MoveReport } from "@/lib/moving/imports/schema";
import { toUuid } from "@/lib/moving/records/ids";
import { moveIn } from "@/lib/operations/installation/moving";
import { PIXEL } from "../../support/moving/many-badges";
import { createSourceSender } from "../../support/moving/source-service";
import { createInstallations } from "../../support/moving/two-installations";
import { sql } from "../../support/platform/database";

// Another product of the same interface: as little as its specification promises, and ids that are no UUIDs.

const ORIGIN = "https://other.example";
const LEAST = { recipient_email: "Ada@Example.org", issued_at: "2025-01-02T03:04:05+02:00" };
const template = (id: string) => ({
  id,
  name: `Template ${id}`,
  image_url: `${ORIGIN}/art/${id}.png`,
  owner: { type: "Organization", id: "acme" },
});
const badge = (id: string, more: object = {}) => ({
  ...LEAST,
  id,
  state: "accepted",
  created_at: `2025-01-0${1 + (Number(id) % 9)}T00:00:00Z`,
  badge_template: template("t1"),
  created_by: { type: "Organization", id: "acme" },
  ...more,
});
const BADGES = [
  badge("1", {
    user: { id: "u1", email: "a***@else.example", first_name: "Ada", last_name: "L", confirmed: true },
  }),
  badge("2", { state: "replaced", replacement_badge_id: "3", recipient_email: "bo@example.org" }),
  badge("3", { state: "pending", replaces_badge_id: "2", recipient_email: "bo@example.org" }),
  badge("4", { state: "revoked", revocation_reason: "Mistake", evidence: [{ type: "Unheard" }] }),
  badge("5", { created_by: { type: "Organization", id: "somebody-else" } }),
  badge("6", { state: "expired" }),
];

const answers: Record<string, unknown> = {
  "/organizations": { data: [{ id: "acme" }] },
  "/organizations/acme": { data: { id: "acme", name: "Acme" } },
  // The bulk search has neither evidence nor what a badge replaces.
  "/organizations/acme/high_volume_issued_badge_search": { data: BADGES, metadata: { next_page_url: null } },
  "/organizations/acme/badges": { data: BADGES.filter(({ id }) => id !== "4") },
  "/organizations/acme/recommendations": {
    data: [{ id: "r1", title: "Read", type: "information", activity_url: "https://example.org/" }],
  },
  "/organizations/acme/recommendations/r1": {
    data: { id: "r1", title: "Read", type: "information", badge_template_ids: ["t1"] },
  },
};

function answer({ origin, pathname }: URL) {
  if (origin === ORIGIN && pathname === "/art/t1.png")
    return { status: 200, body: Buffer.from(PIXEL, "base64") };
  const body = origin === ORIGIN ? answers[pathname] : undefined;
  return body ? { status: 200, body: JSON.stringify(body) } : { status: 404, body: "" };
}

let installations: Awaited<ReturnType<typeof createInstallations>>;
let [moved, report]: [MoveReport?, DownloadReport?] = [];
const { write } = process.stderr;

async function move(): Promise<[MoveReport, DownloadReport]> {
  const downloaded = await downloadOrganization({
    source: { baseUrl: ORIGIN, token: "secret", allowInsecure: false },
    sourceOrganization: null,
    folder: installations.file("moving"),
    report: () => undefined,
    tools: { send: createSourceSender(answer), sleep: () => Promise.resolve() },
  });
  const given = { organization: undefined, adminEmail: undefined, isDryRun: false };
  const result = await moveIn({ file: downloaded.path, ...given });
  await downloaded.remove();
  return [result, downloaded.report];
}

beforeAll(async () => {
  process.stderr.write = () => true; // the progress
  installations = await createInstallations();
  await installations.useEmpty();
  [moved, report] = await move();
});
afterAll(async () => {
  process.stderr.write = write;
  await installations?.remove();
});

it("moves what is there, with ids that are always the same", async () => {
  expect(moved).toMatchObject({ refused: 0, refusals: [] });
  expect(moved?.organization_id).toBe(toUuid("organization", "acme"));
  const badges = await sql(
    `SELECT state, recipient_email, issued_at_date::text AS day, issued_to, replaces_badge_id, replacement_badge_id
     FROM issued_badges ORDER BY created_at`,
  );
  const id = (old: string) => toUuid("issued_badge", old);
  const none = { replaces_badge_id: null, replacement_badge_id: null, day: "2025-01-02" };
  expect(badges).toEqual([
    { ...none, state: "accepted", recipient_email: "ada@example.org", issued_to: "ada@example.org" },
    {
      ...none,
      state: "replaced",
      recipient_email: "bo@example.org",
      issued_to: "bo@example.org",
      replacement_badge_id: id("3"),
    },
    {
      ...none,
      state: "pending",
      recipient_email: "bo@example.org",
      issued_to: "bo@example.org",
      replaces_badge_id: id("2"),
    },
    { ...none, state: "revoked", recipient_email: "ada@example.org", issued_to: "ada@example.org" },
  ]);
  expect(await sql("SELECT first_name, last_name FROM users")).toEqual([
    { first_name: "Ada", last_name: "L" },
  ]);
});

it("reports what it could not read or take", () => {
  const path = (name: string) => `/organizations/acme/${name}`;
  expect(report?.unavailable.map(({ path: one, status }) => [one.split("?")[0], status])).toEqual([
    [path("badge_templates"), 404],
    [path("issuers"), 404],
    [path("oauth_applications"), 404],
    ...Array.from({ length: 4 }, () => [path("employees"), 404]),
  ]);
  const reasons = report?.skipped.map(({ kind, id, reason }) => `${kind} ${id}: ${reason.slice(0, 30)}`);
  expect(reasons).toEqual([
    expect.stringContaining("bulk_badges 6: state"),
    expect.stringContaining("badges 6: state"),
    "single_badges 4: responded with status 404",
    expect.stringContaining("evidence 4: 1 items"),
    expect.stringContaining("issued_badge : 1 badges have only"),
  ]);
});

it("draws a picture only for a template without one, and repeats without a change", async () => {
  const [image] = await sql(
    "SELECT length(bytes) < 1000 AS own FROM images JOIN badge_templates ON image_id = images.id",
  );
  expect(image).toEqual({ own: true });
  expect((await move())[0]).toMatchObject({ created: 0, changed: 0, refused: 0 });
});
