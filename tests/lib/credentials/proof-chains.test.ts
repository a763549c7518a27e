import { beforeAll, beforeEach, expect, it } from "vitest";
import {
  buildForeignBadge,
  createChainedProof,
  createIssuerKeys,
  type IssuerKeys,
  type Json,
} from "../../support/credentials/foreign-credentials";
import { createMemoryIssuer, ISSUER, type MemoryIssuer } from "../../support/credentials/memory-issuer";

// Proofs that follow other proofs and sign them too (Data Integrity 1.0, 2.1.2, "Proof Chains").

type ChainSuite = Parameters<typeof createChainedProof>[2]["suite"];

let issuer: MemoryIssuer;
let keys: IssuerKeys;

beforeAll(async () => {
  keys = await createIssuerKeys();
});

beforeEach(async () => {
  issuer = await createMemoryIssuer(keys);
});

const [FIRST, SECOND] = ["urn:uuid:1", "urn:uuid:2"];

/** Signs a badge, and then the badge with that proof, as the library of others does. */
async function signChain(first: ChainSuite, last: ChainSuite) {
  const badge = buildForeignBadge(ISSUER);
  const one = await createChainedProof(badge, [], { suite: first, keys, members: { id: FIRST } });
  const members = { id: SECOND, previousProof: FIRST };
  return {
    badge,
    first: one,
    last: await createChainedProof(badge, [one], { suite: last, keys, members }),
  };
}

const CHAINED: [first: ChainSuite, last: ChainSuite][] = [
  ["eddsa-jcs-2022", "eddsa-jcs-2022"],
  ["eddsa-rdfc-2022", "eddsa-rdfc-2022"],
  ["eddsa-rdfc-2022", "ecdsa-rdfc-2019"],
];

it.each(CHAINED)("a chain of %s and %s counts whole, and no broken one does", async (...suites) => {
  const { badge, first, last } = await signChain(...suites);
  const verify = async (proof: unknown, changes: Json = {}) =>
    (await issuer.verify(JSON.stringify({ ...badge, ...changes, proof }))).verdict;
  // In either order, and the first proof is right without the second.
  for (const proof of [[first, last], [last, first], first]) expect(await verify(proof)).toBe("valid");
  const other = (await signChain(...suites)).first;
  const broken: [what: string, proof: unknown, changes?: Json][] = [
    ["the first is missing", last],
    ["the first was changed", [{ ...first, created: "2026-04-01T00:00:00Z" }, last]],
    ["the first has a member more", [{ ...first, domain: "x.example" }, last]],
    ["the first is that of another badge", [other, last]],
    ["the last follows nothing any more", [first, { ...last, previousProof: undefined }]],
    ["the last follows another", [first, { ...last, previousProof: "urn:uuid:3" }]],
    ["the last follows itself", [first, { ...last, previousProof: SECOND }]],
    ["the last follows an object", [first, { ...last, previousProof: { id: FIRST } }]],
    ["both follow each other", [{ ...first, previousProof: SECOND }, last]],
    ["the badge was changed", [first, last], { name: "Doctor" }],
  ];
  for (const [what, proof, changes] of broken) expect(await verify(proof, changes), what).toBe("altered");
});

it("a proof by a key that the issuer does not list carries no other", async () => {
  const { badge, first, last } = await signChain("eddsa-jcs-2022", "ecdsa-rdfc-2019");
  issuer.publishKeys((document) => {
    document.assertionMethod = (document.assertionMethod as string[]).filter(
      (id) => id !== first.verificationMethod,
    );
  });
  expect((await issuer.verify(JSON.stringify({ ...badge, proof: [first, last] }))).verdict).toBe(
    "unknown_issuer",
  );
});
