import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { badgeRequest, callApi, makeIssuer, type Issuer } from "../support/issuing";
import { ensureBuilt, startProduct, type Product } from "../support/product";

let product: Product;
let issuer: Issuer;

beforeAll(async () => {
  await ensureBuilt();
  product = await startProduct();
  issuer = await makeIssuer(product, "http://127.0.0.1:9/nobody");
});
afterAll(() => product?.remove());

type Issued = { id: string; accept_badge_url?: string };

async function issue(): Promise<Issued> {
  const response = await callApi(product.origin, issuer, badgeRequest(issuer, `${newId()}@example.org`));
  expect(response.status).toBe(201);
  return ((await response.json()) as { data: Issued }).data;
}

/** As the form on the page of the link does. */
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

const look = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(product.origin + path, { redirect: "manual", ...init });

/** One answer, without a redirect: the status, and a page that needs no script and may not run any of ours. */
async function expectWords(path: string, status: number, words: string): Promise<void> {
  const response = await look(path);
  expect(response.status, path).toBe(status);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(response.headers.get("content-security-policy")).toContain("default-src 'self'");
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("x-robots-tag")).toBe("noindex");
  const page = await response.text();
  expect(page).toContain(`<h1>${words}</h1>`);
  expect(page).not.toContain("<script");
  // In the frame of the product: its mark and words, its style sheet (with its fonts), and the languages.
  expect(page).toContain('<link rel="stylesheet"');
  expect(page).toContain("Trust this address, not a picture of the badge.");
  expect(page).toContain('href="?lang=zh-CN"');
  expect(page).toContain(`<title>${words} · Badges</title>`);
}

const NOBODY = "There is no public badge here";
const NOTHING = "There is nothing at this address";

it("404: every address of the public that leads to nothing is a page in the frame, in the reader's language", async () => {
  const id = newId();
  for (const path of ["/a/b", "/frame", "/users/nobody", "/org/nobody", `/org/nobody/badges/${id}`]) {
    await expectWords(path, 404, NOTHING);
  }
  await expectWords(`/embed/badges/${id}`, 404, NOBODY);
  for (const path of ["/a/b", "/users/nobody", `/badges/${id}`]) {
    const page = await (await look(`${path}?lang=de`)).text();
    expect(page, path).toContain('<html lang="de"');
    expect(page, path).toContain("Vertrauen Sie dieser Adresse");
  }
});

it("200: an accepted badge", async () => {
  const response = await look(`/badges/${await accepted()}`);
  expect(response.status).toBe(200);
  expect(await response.text()).toContain("Ada Okafor");
});

it("410: a revoked one, at its own address, with and without what clients add to it", async () => {
  const id = await accepted();
  await change("PUT", `${id}/revoke`, { reason: "Cheated." }, 200);
  for (const more of ["", "/", "?utm_source=mail"]) {
    await expectWords(`/badges/${id}${more}`, 410, "This badge was revoked");
  }
  expect(await (await look(`/badges/${id}`)).text()).toContain("<dd>Cheated.</dd>");
  const json = await look(`/badges/${id}`, { headers: { accept: "application/json" } });
  expect([json.status, (await json.json()).revocationReason]).toEqual([410, "Cheated."]);
  const head = await look(`/badges/${id}`, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([410, ""]);
});

it("404: one that is pending, declined, private or unknown, or whose address is none: all alike", async () => {
  const [pending, declined, hidden] = [await issue(), await issue(), await accepted("accept_privately")];
  await answer(declined, "decline");
  for (const id of [pending.id, declined.id, hidden, newId(), "nonsense", "..%2f..", "%00", "caf%C3%A9"]) {
    await expectWords(`/badges/${id}`, 404, NOBODY);
  }
});

it("307: a replaced one leads to its newest successor; when that is deleted it says so, instead of in circles", async () => {
  const replace = async (id: string) => {
    const body = { badge_template_id: issuer.templateId, issued_at: "2026-05-01T09:41:00Z" };
    const successor = await change("POST", `${id}/replace`, body, 201);
    if (successor.accept_badge_url) await answer(successor, "accept");
    return successor.id;
  };
  const first = await accepted();
  const newest = await replace(await replace(first));
  const response = await look(`/badges/${first}`);
  expect(response.status).toBe(307);
  expect(response.headers.get("location")).toBe(`${product.origin}/badges/${newest}`);
  await change("DELETE", newest, undefined, 204);
  await expectWords(`/badges/${first}`, 404, NOBODY);
});

it("the words have an address of their own too, which leads back once the badge is public", async () => {
  const badge = await issue();
  await expectWords(`/badges/${badge.id}/unavailable`, 404, NOBODY);
  await answer(badge, "accept");
  const response = await look(`/badges/${badge.id}/unavailable`);
  expect(response.status).toBe(302);
  expect(response.headers.get("location")).toBe(`${product.origin}/badges/${badge.id}`);
});

it("HEAD answers as GET does, without the body; OPTIONS names both", async () => {
  const path = `/v1/organizations/${issuer.organization_id}`;
  const authorization = `Basic ${Buffer.from(`${issuer.authorization_token}:`).toString("base64")}`;
  const [get, head] = [
    await look(path, { headers: { authorization } }),
    await look(path, { headers: { authorization }, method: "HEAD" }),
  ];
  expect([get.status, head.status]).toEqual([200, 200]);
  expect(await head.text()).toBe("");
  expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"));
  expect((await look(path, { method: "HEAD" })).status).toBe(401);
  const options = await look(path, { method: "OPTIONS" });
  expect(options.status).toBe(204);
  expect(options.headers.get("allow")).toBe("GET, PUT, HEAD, OPTIONS");
});
