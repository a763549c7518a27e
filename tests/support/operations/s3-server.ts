import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

// A small S3-compatible store in memory. It checks each request's signature by itself, as AWS documents Signature
// Version 4 ("Create a signed AWS API request"), and refuses requests as S3 does.

export const S3_ACCESS_KEY = "AKIDTEST";
export const S3_SECRET = "a secret of the store that only tests know";
export const S3_REGION = "eu-central-1";
const PAGE = 3;

export type S3Server = {
  endpoint: string;
  /** The stored objects by bucket and key, such as `backups/harbor/wal/…`. */
  objects: Map<string, Buffer>;
  /** How many of the next requests get 503. */
  fail: (count: number) => void;
  /** Refuses requests like `DELETE /backups/…` with 403; null for none. */
  refuse: (pattern: RegExp | null) => void;
  /** How many of the next answers with an object end in the middle. */
  cutOff: (count: number) => void;
  /** The session token that requests must have, signed like their other headers. */
  requireSessionToken: (token: string) => void;
  /** Does not respond to a request like `PUT /backups/wal/…` after `skip` of them. Resolves when one waits. */
  hold: (pattern: RegExp, skip?: number) => Promise<void>;
  /** Responds again. */
  release: () => void;
  stop: () => Promise<void>;
};

const sha256 = (data: string | Buffer): string => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

/** Computes the signature that a request must have. */
function computeSignature(
  { method, headers }: IncomingMessage,
  url: URL,
  { day, region, signed }: { day: string; region: string; signed: string[] },
): Buffer {
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`);
  const lines = signed.map((name) => `${name}:${String(headers[name]).trim()}\n`).join("");
  const path = decodeURIComponent(url.pathname).split("/").map(encode).join("/");
  const digest = String(headers["x-amz-content-sha256"]);
  const canonical = [method, path, query.toSorted().join("&"), lines, signed.join(";"), digest].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", String(headers["x-amz-date"]), scope, sha256(canonical)].join("\n");
  const key = [day, region, "s3", "aws4_request"].reduce<string | Buffer>(hmac, `AWS4${S3_SECRET}`);
  return hmac(key, text);
}

type Authorization = { accessKey: string; day: string; region: string; signed: string[]; signature: Buffer };

function parseAuthorization({ headers }: IncomingMessage): Authorization | null {
  const [, accessKey = "", day = "", region = "", names = "", signature = ""] =
    AUTHORIZATION.exec(String(headers.authorization)) ?? [];
  if (signature === "") return null;
  return { accessKey, day, region, signed: names.split(";"), signature: Buffer.from(signature, "hex") };
}

/** Returns why a signature is not valid; null for a valid one. */
function findFault(request: IncomingMessage, url: URL, body: Buffer): string | null {
  const { headers } = request;
  const given = parseAuthorization(request);
  if (!given) return "MissingAuthenticationToken";
  if (given.accessKey !== S3_ACCESS_KEY || given.region !== S3_REGION) return "InvalidAccessKeyId";
  const required = ["host", "x-amz-date", "x-amz-content-sha256"];
  if (!required.every((name) => given.signed.includes(name))) return "AccessDenied";
  const isFresh = String(headers["x-amz-date"]).startsWith(given.day);
  if (!isFresh || headers["x-amz-content-sha256"] !== sha256(body)) return "XAmzContentSHA256Mismatch";
  const expected = computeSignature(request, url, given);
  return timingSafeEqual(expected, given.signature) ? null : "SignatureDoesNotMatch";
}

type Answer = { status: number; body?: Buffer | string };

const refuse = (status: number, code: string): Answer => ({
  status,
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`,
});

function listObjects(objects: Map<string, Buffer>, bucket: string, query: URLSearchParams): Answer {
  const prefix = `${bucket}/${query.get("prefix") ?? ""}`;
  const after = query.get("continuation-token") ?? "";
  const names = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > after).toSorted();
  const page = names.slice(0, PAGE);
  const contents = page.map((name) => {
    const key = encode(name.slice(bucket.length + 1)).replaceAll("%2F", "/");
    return `<Contents><Key>${key}</Key><Size>${objects.get(name)?.length ?? 0}</Size></Contents>`;
  });
  const token = names.length > PAGE ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
  return { status: 200, body: `<ListBucketResult>${contents.join("")}${token}</ListBucketResult>` };
}

function putObject(objects: Map<string, Buffer>, path: string, body: Buffer, isNew: boolean): Answer {
  if (isNew && objects.has(path)) return refuse(412, "PreconditionFailed");
  objects.set(path, body);
  return { status: 200 };
}

function answer(
  objects: Map<string, Buffer>,
  { method, headers }: IncomingMessage,
  url: URL,
  body: Buffer,
): Answer {
  const path = decodeURIComponent(url.pathname).slice(1);
  const [bucket = "", ...key] = path.split("/");
  if (bucket !== "backups") return refuse(404, "NoSuchBucket");
  if (key.join("") === "") return listObjects(objects, bucket, url.searchParams);
  if (method === "PUT") return putObject(objects, path, body, headers["if-none-match"] === "*");
  if (method === "DELETE") objects.delete(path);
  if (method !== "GET") return { status: 204 };
  const found = objects.get(path);
  return found ? { status: 200, body: found } : refuse(404, "NoSuchKey");
}

/** Starts the store with an empty bucket `backups`. */
export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  let failing = 0;
  let cutting = 0;
  let refused: RegExp | null = null;
  let sessionToken: string | null = null;
  const hasToken = ({ headers }: IncomingMessage): boolean =>
    sessionToken === null ||
    (headers["x-amz-security-token"] === sessionToken &&
      /SignedHeaders=[^,]*x-amz-security-token/.test(String(headers.authorization)));
  /** Sends half of an object, and closes the connection. */
  const cutAnswer = (response: ServerResponse, body: Buffer): void => {
    response.writeHead(200, { "content-length": body.length });
    response.write(body.subarray(0, body.length / 2), () => response.destroy());
  };
  let held: { pattern: RegExp; skip: number; onWaiting: () => void } | null = null;
  const isHeld = (request: IncomingMessage, path: string): boolean => {
    if (!held?.pattern.test(`${request.method} ${path}`)) return false;
    held.skip -= 1;
    if (held.skip >= 0) return false;
    held.onWaiting();
    return true;
  };
  const findResult = (request: IncomingMessage, url: URL, body: Buffer): Answer => {
    failing -= 1;
    if (failing >= 0) return refuse(503, "SlowDown");
    const fault = hasToken(request) ? findFault(request, url, body) : "InvalidToken";
    if (fault !== null) return refuse(403, fault);
    if (refused?.test(`${request.method} ${url.pathname}`)) return refuse(403, "AccessDenied");
    return answer(objects, request, url, body);
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const url = new URL(request.url ?? "/", "http://localhost");
      if (isHeld(request, decodeURIComponent(url.pathname))) return;
      const result = findResult(request, url, Buffer.concat(chunks));
      if (Buffer.isBuffer(result.body) && cutting > 0) {
        cutting -= 1;
        cutAnswer(response, result.body);
      } else response.writeHead(result.status).end(result.body);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The store has no port.");
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    objects,
    fail: (count) => void (failing = count),
    refuse: (pattern) => void (refused = pattern),
    cutOff: (count) => void (cutting = count),
    requireSessionToken: (token) => void (sessionToken = token),
    hold: (pattern, skip = 0) =>
      new Promise((onWaiting) => {
        held = { pattern, skip, onWaiting };
      }),
    release: () => void (held = null),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => void server.close(done));
    },
  };
}
