import { beforeEach, describe, expect, it } from "vitest";
import {
  buildForeignBadge,
  createIssuerKeys,
  signForeign,
  signForeignToken,
  type IssuerKeys,
  type Json,
} from "../../support/credentials/foreign-credentials";
import {
  buildList,
  buildStatus,
  createMemoryIssuer,
  encodeList,
  ISSUER,
  LIST,
  PLACES,
  type MemoryIssuer,
} from "../../support/credentials/memory-issuer";

// Parts of a badge with one id are one thing to a signature of statements, with the texts of both. And limits of the verifier that
// genuine badges must not meet.

let keys: IssuerKeys;
let issuer: MemoryIssuer;

beforeEach(async () => {
  keys ??= await createIssuerKeys();
  issuer = await createMemoryIssuer(keys);
});

/** The verdict, the reasons and their details; of a refused badge the place. */
async function verify(given: Json | string): Promise<unknown[]> {
  const reading = await issuer.verify(typeof given === "string" ? given : JSON.stringify(given));
  const { verdict, checks, shown } = reading;
  const open = checks.filter(({ result }) => result !== "passed");
  return verdict === "refused" ? [verdict, shown] : [verdict, ...open.map((one) => [one.reason, one.detail])];
}

const withAchievement = (change: Json): Json => {
  const badge = buildForeignBadge(ISSUER);
  const subject = badge.credentialSubject as Json;
  return {
    ...badge,
    credentialSubject: { ...subject, achievement: { ...subject.achievement, ...change } },
  };
};

const evidenceOf = (id: unknown, texts: Json): Json => ({
  evidence: [{ id, type: ["Evidence"], ...texts }],
});

