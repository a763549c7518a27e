import { createServer, type Server } from "node:net";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { buildBadgeRequest, callApi, createIssuer, type Issuer } from "../support/badges/issuing";
import { startReceiver, type Received, type Receiver } from "../support/delivery/webhook-receiver";
import { isLong } from "../support/platform/long";
import { startNewProduct } from "../support/platform/prepared-product";
import { ensureBuilt, type Product } from "../support/platform/product";
import { startCollector, type ReceivedSpan } from "../support/platform/trace-collector";
import { until } from "../support/until";

const TRACEPARENT = /^00-[0-9a-f]{32}-([0-9a-f]{16})-01$/;
/** Longer than a stop waits for the collector, and far shorter than the processes may take to end. */
const QUICK_MS = 12_000;

let collector: Awaited<ReturnType<typeof startCollector>>;
let receiver: Receiver;
let product: Product;
let issuer: Issuer;

const tracing = (url: string, env: Record<string, string> = {}) => ({
  LOG_LEVEL: "info",
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_TRACES_SAMPLER: "parentbased_always_on",
  ...env,
});

/** Issues a badge with a mail. */
async function issueBadge(
  email: string,
  { to = issuer, on = product, headers = {} }: { to?: Issuer; on?: Product; headers?: object } = {},
): Promise<{ requestId: string }> {
  const [method, path, body] = buildBadgeRequest(to, email);
  const request = { ...(body as object), suppress_badge_notification_email: false };
  const response = await callApi(on.origin, to, [method, path, request], { ...headers });
  expect(response.status).toBe(201);
  return { requestId: response.headers.get("x-request-id") ?? "" };
}

const findRequest = (spans: ReceivedSpan[], requestId: string): ReceivedSpan | undefined =>
  spans.find(({ kind, attributes }) => kind === 2 && attributes["app.request_id"] === requestId);

/** All spans of the trace of a request, once the work after it is done. */
async function waitForTrace(requestId: string): Promise<{ root: ReceivedSpan; trace: ReceivedSpan[] }> {
  const all = await collector.wait("the spans of a request and of its jobs", (spans) => {
    const root = findRequest(spans, requestId);
    const names = spans.filter(({ traceId }) => traceId === root?.traceId).map(({ name }) => name);
    return root !== undefined && ["job webhook", "job mail"].every((name) => names.includes(name));
  });
  const root = findRequest(all, requestId);
  if (!root) throw new Error("The request has no span.");
  return { root, trace: all.filter(({ traceId }) => traceId === root.traceId) };
}

const childrenOf = (trace: ReceivedSpan[], parent: ReceivedSpan | undefined): ReceivedSpan[] =>
  trace.filter(({ parentSpanId }) => parentSpanId === parent?.spanId);

const logLines = (text: string): Record<string, unknown>[] =>
  text
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

beforeAll(async () => {
  await ensureBuilt();
  [collector, receiver] = await Promise.all([startCollector(), startReceiver()]);
  product = await startNewProduct({
    env: tracing(collector.url, {
      OTEL_SERVICE_NAME: "college badges",
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
      OTEL_EXPORTER_OTLP_HEADERS: "x-collector-key=k1",
    }),
  });
  issuer = await createIssuer(product, receiver.url());
});
afterAll(async () => {
  await product?.remove();
  await Promise.all([collector?.close(), receiver?.close()]);
});

