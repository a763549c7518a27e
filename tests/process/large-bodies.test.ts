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

type Sender = { socket: Socket; isAnswered: () => boolean };

/** Begins to send a body of a mebibyte, and stops after `sent` bytes. Resolves when they are on their way. */
const stopSending = (path: string, sent: number): Promise<Sender> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(product.origin);
    const head = [
      `POST ${path} HTTP/1.1`,
      "Host: localhost",
      "Content-Type: application/json",
      `Authorization: ${authorization()}`,
      `Content-Length: ${MEBIBYTE}`,
    ];
    let isAnswered = false;
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${head.join("\r\n")}\r\n\r\n${" ".repeat(sent)}`, () =>
        resolve({ socket, isAnswered: () => isAnswered }),
      );
    });
    socket.once("data", () => (isAnswered = true)).once("error", reject);
  });

/** Sends a large body while `count` clients have stopped after `sent` bytes of theirs. Returns what all of them got. */
async function sendBeside(count: number, sent: number): Promise<{ status: number; answered: number }> {
  const path = `/v1/organizations/${issuer.organization_id}/badges`;
  const stopped = await Promise.all(Array.from({ length: count }, () => stopSending(path, sent)));
  try {
    expect(await issue(`small-${count}-${sent}@example.org`)).toBe(201);
    const body = `{"a":1}${" ".repeat(MEBIBYTE / 2)}`;
    const target = { origin: product.origin, path, headers: { authorization: authorization() } };
    const [answer] = await sendAtOnce(target, { type: "application/json", body }, 1);
    return { status: answer?.status ?? 0, answered: stopped.filter(({ isAnswered }) => isAnswered()).length };
  } finally {
    for (const { socket } of stopped) socket.destroy();
  }
}

it.each([40, 200])(
  "%i clients that do not finish their large bodies do not delay another one",
  async (count) => {
    // None of them had to give up its memory, so the other body did not wait.
    expect(await sendBeside(count, 80 * 1_024)).toEqual({ status: 422, answered: 0 });
  },
);

it(`${COUNT} clients that stop after half a mebibyte make place for another one`, async () => {
  const { status, answered } = await sendBeside(COUNT, MEBIBYTE / 2);
  expect(status).toBe(422);
  expect(answered).toBeLessThan(COUNT);
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
