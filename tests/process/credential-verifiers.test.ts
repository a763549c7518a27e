import { decodeJwt, decodeProtectedHeader } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  ask,
  listQuestions,
  saveAnswers,
  type Answer,
  type Question,
} from "../support/credentials/conformance";
import { OWN_DOMAIN, startDomainSite, type DomainSite } from "../support/credentials/domain-site";
import type { SavedCredential, SavedForms } from "../support/credentials/reference-issuer";
import {
  saveProductBadges,
  saveReferenceBadges,
  STATES,
  type BadgeState,
  type SavedBadges,
} from "../support/credentials/saved-badges";
import { startVerifiers, type Verifiers } from "../support/credentials/verifiers";
import {
  alterCopy,
  alterPayload,
  renameAchievement,
  type Content,
} from "../support/credentials/altered-copy";
import {
  createLocalhostCertificate,
  type LocalhostCertificate,
} from "../support/platform/localhost-certificate";
import { ensureBuilt } from "../support/platform/product";

// What other people's verifiers say about credentials in every state, over https. First about credentials that the
// reference libraries signed, which shows that the verifiers are asked in the right way, then about the product's.

let certificate: LocalhostCertificate;
let verifiers: Verifiers;
/** The website of an organization that issues under its own domain. */
let site: DomainSite;

beforeAll(async () => {
  certificate = await createLocalhostCertificate([OWN_DOMAIN]);
  site = await startDomainSite(certificate);
  verifiers = startVerifiers(certificate.certificateFile, { domain: OWN_DOMAIN, port: site.port });
});
afterAll(async () => {
  await verifiers?.stop();
  await site?.stop();
  await certificate?.remove();
});

/** Changes of a saved credential by somebody other than its issuer. */
const ALTERATIONS: [name: string, state: BadgeState, alter: (credential: Content) => void][] = [
  ["the achievement's name", "valid", renameAchievement],
  ["the issuer's name", "valid", (copy) => void (copy.issuer.name = "Another College")],
  ["a later expiration", "expired", (copy) => void (copy.validUntil = "2037-01-01T00:00:00Z")],
  ["no expiration", "expired", (copy) => void delete copy.validUntil],
  [
    "another index of the status list",
    "revoked",
    (copy) => void (copy.credentialStatus.statusListIndex = "5"),
  ],
  ["an added member", "valid", (copy) => void Object.assign(copy, { description: "With honors." })],
];

/** Replaces one character of a signature by another one of its alphabet. */
const forge = (signature: string): string =>
  signature.slice(0, 20) + (signature[20] === "a" ? "b" : "a") + signature.slice(21);

const SECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

type Issuing = {
  name: string;
  save: () => Promise<SavedBadges>;
  carriers: readonly ("json" | "jwt" | "png" | "svg")[];
  /** What is done with the answers of the verifiers. */
  keep: (answers: Answer[]) => Promise<unknown>;
};

const REFERENCE: Issuing = {
  name: "the reference libraries",
  save: () => saveReferenceBadges(certificate),
  carriers: ["json", "jwt"],
  keep: () => Promise.resolve(),
};
const PRODUCT: Issuing = {
  name: "the product",
  save: () => ensureBuilt().then(() => saveProductBadges(certificate)),
  carriers: ["json", "jwt", "png", "svg"],
  keep: saveAnswers,
};
const PRODUCT_UNDER_DOMAIN: Issuing = {
  name: "the product under the organization's domain",
  save: () => ensureBuilt().then(() => saveProductBadges(certificate, site)),
  carriers: ["json", "jwt", "png", "svg"],
  keep: () => Promise.resolve(),
};

