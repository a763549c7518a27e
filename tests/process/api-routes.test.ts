import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { createIssuer, type Issuer } from "../support/badges/issuing";
import { openKeepAliveConnection, type KeepAliveRequest, type Reply } from "../support/http/connections";
import { isLong } from "../support/platform/long";
import { ensureBuilt, startProduct, type Product } from "../support/platform/product";

// Our own server calls the handlers of the APIs itself (decision 0089). Any other host of Next serves the same files
// through Next's router, so both must respond alike. Two products on one database get the same requests.

const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];
const JSON_TYPE = { "content-type": "application/json" };
const SECRETS = {
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
  SESSION_SECRET: "a session secret that only tests know",
};

type Door = { product: Product; ask: (request: KeepAliveRequest) => Promise<Reply>; close: () => void };

const doors: Door[] = [];
let issuer: Issuer;
let authorization = "";

async function openDoor(env: Record<string, string>): Promise<Door> {
  const product = await startProduct({ env: { ...SECRETS, ...env } });
  const door = { product, ...openKeepAliveConnection(product.origin) };
  doors.push(door);
  return door;
}

beforeAll(async () => {
  await ensureBuilt();
  const { product } = await openDoor({});
  issuer = await createIssuer(product, "https://example.org/hook");
  authorization = `Basic ${Buffer.from(`${issuer.authorization_token}:`).toString("base64")}`;
  await openDoor({ DATABASE_URL: await product.databaseUrl(), API_THROUGH_NEXT: "1" });
});
afterAll(async () => {
  for (const { product, close } of doors.toReversed()) {
    close();
    await product.remove();
  }
});

/** Headers of one connection or moment; `Vary` too, to which Next adds the headers of its pages. */
const OWN_HEADERS = [
  "date",
  "x-request-id",
  "connection",
  "keep-alive",
  "transfer-encoding",
  "content-length",
];
const NEXT_HEADERS = ["vary", "content-security-policy"];

/** The moment of the response, which an export of the audit log states. */
const OWN_MOMENT = /(?<="exported_at":")[^"]+/g;

/** What a client can tell apart, without ids of requests, its moment and the product's own address. */
function comparable({ product }: Door, { status, headers, text }: Reply, method: string) {
  const { origin } = product;
  // In a did:web the colon of the port is encoded.
  const own = [origin, new URL(origin).host.replace(":", "%3A"), String(headers["x-request-id"])];
  const plain = (value: string): string => own.reduce((rest, one) => rest.replaceAll(one, ""), value);
  const compared = Object.entries(headers)
    .filter(([name]) => ![...OWN_HEADERS, ...NEXT_HEADERS].includes(name))
    // Computed from a body with the product's own address, or the address of what each has created.
    .map(([name, value]) => [name, ["etag", "location"].includes(name) ? "" : plain(String(value))] as const)
    .toSorted(([one], [other]) => one.localeCompare(other));
  const isCreated = status === 201 || (status === 200 && method !== "GET");
  return {
    status,
    headers: Object.fromEntries(compared),
    text: isCreated ? "" : plain(text).replace(OWN_MOMENT, ""),
  };
}

/** Sends each request to both and returns those to which they respond differently. */
async function findDifferences(requests: KeepAliveRequest[]) {
  const different: unknown[] = [];
  for (const request of requests) {
    const seen = await Promise.all(
      doors.map(async (door) => comparable(door, await door.ask(request), request.method ?? "GET")),
    );
    if (JSON.stringify(seen[0]) !== JSON.stringify(seen[1])) different.push({ request, seen });
  }
  return different;
}

type Description = { paths: Record<string, Record<string, { servers?: unknown }>> };

async function listOperations(): Promise<[method: string, path: string][]> {
  const file = await readFile(join(import.meta.dirname, "../../public/openapi.json"), "utf8");
  const { paths } = JSON.parse(file) as Description;
  const idFor = (name: string, method: string): string => {
    if (name === "organization_id") return issuer.organization_id;
    // Only one of them could delete it.
    return name === "badge_template_id" && method !== "delete" ? issuer.templateId : newId();
  };
  return Object.entries(paths).flatMap(([pattern, operations]) =>
    Object.entries(operations).map(([method, { servers }]): [string, string] => [
      method.toUpperCase(),
      (servers ? "" : "/v1") + pattern.replace(/\{(\w+)\}/g, (_whole, name: string) => idFor(name, method)),
    ]),
  );
}

