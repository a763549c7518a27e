import { beforeAll, describe, expect, it } from "vitest";
import { decideVerdict } from "@/lib/credentials/verification/checks";
import { readCredential } from "@/lib/credentials/verification/credential";
import { isRecipient } from "@/lib/credentials/verification/open-badge";
import { buildForeignBadge, signForeign } from "../../support/credentials/foreign-credentials";
import { createMemoryIssuer, ISSUER, type MemoryIssuer } from "../../support/credentials/memory-issuer";

// What a reader is shown of a badge: not by an order that no signature covers, and without characters that are not seen.

let issuer: MemoryIssuer;

beforeAll(async () => {
  issuer = await createMemoryIssuer();
});

describe("a subject with several identifiers", () => {
  const named = (identityHash: string) => ({
    type: "IdentityObject",
    identityType: "name",
    identityHash,
    hashed: false,
  });
  const addressed = (identityHash: string) => ({
    type: "IdentityObject",
    identityType: "emailAddress",
    identityHash,
    hashed: false,
  });
  const identifier = [
    named("Mei Wong"),
    addressed("mei@example.org"),
    named("王美"),
    addressed("wong@example.org"),
  ];

  it("has the same earner and recipients in any order, because RDF has no order to sign", async () => {
    const unsigned = buildForeignBadge(ISSUER);
    unsigned.credentialSubject.identifier = identifier;
    const badge = await signForeign(unsigned, "eddsa-rdfc-2022", issuer.keys);
    const turned = structuredClone(badge);
    turned.credentialSubject.identifier.reverse();
    expect(decideVerdict((await issuer.verify(JSON.stringify(turned))).checks)).toBe("valid");
    for (const document of [badge, turned]) {
      const { earner, assertion } = readCredential({ document, jws: null });
      expect(earner).toBe("Mei Wong, 王美");
      const { recipients } = assertion;
      const matches = (email: string) =>
        Array.isArray(recipients) && recipients.some((one) => isRecipient(one as never, email));
      expect(["mei@example.org", "wong@example.org", "eve@example.org"].map(matches)).toEqual([
        true,
        true,
        false,
      ]);
    }
  });

  it.each([
    ["identityType", (text: unknown) => [text]],
    ["identityHash", (text: unknown) => [text]],
    ["identityHash", (text: unknown) => [text, text]],
    ["salt", (text: unknown) => [text]],
  ] as const)(
    "has each text by itself, not in a list that statements do not show: %s",
    async (name, wrap) => {
      const unsigned = buildForeignBadge(ISSUER);
      unsigned.credentialSubject.name = "Alice Liddell";
      unsigned.credentialSubject.identifier = [{ ...named("Mei Wong"), salt: "s4lt" }];
      const badge = await signForeign(unsigned, "eddsa-rdfc-2022", issuer.keys);
      expect((await issuer.verify(JSON.stringify(badge))).shown).toMatchObject({ earner: "Mei Wong" });
      const [identity] = badge.credentialSubject.identifier;
      identity[name] = wrap(identity[name]);
      expect(await issuer.verify(JSON.stringify(badge))).toMatchObject({
        verdict: "refused",
        shown: expect.stringContaining("credentialSubject.identifier"),
      });
    },
  );

  it("has one narrative of its criteria, in no list", async () => {
    const unsigned = buildForeignBadge(ISSUER);
    unsigned.credentialSubject.achievement.criteria = { narrative: ["Pass the exam.", "Attend."] };
    const badge = await signForeign(unsigned, "eddsa-rdfc-2022", issuer.keys);
    expect(await issuer.verify(JSON.stringify(badge))).toMatchObject({ verdict: "refused" });
  });

  it("is read by the identifiers that can be read, and by the address in its id", () => {
    const document = buildForeignBadge(ISSUER);
    document.credentialSubject = {
      ...document.credentialSubject,
      id: "mailto:mei@example.org",
      identifier: [addressed(""), addressed("wong@example.org")],
    };
    const { recipients } = readCredential({ document, jws: null }).assertion;
    expect(recipients).toEqual([
      { identity: "wong@example.org", salt: "" },
      { identity: "mailto:mei@example.org", salt: "" },
    ]);
  });
});

describe("names with characters that are not seen", () => {
  it("are shown without them", async () => {
    const unsigned = buildForeignBadge(ISSUER);
    Object.assign(unsigned.credentialSubject.achievement, {
      name: "Data\u200B \u202EAnalysis\u2066",
      description: "Reads\u0007 num\u00ADbers.\nمی\u200Cخواهم 👩\u200D🔬",
    });
    const { shown } = await issuer.verify(
      JSON.stringify(await signForeign(unsigned, "eddsa-jcs-2022", issuer.keys)),
    );
    expect(shown).toMatchObject({
      name: "Data Analysis",
      text: "Reads numbers.\nمی\u200Cخواهم 👩\u200D🔬",
    });
  });

  it("are refused in addresses, and visible in the place of a fault", async () => {
    const reversed = buildForeignBadge(ISSUER, { id: "urn:x:\u202Eabc" });
    expect((await issuer.verify(JSON.stringify(reversed))).shown).toBe("id");
    const hidden = buildForeignBadge(ISSUER, { "na:me\u200B\u202E": "x" });
    expect((await issuer.verify(JSON.stringify(hidden))).shown).toBe(String.raw`na:me\u200b\u202e`);
  });
});
