import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi, type MockInstance } from "vitest";
import * as credentials from "@/app/(api)/obi/v3/credentials/[badge_id]/route";
import { createApiHandler } from "@/lib/http/routing/serve-api";
import { log } from "@/lib/kernel/log";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { credentialPath } from "../../support/credentials/open-badge-documents";
import { createEarner, issueAcceptedBadge, type TestEarner } from "../../support/accounts/earners";
import { until } from "../../support/until";

let organization: TestOrganization;
let earner: TestEarner;
let server: Server;
let handle: MockInstance;

beforeAll(async () => {
  organization = await createTestOrganization("Kept University");
  earner = await createEarner();
  const serveApi = createApiHandler([{ pattern: "/obi/v3/credentials/[badge_id]", handlers: credentials }]);
  server = createServer((request, response) => void serveApi(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
beforeEach(() => {
  handle = vi.spyOn(credentials.GET, "respond");
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => new Promise((resolve) => server.close(resolve)));

async function read(id: string, headers: Record<string, string> = {}, method = "GET") {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${credentialPath(id)}`, { method, headers });
  const { "x-request-id": requestId, date: _date, ...rest } = Object.fromEntries(response.headers);
  return { status: response.status, requestId, headers: rest, text: await response.text() };
}

/** Repeats a request until it does not reach its handler. Other tests change the database at any time. */
const readKept = (...request: Parameters<typeof read>) =>
  until("a response from memory", async () => {
    await read(...request);
    handle.mockClear();
    const response = await read(...request);
    return handle.mock.calls.length === 0 && response;
  });

it("a document is the same from memory, with an id and a log line of its own", async () => {
  const { id } = await issueAcceptedBadge(organization, earner);
  const first = await read(id);
  vi.spyOn(log, "isLevelEnabled").mockReturnValue(true);
  const info = vi.spyOn(log, "info").mockReturnValue();
  const again = await readKept(id);
  expect({ ...again, requestId: "" }).toEqual({ ...first, requestId: "" });
  expect(again.requestId).not.toBe(first.requestId);
  expect(info).toHaveBeenCalledWith(
    expect.objectContaining({
      requestId: again.requestId,
      method: "GET",
      status: 200,
      route: "/obi/v3/credentials/[badge_id]",
    }),
    "request",
  );
});

it("each media type, coding and condition gets its own response", async () => {
  const { id } = await issueAcceptedBadge(organization, earner);
  const plain = await readKept(id);
  expect((await readKept(id, { accept: "application/vc+jwt" })).text).toMatch(/^eyJ/);
  expect((await readKept(id, { "accept-encoding": "gzip" })).headers["content-encoding"]).toBe("gzip");
  expect((await readKept(id, { "accept-encoding": "identity" })).headers["content-encoding"]).toBeUndefined();
  const known = await readKept(id, { "if-none-match": plain.headers.etag ?? "" });
  expect([known.status, known.text]).toEqual([304, ""]);
  expect((await readKept(id, {}, "HEAD")).text).toBe("");
  expect((await readKept(id)).text).toBe(plain.text);
});

it("a change shows in the next response", async () => {
  const { id } = await issueAcceptedBadge(organization, earner);
  await readKept(id);
  await earner.client.patch(`/badges/${id}`, { public: false });
  expect((await read(id)).status).toBe(404);
  await earner.client.patch(`/badges/${id}`, { public: true });
  const shown = await readKept(id);
  await organization.client.put(`/badges/${id}/revoke`, { reason: "A mistake" });
  const revoked = await read(id);
  expect(shown.status).toBe(200);
  expect({ status: revoked.status, text: revoked.text }).not.toEqual({
    status: shown.status,
    text: shown.text,
  });
});
