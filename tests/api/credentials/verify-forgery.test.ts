import { calculateJwkThumbprint, SignJWT, type JWK } from "jose";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { clock } from "@/lib/kernel/clock";
import type { Site } from "../../support/credentials/badge-site";
import {
  buildForeignBadge,
  buildIssuerDocument,
  createIssuerKeys,
  signForeign,
  signForeignToken,
  type IssuerKeys,
  type Json,
} from "../../support/credentials/foreign-credentials";
import { startForeignIssuer, withEntry } from "../../support/credentials/foreign-issuer";
import {
  credentialPath,
  fetchDocument,
  fetchOwnCredential,
} from "../../support/credentials/open-badge-documents";
import { reasonsOf, sendVerification, verify } from "../../support/credentials/verify-request";
import { createTestOrganization, type TestOrganization } from "../../support/builders";
import { createEarner, issueAcceptedBadge, type TestEarner } from "../../support/accounts/earners";

// Genuine badges, rearranged so that the signature stays right: by RDF it covers statements, and many documents have the same.

let keys: IssuerKeys;
let site: Site;
let did: string;
let organization: TestOrganization;
let earner: TestEarner;

beforeAll(async () => {
  keys = await createIssuerKeys();
  organization = await createTestOrganization("Open University");
  earner = await createEarner();
});

beforeEach(async () => {
  ({ site, did } = await startForeignIssuer(keys));
});

afterEach(() => void vi.restoreAllMocks());

const VC = "https://www.w3.org/2018/credentials#";
const STATUS = "https://www.w3.org/ns/credentials/status#";
const PAST = "2026-04-02T00:00:00Z";
/** Replaces a member by its value under another name, so that plain readers do not find it. */
const rename = (document: Json, from: string, to: string): void => {
  document[to] = document[from];
  delete document[from];
};

/** Rearrangements of a credential that is expired and names a status. The statements stay the same, or nearly so. */
const REARRANGED: Record<string, (badge: Json) => void> = {
  "another name beside a hidden one": (badge) => {
    badge["@context"].push({ shown: "https://schema.org/name", name: "@index" });
    const { achievement } = badge.credentialSubject as Json;
    rename(achievement as Json, "name", "shown");
    achievement.name = "Doctor of Medicine";
  },
  "an own context of the achievement": (badge) => {
    const { achievement } = badge.credentialSubject as Json;
    achievement["@context"] = { validUntil: null };
  },
  "a vocabulary for every name": (badge) => {
    badge["@context"].push("https://www.w3.org/ns/credentials/undefined-terms/v2");
    badge.unheard = "of";
  },
  "a status under its full address": (badge) => rename(badge, "credentialStatus", `${VC}credentialStatus`),
  "an end under its full address": (badge) => {
    badge[`${VC}validUntil`] = {
      "@type": "http://www.w3.org/2001/XMLSchema#dateTime",
      "@value": badge.validUntil,
    };
    delete badge.validUntil;
  },
  "a purpose under its full address": (badge) =>
    rename(badge.credentialStatus as Json, "statusPurpose", `${STATUS}statusPurpose`),
  "@id for id": (badge) => rename(badge, "id", "@id"),
  "@type for type": (badge) => rename(badge.credentialStatus as Json, "type", "@type"),
  "a list of one purpose": (badge) => {
    badge.credentialStatus.statusPurpose = [badge.credentialStatus.statusPurpose];
  },
  "a list in a list of statuses": (badge) => {
    badge.credentialStatus = [[badge.credentialStatus]];
  },
  "a status by its id, described elsewhere": (badge) => {
    badge["@included"] = [badge.credentialStatus];
    badge.credentialStatus = badge.credentialStatus.id;
  },
  "a status by its id, described in an extension": (badge) => {
    badge.evidence = badge.credentialStatus;
    badge.credentialStatus = { id: badge.credentialStatus.id, type: badge.credentialStatus.type };
  },
  "a status as @set": (badge) => {
    badge.credentialStatus = { "@set": [badge.credentialStatus] };
  },
  "a status said by the subject": (badge) => {
    badge.credentialSubject.achievement.related = { id: badge.id, credentialStatus: badge.credentialStatus };
    delete badge.credentialStatus;
  },
  "an end as a value with a type": (badge) => {
    badge.validUntil = { "@value": badge.validUntil, "@type": "http://www.w3.org/2001/XMLSchema#dateTime" };
  },
  "a second subject before the first": (badge) => {
    badge.credentialSubject = [{ id: "did:example:mallory" }, badge.credentialSubject];
  },
  "members in reverse": (badge) => {
    badge["@reverse"] = {};
  },
  "a graph around it": (badge) => {
    badge["@graph"] = [];
  },
  "nothing as a status": (badge) => {
    badge.credentialStatus = null;
  },
};