const CREDENTIALS: [name: string, headers: () => Record<string, string>][] = [
  ["no credential", () => ({})],
  ["a wrong credential", () => ({ authorization: "Bearer nothing" })],
  ["an organization's credential", () => ({ authorization })],
];

describe("both ways of serving the APIs respond alike", () => {
  it.each(CREDENTIALS.slice(isLong ? 0 : -1))("to every operation with %s", async (_name, headers) => {
    // The second of two requests that rotate a token has the old one.
    const operations = (await listOperations()).filter(([, path]) => !path.endsWith("/rotate"));
    expect(operations.length).toBeGreaterThan(150);
    const requests = operations.map(([method, path]) => ({
      method,
      path,
      headers: { ...JSON_TYPE, ...headers() },
      ...(["GET", "DELETE"].includes(method) ? {} : { body: "{}" }),
    }));
    expect(await findDifferences(requests)).toEqual([]);
  });

  it("to every method of addresses in unusual forms and of unknown ones", async () => {
    const home = `/v1/organizations/${issuer.organization_id}`;
    const paths = [
      home,
      `${home}/`,
      `/${home}//`,
      home.slice(3),
      `${home.toUpperCase()}`,
      home.replace("/v1", "/V1"),
      "/v1",
      "/v1/",
      "/organizations",
      "/v1/nothing",
      "/v1/v1/me",
      "/me",
      "/v1/me/nothing/",
      "/obi/x",
      "/oauth",
      "/v1/password_resets/",
      "/v1.1",
      "/v1.1/nothing",
      "/cle_auth/x/",
      "/CLE_AUTH",
      "/auth/lti",
      "/v1/cle_auth",
      "/v1/v1.1/authenticate",
      "/v1/%6frganizations",
      "/%76%31/organizations/x",
      `${home}/%62adges`,
      `${home}/badges;a=b`,
      `${home}/badges.json`,
      `${home}/badges.rsc`,
      `${home}/nothing/x`,
      `${home}/./badges`,
      `${home}/badges/..`,
      `${home}/%2e%2E/x`,
      `${home}\\badges`,
      `${home}/badges#part`,
      `${home}/badges/%00`,
      `${home}/badges/%25`,
      `${home}/badges/a%2Fb`,
      `${home}/badges/a%20b`,
      "/v1/organizations/[organization_id]",
      `${home}/badges/[badge_id]`,
      `${home}/employees/%25%32`,
      `${home}/badges?page=2&page=3`,
      `${home}/badges?filter=%ZZ`,
      `${home}/badges?_rsc=1`,
    ];
    const requests = paths.flatMap((path) =>
      METHODS.map((method) => ({ method, path, headers: { authorization, ...JSON_TYPE } })),
    );
    expect(await findDifferences(requests)).toEqual([]);
  });

  it("to bodies that cannot be read, and to headers that only frameworks use", async () => {
    const path = `/v1/organizations/${issuer.organization_id}/badges`;
    const bodies = ["{", "[]", "", "{}", Buffer.from([0xff, 0xfe]), "a".repeat(2_000_000)];
    const types = [
      "application/json",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=a",
      "x",
    ];
    const framework = { rsc: "1", "next-action": "x", "x-invoke-path": "/me", "x-matched-path": "/me" };
    const requests = [
      ...bodies.flatMap((body) =>
        types.map((type) => ({
          method: "POST",
          path,
          headers: { authorization, "content-type": type },
          body,
        })),
      ),
      { method: "POST", path, headers: { authorization, ...JSON_TYPE }, body: '{"a":1}', chunk: 2 },
      { method: "POST", path, headers: { authorization, "content-encoding": "gzip" }, body: "x" },
      { method: "GET", path, headers: { authorization, ...framework, range: "bytes=0-1" } },
      { method: "POST", path, headers: { authorization, ...framework, ...JSON_TYPE }, body: "{}" },
      { method: "GET", path: `${path}?format=csv`, headers: { authorization } },
    ];
    expect(await findDifferences(requests)).toEqual([]);
  });
});
