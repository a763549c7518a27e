import { createHmac, randomBytes } from "node:crypto";

/** Creates a signing secret as in Standard Webhooks: `whsec_` and 24 random bytes in base64. */
export const createWebhookSecret = (): string => `whsec_${randomBytes(24).toString("base64")}`;

/**
 * Builds the headers of Standard Webhooks for a message, with one signature for each secret, so that both verify during
 * a rotation. `at` is the time of this attempt; the id is the same for all attempts of a message.
 */
export function buildSignatureHeaders(
  id: string,
  at: Date,
  body: string,
  secrets: string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}
