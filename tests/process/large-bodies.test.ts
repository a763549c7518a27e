import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildBadgeRequest, callApi, createIssuer, type Issuer } from "../support/badges/issuing";
import { LARGE_BODIES, sendAtOnce } from "../support/http/large-bodies";
import { peakMemoryMb } from "../support/platform/processes";
import { startNewProduct } from "../support/platform/prepared-product";
import { ensureBuilt, type Product } from "../support/platform/product";

const COUNT = 72;
const GOAL_MB = 500;
const MEBIBYTE = 1_048_576;

let product: Product;
let issuer: Issuer;

beforeAll(async () => {
  await ensureBuilt();
  product = await startNewProduct();
  issuer = await createIssuer(product, "http://127.0.0.1:9/nobody");
});
afterAll(() => product?.remove());

const authorization = () => `Basic ${Buffer.from(`${issuer.authorization_token}:`).toString("base64")}`;

const issue = async (email: string): Promise<number> =>
  (await callApi(product.origin, issuer, buildBadgeRequest(issuer, email))).status;

/** Begins to send a body of a mebibyte, and stops after `sent` bytes. Resolves when they are on their way. */
const stopSending = (path: string, sent: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(product.origin);
    const head = [
      `POST ${path} HTTP/1.1`,
      "Host: localhost",
      "Content-Type: application/json",
      `Authorization: ${authorization()}`,
      `Content-Length: ${MEBIBYTE}`,
    ];
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${head.join("\r\n")}\r\n\r\n${" ".repeat(sent)}`, () => resolve(socket));
    });
    socket.once("error", reject);
  });

it(`${COUNT} clients that do not finish their large bodies block nobody for long`, async () => {
  const path = `/v1/organizations/${issuer.organization_id}/badges`;
  const stopped = await Promise.all(Array.from({ length: COUNT }, () => stopSending(path, MEBIBYTE / 2)));
  try {
    expect(await issue("small@example.org")).toBe(201);
    const body = `{"a":1}${" ".repeat(MEBIBYTE / 2)}`;
    const target = { origin: product.origin, path, headers: { authorization: authorization() } };
    // Repeats it as the response says. Those who do not send lose their places meanwhile.
    let statuses: number[];
    do {
      const answers = await sendAtOnce(target, { type: "application/json", body }, 1);
      statuses = answers.map(({ status }) => status);
    } while (statuses.includes(503));
    expect(statuses).toEqual([422]);
  } finally {
    for (const socket of stopped) socket.destroy();
  }
});

it(`the memory of a server stays below ${GOAL_MB} MB while ${COUNT} bodies of a mebibyte arrive at once`, async () => {
  const headers = { authorization: authorization() };
  const badges = `/v1/organizations/${issuer.organization_id}/badges`;
  const requests = LARGE_BODIES.flatMap((large) => [badges, "/oauth/token"].map((path) => ({ path, large })));
  for (const { path, large } of requests) {
    const answers = await sendAtOnce({ origin: product.origin, path, headers }, large, COUNT);
    const unexpected = answers.filter(
      ({ status, retryAfter }) =>
        ![400, 413, 422].includes(status) && !(status === 503 && retryAfter === "5"),
    );
    expect(unexpected, `${path}: ${large.name}`).toEqual([]);
  }
  const [server] = await product.servers();
  expect(await peakMemoryMb(server?.pid ?? 0)).toBeLessThan(GOAL_MB);
  expect(await issue("after@example.org")).toBe(201);
});
