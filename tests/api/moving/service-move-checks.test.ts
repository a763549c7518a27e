import { afterEach, beforeEach, expect, it } from "vitest";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { env } from "@/lib/kernel/env";
import { createSender } from "@/lib/platform/outbound/send";
import { runTools } from "@/lib/moving/service-moves/run";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { BASE_URL, buildAnswers, PATH, requests, serve, TOKEN } from "../../support/moving/service-moves";
import { createLookup } from "../../support/platform/outbound-certificates";

// The address and the token of a service are checked before a move from it begins: it may be hostile.

let organization: TestOrganization;

beforeEach(async () => {
  organization = await createTestOrganization();
  serve(buildAnswers({}));
});
afterEach(() => void Object.assign(env(), { WEBHOOKS_ALLOW_INSECURE: true }));

const check = (body: object = {}) =>
  organization.client.post(PATH, { base_url: BASE_URL, token: TOKEN, ...body });

it.each([
  "http://other.example",
  "https://10.0.0.7",
  "https://user:word@other.example",
  "https://[::1]",
  "https://localhost",
])("refuses the address %s", async (address) => {
  Object.assign(env(), { WEBHOOKS_ALLOW_INSECURE: false });
  expect(await check({ base_url: address })).toMatchObject({ status: 422 });
  expect(requests).toEqual([]);
});

it("does not connect to a name that leads to this machine", async () => {
  const { send } = runTools;
  let connections = 0;
  const server = createServer((_, response) => response.end("{}")).on("connection", () => (connections += 1));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  runTools.send = createSender({ lookup: createLookup(["127.0.0.1"]) });
  Object.assign(env(), { WEBHOOKS_ALLOW_INSECURE: false });
  const answer = await check({ base_url: `https://badges.example:${port}` });
  runTools.send = send;
  server.close();
  expect(answer).toMatchObject({ status: 422, data: { code: "service_not_readable" } });
  expect(connections).toBe(0);
});

it("reads at most 1 MiB of a response, and waits for no pause", async () => {
  serve({ ...buildAnswers({}), "/organizations": { bytes: Buffer.alloc(1024 * 1024 + 1, 32) } });
  expect(await check()).toMatchObject({ status: 422, data: { code: "service_not_readable" } });
  expect(requests.map(({ maxResponseBytes }) => maxResponseBytes)).toEqual(requests.map(() => 1024 * 1024));
  serve({ ...buildAnswers({}), "/organizations": { status: 503 } });
  expect(await check()).toMatchObject({ status: 422, data: { code: "service_not_readable" } });
  // The list of organizations is looked for with /v1 and without.
  expect(requests).toHaveLength(2);
});

it("takes the organization that the caller names, if the token reads several", async () => {
  serve({ ...buildAnswers({}), "/organizations": { body: { data: [{ id: "acme" }, { id: "other" }] } } });
  expect(await check()).toMatchObject({ status: 422, data: { code: "service_not_readable" } });
  expect(await check({ source_organization_id: "acme" })).toMatchObject({
    status: 201,
    data: { inspection: { name: "Acme" } },
  });
});

it("says that the token is refused, without it", async () => {
  serve({ "/organizations": { status: 401 } });
  const answer = await check();
  expect(answer).toMatchObject({ status: 422, data: { code: "service_not_readable" } });
  expect(JSON.stringify(answer)).not.toContain(TOKEN);
});
