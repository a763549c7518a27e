import { beforeAll, describe, expect, it } from "vitest";
import { POST as responseRoute } from "@/app/(earner)/saml/[organization_id]/response/route";
import { nextSerial, type TestOrganization } from "../../support/builders";
import { withFullBodyMemory } from "../../support/http/body-memory";
import { ORIGIN } from "../../support/http/client";
import {
  buildAssertion,
  buildResponse,
  buildSignedResponse,
  createSigningKey,
  SHA_1,
  signElement,
  type SamlClaims,
  type SigningKey,
} from "../../support/accounts/saml-provider";
import {
  beginSignIn,
  createProvidedOrganization,
  finishSignIn,
  sendResponse,
  type BegunSignIn,
} from "../../support/accounts/saml-sign-in";
import { sql } from "../../support/platform/database";

let key: SigningKey;
let foreignKey: SigningKey;
let organization: TestOrganization & { domain: string };
let other: TestOrganization & { domain: string };

beforeAll(async () => {
  key = await createSigningKey();
  foreignKey = await createSigningKey();
  organization = await createProvidedOrganization(key);
  other = await createProvidedOrganization(foreignKey);
});

const newAddress = (): string => `person-${nextSerial()}@${organization.domain}`;
const begin = () => beginSignIn(organization.id);
const claimsFor = ({ claims }: BegunSignIn, changes: Partial<SamlClaims> = {}): SamlClaims => ({
  ...claims,
  nameId: newAddress(),
  ...changes,
});

/** Sends a response and returns the error with which the browser is led back; `accepted` if there is none. */
async function refusalOf(xml: string, organizationId = organization.id): Promise<string> {
  const location = await sendResponse(organizationId, xml);
  return location.searchParams.get("error") ?? (location.pathname.endsWith("/finish") ? "accepted" : "");
}

const signWhole = (claims: SamlClaims, by: SigningKey): string =>
  signElement(buildResponse(buildAssertion(claims), claims), "Response", by);

const countAccounts = async (): Promise<unknown> => (await sql("SELECT count(*)::int AS n FROM users"))[0]?.n;

/** Refuses each of these responses, and checks that nothing came of it and that an honest one is accepted afterwards. */
async function expectRefused(build: (begun: BegunSignIn) => string, refusal = "saml_invalid"): Promise<void> {
  const begun = await begin();
  const before = await countAccounts();
  expect(await refusalOf(build(begun))).toBe(refusal);
  expect(await countAccounts()).toBe(before);
  expect(await refusalOf(buildSignedResponse(claimsFor(begun), key))).toBe("accepted");
}

