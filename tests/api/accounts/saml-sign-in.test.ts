import { beforeAll, describe, expect, it } from "vitest";
import { GET as metadataRoute } from "@/app/(earner)/saml/[organization_id]/metadata/route";
import { ORIGIN } from "../../support/http/client";
import { appCode } from "../../support/identity/app-codes";
import { createEarner, createPersonClient, issueBadgeTo } from "../../support/accounts/earners";
import { createPerson } from "../../support/accounts/members";
import { attemptSignIn } from "../../support/accounts/next-auth";
import { createSigningKey, readRequest, type SigningKey } from "../../support/accounts/saml-provider";
import {
  beginSignIn,
  createProvidedOrganization,
  newAddress,
  readRole,
  signInBySaml,
  SIGN_IN_URL,
} from "../../support/accounts/saml-sign-in";
import { addApp } from "../../support/identity/second-factors";
import { sql } from "../../support/platform/database";

let key: SigningKey;

beforeAll(async () => {
  key = await createSigningKey();
});

const client = (cookie: string) => createPersonClient({ headers: { cookie } });
describe("a sign-in through the identity provider of an organization", () => {
  it("leads to the provider, and afterwards to the page that was asked for", async () => {
    const organization = await createProvidedOrganization(key);
    const begun = await beginSignIn(organization.id, "?callbackUrl=/wallet");
    expect(begun.location.startsWith(`${SIGN_IN_URL}?`)).toBe(true);
    const { xml, forceAuthn } = readRequest(begun.location);
    expect(xml).toContain(`AssertionConsumerServiceURL="${ORIGIN}/saml/${organization.id}/response"`);
    expect(xml).toContain(`${ORIGIN}/saml/${organization.id}/metadata</saml:Issuer>`);
    expect(forceAuthn).toBe(false);
    const { email } = await createPerson(newAddress(organization.domain));
    const { location, cookie } = await signInBySaml(organization.id, key, {
      nameId: email,
      query: "?callbackUrl=/wallet",
    });
    expect(location.href).toBe(`${ORIGIN}/wallet`);
    expect((await client(cookie).get("")).data.email).toBe(email);
  });

  it.each([
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "/saml/x/sign-in",
    "//saml/x",
  ])("never leads to another site: %s", async (target) => {
    const organization = await createProvidedOrganization(key);
    const { location } = await signInBySaml(organization.id, key, {
      nameId: newAddress(organization.domain),
      query: `?callbackUrl=${encodeURIComponent(target)}`,
    });
    expect(location.origin).toBe(ORIGIN);
    expect(location.pathname).not.toContain("saml");
  });

  it("does not begin by a link of another site or of a mail, which could lead into an account of its own", async () => {
    const organization = await createProvidedOrganization(key);
    for (const [site, isBegun] of [
      ["cross-site", false],
      ["same-site", false],
      ["none", false],
      ["same-origin", true],
    ] as const) {
      const { location, cookie } = await beginSignIn(organization.id, "", { "sec-fetch-site": site });
      expect([location.startsWith(SIGN_IN_URL), cookie !== ""], site).toEqual([isBegun, isBegun]);
      expect(isBegun || location === `${ORIGIN}/sign-in`, site).toBe(true);
    }
  });

  it("asks the provider to ask again when identity has to be proved", async () => {
    const organization = await createProvidedOrganization(key);
    expect(readRequest((await beginSignIn(organization.id, "?again=1")).location).forceAuthn).toBe(true);
  });

  it("counts as a proof of identity at the time at which the person signed in there", async () => {
    const organization = await createProvidedOrganization(key);
    const readData = async (authenticatedAt: number) => {
      const nameId = newAddress(organization.domain);
      const { cookie } = await signInBySaml(organization.id, key, { nameId, authenticatedAt });
      const answer = await client(cookie).get("/data");
      return answer.status === 403 ? answer.data.code : answer.status;
    };
    expect(await readData(0)).toBe(200);
    expect(await readData(-11)).toBe("proof_required");
    expect(await readData(20)).toBe(200);
    const [session] = await sql("SELECT max(proved_at) <= now() AS is_past FROM sessions");
    expect(session?.is_past).toBe(true);
  });

  it("tells the provider about this service in its metadata", async () => {
    const organization = await createProvidedOrganization(key);
    const params = Promise.resolve({ organization_id: organization.id });
    const response = await metadataRoute(new Request(`${ORIGIN}/saml/x/metadata`), { params });
    const xml = await response.text();
    expect(response.headers.get("content-type")).toContain("application/samlmetadata+xml");
    expect(xml).toContain(`entityID="${ORIGIN}/saml/${organization.id}/metadata"`);
    expect(xml).toContain(`Location="${ORIGIN}/saml/${organization.id}/response"`);
    expect(xml).toContain('WantAssertionsSigned="true"');
    const unknown = { params: Promise.resolve({ organization_id: "no-id" }) };
    expect((await metadataRoute(new Request(`${ORIGIN}/saml/x/metadata`), unknown)).status).toBe(404);
  });
});

