import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { withClient } from "@/lib/platform/postgres/database";
import { buildBadgeRequest, callApi, createIssuer, type Issuer } from "../support/badges/issuing";
import { listChildren, isAlive, signal } from "../support/platform/processes";
import { rawExchange } from "../support/http/connections";
import { startNewProduct } from "../support/platform/prepared-product";
import { ensureBuilt, type Product } from "../support/platform/product";
import { until } from "../support/until";

let product: Product;
let issuer: Issuer;

beforeAll(async () => {
  await ensureBuilt();
  product = await startNewProduct();
  issuer = await createIssuer(product, "http://127.0.0.1:9/nobody");
});
afterAll(() => product?.remove());

type Issued = { id: string; accept_badge_url?: string };

async function issue(): Promise<Issued> {
  const response = await callApi(product.origin, issuer, buildBadgeRequest(issuer, `${newId()}@example.org`));
  expect(response.status).toBe(201);
  return ((await response.json()) as { data: Issued }).data;
}

/** Submits the form on the page of the link. */
async function answer({ id, accept_badge_url: link }: Issued, word: string): Promise<void> {
  const body = new URLSearchParams({
    token: new URL(link ?? "").searchParams.get("token") ?? "",
    answer: word,
  });
  const url = `${product.origin}/accept/${id}/answer`;
  const response = await fetch(url, { method: "POST", body, redirect: "manual" });
  expect(response.status).toBe(303);
}

async function accepted(word = "accept"): Promise<string> {
  const badge = await issue();
  await answer(badge, word);
  return badge.id;
}

async function change(method: string, path: string, body: unknown, status: number): Promise<Issued> {
  const response = await callApi(product.origin, issuer, [method, `/badges/${path}`, body]);
  expect(response.status).toBe(status);
  return ((await response.json().catch(() => ({}))) as { data: Issued }).data;
}

const fetchPage = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(product.origin + path, { redirect: "manual", ...init });

/**
 * Sends a request without following redirects. Checks the status and that the page needs and runs none of our scripts.
 */
async function expectWords(path: string, status: number, words: string): Promise<void> {
  const response = await fetchPage(path);
  expect(response.status, path).toBe(status);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(response.headers.get("content-security-policy")).toContain("default-src 'self'");
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("x-robots-tag")).toBe("noindex");
  const page = await response.text();
  expect(page).toContain(`<h1>${words}</h1>`);
  expect(page).not.toContain("<script");
  // In the frame of the product: its logo and sentences, its style sheet (with its fonts), and the languages.
  expect(page).toContain('<link rel="stylesheet"');
  expect(page).toContain("Trust this address, not a picture of the badge.");
  expect(page).toContain('href="?lang=zh-CN"');
  expect(page).toContain(`<title>${words} · Badges</title>`);
}

const NO_PUBLIC_BADGE = "No public badge at this address";
const NOTHING = "Page not found";

it("404: every public address without content is a page in the frame, in the reader's language", async () => {
  const id = newId();
  for (const path of ["/a/b", "/frame", "/users/nobody", "/org/nobody", `/org/nobody/badges/${id}`]) {
    await expectWords(path, 404, NOTHING);
  }
  await expectWords(`/embed/badges/${id}`, 404, NO_PUBLIC_BADGE);
  for (const path of ["/a/b", "/users/nobody", `/badges/${id}`]) {
    const page = await (await fetchPage(`${path}?lang=de`)).text();
    expect(page, path).toContain('<html lang="de"');
    expect(page, path).toContain("Vertrauen Sie dieser Adresse");
  }
});

it("404: names that are not valid text after decoding", async () => {
  for (const path of ["/users/%25zz", "/org/%25", `/org/%25/badges/${newId()}`]) {
    for (const method of ["GET", "HEAD"]) {
      expect((await fetchPage(path, { method })).status, `${method} ${path}`).toBe(404);
    }
  }
});

it.each(["POST", "PUT", "PATCH", "DELETE"])(
  "405: %s to a page, whatever its address names; 404 where there is none",
  async (method) => {
    for (const path of ["/", "/sign-in", "/verify/", "/wallet", `/badges/${newId()}`, "/users/%25zz"]) {
      const { status, headers } = await fetchPage(path, { method });
      expect([status, headers.get("allow")], path).toEqual([405, "GET, HEAD"]);
    }
    expect((await fetchPage("/a/b", { method })).status).toBe(404);
  },
);