describe("a part that has the id of another one", () => {
  const base = buildForeignBadge(ISSUER);
  const subject = base.credentialSubject as Json;
  const criteria = { id: "https://open.example.org/criteria", narrative: "Pass the exam." };
  const cases: [what: string, badge: Json, path: string][] = [
    [
      "evidence with the DID of the issuer",
      { ...base, ...evidenceOf(ISSUER, { name: "Mallory University" }) },
      "issuer.name",
    ],
    [
      "evidence with the DID of the earner",
      {
        ...base,
        credentialSubject: { ...subject, name: "Chiyo" },
        ...evidenceOf(subject.id, { name: "Mallory Smith" }),
      },
      "credentialSubject.name",
    ],
    [
      "evidence with the id of the achievement, by its name",
      { ...base, ...evidenceOf(subject.achievement.id, { name: "Doctor of Medicine" }) },
      "credentialSubject.achievement.name",
    ],
    [
      "evidence with the id of the achievement, by its description",
      { ...base, ...evidenceOf(subject.achievement.id, { description: "Heals." }) },
      "credentialSubject.achievement.description",
    ],
    [
      "evidence with the id of the criteria",
      { ...withAchievement({ criteria }), ...evidenceOf(criteria.id, { narrative: "Nothing to do." }) },
      "credentialSubject.achievement.criteria.narrative",
    ],
  ];

  it.each(cases)("makes it ambiguous which text is whose: %s", async (_what, badge, path) => {
    for (const suite of ["eddsa-rdfc-2022", "ecdsa-rdfc-2019"] as const) {
      const signed = await signForeign(badge, suite, keys);
      expect(await verify(signed), suite).toEqual(["unverifiable", ["ambiguous", path]]);
    }
    // The members themselves are signed.
    expect(await verify(await signForeign(badge, "eddsa-jcs-2022", keys))).toEqual(["valid"]);
  });

  it("is no fault when it says the same, and a forgery stays one", async () => {
    const name = (base.issuer as Json).name as string;
    const creator = { id: ISSUER, type: ["Profile"], name };
    const signed = await signForeign(withAchievement({ creator }), "eddsa-rdfc-2022", keys);
    expect(await verify(signed)).toEqual(["valid"]);
    const forged = { ...signed, issuer: { ...(signed.issuer as Json), name: "Mallory University" } };
    expect((await verify(forged))[0]).toBe("altered");
  });

  const signRdf = (badge: Json) => signForeign(badge, "eddsa-rdfc-2022", keys);
  it("may be the issuer, who gives itself a second name as creator, in each version of the context", async () => {
    const creator = { id: ISSUER, type: ["Profile"], name: "Open University, Dept. 1" };
    expect(await verify(await signRdf(withAchievement({ creator })))).toEqual(["valid"]);
    const older = buildForeignBadge(ISSUER, {}, true);
    for (const context of ["context.json", "context-3.0.1.json", "context-3.0.2.json"]) {
      older["@context"][1] = `https://purl.imsglobal.org/spec/ob/v3p0/${context}`;
      older.credentialSubject.achievement.creator = creator;
      expect(await verify(await signForeign(older, "Ed25519Signature2020", keys))).toEqual(["valid"]);
    }
  });

  it("may be named in another place only: the issuer of its own badge, and one that is a plain id", async () => {
    const own = { ...base, credentialSubject: { ...subject, id: ISSUER } };
    expect(await verify(await signRdf(own))).toEqual(["valid"]);
    const source = { id: ISSUER, type: ["Profile"], name: "Open University" };
    const plain = { ...base, issuer: ISSUER, credentialSubject: { ...subject, source } };
    expect(await verify(await signRdf(plain))).toEqual(["valid"]);
  });

  it("makes it ambiguous when the text of the one that is shown may be missing", async () => {
    const { description: _, ...achievement } = subject.achievement as Json;
    const badge = { ...base, credentialSubject: { ...subject, achievement } };
    const signed = await signRdf({ ...badge, ...evidenceOf(achievement.id, { description: "Failed." }) });
    expect(await verify(signed)).toEqual([
      "unverifiable",
      ["ambiguous", "credentialSubject.achievement.description"],
    ]);
  });

  it("is not the issuer when somebody else wrote the part: the endorsement of another issuer, the badge", async () => {
    const endorsement = {
      id: "urn:uuid:5f0b6a1c-7c44-4f0e-8ad9-1f8c5d0e7a11",
      type: ["VerifiableCredential", "EndorsementCredential"],
      issuer: { id: ISSUER, type: ["Profile"], name: "Mallory University" },
      validFrom: "2026-04-01T00:00:00Z",
      credentialSubject: { id: subject.achievement.id, type: ["EndorsementSubject"] },
    };
    const endorsed = await signRdf({ ...base, endorsement: [endorsement] });
    expect(await verify(endorsed)).toEqual(["unverifiable", ["ambiguous", "issuer.name"]]);
    const asBadge = await signRdf({ ...base, id: ISSUER, name: "Mallory University" });
    expect(await verify(asBadge)).toEqual(["unverifiable", ["ambiguous", "issuer.name"]]);
  });

  it("is refused when two statuses have it", async () => {
    const id = `${LIST}#1`;
    const credentialStatus = [PLACES.free, PLACES.free + 2].map((place) => ({ ...buildStatus(place), id }));
    const sign = (statuses: Json[]) =>
      signForeign(buildForeignBadge(ISSUER, { credentialStatus: statuses }), "eddsa-rdfc-2022", keys);
    expect(await verify(await sign(credentialStatus))).toEqual(["refused", "credentialStatus"]);
    const others = credentialStatus.map((status, index) => ({ ...status, id: `${id}-${index}` }));
    expect(await verify(await sign(others))).toEqual(["valid"]);
  });
});

describe("a badge", () => {
  it("must say since when it is valid, whatever else it says", async () => {
    const changes = { validFrom: undefined, awardedDate: "2026-04-01T00:00:00Z" };
    const badge = JSON.parse(JSON.stringify(buildForeignBadge(ISSUER, changes))) as Json;
    expect(await verify(await signForeign(badge, "eddsa-jcs-2022", keys))).toEqual(["refused", "validFrom"]);
  });

  it("has dates that exist", async () => {
    for (const name of ["validFrom", "validUntil", "awardedDate"]) {
      const badge = buildForeignBadge(ISSUER, {
        validUntil: "2099-01-01T00:00:00Z",
        [name]: "2026-02-30T00:00:00Z",
      });
      const signed = await signForeign(badge, "eddsa-jcs-2022", keys);
      expect(await verify(signed)).toEqual(["refused", name]);
    }
  });

  it("is not in a token that also has a presentation", async () => {
    const badge = buildForeignBadge(ISSUER);
    expect(await verify(await signForeignToken(badge, "ES256", keys))).toEqual(["valid"]);
    const both = signForeignToken({ ...badge, vp: { type: "VerifiablePresentation" } }, "ES256", keys);
    expect(await verify(await both)).toEqual(["refused", "vp"]);
  });
});