describe("a genuine badge of another issuer, rearranged", () => {
  it.each(Object.entries(REARRANGED))("with %s, is not valid", async (_what, rearrange) => {
    const list = site.at("/lists/1");
    const badge = await signForeign(
      buildForeignBadge(did, { ...withEntry(list), validUntil: PAST }),
      "eddsa-rdfc-2022",
      keys,
    );
    rearrange(badge);
    const result = await verify(badge);
    expect(["altered", "unverifiable"]).toContain(result.status);
    expect(result.badge?.name).not.toBe("Doctor of Medicine");
  });

  it.each(["validUntil", "credentialStatus"])(
    "with its %s in a second node of the same id, has the same statements and was altered",
    async (member) => {
      const unsigned = buildForeignBadge(did, { ...withEntry(site.at("/lists/1")), validUntil: PAST });
      unsigned.credentialSubject.source = { id: unsigned.id };
      const badge = await signForeign(unsigned, "eddsa-rdfc-2022", keys);
      expect((await verify(badge)).checks[2]).toMatchObject({ check: "authenticity", result: "passed" });
      badge.credentialSubject.source = {
        id: badge.id,
        type: "VerifiableCredential",
        [member]: badge[member],
      };
      delete badge[member];
      const result = await verify(badge);
      expect([result.status, reasonsOf(result)[0]]).toEqual(["altered", "differs"]);
      expect(result.checks[2]).toMatchObject({ check: "authenticity", detail: member });
    },
  );

  it("names the context that is refused, wherever it stands", async () => {
    const badge = await signForeign(buildForeignBadge(did), "eddsa-rdfc-2022", keys);
    badge["@context"].push({ name: "@index" });
    expect(await verify(badge)).toMatchObject({
      status: "unverifiable",
      reasons: [{ code: "context_not_approved" }],
      checks: [{ check: "format", detail: "@context.2" }],
    });
    const inside = await signForeign(buildForeignBadge(did), "eddsa-rdfc-2022", keys);
    inside.credentialSubject["@context"] = "https://www.w3.org/ns/credentials/v2";
    expect(await verify(inside)).toMatchObject({ status: "unverifiable", reasons: [{ code: "ambiguous" }] });
    const proof = await signForeign(buildForeignBadge(did), "eddsa-rdfc-2022", keys);
    proof.proof["@context"] = proof["@context"];
    expect(await verify(proof)).toMatchObject({ status: "unverifiable", reasons: [{ code: "ambiguous" }] });
  });
});