it("200: a page for a request with a malformed Next-Router-State-Tree", async () => {
  for (const state of ["[", "%5B%5B%5D%5D", "null", "x".repeat(5_000)]) {
    const headers = { rsc: "1", "next-router-state-tree": state };
    expect((await fetch(`${product.origin}/sign-in`, { headers })).status, state.slice(0, 20)).toBe(200);
  }
});

it("200: an accepted badge", async () => {
  const response = await fetchPage(`/badges/${await accepted()}`);
  expect(response.status).toBe(200);
  expect(await response.text()).toContain("Ada Okafor");
});

it("410: a revoked one, at its own address, with and without parameters that clients add to it", async () => {
  const id = await accepted();
  await change("PUT", `${id}/revoke`, { reason: "Cheated." }, 200);
  for (const more of ["", "/", "?utm_source=mail"]) {
    await expectWords(`/badges/${id}${more}`, 410, "This badge was revoked");
  }
  expect(await (await fetchPage(`/badges/${id}`)).text()).toContain("<dd>Cheated.</dd>");
  const json = await fetchPage(`/badges/${id}`, { headers: { accept: "application/json" } });
  expect([json.status, (await json.json()).revocationReason]).toEqual([410, "Cheated."]);
  const head = await fetchPage(`/badges/${id}`, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([410, ""]);
});

it("404: one that is pending, declined, private or unknown, or has an invalid address: all look the same", async () => {
  const [pending, declined, hidden] = [await issue(), await issue(), await accepted("accept_privately")];
  await answer(declined, "decline");
  for (const id of [pending.id, declined.id, hidden, newId(), "nonsense", "..%2f..", "%00", "caf%C3%A9"]) {
    await expectWords(`/badges/${id}`, 404, NO_PUBLIC_BADGE);
  }
});

it("307: a replaced one redirects to its newest successor; if that is deleted, it says so instead of redirecting in a loop", async () => {
  const replace = async (id: string) => {
    const body = { badge_template_id: issuer.templateId, issued_at: "2026-05-01T09:41:00Z" };
    const successor = await change("POST", `${id}/replace`, body, 201);
    if (successor.accept_badge_url) await answer(successor, "accept");
    return successor.id;
  };
  const first = await accepted();
  const newest = await replace(await replace(first));
  const response = await fetchPage(`/badges/${first}`);
  expect(response.status).toBe(307);
  expect(response.headers.get("location")).toBe(`${product.origin}/badges/${newest}`);
  await change("DELETE", newest, undefined, 204);
  await expectWords(`/badges/${first}`, 410, "This badge was replaced");
});

it("308: the id of a person leads to the address of their profile, and is never stored", async () => {
  const id = await accepted();
  const rows = await withClient(await product.databaseUrl(), async (client) => {
    const found = await client.query<{ id: string; vanity_slug: string }>(
      "SELECT person.id, vanity_slug FROM users AS person JOIN issued_badges ON user_id = person.id WHERE issued_badges.id = $1",
      [id],
    );
    await client.query("UPDATE user_emails SET confirmed_at = now() WHERE user_id = $1", [found.rows[0]?.id]);
    return found.rows;
  });
  const [person] = rows;
  const moved = await fetchPage(`/users/${person?.id}`);
  expect(moved.status).toBe(308);
  expect(new URL(moved.headers.get("location") ?? "").pathname).toBe(`/users/${person?.vanity_slug}`);
  expect(moved.headers.get("cache-control")).toContain("no-store");
  expect((await fetchPage(`/users/${person?.vanity_slug}`)).status).toBe(200);
  expect((await fetchPage(`/users/${newId()}`)).status).toBe(404);
});

it("the explanation has its own address too, which redirects to the badge once it is public", async () => {
  const badge = await issue();
  await expectWords(`/badges/${badge.id}/unavailable`, 404, NO_PUBLIC_BADGE);
  await answer(badge, "accept");
  const response = await fetchPage(`/badges/${badge.id}/unavailable`);
  expect(response.status).toBe(302);
  expect(response.headers.get("location")).toBe(`${product.origin}/badges/${badge.id}`);
});

it("HEAD responds as GET does, without the body; OPTIONS lists both", async () => {
  const path = `/v1/organizations/${issuer.organization_id}`;
  const authorization = `Basic ${Buffer.from(`${issuer.authorization_token}:`).toString("base64")}`;
  const [get, head] = [
    await fetchPage(path, { headers: { authorization } }),
    await fetchPage(path, { headers: { authorization }, method: "HEAD" }),
  ];
  expect([get.status, head.status]).toEqual([200, 200]);
  expect(await head.text()).toBe("");
  expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"));
  expect((await fetchPage(path, { method: "HEAD" })).status).toBe(401);
  const options = await fetchPage(path, { method: "OPTIONS" });
  expect(options.status).toBe(204);
  expect(options.headers.get("allow")).toBe("GET, PUT, HEAD, OPTIONS");
});

const JSON_TYPE = { "content-type": "application/json" };

it.each<[status: number, path: string, init: RequestInit, code: string]>([
  [400, "/api/auth/session", { method: "POST", headers: JSON_TYPE, body: "{" }, "malformed_json"],
  [400, "/api/auth/session", { method: "POST", headers: JSON_TYPE, body: "null" }, "malformed_json"],
  [
    413,
    "/api/auth/signout",
    { method: "POST", headers: JSON_TYPE, body: " ".repeat(20_000) },
    "body_too_large",
  ],
  [400, "/api/auth/error?error=%00", {}, "invalid_parameter"],
  [400, "/api/auth/error?error=%E2%82%AC", {}, "invalid_parameter"],
  [400, "/api/auth/error/%E2%82%AC", {}, "invalid_parameter"],
  [400, `/api/auth/session?callbackUrl=${encodeURIComponent("😀")}`, {}, "invalid_parameter"],
  [400, "/api/auth/session?callbackUrl=javascript:alert(1)", {}, "invalid_parameter"],
  [400, "/api/auth/session", { headers: { cookie: "next-auth.callback-url=%F0%9F" } }, "invalid_cookie"],
  [405, "/api/auth/callback/credentials", {}, "method_not_allowed"],
  [405, "/api/auth/callback/credentials?x=%00", {}, "method_not_allowed"],
  [405, "/api/auth/callback/second-factor", {}, "method_not_allowed"],
  [405, "/api/auth/callback/passkey", {}, "method_not_allowed"],
  [404, "/api/auth/_log", { method: "POST", headers: JSON_TYPE, body: '{"level":"error"}' }, "not_found"],
])("%i: %s %j", async (status, path, init, code) => {
  const response = await fetchPage(path, init);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ data: { code }, metadata: null });
});