describe("a response", () => {
  it("is refused without a signature, or with another key", async () => {
    await expectRefused((begun) => {
      const claims = claimsFor(begun);
      return buildResponse(buildAssertion(claims), claims);
    });
    await expectRefused((begun) => buildSignedResponse(claimsFor(begun), foreignKey));
    await expectRefused((begun) => signWhole(claimsFor(begun), foreignKey));
  });

  it("may be signed as a whole instead of its assertion, or both", async () => {
    const one = await begin();
    expect(await refusalOf(signWhole(claimsFor(one), key))).toBe("accepted");
    const both = await begin();
    const inner = buildSignedResponse(claimsFor(both), key);
    expect(await refusalOf(signElement(inner, "Response", key))).toBe("accepted");
  });

  it("that is signed as a whole has to name its address; one whose assertion is signed need not", async () => {
    const withoutAddress = (xml: string) => xml.replace(/ Destination="[^"]*"/, "");
    const build = (begun: BegunSignIn) => {
      const claims = claimsFor(begun);
      return withoutAddress(buildResponse(buildAssertion(claims), claims));
    };
    await expectRefused((begun) => signElement(build(begun), "Response", key));
    await expectRefused((begun) =>
      signElement(build(begun).replace(" InResp", ' Destination="" InResp'), "Response", key),
    );
    await expectRefused((begun) => signElement(signElement(build(begun), "Assertion", key), "Response", key));
    expect(await refusalOf(signElement(build(await begin()), "Assertion", key))).toBe("accepted");
  });

  it("that is signed as a whole is refused when it was changed, or put into another one", async () => {
    const change = (xml: string) => xml.replace("small@", "chief@");
    const small = (begun: BegunSignIn) => claimsFor(begun, { nameId: `small@${organization.domain}` });
    await expectRefused((begun) => change(signWhole(small(begun), key)));
    const signatureOf = (xml: string): string =>
      /<(?:\w+:)?Signature .*<\/(?:\w+:)?Signature>/s.exec(xml)?.[0] ?? "";
    // A signed response without an assertion as an extension, and its signature in the forged one.
    await expectRefused((begun) => {
      const empty = signElement(
        buildResponse("<samlp:Extensions><a/></samlp:Extensions>", begun.claims, "Success"),
        "Response",
        key,
      );
      const forged = buildResponse(buildAssertion(claimsFor(begun)), begun.claims).replace(
        "_response",
        "_forged",
      );
      const inner = `<samlp:Extensions>${empty}</samlp:Extensions>`;
      return forged.replace("<samlp:Status>", `${signatureOf(empty)}${inner}<samlp:Status>`);
    });
    // The honest one inside a forged one with the same id.
    await expectRefused((begun) => {
      const honest = signWhole(small(begun), key);
      const forged = buildResponse(buildAssertion(claimsFor(begun), "_forged"), begun.claims);
      return forged.replace("<samlp:Status>", `<samlp:Extensions>${honest}</samlp:Extensions><samlp:Status>`);
    });
    // Signed by the other organization's provider, with an assertion that the right one did not sign.
    await expectRefused((begun) => {
      const inner = buildSignedResponse(claimsFor(begun), foreignKey);
      return change(signElement(inner, "Response", foreignKey));
    });
  });

  it("is refused when what was signed has been changed", async () => {
    await expectRefused((begun) =>
      buildSignedResponse(claimsFor(begun, { nameId: `small@${organization.domain}` }), key).replace(
        "small@",
        "chief@",
      ),
    );
  });

  it("is refused with another assertion around, beside or inside the signed one", async () => {
    const forged = (begun: BegunSignIn) => buildAssertion(claimsFor(begun), "_forged");
    const signedOnly = (begun: BegunSignIn): string =>
      /<saml:Assertion.*<\/saml:Assertion>/s.exec(buildSignedResponse(claimsFor(begun), key))?.[0] ?? "";
    await expectRefused((begun) => buildResponse(forged(begun) + signedOnly(begun), claimsFor(begun)));
    await expectRefused((begun) => buildResponse(signedOnly(begun) + forged(begun), claimsFor(begun)));
    await expectRefused((begun) =>
      buildResponse(
        forged(begun).replace("</saml:Assertion>", `${signedOnly(begun)}</saml:Assertion>`),
        claimsFor(begun),
      ),
    );
    // The signature of the honest assertion moved into the forged one, with the honest one as an extension.
    await expectRefused((begun) => {
      const honest = signedOnly(begun);
      const signature = /<(?:\w+:)?Signature .*<\/(?:\w+:)?Signature>/s.exec(honest)?.[0] ?? "";
      const extension = `<samlp:Extensions>${honest.replace(signature, "")}</samlp:Extensions>`;
      return buildResponse(
        extension + forged(begun).replace("</saml:Issuer>", `</saml:Issuer>${signature}`),
        claimsFor(begun),
      );
    });
  });

  it("is refused for another service, address, issuer or time", async () => {
    for (const changes of [
      { audience: `${ORIGIN}/saml/${other.id}/metadata` },
      { recipient: `${ORIGIN}/saml/${other.id}/response` },
      { issuer: "https://another.example/entity" },
      { notOnOrAfter: -2, notBefore: -10 },
      { notBefore: 3 },
      { sessionNotOnOrAfter: -2 },
      { inResponseTo: "_01234567-0123-4123-8123-012345678901" },
    ])
      await expectRefused((begun) => {
        const claims = claimsFor(begun, changes);
        return signElement(buildResponse(buildAssertion(claims), begun.claims), "Assertion", key);
      });
    await expectRefused((begun) => {
      const claims = claimsFor(begun);
      const outer = { ...begun.claims, recipient: `${ORIGIN}/saml/${other.id}/response` };
      return signElement(buildResponse(buildAssertion(claims), outer), "Assertion", key);
    });
  });

  it("is refused when it is signed with SHA-1", async () => {
    await expectRefused((begun) => {
      const claims = claimsFor(begun);
      return signElement(buildResponse(buildAssertion(claims), claims), "Assertion", key, SHA_1);
    });
  });

  it.each([
    ["a document type", (xml: string) => `<!DOCTYPE r [<!ENTITY a "b">]>${xml}`],
    ["a comment in the address", (xml: string) => xml.replace("@", "<!-- -->@")],
    ["an instruction", (xml: string) => xml.replace("<samlp:Status>", "<?a b?><samlp:Status>")],
    ["CDATA", (xml: string) => xml.replace("<samlp:Status>", "<![CDATA[ ]]><samlp:Status>")],
    ["deep nesting", () => "<a>".repeat(2_000) + "</a>".repeat(2_000)],
    ["only brackets", () => "<".repeat(150_000)],
    ["no XML", () => "Hello"],
    ["nothing", () => ""],
    [
      "characters that XML does not have",
      (xml: string) => xml.replace("<samlp:Status>", "\u0000<samlp:Status>"),
    ],
    ["300,000 characters", (xml: string) => xml + " ".repeat(300_000)],
  ])("is refused with %s", async (_what, change) => {
    await expectRefused((begun) => change(buildSignedResponse(claimsFor(begun), key)));
  });

  it("is refused when it is no base64, too long for a form, or no form", async () => {
    const params = Promise.resolve({ organization_id: organization.id });
    const form = { "content-type": "application/x-www-form-urlencoded" };
    for (const [body, headers] of [
      ["SAMLResponse=%%%", form],
      ["SAMLResponse=" + "A".repeat(500_000), form],
      ["RelayState=1", form],
      ["{}", { "content-type": "application/json" }],
    ] as const) {
      const request = new Request(`${ORIGIN}/x`, { method: "POST", body, headers });
      const response = await responseRoute(request, { params });
      expect([response.status, response.headers.get("location")]).toEqual([
        303,
        `${ORIGIN}/sign-in?error=saml_invalid`,
      ]);
    }
  });

  it("gets 503 while the memory for large bodies is in use, and is accepted when it is sent again", async () => {
    const begun = await begin();
    const xml = buildSignedResponse(claimsFor(begun), key).replace(
      "<samlp:Status>",
      " ".repeat(100_000) + "<samlp:Status>",
    );
    const send = () => {
      const form = new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString("base64") });
      const request = new Request(`${ORIGIN}/x`, { method: "POST", body: form });
      return responseRoute(request, { params: Promise.resolve({ organization_id: organization.id }) });
    };
    await withFullBodyMemory(async () => {
      const { status, headers } = await send();
      expect([status, headers.get("retry-after")]).toEqual([503, "5"]);
    });
    expect((await send()).headers.get("location")).toContain("/finish?code=");
  });

  it("says in plain words that the provider declined, or that it is encrypted", async () => {
    await expectRefused((begun) => buildResponse("", begun.claims, "Responder"), "saml_declined");
    await expectRefused(
      (begun) =>
        buildResponse(
          '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>',
          begun.claims,
        ),
      "saml_encrypted",
    );
  });

  it("is refused for an address of another domain, or none", async () => {
    for (const nameId of [
      `admin@${other.domain}`,
      `admin@sub.${organization.domain}`,
      `admin@${organization.domain}.evil.example`,
      `admin@evil.example@${organization.domain}.evil.example`,
      "7",
      "",
    ])
      await expectRefused(
        (begun) => buildSignedResponse(claimsFor(begun, { nameId }), key),
        "saml_wrong_address",
      );
  });

  it("that nobody asked for is refused, also the second one to a request, and of two at once one is accepted", async () => {
    const begun = await begin();
    const unasked = { ...begun.claims, inResponseTo: "_01234567-0123-4123-8123-012345678901" };
    expect(await refusalOf(buildSignedResponse({ ...unasked, nameId: newAddress() }, key))).toBe(
      "saml_not_expected",
    );
    const response = buildSignedResponse(claimsFor(begun), key);
    const results = await Promise.all([1, 2, 3].map(() => refusalOf(response)));
    expect(results.toSorted()).toEqual(["accepted", "saml_not_expected", "saml_not_expected"]);
    expect(await refusalOf(response)).toBe("saml_not_expected");
  });

  it("is refused after ten minutes", async () => {
    const begun = await begin();
    await sql("UPDATE saml_requests SET expires_at = now() - interval '1 second' WHERE id = $1", [
      begun.requestId.slice(1),
    ]);
    expect(await refusalOf(buildSignedResponse(claimsFor(begun), key))).toBe("saml_not_expected");
  });

  it("to a request of another organization is refused, at either address", async () => {
    const begun = await begin();
    const honest = buildSignedResponse(claimsFor(begun), key);
    expect(await refusalOf(honest, other.id)).toBe("saml_invalid");
    const foreign = { ...begun.claims, recipient: `${ORIGIN}/saml/${other.id}/response` };
    expect(
      await refusalOf(buildSignedResponse({ ...foreign, nameId: `a@${other.domain}` }, foreignKey), other.id),
    ).toBe("saml_not_expected");
  });
});

