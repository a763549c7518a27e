import { beforeAll, describe, expect, it } from "vitest";
import { getProfile } from "@/lib/credentials/public-pages/service";
import { presentProfile } from "@/lib/credentials/public-pages/serializer";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import {
  claimAddress,
  createEarner,
  issueAcceptedBadge,
  issueBadgeTo,
  type TestEarner,
} from "../../support/accounts/earners";
import { sql } from "../../support/platform/database";

type Entry = { id: string; name: string; position: number; badges: { id: string }[] };

let issuer: TestOrganization;

beforeAll(async () => {
  issuer = await createTestOrganization();
});

const createCollection = async ({ client }: TestEarner, name: string): Promise<string> =>
  (await client.post("/badge_collections", { name })).data.id;

const change = ({ client }: TestEarner, id: string, body: Record<string, unknown>) =>
  client.patch(`/badge_collections/${id}`, body);

const listNames = async ({ client }: TestEarner): Promise<string[]> =>
  (await client.get("/badge_collections")).data.map(({ name }: Entry) => name);

const listBadgeIds = async ({ client }: TestEarner, id: string): Promise<string[]> =>
  (await client.get(`/badge_collections/${id}`)).data.badges.map((badge: { id: string }) => badge.id);

/** Issues badges that the earner accepts and makes public. Returns their ids. */
async function issuePublicBadges(earner: TestEarner, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push((await issueAcceptedBadge(issuer, earner)).id);
  await sql("UPDATE issued_badges SET public = true WHERE id = ANY ($1::uuid[])", [ids]);
  return ids;
}

/** The ids of the badges on the public profile, by the names of collections. */
async function readProfile({ id }: TestEarner) {
  const [row] = await sql("SELECT vanity_slug FROM users WHERE id = $1", [id]);
  const { collections } = presentProfile(await getProfile(String(row?.vanity_slug), 1));
  return collections.map(({ name, cards }) => [name, cards.map((card) => card.id)]);
}

describe("collections of badges", () => {
  it("are created, renamed, moved and deleted; the places stay without gaps", async () => {
    const earner = await createEarner();
    const created = await earner.client.post("/badge_collections", { name: " Sea " });
    expect([created.status, created.data.name, created.data.position]).toEqual([201, "Sea", 1]);
    const shore = await createCollection(earner, "Shore");
    await createCollection(earner, "Sky");
    expect((await change(earner, created.data.id, { position: 3 })).data.position).toBe(3);
    expect(await listNames(earner)).toEqual(["Shore", "Sky", "Sea"]);
    await change(earner, created.data.id, { position: 2 });
    expect(await listNames(earner)).toEqual(["Shore", "Sea", "Sky"]);
    // A place after the last one is the last.
    expect((await change(earner, shore, { position: 99, name: "Coast" })).data).toMatchObject({
      position: 3,
    });
    expect(await listNames(earner)).toEqual(["Sea", "Sky", "Coast"]);
    expect((await earner.client.delete(`/badge_collections/${created.data.id}`)).status).toBe(204);
    const { data } = await earner.client.get("/badge_collections");
    expect(data.map(({ name, position }: Entry) => [name, position])).toEqual([
      ["Sky", 1],
      ["Coast", 2],
    ]);
  });

  it("422: without a name, with a long one, and after 50", async () => {
    const earner = await createEarner();
    expect((await earner.client.post("/badge_collections", { name: " " })).status).toBe(422);
    expect((await earner.client.post("/badge_collections", { name: "x".repeat(81) })).status).toBe(422);
    await sql(
      `INSERT INTO badge_collections (id, user_id, name, position, created_at, updated_at)
       SELECT gen_random_uuid(), $1, 'C', number, now(), now() FROM generate_series(1, 49) AS number`,
      [earner.id],
    );
    const answers = await Promise.all(
      [1, 2].map(() => earner.client.post("/badge_collections", { name: "D" })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 422]));
  });

  it("hold badges in the order given; a badge leaves its former collection", async () => {
    const earner = await createEarner();
    const [one = "", two = "", three = ""] = await issuePublicBadges(earner, 3);
    const [sea, sky] = [await createCollection(earner, "Sea"), await createCollection(earner, "Sky")];
    expect((await change(earner, sea, { badge_ids: [three, one, two] })).status).toBe(200);
    expect(await listBadgeIds(earner, sea)).toEqual([three, one, two]);
    await change(earner, sky, { badge_ids: [one] });
    expect(await listBadgeIds(earner, sea)).toEqual([three, two]);
    await earner.client.delete(`/badge_collections/${sky}`);
    expect((await earner.client.get(`/badges/${one}`)).status).toBe(200);
  });

  it("422: badges of others, pending ones, a badge twice, more than 100", async () => {
    const [earner, other] = [await createEarner(), await createEarner()];
    const id = await createCollection(earner, "Sea");
    const [own = ""] = await issuePublicBadges(earner, 1);
    const [foreign = ""] = await issuePublicBadges(other, 1);
    const pending = await issueBadgeTo(issuer, earner.email);
    const many = Array.from({ length: 101 }, () => crypto.randomUUID());
    for (const badgeIds of [[own, foreign], [pending.id], [own, own], many, ["x"]]) {
      expect((await change(earner, id, { badge_ids: badgeIds })).status).toBe(422);
    }
    expect(await listBadgeIds(earner, id)).toEqual([]);
    const theirs = await createCollection(other, "Theirs");
    expect((await change(earner, theirs, { badge_ids: [own] })).status).toBe(404);
  });
});