describe("an issuer with many keys", () => {
  const publish = (change: (method: Json) => Json) =>
    issuer.publishKeys((document) => {
      const methods = document.verificationMethod as Json[];
      const others = Array.from({ length: 400 }, (_, index) => ({
        ...methods[3],
        id: `${ISSUER}#old-${index}`,
      }));
      document.verificationMethod = [...others.map(change), ...methods];
      document.assertionMethod = (document.verificationMethod as Json[]).map(({ id }) => String(id));
    });

  it("signs with the last one as with the first", async () => {
    const badge = await signForeign(buildForeignBadge(ISSUER), "eddsa-jcs-2022", keys);
    publish((method) => method);
    expect(await verify(badge)).toEqual(["valid"]);
  });

  it("has revoked a key although 400 others stand before its entry", async () => {
    const token = await signForeignToken(buildForeignBadge(ISSUER), "ES256", keys);
    publish((method) => method);
    expect(await verify(token)).toEqual(["valid"]);
    // The same key as ES256, under another name.
    publish((method) =>
      method.id === `${ISSUER}#old-399` ? { ...method, revoked: "2026-05-01T00:00:00Z" } : method,
    );
    expect((await verify(token)).slice(0, 2)).toEqual(["unverifiable", ["key_revoked", "open.example.org"]]);
    // A moment that cannot be read may be in the past.
    publish((method) =>
      method.id === `${ISSUER}#old-7` ? { ...method, revoked: "2026-01-01T00:00:00+05:75" } : method,
    );
    expect((await verify(token)).slice(0, 2)).toEqual(["unverifiable", ["key_revoked", "open.example.org"]]);
  });
});

describe("a status list", () => {
  const publish = async (list: Json, encodedList: string) =>
    issuer.put(
      String(list.id),
      await signForeign(
        { ...list, credentialSubject: { ...(list.credentialSubject as Json), encodedList } },
        "eddsa-jcs-2022",
        keys,
      ),
    );
  const badgeAt = (place: number, isOlder: boolean) =>
    signForeign(
      buildForeignBadge(ISSUER, { credentialStatus: buildStatus(place, isOlder) }),
      "eddsa-jcs-2022",
      keys,
    );
  /** A list with many bits, whose base64 has the letters in which the two alphabets differ. */
  const url = encodeList(
    Array.from({ length: 4_000 }, (_, index) => PLACES.revoked + index * 31),
    { prefix: "" },
  );
  const standard = Buffer.from(url, "base64url").toString("base64");

  it("of 2021 is read in both alphabets of base64, that of version 2 in one", async () => {
    expect(standard).toMatch(/[+/]/);
    for (const encoded of [url, standard]) {
      await publish(buildList(true), encoded);
      expect(await verify(await badgeAt(PLACES.free, true))).toEqual(["valid"]);
      expect((await verify(await badgeAt(PLACES.revoked, true)))[0]).toBe("revoked");
    }
    await publish(buildList(), `u${url}`);
    expect(await verify(await badgeAt(PLACES.free, false))).toEqual(["valid"]);
    await publish(buildList(), `u${standard}`);
    expect((await verify(await badgeAt(PLACES.free, false)))[0]).toBe("unverifiable");
    await publish(buildList(true), `${url.slice(0, -2)}+_`);
    expect((await verify(await badgeAt(PLACES.free, true)))[0]).toBe("unverifiable");
  });

  it("with a day that does not exist is not read", async () => {
    for (const name of ["validFrom", "validUntil", "issuanceDate", "expirationDate"]) {
      const year = name === "validFrom" || name === "issuanceDate" ? 2026 : 2099;
      for (const [day, verdict] of [
        ["28", "valid"],
        ["30", "unverifiable"],
      ] as const) {
        await publish({ ...buildList(), [name]: `${year}-02-${day}T00:00:00Z` }, `u${url}`);
        expect((await verify(await badgeAt(PLACES.free, false)))[0], `${name} ${day}`).toBe(verdict);
      }
    }
  });
});
