import { describe, expect, it } from "vitest";
import { listExtensions } from "@/lib/credentials/verification/extensions";
import { buildForeignBadge, type Json } from "../../support/credentials/foreign-credentials";
import { ISSUER } from "../../support/credentials/memory-issuer";

const plain = (): Json => {
  const badge = buildForeignBadge(ISSUER);
  delete badge.credentialSubject.achievement.criteria;
  return badge;
};

describe("what a badge says besides what is checked or shown", () => {
  it("is nothing for what is checked or shown, in every form that it may have", () => {
    const identity = {
      type: "IdentityObject",
      identityType: "name",
      identityHash: "Mei",
      hashed: false,
      salt: "x",
    };
    const status = {
      id: "urn:x",
      type: "BitstringStatusListEntry",
      statusPurpose: "revocation",
      statusListIndex: "7",
      statusListCredential: "https://open.example.org/1",
      statusSize: 1,
    };
    const badge = plain();
    const { achievement } = badge.credentialSubject as Json;
    achievement.name = { "@value": "Data Analysis", "@language": "en" };
    badge.credentialSubject.identifier = [identity, identity];
    const full = {
      ...badge,
      credentialStatus: [status],
      proof: { type: "X", proofValue: "z" },
      validUntil: "2099",
    };
    expect(listExtensions(full, null)).toEqual([]);
    expect(listExtensions({ ...full, issuer: ISSUER }, null)).toEqual([]);
    expect(
      listExtensions({ ...full, iss: "a", sub: "b", jti: "c", nbf: 1, exp: 2, iat: 3 }, "a.b.c"),
    ).toEqual([]);
  });

  it("is each other value with its path: of extensions, and of parts of Open Badges that nothing checks", () => {
    const badge = plain();
    badge.evidence = [{ type: "Evidence", narrative: "A report.", rating: 5, isPublic: true }];
    badge.issuer.email = "a@b.example";
    badge.credentialSubject.achievement.criteria = { narrative: "Pass." };
    badge.credentialSubject.identifier = {
      type: "IdentityObject",
      identityType: "name",
      identityHash: "Mei",
      note: "x",
    };
    badge.credentialStatus = { type: "T", statusMessage: [{ status: "0x1", message: "revoked" }] };
    badge.iss = "did:web:other.example";
    expect(Object.fromEntries(listExtensions(badge, null).map(({ path, text }) => [path, text]))).toEqual({
      "issuer.email": "a@b.example",
      "credentialSubject.achievement.criteria.narrative": "Pass.",
      "credentialSubject.identifier.note": "x",
      "credentialStatus.statusMessage.0.status": "0x1",
      "credentialStatus.statusMessage.0.message": "revoked",
      "evidence.0.narrative": "A report.",
      "evidence.0.rating": "5",
      "evidence.0.isPublic": "true",
      iss: "did:web:other.example",
    });
  });

  it("is short, one line, at most twenty, and has no characters that are not seen", () => {
    const badge = {
      ...plain(),
      ["p".repeat(300)]: `a\u202E\u200B b\n\n${"x".repeat(500)}`,
      empty: " \u200B ",
    };
    const [first, ...others] = listExtensions(badge, null);
    expect([first?.path.length, first?.text.length, others]).toEqual([200, 200, []]);
    expect(first?.text.startsWith("a bxxx") || first?.text.startsWith("a b xxx")).toBe(true);
    const many = { ...plain(), extra: Array.from({ length: 1_000 }, (_, index) => index) };
    expect(listExtensions(many, null)).toHaveLength(20);
  });
});