describe("the trace of an issue", () => {
  it("has the request, its statements, the jobs and the delivery, each below what caused it", async () => {
    const { requestId } = await issueBadge("ada.tracing@example.org");
    const { root, trace } = await waitForTrace(requestId);
    expect(root).toMatchObject({
      name: "POST /organizations/[organization_id]/badges",
      attributes: {
        "http.request.method": "POST",
        "http.response.status_code": 201,
        "app.organization_id": issuer.organization_id,
        "app.actor_type": "AuthorizationToken",
      },
      resource: {
        "service.name": "college badges",
        "deployment.environment.name": "test",
        "app.process": "web",
      },
    });
    expect(root.parentSpanId).toBeFalsy();
    const statements = childrenOf(trace, root).map(({ name }) => name);
    expect(statements).toContainEqual(expect.stringMatching(/^INSERT (.* )?issued_badges\b/));
    const webhook = trace.find(({ name }) => name === "job webhook");
    expect(webhook).toMatchObject({
      parentSpanId: root.spanId,
      attributes: { "app.outcome": "done", "app.attempt": 1 },
      resource: { "app.process": "runner" },
    });
    const sent = childrenOf(trace, webhook).find(({ name }) => name === "POST");
    expect(sent).toMatchObject({ kind: 3, attributes: { "http.response.status_code": 200 } });
    expect(
      childrenOf(
        trace,
        trace.find(({ name }) => name === "job mail"),
      ),
    ).toContainEqual(expect.objectContaining({ name: "send mail", attributes: { "app.outcome": "sent" } }));
    expect(collector.headers[0]).toMatchObject({ "x-collector-key": "k1" });
  });

  it("continues at the receiver of the webhook, beside the signature", async () => {
    const { requestId } = await issueBadge("grace.tracing@example.org");
    const { trace, root } = await waitForTrace(requestId);
    const isOfTrace = ({ headers }: Received): boolean => String(headers.traceparent).includes(root.traceId);
    const delivery = (await receiver.wait("the delivery", (all) => all.some(isOfTrace))).find(isOfTrace);
    const [, spanId] = TRACEPARENT.exec(String(delivery?.headers.traceparent)) ?? [];
    expect(trace.find((span) => span.spanId === spanId)).toMatchObject({ name: "POST", kind: 3 });
    expect(delivery?.headers["webhook-signature"]).toMatch(/^v1,/);
  });

  it("has its ids in the log line of the request", async () => {
    const { requestId } = await issueBadge("edith.tracing@example.org");
    const { root } = await waitForTrace(requestId);
    const line = await until("the log line", () =>
      logLines(product.log()).find((one) => one.requestId === requestId),
    );
    expect(line).toMatchObject({ trace_id: root.traceId, span_id: root.spanId, trace_flags: "01" });
  });
});

describe("what a trace contains", () => {
  it("is neither a name, an address, a token nor a query, also of pages and of refused requests", async () => {
    const { requestId } = await issueBadge("margaret.tracing@example.org");
    await waitForTrace(requestId);
    const page = "/sign-in?email=margaret.tracing%40example.org&token=secret-of-a-link";
    await (await fetch(`${product.origin}${page}`)).text();
    await fetch(`${product.origin}/nothing-here/margaret.tracing@example.org?token=secret-of-a-link`);
    const [method, path] = buildBadgeRequest(issuer, "");
    await callApi(product.origin, issuer, [method, path, { recipient_email: "margaret.tracing" }]);
    await collector.wait("the spans of pages", (spans) =>
      ["GET /sign-in", "POST /organizations/[organization_id]/badges"].every((name) =>
        spans.some((span) => span.name === name),
      ),
    );
    const { authorization_token: token } = issuer;
    const bytes = collector.bodies.join("\n");
    for (const text of ["margaret", "Okafor", "secret-of-a-link", "example.org", token])
      expect(bytes, text).not.toContain(text);
  });

  it("is nothing for health checks, metrics and static files, which Next serves too", async () => {
    const untraced = [
      "/healthz",
      "/healthz?challenge=1",
      "/metrics",
      "/favicon.ico",
      "/_next/static/none.js",
    ];
    for (const path of untraced) await (await fetch(product.origin + path)).text();
    // A page is served by the same process after them, and its spans arrive after theirs.
    await (await fetch(`${product.origin}/verify`)).text();
    const spans = await collector.wait("the spans of a page", (all) => {
      const page = all.find(
        ({ name, attributes }) =>
          name === "BaseServer.handleRequest" && attributes["next.route"] === "/verify",
      );
      return page !== undefined && all.some(({ spanId }) => spanId === page.parentSpanId);
    });
    const routes = spans.map(({ attributes }) => attributes["http.route"] ?? attributes["next.route"]);
    expect(routes).toContain("/verify");
    for (const route of ["/healthz", "/metrics", "/favicon.ico"]) expect(routes).not.toContain(route);
    // Every span of Next belongs to the trace of a request, except for those of its own start.
    const isOfNext = ({ attributes }: ReceivedSpan) => attributes["next.span_type"] !== undefined;
    const own = spans.filter((span) => span.kind === 2 && !isOfNext(span));
    const requests = new Set(own.map(({ traceId }) => traceId));
    const ofNext = spans.filter(isOfNext);
    const stray = ofNext.filter(({ traceId }) => !requests.has(traceId)).map(({ name }) => name);
    expect(stray.filter((name) => !name.startsWith("Instrumentation."))).toEqual([]);
  });

  it("links to a client's trace, and does not continue it", async () => {
    const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
    const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
    const { requestId } = await issueBadge("katherine.tracing@example.org", { headers });
    const { root } = await waitForTrace(requestId);
    expect(root.traceId).not.toBe(traceId);
    expect(root.links).toMatchObject([{ traceId }]);
  });
});