describe.each([REFERENCE, PRODUCT, PRODUCT_UNDER_DOMAIN])(
  "credentials of $name",
  ({ save, carriers, keep }) => {
    let badges: SavedBadges;
    const answers: Answer[] = [];

    beforeAll(async () => {
      badges = await save();
    });
    afterAll(async () => {
      await badges?.stop();
      await keep(answers);
    });

    const copyJson = (state: BadgeState): SavedCredential => structuredClone(badges.saved[state].json);
    const jwtOf = (state: BadgeState): string => badges.saved[state].jwt;

    /** The credential that a verifier is asked about. */
    function formOf({ carrier, state }: Question): object | string {
      const saved = badges.saved[state === "altered" ? "valid" : state];
      const form = structuredClone(saved[carrier as keyof SavedForms]);
      if (form === undefined) throw new Error(`There is no ${carrier}.`);
      return state === "altered" ? alterCopy(form) : form;
    }

    describe.each(STATES)("a badge that is %s", (state) => {
      it.each(listQuestions(carriers, [state]))("$verifier finds the $carrier right", async (question) => {
        const answer = await ask(verifiers, question, formOf(question));
        answers.push(answer);
        expect(answer.answer).toEqual(answer.expected);
      });

      it("has what 1EdTech's schema requires and LearnCard's types do not", () => {
        const { validUntil, ...credential } = copyJson(state);
        const proof = (cryptosuite: string) => ({
          type: "DataIntegrityProof",
          cryptosuite,
          created: expect.stringMatching(SECONDS) as string,
          proofPurpose: "assertionMethod",
          verificationMethod: expect.stringContaining(`${badges.issuerDid}#`) as string,
          proofValue: expect.stringMatching(/^z[1-9A-HJ-NP-Za-km-z]+$/) as string,
        });
        expect(credential).toMatchObject({
          "@context": [
            "https://www.w3.org/ns/credentials/v2",
            "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
            "https://purl.imsglobal.org/spec/ob/v3p0/extensions.json",
          ],
          type: ["VerifiableCredential", "OpenBadgeCredential"],
          issuer: { id: badges.issuerDid },
          validFrom: expect.stringMatching(SECONDS) as string,
          credentialSubject: { type: ["AchievementSubject"], identifier: [{ type: "IdentityObject" }] },
          credentialSchema: [{ type: "1EdTechJsonSchemaValidator2019" }],
          proof: [proof("eddsa-rdfc-2022"), proof("eddsa-jcs-2022")],
        });
        expect(validUntil ?? "none").toMatch(state.startsWith("expir") ? SECONDS : /^none$/);
        const list = expect.stringMatching(/^https:\/\/localhost:\d+\/.+\/status_lists\/\d+$/) as string;
        expect(credential.credentialStatus).toEqual({
          id: expect.not.stringMatching(/\/status_lists\/\d+$/) as string,
          type: "BitstringStatusListEntry",
          statusPurpose: "revocation",
          statusListIndex: expect.stringMatching(/^\d{1,6}$/) as string,
          statusListCredential: list,
        });
      });

      it("its JWT contains the same credential", () => {
        const { proof: _proof, ...credential } = copyJson(state);
        const { alg, kid } = decodeProtectedHeader(jwtOf(state));
        expect([alg, kid]).toEqual(["ES256", expect.stringContaining(`${badges.issuerDid}#`)]);
        const { iss, sub, jti, nbf, exp, ...payload } = decodeJwt(jwtOf(state));
        expect(payload).toEqual(credential);
        const { validFrom, validUntil, credentialSubject: subject } = credential;
        expect([iss, sub, jti]).toEqual([badges.issuerDid, subject.id, credential.id]);
        expect(nbf).toBe(Date.parse(validFrom) / 1_000);
        expect(exp).toBe(validUntil && Date.parse(validUntil) / 1_000);
      });
    });

    it.each(listQuestions(carriers, ["altered"]))(
      "$verifier refuses an altered $carrier",
      async (question) => {
        const answer = await ask(verifiers, question, formOf(question));
        answers.push(answer);
        expect(answer.answer).toEqual(answer.expected);
      },
    );

    it("each badge has its own index of the status list", () => {
      const indices = STATES.map((state) => copyJson(state).credentialStatus.statusListIndex);
      expect(new Set(indices).size).toBe(STATES.length);
    });

    describe.each(ALTERATIONS)("a copy with %s", (_change, state, alter) => {
      it("verifier-core refuses it", async () => {
        const copy = copyJson(state);
        alter(copy);
        const verdict = await verifiers.verify("verifier-core", copy);
        expect(verdict).toEqual({ isSigned: false, reason: "invalid_signature" });
      });

      it.each(["eddsa-rdfc-2022", "eddsa-jcs-2022"] as const)("%s refuses it", async (suite) => {
        const copy = copyJson(state);
        alter(copy);
        expect(await verifiers.verify(suite, copy)).toEqual({
          isSigned: false,
          reason: "Invalid signature.",
        });
      });

      it("did-jwt-vc and jose refuse it as the payload of the JWT", async () => {
        const jwt = alterPayload(jwtOf(state), alter);
        const reason = expect.stringMatching(
          /no matching public key|signature verification failed/,
        ) as string;
        for (const verifier of ["did-jwt-vc", "jose"] as const)
          expect(await verifiers.verify(verifier, jwt), verifier).toEqual({ isSigned: false, reason });
      });
    });

    describe("a copy with a forged signature", () => {
      it.each([
        ["eddsa-rdfc-2022", "eddsa-jcs-2022"],
        ["eddsa-jcs-2022", "eddsa-rdfc-2022"],
      ] as const)("of %s: refused, and %s is still right", async (forged, other) => {
        const copy = copyJson("valid");
        for (const proof of copy.proof)
          if (proof.cryptosuite === forged) proof.proofValue = forge(proof.proofValue);
        const [refused, accepted] = [
          await verifiers.verify(forged, copy),
          await verifiers.verify(other, copy),
        ];
        expect(refused).toEqual({ isSigned: false, reason: "Invalid signature." });
        expect(accepted).toEqual({ isSigned: true, isExpired: false });
      });

      it("of both: verifier-core refuses it", async () => {
        const copy = copyJson("valid");
        for (const proof of copy.proof) proof.proofValue = forge(proof.proofValue);
        const verdict = await verifiers.verify("verifier-core", copy);
        expect(verdict).toEqual({ isSigned: false, reason: "invalid_signature" });
      });

      it("of the JWT: did-jwt-vc and jose refuse it", async () => {
        const [header = "", payload = "", signature = ""] = jwtOf("valid").split(".");
        const jwt = [header, payload, forge(signature)].join(".");
        for (const verifier of ["did-jwt-vc", "jose"] as const)
          expect(await verifiers.verify(verifier, jwt), verifier).toMatchObject({ isSigned: false });
      });
    });
  },
);
