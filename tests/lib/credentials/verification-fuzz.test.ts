import { beforeAll, describe, expect, it } from "vitest";
import { decideVerdict } from "@/lib/credentials/verification/checks";
import { collectBadge } from "@/lib/credentials/verification/collect";
import { BadgeRefused } from "@/lib/credentials/verification/refusal";
import { parseDocument, readStatement } from "@/lib/credentials/verification/statement";
import type { Fetch } from "@/lib/platform/outbound/limited-fetch";
import {
  buildForeignBadge,
  buildIssuerDocument,
  createIssuerKeys,
  signForeign,
  signForeignToken,
  type Json,
} from "../../support/credentials/foreign-credentials";
import { randomNumbers } from "../../support/random";

// Whatever is changed in a signed credential, the result is never "valid", and never an error.

const ISSUER = "did:web:open.example.org";
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const random = randomNumbers(seed);
const integer = (from: number, to: number): number => from + Math.floor(random() * (to - from + 1));
const pick = <Item>(items: readonly Item[]): Item => items[integer(0, items.length - 1)] as Item;

let fetchDocument: Fetch;
const credentials: Record<"rdf" | "jcs" | "both", Json> = { rdf: {}, jcs: {}, both: {} };
let token = "";

beforeAll(async () => {
  const keys = await createIssuerKeys();
  const body = Buffer.from(JSON.stringify(buildIssuerDocument(ISSUER, keys)));
  fetchDocument = (url) =>
    Promise.resolve(
      url === "https://open.example.org/.well-known/did.json"
        ? { status: 200, body }
        : { status: 404, body: Buffer.alloc(0) },
    );
  const badge = buildForeignBadge(ISSUER, { validUntil: "2099-01-01T00:00:00Z", name: "Data Analysis" });
  credentials.rdf = await signForeign(badge, "eddsa-rdfc-2022", keys);
  credentials.jcs = await signForeign(badge, "eddsa-jcs-2022", keys);
  credentials.both = await signForeign(credentials.rdf, "eddsa-jcs-2022", keys);
  token = await signForeignToken(badge, "ES256", keys);
});

/** The verdict, or that it was refused as no complete badge. Any other error fails the test. */
async function verify(text: string): Promise<string> {
  try {
    const statement = readStatement(text);
    if (!statement || statement.kind === "address") return "no badge";
    const jws = statement.kind === "signed" ? statement.jws : null;
    const found = { document: statement.document, from: null, jws };
    return decideVerdict((await collectBadge(fetchDocument, found, null)).checks);
  } catch (error) {
    if (error instanceof BadgeRefused) return "refused";
    throw error;
  }
}

type Place = { parent: Json; name: string };

function listPlaces(value: unknown, isExcluded: (name: string) => boolean): Place[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    isExcluded(name) ? [] : [{ parent: value as Json, name }, ...listPlaces(member, isExcluded)],
  );
}

const STRANGE: unknown[] = [
  null,
  true,
  0,
  -1,
  1e21,
  "",
  "x",
  " ",
  "\u0000",
  "\uD800",
  "😀",
  [],
  {},
  [[]],
  [null],
  { id: null },
  { "@id": "x" },
  "did:key:z6Mk",
  "https://169.254.169.254/",
  "2099-01-01T00:00:00Z",
  "javascript:alert(1)",
  { "@value": "x" },
  { "@context": {} },
  "__proto__",
  "constructor",
  "toString",
  { "@id": "__proto__" },
  { "@context": { "@vocab": "__pro" } },
  JSON.parse('{"__proto__": {"id": "urn:x"}}'),
  "x".repeat(3_000),
];

/** In JSON-LD, `null`, an empty list and an empty IRI say nothing, so that a credential with them is the same. */
function withoutNothing(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const isSomething = (one: unknown) => one !== null && one !== "" && JSON.stringify(one) !== "[]";
  if (Array.isArray(value)) return value.map(withoutNothing).filter(isSomething);
  const members = Object.entries(value).map(([name, member]) => [name, withoutNothing(member)] as const);
  return Object.fromEntries(members.filter(([, member]) => isSomething(member)));
}

