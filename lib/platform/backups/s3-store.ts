import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import { BackupError } from "./object-cipher";
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
};

const REQUEST_MS = 120_000;
const RETRIES = 4;
const RETRY_MS = 100;

const encodePath = (name: string): string => name.split("/").map(encodeURIComponent).join("/");

const readTag = (xml: string, tag: string): string | undefined =>
  new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1];

// Keys are requested in percent-encoding, so the XML contains no entities in them.
const readObjects = (xml: string, prefix: string): StoredObject[] =>
  [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, content = ""]) => ({
    name: decodeURIComponent(readTag(content, "Key") ?? "").slice(prefix.length),
    size: Number(readTag(content, "Size")),
  }));

/** Repeats a request whose connection failed. The client itself repeats those that got 429 or 5xx. */
async function retryConnection(request: () => Promise<Response>): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await request();
    } catch (error) {
      if (attempt > RETRIES) {
        const { cause } = error as { cause?: unknown };
        throw new BackupError(`The store cannot be reached: ${String(cause ?? error)}.`);
      }
      await sleep(RETRY_MS * 2 ** attempt);
    }
  }
}

/** Stores backups in a bucket of an S3-compatible store, each object by one signed request (Signature Version 4). */
export function openS3Store(settings: S3Settings): ObjectStore {
  const { bucket, prefix, endpoint, region, accessKeyId, secretAccessKey } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: RETRIES });
  const address = `s3://${bucket}/${prefix}`;
  const base = `${endpoint.replace(/\/$/, "")}/${encodeURIComponent(bucket)}`;

  /** Sends a request. Returns null for 404 and throws for every other error. */
  const send = async (method: string, url: string, content?: Buffer): Promise<Response | null> => {
    const digest = createHash("sha256")
      .update(content ?? "")
      .digest("hex");
    const response = await retryConnection(() =>
      client.fetch(url, {
        method,
        headers: { "x-amz-content-sha256": digest },
        signal: AbortSignal.timeout(REQUEST_MS),
        ...(content ? { body: new Uint8Array(content) } : {}),
      }),
    );
    if (response.ok) return response;
    const text = await response.text();
    const code = readTag(text, "Code");
    if (response.status === 404 && code !== "NoSuchBucket") return null;
    const reason = [code, readTag(text, "Message")].filter(Boolean).join(": ");
    throw new BackupError(
      `${address} refused ${method} with ${response.status}${reason ? ` (${reason})` : ""}.`,
    );
  };

  const urlOf = (name: string): string => `${base}/${encodePath(prefix + name)}`;
  return {
    address,
    put: async (name, content) => {
      if ((await send("PUT", urlOf(name), content)) === null)
        throw new BackupError(`${address} refused PUT with 404.`);
    },
    get: async (name) => {
      const response = await send("GET", urlOf(name));
      return response === null ? null : Buffer.from(await response.arrayBuffer());
    },
    list: async (start) => {
      const found: StoredObject[] = [];
      for (let token: string | undefined = ""; token !== undefined;) {
        const query = new URLSearchParams({
          "list-type": "2",
          "encoding-type": "url",
          prefix: prefix + start,
        });
        if (token !== "") query.set("continuation-token", token);
        const xml: string = (await (await send("GET", `${base}?${query.toString()}`))?.text()) ?? "";
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
