import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { logRequest } from "@/lib/http/server/log-request";
import { log } from "@/lib/kernel/log";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { basicHeaders, send } from "../../support/http/client";

let organization: TestOrganization;
let lines: Record<string, unknown>[];

beforeAll(async () => {
  organization = await createTestOrganization();
});
beforeEach(() => {
  lines = [];
  vi.spyOn(log, "isLevelEnabled").mockReturnValue(true);
  vi.spyOn(log, "info").mockImplementation((line: unknown) => {
    lines.push(line as Record<string, unknown>);
  });
});
afterEach(() => vi.restoreAllMocks());

describe("each request", () => {
  it("writes one line: method and path, the caller and the result", async () => {
    const path = "/badges?filter=recipient_email::ada@example.org";
    const { headers } = await organization.client.get(path, undefined, { "x-client-address": "203.0.113.7" });
    expect(lines).toEqual([
      {
        requestId: headers.get("x-request-id"),
        method: "GET",
        route: "/organizations/[organization_id]/badges",
        status: 200,
        ms: expect.any(Number),
        address: "203.0.113.7",
        organizationId: organization.id,
        actorType: "AuthorizationToken",
        actorId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    ]);
  });

  it("that fails writes one too, with everything known about it", async () => {
    await send("GET", `/v1/organizations/${organization.id}/badges`);
    await organization.client.delete("/badges");
    await organization.client.get("/nothing/here");
    expect(lines.map(({ status, route, organizationId }) => [status, route, organizationId])).toEqual([
      [401, "/organizations/[organization_id]/badges", null],
      [405, "/organizations/[organization_id]/badges", null],
      [404, "/organizations/[organization_id]/[...unknown]", organization.id],
    ]);
  });

  it("has an id of ours, next to a valid id of the client", async () => {
    const requestWithId = (id: string) => organization.client.get("", undefined, { "x-request-id": id });
    const { headers } = await requestWithId("trace-4711");
    expect(headers.get("x-request-id")).not.toBe("trace-4711");
    await requestWithId('forged" line');
    await requestWithId("x".repeat(129));
    expect(lines.map(({ clientRequestId }) => clientRequestId)).toEqual(["trace-4711", undefined, undefined]);
  });

  it("logs no secret and nothing of the body", async () => {
    const { data } = await organization.client.post("/authorization_tokens", { description: "hush" });
    await organization.client.get("/webhook_secret");
    await send("GET", `/v1/organizations/${organization.id}`, { headers: basicHeaders(data.token) });
    const text = JSON.stringify(lines);
    expect(lines).toHaveLength(3);
    for (const secret of [data.token, organization.authorization_token, "hush", "whsec_"])
      expect(text).not.toContain(secret);
  });
});

describe("a request without a matching endpoint", () => {
  const readLogLine = async (path: string, headers: Record<string, string>) => {
    const server = createServer((request, response) => {
      void logRequest(request, response, async () => {
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
        await Promise.resolve(response.writeHead(404).end("gone"));
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const from = { "x-client-address": "203.0.113.8" };
    await (await fetch(`http://127.0.0.1:${port}${path}`, { headers: from })).text();
    server.close();
    await once(server, "close");
    return lines;
  };

  it("writes one line too: its path without the query, the client's address and the status", async () => {
    expect(await readLogLine("/password/4711?token=hush", {})).toEqual([
      {
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        method: "GET",
        path: "/password/4711",
        status: 404,
        ms: expect.any(Number),
        address: "203.0.113.8",
      },
    ]);
  });

  it.each(["/healthz", "/healthz?challenge=4711"])(
    "of a load balancer, %s, has its line at the level debug",
    async (path) => {
      const debug = vi.spyOn(log, "debug").mockReturnValue(undefined);
      expect(await readLogLine(path, {})).toEqual([]);
      expect(debug).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ path: "/healthz" }), "request");
    },
  );

  it("is distinguished from responses of an endpoint, which already have a line", async () => {
    expect(await readLogLine("/v1/organizations", { "x-request-id": "1" })).toEqual([]);
  });
});
