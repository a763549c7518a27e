import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createApiHandler, type ApiRoute } from "@/lib/http/routing/serve-api";
import { normalizeRequest } from "@/lib/http/server/normalize-request";
import { USER_SCHEMA } from "@/lib/workforce/directories/schema";
import { createTestOrganization, nextSerial } from "../../support/builders";
import { scimRoutes } from "../../support/http/routes";
import { createDirectory, type ScimAnswer } from "../../support/workforce/directory";

let server: Server;
let origin: string;

beforeAll(async () => {
  const serveApi = createApiHandler(scimRoutes as unknown as ApiRoute[]);
  server = createServer((request, response) => {
    normalizeRequest(request);
    void serveApi(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/scim/v2`;
});
afterAll(() => server.close());

it("our own server serves SCIM to a directory over HTTP", async () => {
  const { authorization } = await createDirectory(await createTestOrganization());
  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(origin + path, {
      method,
      headers: { authorization, "content-type": "application/scim+json", accept: "application/scim+json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text ? (JSON.parse(text) as ScimAnswer["body"]) : null,
    };
  };
  const userName = `http-${nextSerial()}@example.org`;
  const created = await ask("POST", "/Users", { schemas: [USER_SCHEMA], userName });
  expect(created.status).toBe(201);
  const found = await ask("GET", `/Users?filter=emails[type eq "work" and value eq "${userName}"]`);
  expect([found.status, found.body.Resources[0].id]).toEqual([200, created.body.id]);
  const head = await ask("HEAD", `/Users/${created.body.id}`);
  expect([head.status, head.headers.get("etag"), head.body]).toEqual([200, created.body.meta.version, null]);
  expect((await ask("GET", `/Schemas/${USER_SCHEMA}`)).body.id).toBe(USER_SCHEMA);
  expect((await ask("PUT", "/Users")).headers.get("allow")).toBe("GET, POST, HEAD, OPTIONS");
  expect((await ask("DELETE", `/Users/${created.body.id}`)).status).toBe(204);
  expect((await ask("GET", "/Groups")).body.totalResults).toBe(0);
  expect((await ask("POST", "/Groups")).headers.get("allow")).toBe("GET, HEAD, OPTIONS");
  expect((await ask("GET", "/Groups/1")).body.status).toBe("404");
});