describe("a genuine badge of this service, rearranged", () => {
  it("shows what was issued, and that this copy was altered", async () => {
    const { id } = await issueAcceptedBadge(organization, earner);
    const { json } = await fetchDocument(credentialPath(id));
    for (const rearrange of Object.values(REARRANGED)) {
      const copy = structuredClone(json) as Json;
      copy.validUntil ??= "2099-01-01T00:00:00Z";
      rearrange(copy);
      const result = await verify(copy);
      expect(["altered", "unverifiable"]).toContain(result.status);
      expect([json.name, undefined]).toContain(result.badge?.name);
    }
  });

  it("is revoked also in a copy that hides its status", async () => {
    const { id } = await issueAcceptedBadge(organization, earner, true);
    const json = await fetchOwnCredential(earner, id);
    await organization.client.put(`/badges/${id}/revoke`, { reason: "A mistake." });
    expect((await verify(json)).status).toBe("revoked");
    for (const rearrange of Object.values(REARRANGED)) {
      const copy = structuredClone(json);
      copy.validUntil ??= "2099-01-01T00:00:00Z";
      rearrange(copy);
      expect(["altered", "unverifiable", "revoked"]).toContain((await verify(copy)).status);
    }
  });

  it("is found by what was stored, in any order of its members, and with one of its proofs", async () => {
    const { id } = await issueAcceptedBadge(organization, earner);
    const { json } = await fetchDocument(credentialPath(id));
    const turned = Object.fromEntries(Object.entries(json as Json).toReversed());
    for (const copy of [turned, { ...json, proof: json.proof[0] }, { ...json, proof: [json.proof[1]] }])
      expect(await verify(copy as Json)).toMatchObject({
        status: "valid",
        issued_here: true,
        differences: [],
      });
    const mixed = { ...json, proof: [json.proof[0], { ...json.proof[1], created: "2026-01-01T00:00:00Z" }] };
    expect((await verify(mixed as Json)).status).toBe("altered");
  });
});

describe("JSON that two readers understand differently", () => {
  it.each([
    ["a name twice", '"name": "Doctor", "name": "Data Analysis"'],
    ["a name in two spellings", '"name": "Doctor", "n\\u0061me": "Data Analysis"'],
    ["a number that is rounded", '"awarded": 9007199254740993'],
  ])("with %s is refused as text, and as a request", async (_what, member) => {
    const signed = await signForeign(buildForeignBadge(did), "eddsa-jcs-2022", keys);
    const text = `{${member},${JSON.stringify(signed).slice(1)}`;
    expect(await verify(text)).toMatchObject({ status: "unverifiable", reasons: [{ code: "ambiguous" }] });
    const { status, data } = await sendVerification(`{"credential":${text}}`, "application/json");
    expect([status, data.code]).toEqual([400, "malformed_json"]);
    expect((await sendVerification(text, "application/json")).status).toBe(400);
  });
});

describe("the keys of an issuer", () => {
  const publish = (changes: Json) => {
    const document = buildIssuerDocument(did, keys);
    const verificationMethod = (document.verificationMethod as Json[]).map((one) => ({ ...one, ...changes }));
    site.put("/issuer/did.json", { ...document, verificationMethod });
  };

  it.each<[string, Json, string | null]>([
    ["revoked", { revoked: PAST }, "key_revoked"],
    ["revoked at a moment that cannot be read", { revoked: "yesterday" }, "key_revoked"],
    ["revoked at no moment", { revoked: true }, "key_revoked"],
    ["expired", { expires: PAST }, "key_expired"],
    ["revoked later", { revoked: "2099-01-01T00:00:00Z" }, null],
    ["not yet expired", { expires: "2099-01-01T00:00:00Z" }, null],
  ])("that are %s", async (_what, changes, code) => {
    publish(changes);
    const badges = [
      await signForeign(buildForeignBadge(did), "eddsa-rdfc-2022", keys),
      await signForeign(buildForeignBadge(did), "eddsa-jcs-2022", keys),
      await signForeignToken(buildForeignBadge(did), "ES256", keys),
    ];
    for (const badge of badges) {
      const result = await verify(badge);
      expect([result.status, reasonsOf(result)]).toEqual(
        code === null ? ["valid", []] : ["unverifiable", [code]],
      );
    }
  });

  it("count without a name when the token carries a key that is listed, and no other", async () => {
    const sign = (key: JWK, algorithm: "ES256" | "RS256" = "ES256") =>
      new SignJWT({ ...buildForeignBadge(did), iss: did })
        .setProtectedHeader({ alg: algorithm, jwk: key })
        .sign(keys.tokens[algorithm].privateKey);
    const own = keys.tokens.ES256.publicKey.export({ format: "jwk" }) as JWK;
    expect((await verify(await sign(own))).status).toBe("valid");
    const others = await createIssuerKeys();
    const foreign = others.tokens.ES256.publicKey.export({ format: "jwk" }) as JWK;
    expect(await calculateJwkThumbprint(foreign)).not.toBe(await calculateJwkThumbprint(own));
    const byOther = await new SignJWT({ ...buildForeignBadge(did), iss: did })
      .setProtectedHeader({ alg: "ES256", jwk: foreign })
      .sign(others.tokens.ES256.privateKey);
    expect(await verify(byOther)).toMatchObject({
      status: "unknown_issuer",
      reasons: [{ code: "key_not_listed" }],
    });
    const unnamed = await new SignJWT({ ...buildForeignBadge(did), iss: did })
      .setProtectedHeader({ alg: "ES256" })
      .sign(keys.tokens.ES256.privateKey);
    expect((await verify(unnamed)).status).toBe("unknown_issuer");
  });
});

