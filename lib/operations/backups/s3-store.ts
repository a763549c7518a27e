import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import { StoreUnavailableError } from "./object-cipher";
import type { ObjectStore, StoredObject } from "./store";

export type S3Settings = {
  bucket: string;
  /** Before the names of all objects; empty or ending with "/". */
  prefix: string;
  /** Such as https://s3.eu-central-1.amazonaws.com. The bucket becomes the first segment of the path. */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Of temporary credentials. */
  sessionToken?: string | undefined;
};

// As long as 8 MB may take on a slow line.
const REQUEST_MS = 120_000;
const RETRIES = 6;
const RETRY_MS = 200;
/** No request is repeated after this time. */
const LAST_RETRY_MS = 480_000;

const encodePath = (name: string): string => name.split("/").map(encodeURIComponent).join("/");

const readTag = (xml: string, tag: string): string | undefined =>
  new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1];

// Keys are requested in percent-encoding, so the XML contains no entities in them.
const readObjects = (xml: string, prefix: string): StoredObject[] =>
  [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, content = ""]) => ({
    name: decodeURIComponent(readTag(content, "Key") ?? "").slice(prefix.length),
    size: Number(readTag(content, "Size")),
  }));

/** An answer with its whole body. */
type Answer = { status: number; body: Buffer };

const isTemporary = ({ status }: Answer): boolean => status === 408 || status === 429 || status >= 500;

/**
 * Repeats a request whose connection failed, also in the middle of the answer, or which the store could not serve for the
 * moment. Waits longer each time. 501 is final: the store does not know the request.
 */
async function retryRequest(request: () => Promise<Answer>): Promise<Answer> {
  const startedAt = Date.now();
  for (let attempt = 0; ; attempt += 1) {
    const isLast = attempt === RETRIES || Date.now() - startedAt > LAST_RETRY_MS;
    try {
      const answer = await request();
      if (isLast || answer.status === 501 || !isTemporary(answer)) return answer;
    } catch (error) {
      const { cause } = error as { cause?: unknown };
      if (isLast) throw new StoreUnavailableError(`The store cannot be reached: ${String(cause ?? error)}.`);
    }
    await sleep(RETRY_MS * 2 ** attempt * (0.5 + Math.random() / 2));
  }
}

type S3Request = { content?: Buffer; headers?: Record<string, string> };

/** Returns the body of an answer, null for 404, and throws `StoreUnavailableError` for every other one. */
function readAnswer(address: string, method: string, { status, body }: Answer): Buffer | null {
  if (status >= 200 && status < 300) return body;
  const text = body.toString("utf8");
  const code = readTag(text, "Code");
  if (status === 404 && code !== "NoSuchBucket") return null;
  const reason = [code, readTag(text, "Message")].filter(Boolean).join(": ");
  throw new StoreUnavailableError(
    `${address} refused ${method} with ${status}${reason ? ` (${reason})` : ""}.`,
  );
}

type Ask = (method: string, url: string, request?: S3Request) => Promise<Answer>;

/** Creates what sends signed requests, each until it is answered. */
function createRequests({ region, accessKeyId, secretAccessKey, sessionToken }: S3Settings): Ask {
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    region,
    service: "s3",
    retries: 0,
    ...(sessionToken === undefined ? {} : { sessionToken }),
  });
  return (method, url, { content, headers = {} } = {}) => {
    const digest = createHash("sha256")
      .update(content ?? "")
      .digest("hex");
    return retryRequest(async () => {
      const response = await client.fetch(url, {
        method,
        headers: { "x-amz-content-sha256": digest, ...headers },
        signal: AbortSignal.timeout(REQUEST_MS),
        ...(content ? { body: new Uint8Array(content) } : {}),
      });
      return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
    });
  };
}

/** Stores backups in a bucket of an S3-compatible store, each object by one signed request (Signature Version 4). */
export function openS3Store(settings: S3Settings): ObjectStore {
  const { bucket, prefix, endpoint } = settings;
  const address = `s3://${bucket}/${prefix}`;
  const base = `${endpoint.replace(/\/$/, "")}/${encodeURIComponent(bucket)}`;
  const ask = createRequests(settings);
  const send = async (method: string, url: string, content?: Buffer): Promise<Buffer | null> =>
    readAnswer(address, method, await ask(method, url, content === undefined ? {} : { content }));
  const urlOf = (name: string): string => `${base}/${encodePath(prefix + name)}`;
  return {
    address,
    put: async (name, content) => {
      if ((await send("PUT", urlOf(name), content)) === null)
        throw new StoreUnavailableError(`${address} refused PUT with 404.`);
    },
    create: async (name, content) => {
      const url = urlOf(name);
      const answer = await ask("PUT", url, { content, headers: { "if-none-match": "*" } });
      if (answer.status === 412 || answer.status === 409) return false;
      if (answer.status !== 501) return readAnswer(address, "PUT", answer) !== null;
      // The store does not know the condition. Callers read what they created.
      if ((await send("GET", url)) !== null) return false;
      return (await send("PUT", url, content)) !== null;
    },
    get: (name) => send("GET", urlOf(name)),
    list: async (start) => {
      const found: StoredObject[] = [];
      for (let token: string | undefined = ""; token !== undefined;) {
        const query = new URLSearchParams({
          "list-type": "2",
          "encoding-type": "url",
          prefix: prefix + start,
        });
        if (token !== "") query.set("continuation-token", token);
        const xml: string = (await send("GET", `${base}?${query.toString()}`))?.toString("utf8") ?? "";
        found.push(...readObjects(xml, prefix));
        token = readTag(xml, "NextContinuationToken");
      }
      return found;
    },
    remove: async (name) => {
      await send("DELETE", urlOf(name));
    },
  };
}
