import { randomInt } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildBadgeRequest, callApi, createIssuer, type Issuer } from "../support/badges/issuing";
import { connectCourse } from "../support/learning/learning-system";
import { isLong } from "../support/platform/long";
import { listOperationPlaces, buildOddRequest, listPagePlaces } from "../support/http/odd-requests";
import type { Description, KnownValues, Place } from "../support/http/odd-requests";
import { pickOne } from "../support/http/odd-values";
import { startNewProduct } from "../support/platform/prepared-product";
import { createLearningApp, ensureBuilt, type Product } from "../support/platform/product";
import { randomNumbers } from "../support/random";

const REQUESTS = isLong ? 10_000 : 600;
// If all malformed requests failed at the first check, they would prove nothing. Some responses are so
// rare that a run of REQUESTS may miss them: it goes on until each was seen, up to MOST_REQUESTS.
const EXPECTED_STATUSES = [201, 204, 303, 307, 400, 401, 403, 404, 405, 422];
const MOST_REQUESTS = 5 * REQUESTS;
const LANES = 8;
// Speed is not tested here: a response that has not arrived by then never will.
const LIVENESS_MS = 60_000;
const ROOT = join(import.meta.dirname, "../..");

let product: Product;
beforeAll(async () => {
  await ensureBuilt();
  product = await startNewProduct({ servers: 2 });
});
afterAll(() => product?.remove());

/** Lists every operation of the description, every page, and every other address in the folders of `app`. */
async function allPlaces(): Promise<{ operations: Place[]; pages: Place[] }> {
  const description = JSON.parse(await readFile(join(ROOT, "public/openapi.json"), "utf8")) as Description;
  const files = (await readdir(join(ROOT, "app"), { recursive: true })).map((file) => `/${file}`);
  const listPatterns = (name: string) =>
    files
      .filter((file) => file.endsWith(`/${name}`) && !/\/\((api|learning)\)/.test(file))
      .map((file) => file.replace(/\/\([a-z]+\)/g, "").replace(`/${name}`, ""));
  const routes = listPatterns("route.ts");
  const pages = [
    ...listPagePlaces(listPatterns("page.tsx"), "GET"),
    ...listPagePlaces(routes, "GET"),
    ...listPagePlaces(routes, "POST"),
    ...listPagePlaces(
      ["/_next/image", "/_next/static/[x]", "/_next/data/[x]", "/openapi.json", "/robots.txt"],
      "GET",
    ),
  ];
  return { operations: listOperationPlaces(description), pages };
}

async function sessionCookie({ admin_email: email, admin_password: password }: Issuer): Promise<string> {
  const readCookies = (response: Response) => response.headers.getSetCookie().map((one) => one.split(";")[0]);
  const asked = await fetch(`${product.origin}/api/auth/csrf`);
  const { csrfToken } = (await asked.json()) as { csrfToken: string };
  const signedIn = await fetch(`${product.origin}/api/auth/callback/credentials`, {
    method: "POST",
    body: new URLSearchParams({ email, password, csrfToken, json: "true" }),
    headers: { cookie: readCookies(asked).join("; ") },
  });
  expect(signedIn.status).toBe(200);
  return readCookies(signedIn).join("; ");
}

const COURSE = { name: "Chemistry", courseId: "c1", students: [{ first: "Ada", last: "Okafor", score: 70 }] };

async function learningValues(issuer: Issuer): Promise<Record<string, string[]>> {
  const { origin, dataDir } = product;
  const app = await createLearningApp(dataDir, { organizationId: issuer.organization_id, name: "Courses" });
  const owner = { email: app.owner_email, password: app.owner_password };
  const response = await fetch(`${origin}/v1.1/authenticate`, {
    method: "POST",
    body: new URLSearchParams(owner),
  });
  const { token } = ((await response.json()) as { data: { token: string } }).data;
  const courses = ["c1", "c2", "c3", "c4"].map((courseId) =>
    connectCourse(origin, app, { ...COURSE, courseId }),
  );
  const integrations = await Promise.all(courses);
  return {
    access_token: [token],
    oauth_consumer_key: [app.api_key],
    integration_account_id: integrations,
    integration_id: integrations,
    learning_integration_id: integrations,
    student_id: ["ada"],
    gradable_id: ["exam"],
  };
}