it.each([
  ["TRACE /healthz", 405],
  ["TRACE /", 405],
  ["CONNECT localhost:80", 405],
  ["OPTIONS *", 400],
  ["GET *", 400],
  ["GET http://localhost/healthz", 400],
  ["POST https://elsewhere.example/oauth/token", 400],
])("%s: %i", async (line, status) => {
  const request = `${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
  const answered = await rawExchange(product.origin, request);
  expect(answered).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  const allow = status === 405 ? "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS" : undefined;
  expect(/^Allow: (.+)\r$/im.exec(answered)?.[1]).toBe(allow);
});

it("429: more than 60 verifications an hour from one visitor", async () => {
  const path = `/verify?url=${encodeURIComponent("https://127.0.0.1:9/badge")}`;
  for (let count = 0; count < 60; count += 1) expect((await fetchPage(path)).status).toBe(200);
  const limited = await fetchPage(path);
  expect(limited.status).toBe(429);
  expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await limited.text()).toContain("</html>");
  expect((await fetchPage("/verify")).status).toBe(200);
});

it.each([
  ["/robots.txt", "text/plain", "User-agent: *"],
  ["/favicon.ico", "image/x-icon", "PNG"],
])("200: %s", async (path, type, part) => {
  const response = await fetchPage(path);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toContain(type);
  expect(await response.text()).toContain(part);
});

const database = async () =>
  (await listChildren(product.pid)).find(({ command }) => command.includes("bin/postgres"));

async function signIn(): Promise<Response> {
  const asked = await fetchPage("/api/auth/csrf");
  const { csrfToken } = (await asked.json()) as { csrfToken: string };
  const cookie = asked.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  const { admin_email: email, admin_password: password } = issuer;
  const body = new URLSearchParams({ email, password, csrfToken, json: "true" });
  return fetchPage("/api/auth/callback/credentials", { method: "POST", body, headers: { cookie } });
}

// The next two end the product, so no other test can follow them.

it("a server process whose port was taken meanwhile ends and says so, instead of running without a port", async () => {
  const secret = randomBytes(32).toString("base64");
  const server = spawn(process.execPath, [".build/web.js"], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      PORT: new URL(product.origin).port,
      DATABASE_URL: await product.databaseUrl(),
      ENCRYPTION_KEY: secret,
      SESSION_SECRET: secret,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const ended = once(server, "close");
  const timer = setTimeout(() => server.kill("SIGKILL"), 60_000);
  expect(await ended.finally(() => clearTimeout(timer)), output).toEqual([1, null]);
  expect(output).toContain("the server process could not start");
  expect(output).toContain("EADDRINUSE");
});

it("503: while the database is down, in every API and on pages; recovers without a restart of the product", async () => {
  const badge = await issue();
  const shown = await accepted();
  const accept = new URL(badge.accept_badge_url ?? "");
  const questions: Record<string, () => Promise<Response>> = {
    api: () => callApi(product.origin, issuer, buildBadgeRequest(issuer, `${newId()}@example.org`)),
    page: () => fetchPage(accept.pathname + accept.search),
    public: () => fetchPage(`/badges/${shown}`),
    image: () => fetchPage(`/images/${newId()}/image.png`),
    session: signIn,
  };
  const names = Object.keys(questions);
  const expected: Record<string, number> = { api: 201, page: 200, public: 200, image: 404, session: 200 };
  const answers: { name: string; status: number; retryAfter: string | null }[] = [];
  let isOver = false;
  const lane = async (name: string, ask: () => Promise<Response>): Promise<void> => {
    while (!isOver) {
      const response = await ask();
      await response.arrayBuffer();
      answers.push({ name, status: response.status, retryAfter: response.headers.get("retry-after") });
    }
  };
  const [server, runner] = [(await product.servers())[0], await product.runner()];
  const lanes = Promise.all(Object.entries(questions).map(([name, ask]) => lane(name, ask)));
  const isRight = ({ name, status, retryAfter }: (typeof answers)[number]): boolean =>
    status === expected[name] || (status === 503 && retryAfter === "5");
  const isServed = (from: number) => () => {
    const wrong = answers.find((one) => !isRight(one));
    if (wrong) throw new Error(`${wrong.name} answered ${wrong.status}.`);
    const served = answers.slice(from).filter(({ name, status }) => status === expected[name]);
    return names.every((name) => served.some((one) => one.name === name));
  };
  const isRefused = (from: number) => () => {
    const refused = answers.slice(from).filter(({ status }) => status === 503);
    return names.every((name) => refused.some((one) => one.name === name));
  };
  try {
    await until("everything is served", isServed(0), 60_000);

    const backend = await until("a backend works", async () => {
      const children = await listChildren((await database())?.pid ?? 0);
      return children.find(({ command }) => command.includes("badges"));
    });
    signal(backend.pid, "SIGKILL");
    await until("the backend is gone", async () => !(await isAlive(backend.pid)));
    await until("everything is served after a backend was killed", isServed(answers.length), 60_000);

    const killed = await until("the database runs", database);
    // While the product stands still, it starts no other database. Its servers go on.
    const before = answers.length;
    signal(product.pid, "SIGSTOP");
    try {
      signal(killed.pid, "SIGKILL");
      await until("each request is refused", isRefused(before), 60_000);
    } finally {
      signal(product.pid, "SIGCONT");
    }
    await until("its successor runs", async () => {
      const next = await database();
      return next && next.pid !== killed.pid;
    });
    await until("everything is served after the database was killed", isServed(answers.length), 60_000);
  } finally {
    isOver = true;
    await lanes;
  }

  expect(answers.filter((one) => !isRight(one))).toEqual([]);
  const pids = [(await product.servers())[0]?.pid, (await product.runner()).pid];
  expect(pids, product.log().slice(-5_000)).toEqual([server?.pid, runner.pid]);
});

it("a database that keeps ending stops the product, with one line", async () => {
  let hasEnded = false;
  const ending = product.ended.finally(() => (hasEnded = true));
  let last = 0;
  while (!hasEnded) {
    const found = await until("the database runs again or the product ends", async () => {
      const child = await database();
      return hasEnded ? "ended" : child && child.pid !== last && child.pid;
    });
    if (found === "ended") break;
    last = found;
    signal(found, "SIGKILL");
  }
  expect(await ending).toEqual({ code: 1, signal: null });
  expect(product.log().match(/The embedded database keeps stopping.*/g)).toHaveLength(1);
});
