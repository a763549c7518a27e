import {
  createServer,
  get,
  request,
  type IncomingMessage,
  type RequestOptions,
  type Server,
} from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createMalformedRequestFilter } from "@/lib/http/routing/malformed-request";

let server: Server;

beforeAll(async () => {
  const refuse = await createMalformedRequestFilter(join(import.meta.dirname, "../../../public"), [
    { pattern: "/badges/[badge_id]", isPage: true },
    { pattern: "/badges/[badge_id]/share/[channel]", isPage: false },
    { pattern: "/[...unknown]", isPage: false },
  ]);
  server = createServer((asked, response) => {
    if (!refuse(asked, response)) response.end("let through");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const sendRequest = async (path: string) => {
  const { port } = server.address() as AddressInfo;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, path, host: "127.0.0.1", agent: false }, resolve).on("error", reject);
  });
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
};

it.each(["/badges/%ZZ", "/v1/organizations/%E0%A4%A", "/%", "/a%C3%28b?c=d"])("400: %s", async (path) => {
  const { status, headers, body } = await sendRequest(path);
  expect(status).toBe(400);
  expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers["content-type"]).toContain("application/json");
  expect(JSON.parse(body)).toMatchObject({ data: { code: "malformed_path", errors: [] }, metadata: null });
});

it.each(["/", "/badges/%20%C3%BC", "/badges?x=%ZZ", "/a/%00"])("lets %s through", async (path) => {
  expect((await sendRequest(path)).body).toBe("let through");
});

it("400 for a target that is not a path, and 405 for TRACE and for writing to a file or a page", async () => {
  const { port } = server.address() as AddressInfo;
  const send = async (options: RequestOptions) => {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ port, host: "127.0.0.1", agent: false, ...options }, resolve)
        .on("error", reject)
        .end();
    });
    const { data } = JSON.parse(await text(response)) as { data: { code: string } };
    return [response.statusCode, data.code, response.headers.allow];
  };
  expect(await send({ method: "OPTIONS", path: "*" })).toEqual([400, "malformed_target", undefined]);
  const whole = "http://127.0.0.1/healthz";
  expect(await send({ path: whole })).toEqual([400, "malformed_target", undefined]);
  const allow = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";
  expect(await send({ method: "TRACE", path: "/" })).toEqual([405, "method_not_allowed", allow]);
  for (const path of ["/openapi.json", "/openapi%2Ejson/?a=b", "/badges/x", "/badges/x/?a=b", "/badges/%00"])
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
      expect(await send({ method, path })).toEqual([405, "method_not_allowed", "GET, HEAD"]);
});

it.each(["/badges/x/share/mail", "/badges", "/nowhere"])("lets %s through with any method", async (path) => {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST" });
  expect(await response.text()).toBe("let through");
});