/** Creates an organization with a badge and a course. Returns all that its clients know of it. */
async function createKnownValues(): Promise<KnownValues> {
  const issuer = await createIssuer(product, "http://127.0.0.1:9/nobody");
  const badges = await Promise.all(
    ["a", "b", "c"].map(async (name) => {
      const response = await callApi(
        product.origin,
        issuer,
        buildBadgeRequest(issuer, `${name}@example.org`),
      );
      expect(response.status).toBe(201);
      return ((await response.json()) as { data: { id: string } }).data.id;
    }),
  );
  const basic = Buffer.from(`${issuer.authorization_token}:`).toString("base64");
  return {
    values: {
      organization_id: [issuer.organization_id],
      organization: [issuer.organization_id],
      badge_template_id: [issuer.templateId],
      badge_id: badges,
      ...(await learningValues(issuer)),
    },
    credentials: [`Authorization: Basic ${basic}`, `Cookie: ${await sessionCookie(issuer)}`],
  };
}

/** Sends only these bytes. Returns the complete response. */
function exchange(bytes: Buffer): Promise<string> {
  const { hostname, port } = new URL(product.origin);
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setTimeout(LIVENESS_MS, () => socket.destroy(new Error("No answer.")));
    socket.on("data", (part: Buffer) => parts.push(part));
    const answer = () => Buffer.concat(parts).toString("latin1");
    // An unparsable request gets a response and is cut off while its rest is still being sent.
    socket.once("error", (error) => (parts.length > 0 ? resolve(answer()) : reject(error)));
    socket.once("close", () => resolve(answer()));
  });
}

/** The path that a request asks for, however it is spelled: with more slashes, dots or percent-encoding. */
function readPath(request: Buffer): string {
  const [, target = ""] = request.toString("latin1").split(" ");
  const { pathname } = new URL(target.replace(/^\/+/, "/"), "http://localhost");
  return decodeURIComponent(pathname.replace(/%(?![\da-f]{2})/gi, "%25")).replace(/\/+/g, "/");
}

/** Whether the service says that it leaves out what the standard lets it leave out (RFC 7644, 3.11; oEmbed 1.0, 2.3.5). */
const isLeftOut = (status: number, request: Buffer): boolean =>
  status === 501 && /^\/(scim\/v2\/Me(\/|$)|v1\/oembed$)/.test(readPath(request));

it(`responds to ${REQUESTS} malformed requests at every operation and page, none of them with a 5xx`, async () => {
  const seed = Number(process.env.SEED ?? randomInt(2 ** 31));
  const random = randomNumbers(seed);
  const known = await createKnownValues();
  const { operations, pages } = await allPlaces();
  const statuses = new Map<number, number>();
  const faults: string[] = [];
  let sent = 0;
  const mustGoOn = () =>
    sent < REQUESTS || (sent < MOST_REQUESTS && EXPECTED_STATUSES.some((status) => !statuses.has(status)));
  const lane = async (): Promise<void> => {
    while (mustGoOn() && faults.length < 10) {
      // A page costs ten times as much as a response of the API.
      const place = pickOne(random, sent % 10 === 0 ? pages : operations);
      sent += 1;
      const request = buildOddRequest(random, place, known);
      const answer = await exchange(request).catch((error: Error) => error.message);
      const status = Number(
        /^HTTP\/1\.1 ([1-5]\d\d) /.exec(answer.replace(/^HTTP\/1\.1 100 .*\r\n\r\n/, ""))?.[1] ?? 0,
      );
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if ((status < 200 || status > 499) && !isLeftOut(status, request)) {
        faults.push(
          `${request
            .toString("latin1")
            .slice(0, 1500)
            .replace(/x{99,}/, "x…")}\n=> ${answer.slice(0, 300)}`,
        );
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));

  expect(faults, `SEED=${seed}`).toEqual([]);
  expect(statuses.get(200) ?? 0, `SEED=${seed}`).toBeGreaterThan(REQUESTS / 20);
  expect([...statuses.keys()], `SEED=${seed}`).toEqual(expect.arrayContaining(EXPECTED_STATUSES));
  expect(product.log(), `SEED=${seed}`).not.toMatch(/"level":(50|60|"error"|"fatal")|\n\s+at /);
});
