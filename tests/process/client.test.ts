import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  BadgesApiError,
  createBadgesClient,
  unwrap,
  verifyWebhook,
  type BadgeEvent,
  type BadgesClient,
} from "../../client/src/client";
import { createIssuer, type Issuer } from "../support/badges/issuing";
import { startReceiver, type Receiver } from "../support/delivery/webhook-receiver";
import { startCuttingProxy, type CuttingProxy } from "../support/http/cutting-proxy";
import { startNewProduct } from "../support/platform/prepared-product";
import { ensureBuilt, type Product } from "../support/platform/product";

// The client's library against the running product.

const BADGES = "/organizations/{organization_id}/badges";
/** Requests a minute of each credential. */
const RATE_LIMIT = 150;

let product: Product;
let receiver: Receiver;
let issuer: Issuer;
let proxy: CuttingProxy;
let client: BadgesClient;
let people = 0;

beforeAll(async () => {
  await ensureBuilt();
  receiver = await startReceiver();
  product = await startNewProduct({ env: { RATE_LIMIT: String(RATE_LIMIT) } });
  issuer = await createIssuer(product, receiver.url());
  proxy = await startCuttingProxy(product.origin);
  client = createBadgesClient({ baseUrl: proxy.origin, token: issuer.authorization_token });
});
afterAll(async () => {
  await proxy?.stop();
  await receiver?.close();
  await product?.remove();
});

const newBadge = (email = `person${(people += 1)}@example.org`) => ({
  badge_template_id: issuer.templateId,
  recipient_email: email,
  issued_to_first_name: "Ada",
  issued_to_last_name: "Okafor",
  issued_at: "2026-04-01",
  suppress_badge_notification_email: true,
});

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe("a client with a token", () => {
  it("finds its organization, and issues and reads a badge", async () => {
    expect(await client.organizationId()).toBe(issuer.organization_id);
    const issued = await client.issueBadge(newBadge());
    expect(issued.state).toBe("pending");
    expect(await client.getBadge(issued.id)).toMatchObject({ id: issued.id, issued_to_first_name: "Ada" });
  });

  it("gets the error of the service with its fields", async () => {
    const badge = newBadge();
    await client.issueBadge(badge);
    const again = client.issueBadge(badge);
    await expect(again).rejects.toThrow(BadgesApiError);
    await expect(again).rejects.toMatchObject({ status: 422, requestId: expect.stringMatching(/./) });
    await expect(client.issueBadge(newBadge("not an address"))).rejects.toMatchObject({
      status: 422,
      code: "validation_failed",
      errors: [expect.objectContaining({ field: "recipient_email" })],
    });
    const wrong = createBadgesClient({ baseUrl: product.origin, token: "bat_wrong" });
    await expect(wrong.organizationId()).rejects.toMatchObject({ status: 401 });
  });

  it("issues once although the response is lost twice", async () => {
    proxy.loseNext(2, ({ method }) => method === "POST");
    const badge = newBadge();
    const issued = await client.issueBadge(badge);
    expect(proxy.lost()).toBe(2);
    const filter = { recipient_email: badge.recipient_email };
    expect((await collect(client.list(BADGES, { filter }))).map(({ id }) => id)).toEqual([issued.id]);
  });

  it("reads all pages of a list, and of the bulk search", async () => {
    const badges = Array.from({ length: 130 }, () => newBadge());
    const { results, isReplayed } = await client.issueBadges(badges, { idempotencyKey: "pages" });
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set([201]));
    expect(isReplayed).toBe(false);
    const repeated = await client.issueBadges(badges, { idempotencyKey: "pages" });
    expect(repeated).toEqual({ results, isReplayed: true });
    const wanted = new Set(results.map(({ badge }) => badge?.id));
    const listed = await collect(client.list(BADGES, { sort: "created_at", filter: { state: "pending" } }));
    const ids = new Set<string | undefined>(listed.map(({ id }) => id));
    expect([...wanted].filter((id) => !ids.has(id))).toEqual([]);
    expect(ids.size).toBe(listed.length);
    const found = await collect(
      client.list("/organizations/{organization_id}/high_volume_issued_badge_search"),
    );
    expect(found).toHaveLength(listed.length);
  });

  it("is refused with the time to wait when it sends too many requests, and may be told not to wait", async () => {
    const other = await createIssuer(product, receiver.url("/other"));
    const hasty = createBadgesClient({
      baseUrl: product.origin,
      token: other.authorization_token,
      organizationId: other.organization_id,
      maxWaitSeconds: 0,
    });
    const sending = Array.from({ length: RATE_LIMIT + 1 }, () => hasty.api.GET("/organizations"));
    const refused = (await Promise.allSettled(sending)).flatMap((one) =>
      one.status === "rejected" ? [one.reason as BadgesApiError] : [],
    );
    expect(refused[0]).toMatchObject({ name: "BadgesApiError", status: 429 });
    expect(refused[0]?.retryAfter).toBeGreaterThan(0);
  });
});

