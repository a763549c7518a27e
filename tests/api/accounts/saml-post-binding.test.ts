import { beforeAll, describe, expect, it } from "vitest";
import { ORIGIN } from "../../support/http/client";
import { createPersonClient } from "../../support/accounts/earners";
import {
  buildProviderMetadata,
  buildSignedResponse,
  createSigningKey,
  readPostedRequest,
  type SigningKey,
} from "../../support/accounts/saml-provider";
import {
  beginSignIn,
  createProvidedOrganization,
  finishSignIn,
  newAddress,
  readSetCookie,
  requestSignIn,
  sendResponse,
  SIGN_IN_URL,
} from "../../support/accounts/saml-sign-in";

let key: SigningKey;

beforeAll(async () => {
  key = await createSigningKey();
});

const PROVIDER = new URL(SIGN_IN_URL).origin;
const createPostOnly = () =>
  createProvidedOrganization(key, { metadata: buildProviderMetadata(SIGN_IN_URL, key, true) });

/** Begins a sign-in and follows the redirect to the page with the form. */
async function openForm(organizationId: string, query = "", headers: Record<string, string> = {}) {
  const { location } = await beginSignIn(organizationId, query);
  const page = new URL(location);
  expect(page.origin + page.pathname).toBe(`${ORIGIN}/saml/${organizationId}/sign-in`);
  const response = await requestSignIn(organizationId, page.search, headers);
  const html = await response.text();
  return {
    page,
    response,
    html,
    action: /<form method="post" action="([^"]+)">/.exec(html)?.[1],
    request: readPostedRequest(/ name="SAMLRequest" value="([^"]+)"/.exec(html)?.[1] ?? ""),
  };
}

describe("a provider that takes requests only in a form", () => {
  it("is added from its metadata, and asked by a form", async () => {
    const organization = await createPostOnly();
    const { data } = await organization.client.get("/identity_provider");
    expect(data).toMatchObject({ sign_in_url: `${SIGN_IN_URL}/post`, sign_in_binding: "post" });
    const { page, response, html, action, request } = await openForm(
      organization.id,
      "?callbackUrl=/wallet&again=1",
      { "content-security-policy": "script-src 'nonce-abc+/='" },
    );
    // The policy allows the origin that is in the address.
    expect(page.searchParams.get("form_target")).toBe(PROVIDER);
    expect(action).toBe(`${SIGN_IN_URL}/post`);
    expect(request.xml).toContain(` Destination="${SIGN_IN_URL}/post"`);
    expect(request.xml).toContain(`AssertionConsumerServiceURL="${ORIGIN}/saml/${organization.id}/response"`);
    expect(request.forceAuthn).toBe(true);
    expect(html).not.toContain("RelayState");
    expect(html).toContain("<button>Continue</button>");
    expect(html).toContain('<script nonce="abc+/=">');
    expect(response.headers.get("cache-control")).toBe("no-store");

    const nameId = newAddress(organization.domain);
    const claims = {
      nameId,
      inResponseTo: request.id,
      audience: `${ORIGIN}/saml/${organization.id}/metadata`,
      recipient: `${ORIGIN}/saml/${organization.id}/response`,
    };
    const accepted = await sendResponse(organization.id, buildSignedResponse(claims, key));
    const { location, cookie } = await finishSignIn(
      organization.id,
      accepted,
      readSetCookie(response, "badges.saml"),
    );
    expect(location.href).toBe(`${ORIGIN}/wallet`);
    expect((await createPersonClient({ headers: { cookie } }).get("")).data.email).toBe(nameId);
  });

  it("gets its form in the language of the browser, and without a script where no nonce allows it", async () => {
    const organization = await createPostOnly();
    const { html } = await openForm(organization.id, "", { "accept-language": "de" });
    expect(html).toContain('<html lang="de">');
    expect(html).toContain("<button>Weiter</button>");
    expect(html).not.toContain("<script");
  });

  it("gets no form on a page whose policy allows another origin", async () => {
    const organization = await createPostOnly();
    const response = await requestSignIn(organization.id, "?form_target=https://evil.example");
    expect(response.status).toBe(303);
    const location = new URL(response.headers.get("location") ?? "");
    expect(location.searchParams.getAll("form_target")).toEqual([PROVIDER]);
    expect(readSetCookie(response, "badges.saml")).toBe("");
  });

  it("can be entered by hand, and its change has to be tried again", async () => {
    const organization = await createProvidedOrganization(key);
    const { data } = await organization.client.get("/identity_provider");
    // Metadata with both bindings.
    expect(data).toMatchObject({ sign_in_url: SIGN_IN_URL, sign_in_binding: "redirect" });
    const changed = await organization.client.put("/identity_provider", { sign_in_binding: "post" });
    expect([changed.status, changed.data.sign_in_binding]).toEqual([200, "post"]);
    expect(
      (await organization.client.put("/identity_provider", { sign_in_binding: "artifact" })).status,
    ).toBe(422);
  });
});