describe("collections on the public profile", () => {
  it("show public badges in the person's order, the others at the end, and nothing private", async () => {
    const earner = await createEarner();
    const [one = "", two = "", three = "", hidden = ""] = await issuePublicBadges(earner, 4);
    const [sea, sky, secret] = [
      await createCollection(earner, "Sea"),
      await createCollection(earner, "Sky"),
      await createCollection(earner, "Secret"),
    ];
    await change(earner, sea, { badge_ids: [three, one] });
    await change(earner, sky, { badge_ids: [two] });
    await change(earner, secret, { badge_ids: [hidden] });
    await earner.client.patch(`/badges/${hidden}`, { public: false });
    const open = (await issuePublicBadges(earner, 1))[0] ?? "";
    expect(await readProfile(earner)).toEqual([
      ["Sea", [three, one]],
      ["Sky", [two]],
      [null, [open]],
    ]);
    await change(earner, sky, { position: 1 });
    expect(await readProfile(earner)).toEqual([
      ["Sky", [two]],
      ["Sea", [three, one]],
      [null, [open]],
    ]);
    await issuer.client.put(`/badges/${two}/revoke`, { reason: "Wrong person" });
    expect((await readProfile(earner))[0]).toEqual(["Sea", [three, one]]);
    // The person still sees the revoked badge in its collection.
    expect(await listBadgeIds(earner, sky)).toEqual([two]);
  });

  it("show no name of a former owner's collection", async () => {
    const [earner, next] = [await createEarner(), await createEarner()];
    const [badge = ""] = await issuePublicBadges(earner, 1);
    const id = await createCollection(earner, "Sea");
    await change(earner, id, { badge_ids: [badge] });
    await sql("UPDATE issued_badges SET user_id = $2 WHERE id = $1", [badge, next.id]);
    expect(await readProfile(next)).toEqual([[null, [badge]]]);
    expect(await listBadgeIds(earner, id)).toEqual([]);
  });
});

describe("collections and the account", () => {
  it("are moved behind the remaining account's own by a merge", async () => {
    const [survivor, source] = [await createEarner(), await createEarner()];
    const [badge = ""] = await issuePublicBadges(source, 1);
    await createCollection(survivor, "Own");
    const moved = await createCollection(source, "Moved");
    await change(source, moved, { badge_ids: [badge] });
    const { id, token } = await claimAddress(survivor, source.email);
    expect((await survivor.client.post("/merge", { email_id: id, token })).status).toBe(200);
    expect(await listNames(survivor)).toEqual(["Own", "Moved"]);
    expect(await listBadgeIds(survivor, moved)).toEqual([badge]);
    const { data } = await survivor.client.get("/data");
    expect(data.badge_collections).toMatchObject([
      { name: "Own" },
      { name: "Moved", badges: [{ id: badge }] },
    ]);
  });

  it("are deleted with it", async () => {
    const earner = await createEarner();
    const [badge = ""] = await issuePublicBadges(earner, 1);
    await change(earner, await createCollection(earner, "Sea"), { badge_ids: [badge] });
    expect((await earner.client.delete("", {})).status).toBe(204);
    const left = await sql(
      `SELECT (SELECT count(*)::int FROM badge_collections WHERE user_id = $1) AS collections,
         (SELECT count(*)::int FROM collected_badges WHERE badge_id = $2) AS badges`,
      [earner.id, badge],
    );
    expect(left).toEqual([{ collections: 0, badges: 0 }]);
  });
});