describe("a client with an OAuth application", () => {
  it("gets access tokens by itself, with the scopes that it asks for", async () => {
    const { client_id: clientId, client_secret: clientSecret } = issuer;
    const application = { baseUrl: product.origin, clientId, clientSecret, scope: "issued_badges" };
    const own = createBadgesClient({ ...application, organizationId: issuer.organization_id });
    expect((await own.issueBadge(newBadge())).state).toBe("pending");
    await expect(collect(own.list("/organizations/{organization_id}/events"))).rejects.toMatchObject({
      status: 403,
    });
  });
});

describe("a webhook of the service", () => {
  it("is verified, also with the secret from before a rotation, and its event can be read", async () => {
    const params = { path: { organization_id: issuer.organization_id } };
    const path = "/organizations/{organization_id}/webhook_secret" as const;
    const { secret: before } = unwrap(await client.api.GET(path, { params }));
    await client.api.POST(`${path}/rotate`, { params });
    const { secret: after } = unwrap(await client.api.GET(path, { params }));
    expect(after).not.toBe(before);
    const issued = await client.issueBadge(newBadge());
    const events = await collect(client.list("/organizations/{organization_id}/events"));
    const isOfBadge = ({ event_type, badge }: BadgeEvent) =>
      event_type === "badge.created" && badge !== undefined && "id" in badge && badge.id === issued.id;
    const created = events.find(isOfBadge)?.id ?? "none";
    const received = await receiver.wait("the webhook", (all) =>
      all.some(({ body }) => body.includes(created)),
    );
    const { body = "", headers = {} } = received.find((one) => one.body.includes(created)) ?? {};
    for (const secret of [before, after]) {
      const { event } = await verifyWebhook(body, headers, secret);
      expect((await client.getEvent(event.id)).badge).toMatchObject({ id: issued.id });
    }
    await expect(verifyWebhook(`${body} `, headers, after)).rejects.toThrow("No signature");
  });
});

describe("watchEvents", () => {
  it("yields what happens after an event, once, also when connections are lost", async () => {
    const params = { path: { organization_id: issuer.organization_id }, query: { per: 1 } };
    const [newest] = unwrap(await client.api.GET("/organizations/{organization_id}/events", { params }));
    if (!newest) throw new Error("There is no event.");
    const watching = client.watchEvents({ after: newest.id, intervalSeconds: 1 });
    const [before, issued, seen] = [proxy.lost(), [] as string[], [] as string[]];
    const issue = async () => issued.push((await client.issueBadge(newBadge())).id);
    await issue();
    for await (const { event_type, badge } of watching) {
      if (event_type !== "badge.created" || !badge || !("recipient_email" in badge)) continue;
      seen.push(badge.id);
      if (seen.length === 3) break;
      // More than one request repeats by itself.
      proxy.loseNext(6, ({ url = "" }) => url.includes("order=asc"));
      await issue();
    }
    expect(seen).toEqual(issued);
    expect(proxy.lost() - before).toBe(12);
  });
});
