import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { canonizeDocument } from "@/lib/credentials/proofs/canonize";
import { decideVerdict } from "@/lib/credentials/verification/checks";
import { collectBadge } from "@/lib/credentials/verification/collect";
import { BadgeRefused } from "@/lib/credentials/verification/refusal";
import { readStatement } from "@/lib/credentials/verification/statement";
import { canonicalizeJson } from "@/lib/kernel/canonical-json";
import type { Fetch } from "@/lib/platform/outbound/limited-fetch";
import { loadContext } from "@/lib/credentials/proofs/contexts";
import {
  buildForeignBadge,
  buildIssuerDocument,
  createIssuerKeys,
  signForeign,
  signForeignToken,
  SUITES,
  type IssuerKeys,
  type Json,
  type Suite,
} from "../../support/credentials/foreign-credentials";
import { CARRIERS, MUTATORS, type Random } from "../../support/credentials/mutations";
import { randomNumbers } from "../../support/random";

// Whatever is changed in a signed credential, it is refused, or it says the same and has the same verdict, because the same was
// signed. Two oracles: a copy with other statements (or other bytes, where bytes are signed) is refused; one with the same
// statements is refused or read as it was.

const ISSUER = "did:web:open.example.org:issuer";
const LIST = "https://open.example.org/lists/1";
const PLACE = { free: 6, revoked: 7 };

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const numbers = randomNumbers(seed);
const random: Random = {
  integer: (from, to) => from + Math.floor(numbers() * (to - from + 1)),
  pick: (items) => items[Math.floor(numbers() * items.length)] as (typeof items)[number],
};
const TRIES = process.env.TESTS_LONG ? 2_000 : 150;

const STATES = {
  valid: { validUntil: "2099-01-01T00:00:00Z" },
  revoked: { place: PLACE.revoked },
  expired: { validUntil: "2026-04-02T00:00:00Z" },
  future: { validFrom: "2099-01-01T00:00:00Z" },
} as const;
type State = keyof typeof STATES;
const VERDICTS = { valid: "valid", revoked: "revoked", expired: "expired", future: "not_yet_valid" } as const;
const FORMS = [...SUITES, "jwt"] as const;
type Form = (typeof FORMS)[number];

let keys: IssuerKeys;
let fetchDocument: Fetch;

const isOlder = (form: Form): boolean => form === "Ed25519Signature2020";

function encodeList(prefix: string): string {
  const bits = Buffer.alloc(16_384);
  bits[PLACE.revoked >> 3] = 0x80 >> (PLACE.revoked & 7);
  return prefix + gzipSync(bits).toString("base64url");
}

/** A list of each kind, with a proof that is quick to check. */
function signList(isOldKind: boolean): Promise<Json> {
  const kind = isOldKind ? "StatusList2021" : "BitstringStatusList";
  const list = {
    "@context": isOldKind
      ? ["https://www.w3.org/2018/credentials/v1", "https://w3id.org/vc/status-list/2021/v1"]
      : ["https://www.w3.org/ns/credentials/v2"],
    id: isOldKind ? `${LIST}/2021` : LIST,
    type: ["VerifiableCredential", `${kind}Credential`],
    issuer: ISSUER,
    credentialSubject: {
      id: `${LIST}#list`,
      type: kind,
      statusPurpose: "revocation",
      encodedList: encodeList(isOldKind ? "" : "u"),
    },
  };
  return signForeign(list, "eddsa-jcs-2022", keys);
}

function buildBadge(form: Form, state: State): Json {
  const { place = PLACE.free, ...dates } = STATES[state] as { place?: number } & Json;
  const list = isOlder(form) ? `${LIST}/2021` : LIST;
  const credentialStatus = {
    id: `${list}#${place}`,
    type: isOlder(form) ? "StatusList2021Entry" : "BitstringStatusListEntry",
    statusPurpose: "revocation",
    statusListIndex: String(place),
    statusListCredential: list,
  };
  const { validFrom, validUntil } = dates;
  const named = isOlder(form)
    ? {
        ...(validFrom ? { issuanceDate: validFrom as string } : {}),
        ...(validUntil ? { expirationDate: validUntil as string } : {}),
      }
    : { ...dates, name: "Data Analysis" };
  const badge = buildForeignBadge(ISSUER, { ...named, credentialStatus }, isOlder(form));
  // It is named a second time, so that its members can move there without another statement.
  badge.credentialSubject.source = { id: badge.id };
  if (isOlder(form)) badge["@context"].splice(2, 0, "https://w3id.org/vc/status-list/2021/v1");
  return badge;
}

