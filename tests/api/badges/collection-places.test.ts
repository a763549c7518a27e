import { beforeAll, describe, expect, it } from "vitest";
import { numberPlaces } from "@/lib/badges/collections/places";
import {
  badgeBody,
  createTemplate,
  createTestOrganization,
  type TestOrganization,
} from "../../support/builders";
import { sortedStatuses } from "../../support/http/client";
import { createEarner, issueAcceptedBadge, type TestEarner } from "../../support/accounts/earners";

let issuer: TestOrganization;
let templateId: string;

beforeAll(async () => {
  issuer = await createTestOrganization();
  templateId = (await createTemplate(issuer)).id;
});

const change = ({ client }: TestEarner, id: string, body: Record<string, unknown>) =>
  client.patch(`/badge_collections/${id}`, body);

const listBadgeIds = async ({ client }: TestEarner, id: string): Promise<string[]> =>
  (await client.get(`/badge_collections/${id}`)).data.badges.map((badge: { id: string }) => badge.id);

/** Creates an earner with a collection of accepted badges. */
async function createCollected(count: number) {
  const earner = await createEarner();
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push((await issueAcceptedBadge(issuer, earner)).id);
  const { data } = await earner.client.post("/badge_collections", { name: "Sea" });
  const id = String(data.id);
  await change(earner, id, { badge_ids: ids });
  return { earner, id, ids };
}

/** Replaces a badge. Returns the id of the new one, which is pending. */
async function replace(badgeId: string): Promise<string> {
  const body = { badge_template_id: templateId, issued_at: "2026-05-01T08:00:00Z" };
  const { status, data } = await issuer.client.post(`/badges/${badgeId}/replace`, body);
  expect(status, JSON.stringify(data)).toBe(201);
  return data.id;
}

const accept = async ({ client }: TestEarner, badgeId: string): Promise<void> => {
  expect((await client.post(`/badges/${badgeId}/accept`, { private: false })).status).toBe(200);
};

describe("two windows that change a collection", () => {
  it("409: badges that were added, removed or moved meanwhile; nothing of the later change is stored", async () => {
    const { earner, id, ids } = await createCollected(3);
    const [one = "", two = "", three = ""] = ids;
    const stale = { previous_badge_ids: ids };
    expect((await change(earner, id, { badge_ids: [three, one, two], ...stale })).status).toBe(200);
    for (const later of [[one, two], [...ids].toReversed(), [two, one, three]]) {
      const { status, data } = await change(earner, id, { name: "Sky", badge_ids: later, ...stale });
      expect([status, data.code]).toEqual([409, "collection_changed"]);
    }
    expect((await earner.client.get(`/badge_collections/${id}`)).data.name).toBe("Sea");
    expect(await listBadgeIds(earner, id)).toEqual([three, one, two]);
  });

  it("409: a badge that another collection has taken meanwhile", async () => {
    const { earner, id, ids } = await createCollected(2);
    const other = (await earner.client.post("/badge_collections", { name: "Sky" })).data;
    expect(
      (await change(earner, other.id, { badge_ids: ids.slice(0, 1), previous_badge_ids: [] })).status,
    ).toBe(200);
    expect((await change(earner, id, { badge_ids: ids.toReversed(), previous_badge_ids: ids })).status).toBe(
      409,
    );
    expect(await listBadgeIds(earner, other.id)).toEqual(ids.slice(0, 1));
  });

  it("lets one of two changes at once through; without the badges they are based on, both", async () => {
    const { earner, id, ids } = await createCollected(3);
    const orders = [ids.toReversed(), ids.slice(1)];
    const answers = await Promise.all(
      orders.map((badgeIds) => change(earner, id, { badge_ids: badgeIds, previous_badge_ids: ids })),
    );
    expect(sortedStatuses(answers)).toEqual([200, 409]);
    const others = await Promise.all(orders.map((badgeIds) => change(earner, id, { badge_ids: badgeIds })));
    expect(sortedStatuses(others)).toEqual([200, 200]);
  });
});

describe("a badge that replaces one of a collection", () => {
  it("has its place once it is accepted, also after several replacements", async () => {
    const { earner, id, ids } = await createCollected(3);
    const [one = "", two = "", three = ""] = ids;
    const second = await replace(two);
    expect(await listBadgeIds(earner, id)).toEqual([one, three]);
    const third = await replace(second);
    await accept(earner, third);
    expect(await listBadgeIds(earner, id)).toEqual([one, third, three]);
  });

  it("keeps the place while it is pending and the collection changes; a rejected one loses it", async () => {
    const { earner, id, ids } = await createCollected(3);
    const [one = "", two = "", three = ""] = ids;
    const pending = await replace(two);
    const shown = { previous_badge_ids: [one, three] };
    expect((await change(earner, id, { badge_ids: [three, one], ...shown })).status).toBe(200);
    await accept(earner, pending);
    expect(await listBadgeIds(earner, id)).toEqual([three, pending, one]);

    const refused = await replace(pending);
    await earner.client.post(`/badges/${refused}/reject`, {});
    await change(earner, id, { badge_ids: [one, three] });
    expect(await listBadgeIds(earner, id)).toEqual([one, three]);
  });

  it("has its place also when it replaces a duplicate as it is issued", async () => {
    const { earner, id, ids } = await createCollected(3);
    const [one = "", two = "", three = ""] = ids;
    const { data: old } = await issuer.client.get(`/badges/${two}`);
    const again = { recipient_email: earner.email, duplicate_behavior: "replace" };
    const { status, data } = await issuer.client.post("/badges", badgeBody(old.badge_template.id, again));
    expect(status).toBe(201);
    await accept(earner, data.id);
    expect(await listBadgeIds(earner, id)).toEqual([one, data.id, three]);
  });

  it("takes the place nowhere when the replacement fails, or the earner has put the badge in no collection", async () => {
    const { earner, id, ids } = await createCollected(1);
    const [only = ""] = ids;
    const body = { badge_template_id: templateId, issued_at: "2026-05-01", expires_at: "2026-04-01" };
    expect((await issuer.client.post(`/badges/${only}/replace`, body)).status).toBe(422);
    expect(await listBadgeIds(earner, id)).toEqual([only]);
    await change(earner, id, { badge_ids: [] });
    await accept(earner, await replace(only));
    expect(await listBadgeIds(earner, id)).toEqual([]);
  });
});

describe("numberPlaces", () => {
  it("puts kept places among the others by their number, and leaves out those beyond the limit", () => {
    const kept = [
      { badgeId: "p", position: 2 },
      { badgeId: "q", position: 9 },
    ];
    const order = (max: number) => numberPlaces(["a", "b"], kept, max).map(({ badgeId }) => badgeId);
    expect(order(10)).toEqual(["a", "p", "b", "q"]);
    expect(order(3)).toEqual(["a", "p", "b"]);
    expect(order(1)).toEqual(["a", "b"]);
    expect(numberPlaces(["a"], kept, 5).map(({ position }) => position)).toEqual([1, 2, 3]);
  });
});
