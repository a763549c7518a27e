/** The body of a webhook. */
export type WebhookEvent = {
  /** The event. Read it with `getEvent`. */
  id: string;
  organization_id: string;
  event_type: string;
  occurred_at: string;
  delivered_at: string;
};

/** A verified webhook. */
export type VerifiedWebhook = {
  /** `webhook-id`, the same for every attempt. Store it to recognise repeats. */
  webhookId: string;
  sentAt: Date;
  event: WebhookEvent;
};

export class WebhookVerificationError extends Error {
  override name = "WebhookVerificationError";
  readonly code: "missing_header" | "bad_timestamp" | "too_old" | "too_new" | "wrong_signature" | "bad_body";

  constructor(code: WebhookVerificationError["code"], message: string) {
    super(message);
    this.code = code;
  }
}

type HeaderSource = Headers | Record<string, string | string[] | undefined>;

export type VerifyOptions = {
  /** How far the time of the webhook may be from now, in both directions. Default: 300. */
  toleranceSeconds?: number;
  now?: Date;
};

function readHeader(headers: HeaderSource, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value === "string" && value !== "") return value;
  throw new WebhookVerificationError("missing_header", `The request has no header ${name}.`);
}

/** Decodes base64. Returns null if it is none. */
function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

async function importSecret(secret: string): Promise<CryptoKey> {
  const bytes = decodeBase64(secret.trim().replace(/^whsec_/, ""));
  if (bytes === null || bytes.length === 0) throw new TypeError("A webhook secret looks like whsec_….");
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
}

const encoder = new TextEncoder();

function buildSignedContent(id: string, timestamp: string, body: string | Uint8Array) {
  const prefix = encoder.encode(`${id}.${timestamp}.`);
  const bytes = typeof body === "string" ? encoder.encode(body) : body;
  const content = new Uint8Array(prefix.length + bytes.length);
  content.set(prefix);
  content.set(bytes, prefix.length);
  return content;
}

function readTime(text: string, { toleranceSeconds = 300, now = new Date() }: VerifyOptions): Date {
  if (!/^\d{1,12}$/.test(text))
    throw new WebhookVerificationError("bad_timestamp", "webhook-timestamp is not a number of seconds.");
  const age = now.getTime() / 1000 - Number(text);
  if (age > toleranceSeconds)
    throw new WebhookVerificationError("too_old", `The webhook was sent ${Math.round(age)} s ago.`);
  if (age < -toleranceSeconds)
    throw new WebhookVerificationError("too_new", "The webhook is from the future. Check the clock.");
  return new Date(Number(text) * 1000);
}

/** Whether one of the signatures was made with one of the secrets. `verify` compares in constant time. */
async function hasValidSignature(header: string, secrets: string[], content: Uint8Array<ArrayBuffer>) {
  const keys = await Promise.all(secrets.map(importSecret));
  const signatures = header.split(" ").flatMap((part) => {
    const bytes = part.startsWith("v1,") ? decodeBase64(part.slice("v1,".length)) : null;
    return bytes === null ? [] : [bytes];
  });
  const pairs = keys.flatMap((key) => signatures.map((signature) => ({ key, signature })));
  const results = await Promise.all(
    pairs.map(({ key, signature }) => crypto.subtle.verify("HMAC", key, signature, content)),
  );
  return results.includes(true);
}

/**
 * Verifies a webhook (Standard Webhooks). `body` is the body exactly as received, before any parsing. During a rotation
 * the service signs with both secrets, so either one verifies; `secret` may also be a list. Throws
 * WebhookVerificationError.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: HeaderSource,
  secret: string | string[],
  options: VerifyOptions = {},
): Promise<VerifiedWebhook> {
  const webhookId = readHeader(headers, "webhook-id");
  const timestamp = readHeader(headers, "webhook-timestamp");
  const signature = readHeader(headers, "webhook-signature");
  const sentAt = readTime(timestamp, options);
  const content = buildSignedContent(webhookId, timestamp, body);
  if (!(await hasValidSignature(signature, [secret].flat(), content)))
    throw new WebhookVerificationError("wrong_signature", "No signature matches the secret and this body.");
  try {
    const text = typeof body === "string" ? body : new TextDecoder().decode(body);
    return { webhookId, sentAt, event: JSON.parse(text) as WebhookEvent };
  } catch {
    throw new WebhookVerificationError("bad_body", "The body is not JSON.");
  }
}

/** Signs a body as the service does, for tests of receivers. Returns the headers to send with it. */
export async function signWebhook(
  webhookId: string,
  body: string,
  secret: string,
  now = new Date(),
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const content = buildSignedContent(webhookId, timestamp, body);
  const signature = await crypto.subtle.sign("HMAC", await importSecret(secret), content);
  const text = btoa(String.fromCharCode(...new Uint8Array(signature)));
  return {
    "webhook-id": webhookId,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${text}`,
  };
}