const signBadge = async (form: Form, state: State): Promise<string> => {
  const badge = buildBadge(form, state);
  if (form === "jwt") return signForeignToken(badge, "ES256", keys, {}, { jti: badge.id });
  return JSON.stringify(await signForeign(badge, form, keys));
};

beforeAll(async () => {
  keys = await createIssuerKeys();
  const documents = new Map([
    ["https://open.example.org/issuer/did.json", buildIssuerDocument(ISSUER, keys)],
    [LIST, await signList(false)],
    [`${LIST}/2021`, await signList(true)],
  ]);
  fetchDocument = (url) => {
    const document = documents.get(url);
    const body = document ? Buffer.from(JSON.stringify(document)) : Buffer.alloc(0);
    return Promise.resolve({ status: document ? 200 : 404, body });
  };
});

/** What a reader is shown of a badge, or that it was refused as no complete one. Any other error fails the test. */
async function verify(text: string): Promise<{ verdict: string; shown: unknown }> {
  try {
    const statement = readStatement(text);
    if (!statement || statement.kind === "address") return { verdict: "refused", shown: null };
    const jws = statement.kind === "signed" ? statement.jws : null;
    const found = await collectBadge(fetchDocument, { document: statement.document, from: null, jws }, null);
    const { assertion, badgeClass, issuer, earner } = found;
    const shown = {
      name: badgeClass.name,
      text: badgeClass.description,
      issuer,
      earner,
      ...datesOf(assertion),
    };
    return { verdict: decideVerdict(found.checks), shown };
  } catch (error) {
    if (error instanceof BadgeRefused) return { verdict: "refused", shown: null };
    throw error;
  }
}

const datesOf = ({ id, issued, expires, recipient }: Json) => ({ id, issued, expires, recipient });

const REFUSALS = ["altered", "unknown_issuer", "unverifiable", "refused"];

/** What a signature covers: the statements, the JSON, or the token to the letter. */
async function signedContent(text: string, form: Form): Promise<string> {
  if (form === "jwt") return text.trim();
  const { proof: _proof, ...document } = JSON.parse(text) as Json;
  return form === "eddsa-jcs-2022"
    ? canonicalizeJson({ ...document, "@context": null })
    : canonizeDocument(document, { documentLoader: loadContext });
}

type Reading = Awaited<ReturnType<typeof verify>>;

/** Checks a copy. Returns its verdict; throws when it is believed and should not be. */
async function checkCopy(
  original: string,
  copy: string,
  { form, before }: { form: Form; before: Reading },
): Promise<string> {
  const after = await verify(copy);
  if (REFUSALS.includes(after.verdict)) return after.verdict;
  const message = `SEED=${seed}: ${form}: ${copy}`;
  expect(after, message).toEqual(before);
  expect(await signedContent(copy, form), message).toBe(await signedContent(original, form));
  return "the same";
}

describe(`${TRIES} changes of a credential (SEED=${seed})`, () => {
  it.each(FORMS.flatMap((form) => (Object.keys(STATES) as State[]).map((state) => [form, state] as const)))(
    "by %s that is %s never make it say anything else",
    async (form, state) => {
      const original = await signBadge(form, state);
      const before = await verify(original);
      expect(before.verdict).toBe(VERDICTS[state]);
      const verdicts = new Set<string>();
      for (let count = 0; count < TRIES; count += 1) {
        const copy = CARRIERS[form === "jwt" ? "token" : "document"](original, random);
        verdicts.add(await checkCopy(original, copy, { form, before }));
      }
      expect([...verdicts].filter((one) => REFUSALS.includes(one)).length).toBeGreaterThan(1);
    },
  );
});

describe("each kind of change", () => {
  it.each(Object.keys(MUTATORS))("%s changes the document", async (name) => {
    const original = await signBadge("eddsa-rdfc-2022" satisfies Suite, "valid");
    const copies = Array.from({ length: 200 }, () => {
      const document = JSON.parse(original) as Json;
      MUTATORS[name]?.(document, random);
      return JSON.stringify(document);
    });
    expect(copies.some((copy) => copy !== original)).toBe(true);
  });
});
