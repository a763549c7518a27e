import { beforeAll, describe, expect, it } from "vitest";
import { canonizeDocument } from "@/lib/credentials/proofs/canonize";
import { loadContext } from "@/lib/credentials/proofs/contexts";
import { canonicalizeJson } from "@/lib/kernel/canonical-json";
import {
  buildForeignBadge,
  signForeign,
  signForeignToken,
  SUITES,
  type Json,
  type Suite,
} from "../../support/credentials/foreign-credentials";
import {
  buildStatus,
  createMemoryIssuer,
  ISSUER,
  PLACES,
  type MemoryIssuer,
  type Reading,
} from "../../support/credentials/memory-issuer";
import { CARRIERS, MUTATORS, type Random } from "../../support/credentials/mutations";
import { randomNumbers } from "../../support/random";

// Whatever is changed in a signed credential, it is refused, or it says the same and has the same verdict, because the same was
// signed. Two oracles: a copy with other statements (or other bytes, where bytes are signed) is refused; one with the same
// statements is refused or read as it was.

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const numbers = randomNumbers(seed);
const random: Random = {
  integer: (from, to) => from + Math.floor(numbers() * (to - from + 1)),
  pick: (items) => items[Math.floor(numbers() * items.length)] as (typeof items)[number],
};
const TRIES = process.env.TESTS_LONG ? 2_000 : 150;

const STATES = {
  valid: { validUntil: "2099-01-01T00:00:00Z" },
  revoked: { place: PLACES.revoked, validUntil: "2099-01-01T00:00:00Z" },
  expired: { validUntil: "2026-04-02T00:00:00Z" },
  future: { validFrom: "2099-01-01T00:00:00Z", validUntil: "2199-01-01T00:00:00Z" },
} as const;
type State = keyof typeof STATES;
const VERDICTS = { valid: "valid", revoked: "revoked", expired: "expired", future: "not_yet_valid" } as const;
const FORMS = [...SUITES, "jwt"] as const;
type Form = (typeof FORMS)[number];

let issuer: MemoryIssuer;

const isOlder = (form: Form): boolean => form === "Ed25519Signature2020";

function buildBadge(form: Form, state: State): Json {
  const { place = PLACES.free, ...dates } = STATES[state] as { place?: number } & Json;
  const credentialStatus = buildStatus(place, isOlder(form));
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
  if (form === "jwt") return signForeignToken(badge, "ES256", issuer.keys, {}, { jti: badge.id });
  return JSON.stringify(await signForeign(badge, form, issuer.keys));
};

beforeAll(async () => {
  issuer = await createMemoryIssuer();
});

const REFUSALS = ["altered", "unknown_issuer", "unverifiable", "refused"];

/** What a signature covers: the statements, the JSON, or the token to the letter. */
async function signedContent(text: string, form: Form): Promise<string> {
  if (form === "jwt") return text.trim();
  const { proof: _proof, ...document } = JSON.parse(text) as Json;
  return form === "eddsa-jcs-2022"
    ? canonicalizeJson({ ...document, "@context": null })
    : canonizeDocument(document, { documentLoader: loadContext });
}

/** Checks a copy. Returns its verdict; throws when it is believed and should not be. */
async function checkCopy(
  original: string,
  copy: string,
  { form, before }: { form: Form; before: Reading },
): Promise<string> {
  const after = await issuer.verify(copy);
  if (REFUSALS.includes(after.verdict)) return after.verdict;
  const message = `SEED=${seed}: ${form}: ${copy}`;
  expect([after.verdict, after.shown], message).toEqual([before.verdict, before.shown]);
  expect(await signedContent(copy, form), message).toBe(await signedContent(original, form));
  return "the same";
}

describe(`${TRIES} changes of a credential (SEED=${seed})`, () => {
  it.each(FORMS.flatMap((form) => (Object.keys(STATES) as State[]).map((state) => [form, state] as const)))(
    "by %s that is %s never make it say anything else",
    async (form, state) => {
      const original = await signBadge(form, state);
      const before = await issuer.verify(original);
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
