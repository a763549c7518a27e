import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import * as oauthToken from "@/app/(api)/oauth/token/route";
import * as verify from "@/app/(api)/v1/verify/route";
import * as imports from "@/app/(api)/organizations/[organization_id]/badge_imports/route";
import * as learningLaunch from "@/app/(learning)/auth/lti/route";
import * as openBadgesToken from "@/app/(open-badges)/ims/ob/v3p0/oauth/token/route";
import * as scimUser from "@/app/(scim)/scim/v2/Users/[user_id]/route";
import * as scimUsers from "@/app/(scim)/scim/v2/Users/route";
import { encodeError } from "@/lib/http/endpoints/responses";
import { createApiHandler } from "@/lib/http/routing/serve-api";
import { logRequest } from "@/lib/http/server/log-request";
import { serveRequests } from "@/lib/http/server/unread-bodies";
import { isDatabaseBusy, isDatabaseUnavailable } from "@/lib/kernel/database-errors";
import { db, transaction } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import { withClient } from "@/lib/platform/postgres/database";
import { importBody, line, PATH as IMPORTS, table } from "../../support/badges/badge-imports";
import { createTemplate, createTestOrganization } from "../../support/builders";
import { startSite, trustTestSites } from "../../support/credentials/badge-site";
import { createGate } from "../../support/delivery/webhook-receiver";
import { openConnection, sql } from "../../support/platform/database";
import { until } from "../../support/until";
import { createDirectory, userBody } from "../../support/workforce/directory";

const ROUTES = [
  { pattern: "/oauth/token", handlers: oauthToken },
  { pattern: "/v1/verify", handlers: verify },
  { pattern: "/auth/lti", handlers: learningLaunch },
  { pattern: "/ims/ob/v3p0/oauth/token", handlers: openBadgesToken },
  { pattern: "/organizations/[organization_id]/badge_imports", handlers: imports },
  { pattern: "/scim/v2/Users", handlers: scimUsers },
  { pattern: "/scim/v2/Users/[user_id]", handlers: scimUser },
];
const FORM = "application/x-www-form-urlencoded";

let server: Server;
let lines: { level: string; line: Record<string, unknown> }[];
let arrived = 0;