describe("the end of a sign-in", () => {
  const accept = async () => {
    const begun = await begin();
    return {
      begun,
      location: await sendResponse(organization.id, buildSignedResponse(claimsFor(begun), key)),
    };
  };

  it("opens a session only in the browser that began it, and once", async () => {
    const { begun, location } = await accept();
    const victim = await begin();
    for (const cookie of ["", victim.cookie, begun.cookie.slice(0, -1), `${begun.requestId}.x`]) {
      const end = await finishSignIn(organization.id, location, cookie);
      expect([end.location.searchParams.get("error"), end.cookie]).toEqual(["saml_not_expected", ""]);
    }
    const wrong = new URL(location);
    wrong.searchParams.set("code", "x");
    expect((await finishSignIn(organization.id, wrong, begun.cookie)).cookie).toBe("");
    expect((await finishSignIn(organization.id, location, begun.cookie)).cookie).not.toBe("");
    expect((await finishSignIn(organization.id, location, begun.cookie)).cookie).toBe("");
  });

  it("does not open a session when the domain was lost meanwhile, or belongs to another organization", async () => {
    const { begun, location } = await accept();
    const elsewhere = await finishSignIn(other.id, location, begun.cookie);
    expect(elsewhere.cookie).toBe("");
    await sql("UPDATE organizations SET verified_at = NULL, verified_domain = NULL WHERE id = $1", [
      organization.id,
    ]);
    const end = await finishSignIn(organization.id, location, begun.cookie);
    expect([end.location.searchParams.get("error"), end.cookie]).toEqual(["saml_not_available", ""]);
    await sql("UPDATE organizations SET verified_at = now(), verified_domain = $2 WHERE id = $1", [
      organization.id,
      organization.domain,
    ]);
  });

  it("does not open a session when the provider was changed meanwhile", async () => {
    const { begun, location } = await accept();
    await organization.client.put("/identity_provider", { default_role: null });
    const end = await finishSignIn(organization.id, location, begun.cookie);
    expect([end.location.searchParams.get("error"), end.cookie]).toEqual(["saml_not_expected", ""]);
  });

  it("leaves nothing of what the provider said in the database", async () => {
    const { begun, location } = await accept();
    await finishSignIn(organization.id, location, begun.cookie);
    const [row] = await sql("SELECT answer, finished_at FROM saml_requests WHERE id = $1", [
      begun.requestId.slice(1),
    ]);
    expect(row?.answer).toBeNull();
    expect(row?.finished_at).not.toBeNull();
  });
});