describe.runIf(isLong)("a collector", () => {
  const open: { close: () => unknown }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
  });

  /** A server that accepts connections and never responds. */
  async function startSilentServer(): Promise<string> {
    const server: Server = createServer((socket) => socket.on("error", () => undefined));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    open.push(server);
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  it.each(["refuses connections", "never responds"])(
    "that %s delays neither requests nor the stop",
    async (how) => {
      const url = how === "never responds" ? await startSilentServer() : "http://127.0.0.1:9";
      const other = await startNewProduct({ env: tracing(url) });
      try {
        const to = await createIssuer(other, receiver.url("/other"));
        for (let index = 0; index < 5; index += 1)
          await issueBadge(`down-${index}@example.org`, { to, on: other });
        const began = performance.now();
        expect(await other.stop()).toMatchObject({ code: 0 });
        expect(performance.now() - began).toBeLessThan(QUICK_MS);
      } finally {
        await other.remove();
      }
    },
  );

  it("is not needed: without one there are no ids in the log and no header", async () => {
    const other = await startNewProduct({ env: { LOG_LEVEL: "info" } });
    try {
      const to = await createIssuer(other, receiver.url("/untraced"));
      await issueBadge("untraced@example.org", { to, on: other });
      const [delivery] = await receiver
        .wait("the delivery", (all) => all.some(({ path }) => path === "/untraced"))
        .then((all) => all.filter(({ path }) => path === "/untraced"));
      expect(delivery?.headers.traceparent).toBeUndefined();
      expect(other.log()).not.toContain("trace_id");
    } finally {
      await other.remove();
    }
  });
});

describe.runIf(isLong)("TRACEPARENT_TRUSTED", () => {
  it("continues the trace of the proxy in front, and records what it records", async () => {
    const other = await startNewProduct({
      env: tracing(collector.url, {
        TRACEPARENT_TRUSTED: "1",
        OTEL_TRACES_SAMPLER: "parentbased_always_off",
      }),
    });
    try {
      const to = await createIssuer(other, receiver.url("/trusted"));
      const traceId = "0af7651916cd43dd8448eb211c80319c";
      const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };
      const { requestId } = await issueBadge("mary.tracing@example.org", { to, on: other, headers });
      const { root } = await waitForTrace(requestId);
      expect(root).toMatchObject({ traceId, parentSpanId: "b7ad6b7169203331" });
      // Everything that the test did before has no span.
      const resources = collector.spans
        .filter(({ traceId: id }) => id === traceId)
        .map(({ resource }) => resource["process.pid"]);
      expect(collector.spans.filter(({ resource }) => resources.includes(resource["process.pid"]))).toSatisfy(
        (spans: ReceivedSpan[]) => spans.every((span) => span.traceId === traceId),
      );
    } finally {
      await other.remove();
    }
  });
});
