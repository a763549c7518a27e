import { createPrivateKey, createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeCanonicalJson } from "@/lib/credentials/open-badges/canonical-json";
import { isProofValid, withProof } from "@/lib/credentials/open-badges/data-integrity";
import {
  decodeMultibase,
  decodeMultikey,
  encodeMultibase,
  encodeMultikey,
} from "@/lib/credentials/open-badges/multikey";

describe("canonical JSON (RFC 8785)", () => {
  it("matches the example of the standard (3.2.2 to 3.2.4)", () => {
    const given: unknown = JSON.parse(String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`);
    expect(encodeCanonicalJson(given)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  it("sorts names by their UTF-16 code units (3.2.3)", () => {
    const names = ["€", "\r", "\uFB33", "1", "😀", "\u0080", "ö"];
    const given = Object.fromEntries(names.map((name) => [name, 1]));
    const sorted = ["\r", "1", "\u0080", "ö", "€", "😀", "\uFB33"];
    expect(Object.keys(JSON.parse(encodeCanonicalJson(given)) as object).toSorted()).toEqual(
      names.toSorted(),
    );
    const positions = sorted.map((name) => encodeCanonicalJson(given).indexOf(JSON.stringify(name)));
    expect(positions).toEqual(positions.toSorted((one, other) => one - other));
  });

  it.each([
    [0, "0"],
    [-0, "0"],
    [Number.MIN_VALUE, "5e-324"],
    [Number.MAX_VALUE, "1.7976931348623157e+308"],
    [9_007_199_254_740_992, "9007199254740992"],
    [295_147_905_179_352_830_000, "295147905179352830000"],
    [9.999999999999997e22, "9.999999999999997e+22"],
    [1e23, "1e+23"],
    [1e21, "1e+21"],
    [0.000001, "0.000001"],
    [333333333.3333332, "333333333.3333332"],
  ])("writes the number %s as %s (appendix B)", (number, text) => {
    expect(encodeCanonicalJson(number)).toBe(text);
  });

  it("refuses what I-JSON cannot represent, and leaves out what is undefined", () => {
    for (const value of [Number.NaN, Infinity, "\uD800", { "\uDC00": 1 }, [undefined], () => 1]) {
      expect(() => encodeCanonicalJson(value)).toThrow(TypeError);
    }
    expect(encodeCanonicalJson({ a: undefined, b: [{ d: 1, c: undefined }] })).toBe('{"b":[{"d":1}]}');
  });

  it("is the same for the same value in any order, and changes nothing", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        // -0 is 0 in JSON.
        const plain: unknown = JSON.parse(JSON.stringify(value));
        expect(JSON.parse(encodeCanonicalJson(plain))).toEqual(plain);
        expect(encodeCanonicalJson(JSON.parse(encodeCanonicalJson(plain)))).toBe(encodeCanonicalJson(plain));
      }),
    );
  });
});

describe("a Multikey", () => {
  it("is encoded in base58 with Bitcoin's alphabet", () => {
    for (const [hex, text] of [
      ["", "z"],
      ["00", "z1"],
      ["0000287fb4cd", "z11233QC4"],
      [Buffer.from("Hello World!").toString("hex"), "z2NEpo7TZRRrLZSi2U"],
    ] as const) {
      expect(encodeMultibase(Buffer.from(hex, "hex"))).toBe(text);
      expect(decodeMultibase(text)?.toString("hex")).toBe(hex);
    }
    for (const text of ["", "m00", "z0", "zl", "zI", "z😀", `z${"2".repeat(200)}`]) {
      expect(decodeMultibase(text)).toBeNull();
    }
  });

  it("is decoded to the original bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        expect(decodeMultibase(encodeMultibase(bytes))?.equals(Buffer.from(bytes))).toBe(true);
      }),
    );
  });
});

// Data Integrity EdDSA Cryptosuites 1.0, appendix B: the key pair, the credential, and its proof under two names of the
// key.
const PUBLIC = "z6MkrJVnaZkeFzdQyMZu1cgjg7k1pZZ6pvBQ7XJPt4swbTQ2";
const SECRET = "z3u2en7t5LR2WtQH5PfFqMqwVHBeXouLzo6haApm8XHqvjxq";
const CREATED = "2023-02-24T23:36:38Z";
const PROOFS = [
  [
    `did:key:${PUBLIC}#${PUBLIC}`,
    "z2HnFSSPPBzR36zdDgK8PbEHeXbR56YF24jwMpt3R1eHXQzJDMWS93FCzpvJpwTWd3GAVFuUfjoJdcnTMuVor51aX",
  ],
  [
    `https://vc.example/issuers/5678#${PUBLIC}`,
    "z63t83Y53KfzJ5ZosfKTnqfMcKB2dmTrfjSaQjeNNjAD5srBowQfmWqeRb8rRjmeEuCBEsddF9LsVogtuTsijJKh4",
  ],
] as const;
const credential = {
  "@context": ["https://www.w3.org/ns/credentials/v2", "https://www.w3.org/ns/credentials/examples/v2"],
  id: "urn:uuid:58172aac-d8ba-11ed-83dd-0b3aef56cc33",
  type: ["VerifiableCredential", "AlumniCredential"],
  name: "Alumni Credential",
  description: "A minimum viable example of an Alumni Credential.",
  issuer: "https://vc.example/issuers/5678",
  validFrom: "2023-01-01T00:00:00Z",
  credentialSubject: { id: "did:example:abcdefgh", alumniOf: "The School of Examples" },
};

const readSeed = (secret: string): Buffer => decodeMultibase(secret)?.subarray(2) ?? Buffer.alloc(0);
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");
const privateKey = createPrivateKey({
  key: Buffer.concat([PKCS8, readSeed(SECRET)]),
  format: "der",
  type: "pkcs8",
});
const publicKey = createPublicKey(privateKey);

describe("a proof (eddsa-jcs-2022)", () => {
  it("uses keys in their published form", () => {
    const raw = publicKey.export({ format: "der", type: "spki" }).subarray(-32);
    expect(encodeMultikey(raw)).toBe(PUBLIC);
    expect(decodeMultikey(PUBLIC)?.equals(publicKey)).toBe(true);
    expect(decodeMultikey(SECRET)).toBeNull();
  });

  it.each(PROOFS)("matches the published one for the key %s", (verificationMethod, proofValue) => {
    const { proof, ...rest } = withProof(credential, privateKey, { created: CREATED, verificationMethod });
    expect(rest).toEqual(credential);
    expect(proof).toEqual({
      type: "DataIntegrityProof",
      cryptosuite: "eddsa-jcs-2022",
      created: CREATED,
      verificationMethod,
      proofPurpose: "assertionMethod",
      "@context": credential["@context"],
      proofValue,
    });
    expect(isProofValid(credential, proof, publicKey)).toBe(true);
  });

  const { proof, ...document } = withProof(credential, privateKey, {
    created: CREATED,
    verificationMethod: PROOFS[0][0],
  });

  it("is valid for the document with its names in another order, and with contexts appended", () => {
    const turned = Object.fromEntries(Object.entries(document).toReversed());
    expect(isProofValid({ ...turned, proof }, proof, publicKey)).toBe(true);
    const more = { ...document, "@context": [...document["@context"], "https://example.org/more"] };
    expect(isProofValid(more, proof, publicKey)).toBe(true);
  });

  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ["another document", { name: "Doctor" }, {}],
    ["a field more", { also: 1 }, {}],
    ["a context before", { "@context": ["https://example.org/first", ...credential["@context"]] }, {}],
    ["contexts left out", { "@context": credential["@context"].slice(1) }, {}],
    ["half a character", { name: "\uD800" }, {}],
    ["another time", {}, { created: "2024-02-24T23:36:38Z" }],
    ["another purpose", {}, { proofPurpose: "authentication" }],
    ["another suite", {}, { cryptosuite: "eddsa-rdfc-2022" }],
    ["no value", {}, { proofValue: undefined }],
    ["another value", {}, { proofValue: PROOFS[1][1] }],
    ["a short value", {}, { proofValue: "z11" }],
    ["another base", {}, { proofValue: `u${PROOFS[0][1].slice(1)}` }],
  ])("is not valid for %s", (_what, changes, ofProof) => {
    expect(isProofValid({ ...document, ...changes }, { ...proof, ...ofProof }, publicKey)).toBe(false);
  });

  it("is not valid for another key, or for a key of another kind", () => {
    expect(isProofValid(document, proof, generateKeyPairSync("ed25519").publicKey)).toBe(false);
    expect(isProofValid(document, proof, generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey)).toBe(
      false,
    );
  });

  it("signs 64 bytes: the hash of the proof, then that of the document", () => {
    const signature = decodeMultibase(PROOFS[0][1]) ?? Buffer.alloc(0);
    const hashes =
      "66ab154f5c2890a140cb8388a22a160454f80575f6eae09e5a097cabe539a1db59b7cb6251b8991add1ce0bc83107e3db9dbbab5bd2c28f687db1a03abc92f19";
    expect(verify(null, Buffer.from(hashes, "hex"), publicKey, signature)).toBe(true);
  });
});
