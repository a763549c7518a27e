import { cryptosuite } from "@digitalbazaar/eddsa-rdfc-2022-cryptosuite";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonizeDocument } from "@/lib/credentials/proofs/canonize";
import { loadContext, UnknownContext } from "@/lib/credentials/proofs/contexts";
import { CONTEXTS } from "@/lib/credentials/open-badges/schema";

const options = { documentLoader: loadContext };

/** Texts that could be taken for something else: terms, abbreviated and relative IRIs, quotes, placeholders. */
const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.constantFrom(
    "",
    "type",
    "Badge",
    "xsd:string",
    "urn:text:1",
    "urn:text:0",
    'a "b"\n\\',
    "2026-01-01T00:00:00Z",
  ),
);
const url = fc.oneof(
  fc.webUrl(),
  fc.constantFrom(
    "https://a.example/1",
    "https://a.example/2",
    "urn:uuid:5",
    "did:web:a.example:1",
    "urn:text:0",
  ),
);
/** What people write where a URL belongs. */
const anyUrl = fc.oneof(
  url,
  fc.constantFrom("notes.pdf", "https://a b", "ext:x", "_:b0", "mailto:a@b.example"),
);
const optional = <Value>(name: string, value: fc.Arbitrary<Value>) =>
  fc.option(value, { nil: undefined }).map((given) => (given === undefined ? {} : { [name]: given }));

const profile = fc
  .tuple(url, text, url, optional("description", text), optional("email", text))
  .map(([id, name, page, ...rest]) => Object.assign({ id, type: ["Profile"], name, url: page }, ...rest));
const evidence = fc.array(
  fc
    .tuple(optional("id", anyUrl), text, optional("narrative", text))
    .map(([id, name, narrative]) => ({ type: ["Evidence"], ...id, name, ...narrative })),
  { minLength: 1, maxLength: 3 },
);
const achievement = fc
  .tuple(url, profile, text, optional("tag", fc.array(text, { minLength: 1, maxLength: 4 })), anyUrl, text)
  .map(([id, creator, name, tag, criteria, narrative]) => ({
    id,
    type: ["Achievement"],
    creator,
    achievementType: "Badge",
    name,
    criteria: { id: criteria, narrative },
    image: { id: `${id}/image`, type: "Image", caption: name },
    ...tag,
  }));
const credential = fc
  .tuple(url, profile, achievement, url, text, optional("evidence", evidence))
  .map(([id, issuer, earned, subject, salt, more]) => ({
    "@context": [...CONTEXTS.three],
    id,
    type: ["VerifiableCredential", "OpenBadgeCredential"],
    name: earned.name,
    image: earned.image,
    issuer,
    validFrom: "2026-11-24T00:00:00Z",
    credentialSubject: {
      id: subject,
      type: ["AchievementSubject"],
      identifier: [
        { type: "IdentityObject", identityType: "emailAddress", hashed: true, salt, identityHash: salt },
      ],
      achievement: earned,
    },
    ...more,
  }));

const canonizeByLibrary = (document: JsonLdDocument): Promise<string> =>
  cryptosuite.canonize(document, options).catch(() => "refused");
const canonize = (document: JsonLdDocument): Promise<string> =>
  canonizeDocument(document, options).catch(() => "refused");

describe("canonizeDocument", () => {
  it("gives what the reference library gives, or refuses what it refuses", async () => {
    await fc.assert(
      fc.asyncProperty(credential, async (document) => {
        expect(await canonize(document)).toBe(await canonizeByLibrary(document));
      }),
      { numRuns: 300 },
    );
  });

  it("takes any text as a literal, and no name of every object as an id", async () => {
    const [one] = fc.sample(credential, { seed: 5, numRuns: 1 });
    // An id that is not filled in, so that the library reads the whole document.
    const document = { ...one, id: "mailto:a@b.example", name: "valueOf" } as JsonLdDocument;
    expect(await canonize(document)).toBe(await canonizeByLibrary(document));
    expect(await canonize(document)).toContain('"valueOf"');
    expect(await canonize({ ...document, id: "__proto__" })).toBe("refused");
  });

  it("gives the same for results, and for endorsements with their own proofs", async () => {
    const issuer = { id: "did:web:a.example:1", type: ["Profile"], name: "Guild", url: "https://a.example" };
    const endorse = (number: number) => ({
      "@context": [...CONTEXTS.three],
      id: `https://a.example/endorsements/${number}`,
      type: ["VerifiableCredential", "EndorsementCredential"],
      name: "Endorsement of Loops",
      issuer,
      validFrom: "2026-11-24T00:00:00Z",
      credentialSubject: {
        id: "https://a.example/1",
        type: ["EndorsementSubject"],
        endorsementComment: "Good",
      },
      proof: ["eddsa-rdfc-2022", "eddsa-jcs-2022"].map((cryptosuite) => ({
        type: "DataIntegrityProof",
        cryptosuite,
        verificationMethod: "did:web:a.example:1#key",
        proofPurpose: "assertionMethod",
        proofValue: `z${cryptosuite}${number}`,
      })),
    });
    const describe = (id: string) => ({
      id,
      type: ["ResultDescription"],
      name: "Exam",
      resultType: "RawScore",
      requiredValue: "60",
    });
    const ids = ["urn:uuid:1", "urn:uuid:2"];
    const document = {
      "@context": [...CONTEXTS.three],
      id: "https://a.example/credentials/1",
      type: ["VerifiableCredential", "OpenBadgeCredential"],
      issuer,
      validFrom: "2026-11-24T00:00:00Z",
      credentialSubject: {
        id: "urn:uuid:5",
        type: ["AchievementSubject"],
        result: ids.map((id) => ({ type: ["Result"], resultDescription: id, value: "87.5" })),
        achievement: {
          id: "https://a.example/1",
          type: ["Achievement"],
          name: "Loops",
          resultDescription: ids.map(describe),
          endorsement: [endorse(1), endorse(2)],
        },
      },
    };
    const quads = await canonize(document);
    expect(quads).toBe(await canonizeByLibrary(document));
    expect(quads).toContain("87.5");
    expect(quads).toContain("zeddsa-jcs-20222");
  });

  it("fills different texts into one shape", async () => {
    const [one, other] = fc.sample(credential, { seed: 5, numRuns: 2 });
    const changed = { ...one, name: "Other", id: "https://b.example/9" };
    expect(await canonize(one ?? {})).toBe(await canonizeByLibrary(one ?? {}));
    expect(await canonize(changed)).toBe(await canonizeByLibrary(changed));
    expect(await canonize(other ?? {})).not.toBe(await canonize(one ?? {}));
  });

  it("refuses members without a meaning, and contexts that are not bundled", async () => {
    const document = {
      "@context": [...CONTEXTS.three],
      id: "https://a.example/1",
      type: ["Profile"],
      nmae: "Typo",
    };
    await expect(canonizeDocument(document, options)).rejects.toThrow(/safe mode/i);
    await expect(loadContext("https://a.example/context")).rejects.toThrow(UnknownContext);
  });
});
