import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { isSignedBy } from "@/lib/credentials/verification/signature";
import {
  buildOpenBadge,
  exportPem,
  generateRsaKeys,
  signAssertion,
} from "../../support/credentials/open-badges";

const ORIGIN = "https://badges.example.org";
const EMAIL = "ada@example.org";

describe("a signature", () => {
  const rsa = generateRsaKeys();
  const ec = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const ed = generateKeyPairSync("ed25519");
  const { assertion } = buildOpenBadge(ORIGIN, EMAIL);

  it.each([
    ["RS256", rsa],
    ["ES256", ec],
    ["EdDSA", ed],
  ])("of %s is valid for its text and its key", async (alg, { privateKey, publicKey }) => {
    const text = signAssertion(assertion, privateKey, { alg });
    const [header, payload, signature] = text.split(".");
    const other = Buffer.from(JSON.stringify({ ...assertion, expires: null })).toString("base64url");
    expect(await isSignedBy(text, exportPem(publicKey))).toBe(true);
    expect(await isSignedBy(`${header}.${other}.${signature}`, exportPem(publicKey))).toBe(false);
    for (const wrong of ["AAAA", "A", "!"]) {
      expect(await isSignedBy(`${header}.${payload}.${wrong}`, exportPem(publicKey))).toBe(false);
    }
    expect(await isSignedBy(`${header}.A.${signature}`, exportPem(publicKey))).toBe(false);
  });

  it("with another key, algorithm or strength proves nothing", async () => {
    const text = signAssertion(assertion, rsa.privateKey);
    const weak = generateRsaKeys(1024);
    const [, payload, signature] = text.split(".");
    const headed = (header: object) =>
      `${Buffer.from(JSON.stringify(header)).toString("base64url")}.${payload}.${signature}`;
    for (const header of [
      ...["none", "HS256", "constructor"].map((alg) => ({ alg })),
      {},
      { alg: "RS256", crit: [] },
      { alg: "RS256", b64: true, crit: ["b64"] },
    ]) {
      expect(await isSignedBy(headed(header), exportPem(rsa.publicKey))).toBeNull();
    }
    expect(await isSignedBy(headed({ alg: "ES256" }), exportPem(rsa.publicKey))).toBeNull();
    expect(await isSignedBy(text, exportPem(ec.publicKey))).toBeNull();
    expect(await isSignedBy(signAssertion(assertion, weak.privateKey), exportPem(weak.publicKey))).toBeNull();
    expect(await isSignedBy(text, "no key")).toBeNull();
    expect(await isSignedBy("a.b.c", exportPem(rsa.publicKey))).toBeNull();
    expect(await isSignedBy(text, exportPem(generateRsaKeys().publicKey))).toBe(false);
  });
});
