import { DataIntegrityProof } from "@digitalbazaar/data-integrity";
import { createVerifyCryptosuite as createJcs } from "@digitalbazaar/eddsa-jcs-2022-cryptosuite";
import { cryptosuite as rdfc } from "@digitalbazaar/eddsa-rdfc-2022-cryptosuite";
import { jwtVerify } from "jose";
import { loadContext } from "@/lib/credentials/proofs/contexts";
import {
  buildForeignBadge,
  buildIssuerDocument,
  signForeign,
  signForeignToken,
  type IssuerKeys,
  type Json,
} from "../support/credentials/foreign-credentials";
import { createMemoryIssuer, ISSUER, type MemoryIssuer } from "../support/credentials/memory-issuer";
import { load } from "./load";
import { publishBadges } from "./public";
import { measureRate } from "./rate";
import { report, type Comparison, type Print } from "./report";
import { LANES, type Subject } from "./subject";

const ROUNDS = 5;
const WARM_UP = 100;
const PER_ROUND = 300;
const OWN_PER_ROUND = 1_000;
const OWN_WARM_UP = 3_000;

/** A signed badge, and how the library of others checks its signature. */
type Form = { name: string; text: string; verifyByLibrary: () => Promise<boolean> };

/** Checks one proof by the library's own canonicalization. The library changes its input. */
function createLibraryVerifier(signed: Json, keys: IssuerKeys, cryptosuite: Cryptosuite) {
  const { proof, ...document } = signed;
  const methods = buildIssuerDocument(ISSUER, keys).verificationMethod as JsonLdDocument[];
  const method = methods.find(({ id }) => id === (proof as Json).verificationMethod) ?? {};
  const documentLoader: JsonLdLoader = (url) =>
    url === method.id
      ? Promise.resolve({ documentUrl: url, document: method, contextUrl: null })
      : loadContext(url);
  const context = { "@context": document["@context"] as unknown };
  return async (): Promise<boolean> => {
    const input = structuredClone({ document, proof: { ...context, ...(proof as Json) } });
    const purpose = { validate: () => Promise.resolve({ valid: true }) };
    const suite = new DataIntegrityProof({ cryptosuite });
    const { verified } = await suite.verifyProof({ ...input, proofSet: [], purpose, documentLoader });
    return verified;
  };
}

async function createForms({ keys }: MemoryIssuer): Promise<Form[]> {
  const sign = async (suite: "eddsa-rdfc-2022" | "eddsa-jcs-2022", cryptosuite: Cryptosuite) => {
    const signed = await signForeign(buildForeignBadge(ISSUER), suite, keys);
    const verifyByLibrary = createLibraryVerifier(signed, keys, cryptosuite);
    return { name: suite, text: JSON.stringify(signed), verifyByLibrary };
  };
  const token = await signForeignToken(buildForeignBadge(ISSUER), "ES256", keys);
  const { publicKey } = keys.tokens.ES256;
  return [
    await sign("eddsa-rdfc-2022", rdfc),
    await sign("eddsa-jcs-2022", createJcs()),
    {
      name: "JWT (ES256)",
      text: token,
      verifyByLibrary: () => jwtVerify(token, publicKey).then(() => true),
    },
  ];
}

function requireValid(verdict: string, what: string, checks: unknown = []): void {
  if (verdict !== "valid") throw new Error(`${what} is ${verdict}: ${JSON.stringify(checks)}`);
}

/**
 * Compares the verification of a badge of another issuer, with all its checks, with a check of the signature alone by the library
 * that others use, one after the other. The issuer's document is in memory.
 */
export async function foreignVerification(print: Print): Promise<void> {
  print("\nVerification of badges of other issuers");
  const issuer = await createMemoryIssuer();
  for (const { name, text, verifyByLibrary } of await createForms(issuer)) {
    const ours = async () => {
      const { verdict, checks } = await issuer.verify(text);
      requireValid(verdict, name, checks);
    };
    const reference = async () =>
      requireValid((await verifyByLibrary()) ? "valid" : "wrong", `${name} by the library`);
    for (const work of [ours, reference]) await measureRate(work, WARM_UP);
    const rounds: Comparison["rounds"] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({
        reference: await measureRate(reference, PER_ROUND),
        ours: await measureRate(ours, PER_ROUND),
      });
    report(print, {
      name: `verifications of a badge by ${name}, beside its signature alone by the library`,
      unit: "/s",
      rounds,
    });
  }
}

/** Compares the verification of badges of this service, which it knows, with requests for their credentials. */
export async function ownVerification(one: Subject, print: Print): Promise<void> {
  const { origin } = one.product;
  const paths = (await publishBadges(one)).map((id) => `/v1/obi/v3/credentials/${id}`);
  const accept = { accept: "application/json" };
  const credentials = await Promise.all(
    paths.map(async (path) => (await fetch(origin + path, { headers: accept })).json() as Promise<Json>),
  );
  const bodies = credentials.map((credential) => JSON.stringify({ credential }));
  let visitors = 0;
  const verify = {
    method: "POST",
    path: "/v1/verify",
    // From many visitors, because each has a limit.
    headers: () => ({
      "content-type": "application/json",
      "x-forwarded-for": `10.0.${(visitors = (visitors + 1) % 62_500) % 250}.${Math.floor(visitors / 250)}`,
    }),
    body: (index: number) => bodies[index % bodies.length] ?? "",
    expect: 200,
  } as const;
  const read = {
    method: "GET",
    path: (index: number) => paths[index % paths.length] ?? "",
    headers: accept,
    expect: 200,
  } as const;
  const measure = async (job: typeof verify | typeof read, count: number): Promise<number> => {
    const { perSecond, failures } = await load(origin, count, LANES, job);
    if (failures > 0) throw new Error(`${failures} of ${count} requests failed`);
    return perSecond;
  };
  const checked = await fetch(`${origin}/v1/verify`, {
    method: "POST",
    headers: verify.headers(),
    body: bodies[0] ?? "",
  });
  const { data } = (await checked.json()) as { data: { status: string; checks: unknown } };
  requireValid(data.status, "the badge of this service", data.checks);
  for (const job of [verify, read]) await measure(job, OWN_WARM_UP);
  const rounds: Comparison["rounds"] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({
      ours: await measure(verify, OWN_PER_ROUND),
      reference: await measure(read, OWN_PER_ROUND),
    });
  print(`\nVerification of own badges, ${LANES} at once (${ROUNDS} rounds of ${OWN_PER_ROUND})`);
  report(print, {
    name: "verifications of a badge of this service, beside requests for its credential",
    unit: "/s",
    rounds,
  });
}