beforeAll(async () => {
  const serveApi = createApiHandler(ROUTES);
  // Short, so that a slow body is refused at once.
  server = createServer({ requestTimeout: 1_000, headersTimeout: 1_000, connectionsCheckingInterval: 50 });
  serveRequests(server, (request, response) => {
    arrived += 1;
    // As the server does before it calls the endpoints. With a header, node also remembers those of `writeHead`.
    response.setHeader("Referrer-Policy", "no-referrer");
    void logRequest(request, response, async () => void (await serveApi(request, response)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  lines = [];
  vi.spyOn(log, "isLevelEnabled").mockReturnValue(true);
  for (const level of ["debug", "info", "warn", "error"] as const)
    vi.spyOn(log, level).mockImplementation((line: unknown) => {
      lines.push({ level, line: line as Record<string, unknown> });
    });
});
afterEach(() => void vi.restoreAllMocks());

const portOf = (): number => (server.address() as AddressInfo).port;

/** Sends the head of a request and the first part of its body, and waits until its handler has begun. */
async function beginRequest(
  path: string,
  type: string,
  framing: string,
  part: string,
  method = "POST",
): Promise<Socket> {
  const before = arrived;
  const socket = connect(portOf(), "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(
    `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\n${framing}\r\n\r\n${part}`,
  );
  await until("the request arrives", () => arrived > before);
  return socket;
}

const untilLogged = () => until("its line in the log", () => lines.find(({ line }) => "status" in line));

const EXPECTED = [{ level: "debug", status: 499 }];
const listStatuses = () =>
  lines
    .filter(({ level, line }) => level !== "debug" || "status" in line)
    .map(({ level, line }) => ({ level, status: line.status }));

it.each([
  ["/oauth/token", FORM, "grant_type=client"],
  ["/ims/ob/v3p0/oauth/token", FORM, "grant_type=auth"],
  ["/auth/lti", FORM, "oauth_consumer_key=x"],
  ["/v1/verify", "application/json", '{"credential": '],
  ["/v1/verify", "multipart/form-data; boundary=x", "--x\r\nContent-Disposition: form-data"],
])("a client of %s that hangs up in the middle of its body is no outage (%s)", async (path, type, part) => {
  for (const [framing, body] of [
    ["Content-Length: 5000", part],
    ["Transfer-Encoding: chunked", `${part.length.toString(16)}\r\n${part}\r\n`],
  ] as const) {
    lines = [];
    const socket = await beginRequest(path, type, framing, body);
    socket.destroy();
    await untilLogged();
    expect(listStatuses()).toEqual(EXPECTED);
  }
});

it("a body that is too slow is no outage", async () => {
  const socket = await beginRequest("/oauth/token", FORM, "Content-Length: 5000", "grant_type=");
  const chunks: string[] = [];
  socket.setEncoding("utf8").on("data", (text: string) => chunks.push(text));
  await once(socket, "close");
  await untilLogged();
  expect(chunks.join("")).toMatch(/^HTTP\/1\.1 408 /);
  expect(listStatuses()).toEqual(EXPECTED);
});

it.each(["POST", "PUT", "PATCH"])(
  "a directory that hangs up in the middle of a %s changes nothing",
  async (method) => {
    const organization = await createTestOrganization();
    const directory = await createDirectory(organization);
    const { body: user } = await directory.post("/Users", userBody());
    const id = String(user.id);
    lines = [];
    const path = method === "POST" ? "/scim/v2/Users" : `/scim/v2/Users/${id}`;
    const framing = `Authorization: ${directory.authorization}\r\nContent-Length: 5000`;
    const socket = await beginRequest(path, "application/scim+json", framing, '{"schemas":[', method);
    socket.destroy();
    await untilLogged();
    expect(listStatuses()).toEqual(EXPECTED);
    expect((await directory.get(`/Users/${id}`)).body).toEqual(user);
  },
);

it("uploads of tables that break off are no outage, and leave their memory to the next one", async () => {
  const organization = await createTestOrganization();
  const path = `/v1/organizations/${organization.id}${IMPORTS}`;
  const authorization = `Basic ${btoa(`${organization.authorization_token}:`)}`;
  const headers = { authorization, "content-type": "application/json" };
  // Together they are more than all bodies may have at once (decision 0092).
  const framing = `Authorization: ${authorization}\r\nContent-Length: 14000000`;
  for (let upload = 0; upload < 4; upload += 1) {
    lines = [];
    const part = `{"file_name":"people.csv","file":"${"A".repeat(100_000)}`;
    const socket = await beginRequest(path, "application/json", framing, part);
    await until("the part is read", () => socket.writableLength === 0);
    socket.destroy();
    await untilLogged();
    expect(listStatuses()).toEqual(EXPECTED);
  }
  const countImports = () => sql("SELECT FROM badge_imports WHERE organization_id = $1", [organization.id]);
  expect(await countImports()).toEqual([]);
  const { id: templateId } = await createTemplate(organization);
  // Large enough to need a share of that memory.
  const people = Array.from({ length: 2_000 }, () => line());
  const body = JSON.stringify(importBody(templateId, { file: table(...people) }));
  const answer = await fetch(`http://127.0.0.1:${portOf()}${path}`, { method: "POST", headers, body });
  expect(answer.status, await answer.text()).toBe(201);
  expect(await countImports()).toHaveLength(1);
});

it("a client that leaves before its response is no outage, and the work is finished", async () => {
  trustTestSites();
  const site = await startSite();
  const { opened, open } = createGate();
  site.put("/slow", (_request, response) => void opened.then(() => response.end("no badge")));
  const body = JSON.stringify({ url: site.at("/slow") });
  const framing = `Content-Length: ${body.length}`;
  const socket = await beginRequest("/v1/verify", "application/json", framing, body);
  await until("the address is requested", () => site.requests.length === 1);
  const closed = once(socket, "close");
  socket.destroy();
  await closed;
  open();
  await untilLogged();
  expect(listStatuses()).toEqual([{ level: "info", status: 200 }]);
});

const catchError = (work: () => Promise<unknown>): Promise<unknown> =>
  work().then(
    () => null,
    (error: unknown) => error,
  );

it("the same codes of another service are no outage of the database", async () => {
  const closed = createServer().listen(0, "127.0.0.1");
  await once(closed, "listening");
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  const refused = await catchError(() => fetch(`http://127.0.0.1:${port}/`));
  expect((refused as { cause: { code: string } }).cause.code).toBe("ECONNREFUSED");
  expect([isDatabaseUnavailable(refused), encodeError(refused, "request").status]).toEqual([false, 500]);
  const told = new Error("The receiver said: deadlock detected");
  expect([isDatabaseBusy(told), encodeError(told, "request").status]).toEqual([false, 500]);

  const away = await catchError(() =>
    withClient(`postgresql://127.0.0.1:${port}/away`, () => Promise.resolve()),
  );
  expect(away).toMatchObject({ code: "ECONNREFUSED" });
  expect([isDatabaseUnavailable(away), encodeError(away, "request").status]).toEqual([true, 503]);
});

it("a connection that the database ends in a transaction is an outage", async () => {
  const other = await openConnection();
  const error = await catchError(() =>
    transaction(async () => {
      const [row] = await db().$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
      await other.query("SELECT pg_terminate_backend($1, 10000)", [row?.pid]);
      await db().$queryRaw`SELECT 1`;
    }),
  );
  await other.end();
  expect(encodeError(error, "request").status).toBe(503);
  expect(isDatabaseUnavailable(error)).toBe(true);
});
