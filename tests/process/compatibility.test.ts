import { once } from "node:events";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { openKeepAliveConnection, rawExchange, type KeepAliveConnection } from "../support/http/connections";
import { buildBadgeRequest, createIssuer, type Issuer } from "../support/badges/issuing";
import { startNewProduct } from "../support/platform/prepared-product";
import { ensureBuilt, type Product } from "../support/platform/product";
import {
  createOAuthClient,
  createOpenEdxClient,
  createPhpClient,
  createRubyClient,
  type Fetch,
} from "../support/http/public-clients";
import { until } from "../support/until";
import { startReceiver, type Receiver } from "../support/delivery/webhook-receiver";

// What only the real server has: its HTTP parser, rewrites and redirects, and the deliveries of the runner. Both ways of
// serving the APIs are tested (decision 0089).

describe.each([
  ["our own server", {}],
  ["Next's router", { API_THROUGH_NEXT: "1" }],
])("through %s:", (_name, env: Record<string, string>) => {
  let product: Product;
  let issuer: Issuer;
  let receiver: Receiver;
  let connection: KeepAliveConnection;
  let base = "";
  let authorization = "";

  beforeAll(async () => {
    await ensureBuilt();
    receiver = await startReceiver();
    receiver.answer(204);
    product = await startNewProduct({ env });
    issuer = await createIssuer(product, receiver.url("/edx/"));
    connection = openKeepAliveConnection(product.origin);
    base = `/v1/organizations/${issuer.organization_id}`;
    authorization = `Basic ${Buffer.from(`${issuer.authorization_token}:`).toString("base64")}`;
  });
  afterAll(async () => {
    connection?.close();
    await receiver?.close();
    await product?.remove();
  });

  /** Fails on a redirect, because some clients lose the body on the way. */
  const strictFetch: Fetch = (url, init) => fetch(url, { ...init, redirect: "error" });
  const access = () => ({
    fetch: strictFetch,
    origin: product.origin,
    organizationId: issuer.organization_id,
    token: issuer.authorization_token,
  });

  const sendRequest = (
    method: string,
    path: string,
    body?: string | Buffer,
    headers: Record<string, string> = {},
  ) =>
    connection.ask({
      method,
      path,
      headers: { authorization, ...headers },
      ...(body === undefined ? {} : { body }),
    });

  const badgeBody = (): string => JSON.stringify(buildBadgeRequest(issuer, `${newId()}@example.org`)[2]);
  const json = { "content-type": "application/json" };

  describe("existing clients", () => {
    it("Open edX: reads, issues, revokes, and receives a webhook about a template, to which it responds with 204", async () => {
      const client = createOpenEdxClient(access());
      expect((await client.organization()).id).toBe(issuer.organization_id);
      expect((await client.templates()).map(({ id }) => id)).toEqual([issuer.templateId]);
      const [, , badge] = buildBadgeRequest(issuer, `${newId()}@example.org`);
      const issued = await client.issue({ ...(badge as object), issued_at: "2024-01-01 00:00:00 +0000" });
      expect(issued.state).toBe("pending");
      expect((await client.revoke(issued.id, { reason: "Over." })).state).toBe("revoked");

      const settings = JSON.stringify({
        accepts_any_success: true,
        allowed_webhooks: ["badge_template.changed"],
      });
      expect((await sendRequest("PUT", `${base}/webhook_settings/`, settings, json)).status).toBe(200);
      const change = JSON.stringify({ description: "Told by webhook." });
      expect(
        (await sendRequest("PUT", `${base}/badge_templates/${issuer.templateId}/`, change, json)).status,
      ).toBe(200);
      const readEventType = (body: string) => (JSON.parse(body) as { event_type: string }).event_type;
      const isIt = ({ body }: { body: string }) => readEventType(body) === "badge_template.changed";
      const arrived = await receiver.wait("the change of the template", (all) => all.some(isIt));
      const { id } = JSON.parse(arrived.find(isIt)?.body ?? "{}") as { id: string };
      const event = await client.event(id);
      expect(event.badge_template).toMatchObject({ id: issuer.templateId, description: "Told by webhook." });
    });

    it("Ruby, PHP and OAuth: a form, a query string, a token", async () => {
      const fields = buildBadgeRequest(issuer, `${newId()}@example.org`)[2] as Record<
        string,
        string | boolean
      >;
      const evidence = ["One", "Two"].map((title) => ({ type: "IdEvidence", title, description: "Words" }));
      const ruby = await createRubyClient(access())("POST", "/badges", { ...fields, evidence });
      expect(ruby.data.evidence).toMatchObject(evidence);
      const recipient_email = `${newId()}@example.org`;
      const php = await createPhpClient(access())("POST", "/badges", {
        ...fields,
        recipient_email,
        evidence,
      });
      expect(php.data.evidence).toMatchObject(evidence);
      const { client_id: uid, client_secret: secret } = issuer;
      for (const isBasic of [true, false]) {
        const { perform } = createOAuthClient(access(), { uid, secret, isBasic, scope: "issued_badges" });
        expect((await perform("GET", `/badges/${php.data.id}`)).data.id).toBe(php.data.id);
      }
    });
  });

  describe("addresses", () => {
    it("work with and without /v1 and with and without a slash at the end, without a redirect", async () => {
      for (const path of [base, `${base}/badge_templates`, `${base}/badges`, "/v1/organizations"]) {
        const { text } = await sendRequest("GET", path);
        for (const other of [`${path}/`, path.slice(3), `${path.slice(3)}/`]) {
          const answer = await sendRequest("GET", other);
          expect([answer.status, answer.text], other).toEqual([200, text]);
        }
      }
      for (const path of [
        `${base}/badges`,
        `${base}/badges/`,
        `${base.slice(3)}/badges`,
        `${base.slice(3)}/badges/`,
      ]) {
        expect((await sendRequest("POST", path, badgeBody(), json)).status, path).toBe(201);
        expect((await sendRequest("HEAD", path)).status, path).toBe(200);
        const options = await sendRequest("OPTIONS", path);
        expect([options.status, options.headers.allow], path).toEqual([204, "GET, POST, HEAD, OPTIONS"]);
      }
    });

    it("of next pages have the form of the first request", async () => {
      for (const path of [`${base}/badges/`, `${base.slice(3)}/badges`]) {
        const { text } = await sendRequest(
          "GET",
          `${path}?per=1&filter=state::pending|public::true&sort=-issued_at`,
        );
        const next = (JSON.parse(text) as { metadata: { next_page_url: string } }).metadata.next_page_url;
        expect(next.startsWith(`${product.origin}${path}?`), next).toBe(true);
        const following = await sendRequest("GET", next.slice(product.origin.length));
        expect([following.status, following.data.length]).toEqual([200, 1]);
      }
    });

    it.each(["/oauth/token", "/oauth/token/", "/v1/oauth/token", "/v1/oauth/token/"])(
      "%s grants tokens",
      async (path) => {
        const { client_id, client_secret } = issuer;
        const form = { grant_type: "client_credentials", scope: "events", client_id, client_secret };
        const type = { "content-type": "application/x-www-form-urlencoded" };
        const answer = await connection.ask({
          method: "POST",
          path,
          headers: type,
          body: new URLSearchParams(form).toString(),
        });
        expect([answer.status, (JSON.parse(answer.text) as { scope: string }).scope]).toEqual([
          200,
          "events",
        ]);
      },
    );

    it("work with a doubled slash at the start, which a base address with a slash at the end produces", async () => {
      for (const path of [`/${base}`, `/${base}/`, base.replace("/organizations", "//organizations")]) {
        expect((await sendRequest("GET", path)).status, path).toBe(200);
      }
      expect((await sendRequest("POST", `/${base}/badges`, badgeBody(), json)).status).toBe(201);
    });
  });

  describe("a body that is not read completely", () => {
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const MEGABYTE = 1_048_576;
    const answered: [path: string, bytes: number, headers: Record<string, string>, status: number][] = [
      ["/password/ask", 200_000, form, 303],
      ["/password/ask", 3 * MEGABYTE, form, 303],
      [`/accept/${newId()}/answer`, 200_000, form, 404],
      [`/invitations/${newId()}/answer`, 200_000, form, 303],
      ["/oauth/token", 3 * MEGABYTE, form, 413],
      ["/auth/lti", 3 * MEGABYTE, form, 413],
      ["/verify/file", 30 * MEGABYTE, form, 303],
      ["/v1.1/authenticate", 1_200_000, json, 413],
      ["/v1/password_resets", 1_200_000, json, 413],
      ["/healthz", 3 * MEGABYTE, json, 405],
      ["/verify", 3 * MEGABYTE, form, 405],
      ["/nowhere", 3 * MEGABYTE, json, 404],
      ["/%ZZ", 3 * MEGABYTE, json, 400],
    ];

    it.each(answered)("%s with %i bytes: the client continues with its next request", async (...row) => {
      const [path, bytes, headers, status] = row;
      const body = Buffer.alloc(bytes, "x");
      for (const chunk of [undefined, 65_536]) {
        const sent = { method: "POST", path, headers, body, ...(chunk ? { chunk } : {}) };
        expect((await connection.ask(sent)).status).toBe(status);
        expect((await connection.ask({ path: "/healthz" })).status).toBe(200);
      }
    });

    it("413 also with a credential of an organization", async () => {
      const answer = await sendRequest("POST", `${base}/badges`, Buffer.alloc(1_200_000, "x"), json);
      expect([answer.status, answer.data.code]).toEqual([413, "body_too_large"]);
      expect((await sendRequest("GET", base)).status).toBe(200);
    });
  });

  describe("HTTP as clients use it", () => {
    it("a request to upgrade the protocol gets the same response as one without", async () => {
      const upgrade = {
        connection: "Upgrade, HTTP2-Settings",
        upgrade: "h2c",
        "http2-settings": "AAMAAABkAAQAoAAAAAIAAAAA",
      };
      for (const wish of [upgrade, { connection: "upgrade", upgrade: "websocket" }]) {
        const read = await sendRequest("GET", base, undefined, wish);
        expect([read.status, read.data.id]).toEqual([200, issuer.organization_id]);
        expect((await sendRequest("POST", `${base}/badges`, badgeBody(), { ...json, ...wish })).status).toBe(
          201,
        );
        const grant = await sendRequest("POST", "/oauth/token", "grant_type=none", {
          "content-type": "application/x-www-form-urlencoded",
          ...wish,
        });
        expect(grant.status).toBe(400);
        for (const path of ["/healthz", "/sign-in"])
          expect((await sendRequest("GET", path, undefined, wish)).status).toBe(200);
      }
    });

    it("a connection stays usable after a request to upgrade it", async () => {
      const wish = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n";
      const { hostname, port } = new URL(product.origin);
      const socket = connect(Number(port), hostname);
      let text = "";
      socket.on("data", (part: Buffer) => {
        text += part.toString("latin1");
      });
      const answers = (count: number) => () => text.split("HTTP/1.1 ").length > count;
      const body = "grant_type=none";
      const type = "Content-Type: application/x-www-form-urlencoded";
      socket.write(`GET /healthz HTTP/1.1\r\nHost: localhost\r\n${wish}\r\n`);
      await until("the first answer", answers(1));
      socket.write(
        `POST /oauth/token HTTP/1.1\r\nHost: localhost\r\n${type}\r\n${wish}Content-Length: ${body.length}\r\n\r\n${body}`,
      );
      await until("the second answer", answers(2));
      socket.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
      await once(socket, "close");
      expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 400", "HTTP/1.1 200"]);
    });

    it("a body in chunks without its length; one after Expect: 100-continue", async () => {
      const pieces = await connection.ask({
        method: "POST",
        path: `${base}/badges`,
        headers: { authorization, ...json },
        body: badgeBody(),
        chunk: 7,
      });
      expect(pieces.status).toBe(201);
      const asked = await sendRequest("POST", `${base}/badges`, badgeBody(), {
        ...json,
        expect: "100-continue",
      });
      expect(asked.status).toBe(201);
    });

    it("HTTP/1.0, and header names in any case", async () => {
      const request = [`GET ${base} HTTP/1.0`, `AUTHORIZATION: ${authorization}`, "", ""].join("\r\n");
      const answer = await rawExchange(product.origin, request);
      expect(answer).toMatch(/^HTTP\/1\.[01] 200 /);
      expect(answer).toContain(issuer.organization_id);
    });

    it("an empty body of a declared type, and one with a byte order mark", async () => {
      const empty = await sendRequest("POST", `${base}/authorization_tokens`, "", json);
      expect(empty.status).toBe(201);
      const marked = await sendRequest("POST", `${base}/badges`, `\ufeff${badgeBody()}`, json);
      expect(marked.status).toBe(201);
    });

    it("415: a compressed body, and the connection stays usable", async () => {
      const body = gzipSync(badgeBody());
      const answer = await sendRequest("POST", `${base}/badges`, body, {
        ...json,
        "content-encoding": "gzip",
      });
      expect([answer.status, answer.headers["accept-encoding"]]).toEqual([415, "identity"]);
      expect(answer.data.message).toContain("Content-Encoding");
      expect((await sendRequest("GET", base)).status).toBe(200);
    });

    it.each([
      { accept: "text/html" },
      { accept: "text/x-component", rsc: "1" },
      { accept: "*/*;q=0" },
      { rsc: "1", "next-router-state-tree": "x", "next-router-prefetch": "1" },
      { "x-nextjs-data": "1" },
      { "x-middleware-subrequest": "middleware:middleware" },
      { purpose: "prefetch", "x-http-method-override": "DELETE" },
      { "accept-encoding": "gzip, deflate, br" },
      { origin: "https://elsewhere.example" },
      { "if-none-match": "*", "if-modified-since": "Sat, 01 Jan 2050 00:00:00 GMT" },
      { range: "bytes=0-1" },
    ])("%j changes nothing in a response", async (headers) => {
      const { text } = await sendRequest("GET", base);
      const answer = await sendRequest("GET", base, undefined, headers as Record<string, string>);
      expect([answer.status, answer.text]).toEqual([200, text]);
      expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    });

    it("a POST that Next could take for a server action is a request like any other", async () => {
      for (const headers of [{ "next-action": "a".repeat(40) }, { "next-action": "x" }]) {
        const answer = await sendRequest("POST", `${base}/badges`, badgeBody(), { ...json, ...headers });
        expect(answer.status).toBe(201);
      }
    });

    it("405 with Allow for methods that a path does not have, in the standard error format", async () => {
      for (const method of ["PATCH", "DELETE"]) {
        const answer = await sendRequest(method, `${base}/badges/`);
        expect([answer.status, answer.data?.code, answer.headers.allow]).toEqual([
          405,
          "method_not_allowed",
          "GET, POST, HEAD, OPTIONS",
        ]);
      }
    });
  });
});