describe("a token whose claims contradict its badge", () => {
  const moment = Math.floor(Date.parse("2026-04-01T09:41:00Z") / 1_000);

  it.each<[string, Json]>([
    ["iss", { iss: "did:web:other.example" }],
    ["sub", { sub: "did:example:mallory" }],
    ["jti", { jti: "urn:uuid:00000000-0000-4000-8000-000000000000" }],
    ["nbf", { nbf: moment + 1 }],
    ["nbf", { nbf: "2026" }],
    ["exp", { exp: 4_102_444_800 }],
  ])("in %s says so", async (claim, claims) => {
    const badge = buildForeignBadge(did);
    const result = await verify(await signForeignToken(badge, "ES256", keys, {}, claims));
    expect(result).toMatchObject({ status: "unverifiable", reasons: [{ code: "claims_differ" }] });
    expect(result.checks[2]).toMatchObject({ check: "authenticity", detail: claim });
  });

  it("in no claim is valid, and one with two badges is refused", async () => {
    const badge = buildForeignBadge(did, { validUntil: "2099-01-01T00:00:00Z" });
    const claims = {
      sub: badge.credentialSubject.id,
      jti: badge.id,
      nbf: moment,
      exp: Date.parse("2099-01-01T00:00:00Z") / 1_000,
    };
    expect(
      (
        await verify(
          await signForeignToken(
            badge,
            "PS256" as "RS256",
            { ...keys, tokens: { ...keys.tokens, PS256: keys.tokens.RS256 } } as IssuerKeys,
            { kid: `${did}#RS256` },
            claims,
          ),
        )
      ).status,
    ).toBe("valid");
    const twice = await signForeignToken(badge, "ES256", keys, {}, { vc: { ...badge, name: "Doctor" } });
    expect(await verify(twice)).toMatchObject({ status: "unverifiable", reasons: [{ code: "ambiguous" }] });
    const { issuer, ...rest } = badge;
    const wrapped = await signForeign({ ...rest, issuer }, "eddsa-jcs-2022", keys);
    expect((await verify({ vc: wrapped, ...wrapped })).status).not.toBe("valid");
  });
});

describe("the dates of a proof", () => {
  it("in the future, or that are no dates, make it no proof", async () => {
    const badge = await signForeign(buildForeignBadge(did), "eddsa-jcs-2022", keys);
    vi.spyOn(clock, "now").mockReturnValue(new Date("2026-04-01T09:30:00Z"));
    expect(await verify(badge)).toMatchObject({
      reasons: [{ code: "proof_from_future" }, { code: "not_yet_valid" }],
    });
    vi.spyOn(clock, "now").mockReturnValue(new Date("2026-04-01T09:41:00Z"));
    expect((await verify(badge)).status).toBe("valid");
    for (const created of ["2026-04-01", "soon", 7]) {
      const copy = { ...badge, proof: { ...badge.proof, created } };
      expect((await verify(copy)).status).toBe("unverifiable");
    }
  });
});
