// The JSON-LD contexts that a credential may name. Each was read before it was listed: it gives every name one meaning, and
// none of them has a `@vocab`, which would give a meaning to any name (Data Integrity 1.0, "Context Validation").

/** The contexts of Verifiable Credentials 1.1 and 2.0. One of them is the first of each credential. */
export const DATA_MODEL_CONTEXTS: readonly string[] = [
  "https://www.w3.org/2018/credentials/v1",
  "https://www.w3.org/ns/credentials/v2",
];

/** The versions of the context of Open Badges 3.0. A credential of Open Badges names one of them. */
export const OPEN_BADGE_CONTEXTS: readonly string[] = [
  "https://purl.imsglobal.org/spec/ob/v3p0/context.json",
  "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.1.json",
  "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.2.json",
  "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
];

/** All contexts that are bundled. The others are extensions, suites and status lists. */
export const APPROVED_CONTEXTS: ReadonlySet<string> = new Set([
  ...DATA_MODEL_CONTEXTS,
  ...OPEN_BADGE_CONTEXTS,
  "https://purl.imsglobal.org/spec/ob/v3p0/extensions.json",
  "https://w3id.org/security/data-integrity/v1",
  "https://w3id.org/security/data-integrity/v2",
  "https://w3id.org/security/multikey/v1",
  "https://w3id.org/security/suites/ed25519-2020/v1",
  "https://w3id.org/vc/status-list/2021/v1",
]);