/** Replaces, removes or adds one member. Returns whether the document is another one now. */
function mutate(document: Json, isExcluded: (name: string) => boolean): boolean {
  const before = JSON.stringify(document);
  const { parent, name } = pick(listPlaces(document, isExcluded));
  const way = integer(0, 3);
  if (way === 0) delete parent[name];
  else if (way === 1) parent[name] = structuredClone(pick(STRANGE));
  else if (way === 2 && typeof parent[name] === "string") parent[name] += pick(["a", "1", " ", "é", "/"]);
  else if (Array.isArray(parent)) parent.push(structuredClone(pick(STRANGE)));
  else
    parent[pick(["description", "image", "validFrom", "credentialStatus", "evidence", "unheard"])] =
      structuredClone(pick(STRANGE));
  return JSON.stringify(withoutNothing(document)) !== JSON.stringify(withoutNothing(JSON.parse(before)));
}

// What is not changed: in RDF, contexts that are not used mean nothing; of two proofs one right one is enough.
const UNCHANGED: Record<keyof typeof credentials, string[]> = { rdf: ["@context"], jcs: [], both: ["proof"] };
const isNothing = () => false;

const TRIES = 1_000;
const RUNS = Array.from({ length: 9 }, (_, run) => run + 1);

/** Verifies mutated copies, and returns the verdicts. Throws when one is valid. */
async function verifyCopies(buildCopy: () => string | null): Promise<Set<string>> {
  const verdicts = new Set<string>();
  for (let count = 0; count < TRIES;) {
    const copy = buildCopy();
    if (copy === null) continue;
    count += 1;
    const verdict = await verify(copy);
    verdicts.add(verdict);
    if (verdict === "valid") throw new Error(`This is valid (SEED=${seed}): ${copy}`);
  }
  return verdicts;
}

function mutateCredential(kind: keyof typeof credentials): string | null {
  const copy = structuredClone(credentials[kind]);
  return mutate(copy, (name) => UNCHANGED[kind].includes(name)) ? JSON.stringify(copy) : null;
}

function mutateToken(): string | null {
  const [header = "", payload = "", signature = ""] = token.split(".");
  const decode = (part: string) => parseDocument(Buffer.from(part, "base64url").toString()) as Json;
  const parts = { header: decode(header), payload: decode(payload) };
  if (!mutate(parts[pick(["header", "payload"] as const)], isNothing)) return null;
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return [encode(parts.header), encode(parts.payload), signature].join(".");
}

// 20,000 tries in all; those with RDF take the longest.
describe(`1,000 mutated credentials (SEED=${seed})`, () => {
  it.each(["rdf", "both"] as const)("with proofs of %s are never valid", async (kind) => {
    const verdicts = await verifyCopies(() => mutateCredential(kind));
    expect([...verdicts]).toEqual(expect.arrayContaining(["altered", "refused"]));
  });

  it.each(RUNS)("with a proof of JCS are never valid, run %d", async () => {
    const verdicts = await verifyCopies(() => mutateCredential("jcs"));
    expect([...verdicts]).toEqual(expect.arrayContaining(["altered", "unverifiable", "refused"]));
  });

  it.each(RUNS)("as JWTs are never valid, run %d", async () => {
    const verdicts = await verifyCopies(mutateToken);
    expect([...verdicts]).toEqual(expect.arrayContaining(["altered", "unknown_issuer", "refused"]));
  });
});

describe("the credentials that are mutated", () => {
  it("are valid as they are", async () => {
    const verdicts = await Promise.all(
      [...Object.values(credentials).map((one) => JSON.stringify(one)), token].map(verify),
    );
    expect(verdicts).toEqual(["valid", "valid", "valid", "valid"]);
  });
});