describe("the person", () => {
  it("gets an account with the names of the provider, and the badges that were issued to the address", async () => {
    const attributes = { given: ["Ada"], family: ["Okafor"] };
    const organization = await createProvidedOrganization(key, {
      first_name_attribute: "given",
      last_name_attribute: "family",
    });
    const email = newAddress(organization.domain);
    const badge = await issueBadgeTo(organization, email);
    const { cookie } = await signInBySaml(organization.id, key, { nameId: email.toUpperCase(), attributes });
    const { data } = await client(cookie).get("");
    expect(data).toMatchObject({ email, first_name: "Ada", last_name: "Okafor" });
    const { data: badges } = await client(cookie).get("/badges");
    expect(badges.map(({ id }: { id: string }) => id)).toEqual([badge.id]);
    expect(await readRole(organization.id, email)).toBeNull();
  });

  it("is found by an attribute where the provider sends the address there", async () => {
    const organization = await createProvidedOrganization(key, { email_attribute: "mail" });
    const email = newAddress(organization.domain);
    const { cookie } = await signInBySaml(organization.id, key, {
      nameId: "opaque-7",
      attributes: { mail: [email] },
    });
    expect((await client(cookie).get("")).data.email).toBe(email);
  });

  it("does not get into an account whose owner set a password without confirming the address", async () => {
    const organization = await createProvidedOrganization(key);
    const email = newAddress(organization.domain);
    const { id } = await createPerson(email);
    await sql("UPDATE user_emails SET confirmed_at = NULL WHERE user_id = $1", [id]);
    await sql("UPDATE users SET password_hash = 'x' WHERE id = $1", [id]);
    const { location, cookie } = await signInBySaml(organization.id, key, { nameId: email });
    expect([location.searchParams.get("error"), cookie]).toEqual(["saml_wrong_address", ""]);
  });

  it("is asked for the second factor of the account, whatever the provider has checked", async () => {
    const organization = await createProvidedOrganization(key);
    const earner = await createEarner(newAddress(organization.domain));
    const { secret } = await addApp(earner.client);
    const first = await signInBySaml(organization.id, key, { nameId: earner.email });
    expect([first.location.searchParams.get("error"), first.cookie]).toEqual(["second_factor", ""]);
    const cookie = first.cookies.flatMap((line) => line.split(";", 1)).join("; ");
    const second = await attemptSignIn("second-factor", { code: await appCode(secret) }, { cookie });
    expect((await client(second.cookie).get("")).data.email).toBe(earner.email);
    const several = await signInBySaml(organization.id, key, {
      nameId: earner.email,
      context: "https://refeds.org/profile/mfa",
    });
    expect([several.location.searchParams.get("error"), several.cookie]).toEqual(["second_factor", ""]);
  });
});
