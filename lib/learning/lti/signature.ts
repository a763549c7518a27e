import { createHmac } from "node:crypto";
import { isSameSecret } from "@/lib/kernel/secrets";
import { percentEncode } from "./base-string";

/** Computes an HMAC-SHA1 in base64 (RFC 5849, 3.4.2). A launch has no token, so the second half of its key is empty. */
export const computeSignature = (baseString: string, secret: string, tokenSecret = ""): string =>
  createHmac("sha1", `${percentEncode(secret)}&${percentEncode(tokenSecret)}`)
    .update(baseString)
    .digest("base64");

/** Checks a signature in constant time. */
export const isValidSignature = (signature: string, baseString: string, secret: string): boolean =>
  isSameSecret(signature, computeSignature(baseString, secret));
