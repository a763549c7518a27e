import { createHash, generateKeyPairSync, sign, type KeyObject } from "node:crypto";

type Json = Record<string, unknown>;

const CONTEXT = "https://w3id.org/openbadges/v2";

/** The recipient of an assertion, as most services write it. */
export const hashed = (email: string, algorithm: "sha256" | "md5" = "sha256", salt = "s4lt") => ({
  type: "email",
  hashed: true,
  salt,
  identity: `${algorithm}$${createHash(algorithm)
    .update(email + salt)
    .digest("hex")}`,
});

/** The three documents of a hosted badge on one origin. The changes apply to the assertion. */
export function buildOpenBadge(origin: string, email: string, changes: Json = {}) {
  const at = (path: string): string => `${origin}${path}`;
  const issuer: Json = {
    "@context": CONTEXT,
    id: at("/issuer"),
    type: "Profile",
    name: "Open University",
    url: "https://open.example.org",
  };
  const badgeClass: Json = {
    "@context": CONTEXT,
    id: at("/class"),
    type: "BadgeClass",
    name: "Data Analysis",
    description: "Reads numbers.",
    criteria: { id: at("/criteria"), narrative: "Pass the **exam**." },
    tags: ["Statistics", "SQL"],
    issuer: at("/issuer"),
  };
  const assertion: Json = {
    "@context": CONTEXT,
    id: at("/assertion"),
    type: "Assertion",
    recipient: hashed(email),
    badge: at("/class"),
    issuedOn: "2026-03-01T23:30:00-05:00",
    expires: "2036-03-01T00:00:00Z",
    verification: { type: "HostedBadge" },
    ...changes,
  };
  return { assertion, badgeClass, issuer };
}

const encodeJson = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

const HASHES: Record<string, string | null> = { RS256: "sha256", ES256: "sha256", EdDSA: null };

/** Signs an assertion (JWS, compact). */
export function signAssertion(assertion: Json, key: KeyObject, header: Json = { alg: "RS256" }): string {
  const text = `${encodeJson(header)}.${encodeJson(assertion)}`;
  const how = { key, dsaEncoding: "ieee-p1363" } as const;
  const signature = sign(HASHES[String(header.alg)] ?? null, Buffer.from(text), how);
  return `${text}.${signature.toString("base64url")}`;
}

export const exportPem = (key: KeyObject): string => String(key.export({ type: "spki", format: "pem" }));

/** One pair of RSA keys for all tests of a file, because generating it takes long. */
export const generateRsaKeys = (bits = 2048) => generateKeyPairSync("rsa", { modulusLength: bits });
