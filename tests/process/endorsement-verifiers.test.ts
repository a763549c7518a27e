import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { saveEndorsedBadge, type SavedEndorsement } from "../support/credentials/saved-badges";
import { startVerifiers, type Verifiers } from "../support/credentials/verifiers";
import {
  createLocalhostCertificate,
  type LocalhostCertificate,
} from "../support/platform/localhost-certificate";
import { ensureBuilt } from "../support/platform/product";

// What other people's verifiers say, over https, about an endorsement and about the badge that contains it.

let certificate: LocalhostCertificate;
let verifiers: Verifiers;
let saved: SavedEndorsement;

beforeAll(async () => {
  certificate = await createLocalhostCertificate();
  verifiers = startVerifiers(certificate.certificateFile);
  await ensureBuilt();
  saved = await saveEndorsedBadge(certificate);
});
afterAll(async () => {
  await saved?.stop();
  await verifiers?.stop();
  await certificate?.remove();
});

const FORMS = ["badge", "endorsement"] as const;
const isValid = { isSigned: true, isExpired: false };
const copy = (form: (typeof FORMS)[number]) => structuredClone(saved[form].json);

describe.each(FORMS)("the credential of the %s", (form) => {
  it("verifier-core accepts it", async () => {
    expect(await verifiers.verify("verifier-core", copy(form))).toEqual({ ...isValid, isRevoked: false });
  });

  it.each(["eddsa-rdfc-2022", "eddsa-jcs-2022"] as const)("the proof of %s is right", async (suite) => {
    expect(await verifiers.verify(suite, copy(form))).toEqual(isValid);
  });

  it("its JWT is right, and jsonld knows every member in safe mode", async () => {
    expect(await verifiers.verify("jose", saved[form].jwt)).toEqual(isValid);
    expect(await verifiers.verify("jsonld", copy(form))).toEqual({ isWellFormed: true });
  });
});

describe("the badge", () => {
  it("contains the endorsement as it was signed, which verifiers accept apart from it", async () => {
    const { achievement } = copy("badge").credentialSubject;
    expect(achievement).toMatchObject({
      achievementType: "MicroCredential",
      alignment: [{ targetFramework: "National", targetCode: "CS.4", targetType: "CFItem" }],
      endorsement: [saved.endorsement.json],
    });
    expect(await verifiers.verify("learncard", copy("badge"))).toEqual({ isWellFormed: true });
  });

  it("is refused when the comment of the endorsement in it was changed", async () => {
    const altered = JSON.parse(
      JSON.stringify(saved.badge.json).replaceAll("We hire", "We never hire"),
    ) as SavedEndorsement["badge"]["json"];
    for (const verifier of ["verifier-core", "eddsa-rdfc-2022", "eddsa-jcs-2022"] as const)
      expect(await verifiers.verify(verifier, structuredClone(altered)), verifier).toMatchObject({
        isSigned: false,
      });
  });
});

describe("a withdrawn endorsement", () => {
  it("is revoked for verifiers, and the badge that contains it is not", async () => {
    await saved.withdraw();
    expect(await verifiers.verify("verifier-core", copy("endorsement"))).toEqual({
      ...isValid,
      isRevoked: true,
    });
    expect(await verifiers.verify("bitstring-status-list", copy("endorsement"))).toEqual({ isRevoked: true });
    expect(await verifiers.verify("verifier-core", copy("badge"))).toEqual({ ...isValid, isRevoked: false });
  });
});
