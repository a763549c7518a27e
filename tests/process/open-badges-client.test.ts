import * as oauth from "oauth4webapi";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildBadgeRequest, callApi, createIssuer, type Issuer } from "../support/badges/issuing";
import { signInAtHost } from "../support/accounts/browser-session";
import { startNewProduct } from "../support/platform/prepared-product";
import { ensureBuilt, type Product } from "../support/platform/product";

// The Open Badges API with the OAuth library of others, over HTTP, from the address of the service to the badges.

const REDIRECT_URI = "http://127.0.0.1/callback?from=badges";
const SCOPE = [
  ..."credential.readonly profile.readonly"
    .split(" ")
    .map((name) => `https://purl.imsglobal.org/spec/ob/v3p0/scope/${name}`),
  "offline_access",
].join(" ");
const insecure = { [oauth.allowInsecureRequests]: true };

/** Reads the hidden fields of the form of a page. */
const readFields = (html: string): [string, string][] =>
  [...html.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([tag]) => {
    const read = (name: string) =>
      (new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? "").replaceAll("&amp;", "&");
    return [read("name"), read("value")];
  });

describe.each([
  ["our own server", {}],
  ["Next's router", { API_THROUGH_NEXT: "1" }],
])("through %s:", (_name, env: Record<string, string>) => {
  let product: Product;
  let issuer: Issuer;
  let cookie: string;

  beforeAll(async () => {
    await ensureBuilt();
    product = await startNewProduct({ env });
    issuer = await createIssuer(product, "http://127.0.0.1:9/nobody");
    cookie = await signInAtHost(
      { address: product.origin, origin: product.origin },
      { email: issuer.admin_email, password: issuer.admin_password },
    );
  });
  afterAll(async () => {
    await product?.remove();
  });

  /** Issues a badge to the administrator, who accepts it. Returns the URL of its credential. */
  async function acceptBadge(): Promise<string> {
    const response = await callApi(product.origin, issuer, buildBadgeRequest(issuer, issuer.admin_email));
    const { data } = (await response.json()) as { data: { id: string } };
    const accepted = await fetch(`${product.origin}/v1/me/badges/${data.id}/accept`, {
      method: "POST",
      headers: { cookie, origin: product.origin, "content-type": "application/json" },
      body: "{}",
    });
    expect(accepted.status).toBe(200);
    return `${product.origin}/v1/obi/v3/credentials/${data.id}`;
  }

  /** Opens the consent page as the person's browser and allows it. Returns the address that it leads to. */
  async function consent(address: URL): Promise<URL> {
    const page = await fetch(address, { headers: { cookie }, redirect: "manual" });
    expect(page.status).toBe(200);
    expect(page.headers.get("content-security-policy")).toContain("form-action 'self' http://127.0.0.1;");
    const fields = new URLSearchParams([...readFields(await page.text()), ["answer", "allow"]]);
    const answered = await fetch(`${product.origin}/authorize/answer`, {
      method: "POST",
      headers: { cookie, origin: product.origin },
      body: fields,
      redirect: "manual",
    });
    expect(answered.status).toBe(303);
    return new URL(answered.headers.get("location") ?? "");
  }

  it("a wallet registers, asks for consent, reads badges, refreshes and revokes", async () => {
    const credentialId = await acceptBadge();
    const service = new URL(`${product.origin}/ims/ob/v3p0`);
    const found = await oauth.discoveryRequest(service, { algorithm: "oauth2", ...insecure });
    const server = await oauth.processDiscoveryResponse(service, found);
    const registered = await oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(
        server,
        { redirect_uris: [REDIRECT_URI], client_name: "Peer wallet" },
        insecure,
      ),
    );
    const client: oauth.Client = { client_id: registered.client_id };
    const authenticate = oauth.ClientSecretBasic(registered.client_secret as string);

    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const address = new URL(String(server.authorization_endpoint));
    address.search = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: REDIRECT_URI,
      response_type: "code",
      scope: SCOPE,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    }).toString();

    const anonymous = await fetch(address, { redirect: "manual" });
    expect(new URL(anonymous.headers.get("location") ?? "", product.origin).pathname).toBe("/sign-in");

    const parameters = oauth.validateAuthResponse(server, client, await consent(address), state);
    const granted = await oauth.processAuthorizationCodeResponse(
      server,
      client,
      await oauth.authorizationCodeGrantRequest(
        server,
        client,
        authenticate,
        parameters,
        REDIRECT_URI,
        verifier,
        insecure,
      ),
    );

    const read = (token: string, path: string) =>
      oauth.protectedResourceRequest(
        token,
        "GET",
        new URL(`${service.href}${path}`),
        undefined,
        undefined,
        insecure,
      );
    const badges = await read(granted.access_token, "/credentials?limit=10");
    expect(badges.headers.get("x-total-count")).toBe("1");
    const { credential } = (await badges.json()) as { credential: { id: string; proof: unknown[] }[] };
    expect(credential.map(({ id }) => id)).toEqual([credentialId]);
    const profile = (await (await read(granted.access_token, "/profile")).json()) as { email: string };
    expect(profile.email).toBe(issuer.admin_email);

    const refreshed = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(
        server,
        client,
        authenticate,
        String(granted.refresh_token),
        insecure,
      ),
    );
    expect((await read(refreshed.access_token, "/credentials")).status).toBe(200);

    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, client, authenticate, String(refreshed.refresh_token), insecure),
    );
    await expect(read(refreshed.access_token, "/credentials")).rejects.toThrow(
      oauth.WWWAuthenticateChallengeError,
    );
  });

  it("a wrong request of the consent page returns to the wallet only after the sign-in, and to no other address", async () => {
    const response = await fetch(`${product.origin}/ims/ob/v3p0/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ redirect_uris: ["https://client.example/cb"] }),
    });
    const { client_id } = (await response.json()) as { client_id: string };
    const open = (redirect_uri: string, headers = {}) =>
      fetch(`${product.origin}/authorize?${new URLSearchParams({ client_id, redirect_uri }).toString()}`, {
        headers,
        redirect: "manual",
      });
    const anonymous = await open("https://client.example/cb");
    expect(anonymous.headers.get("location")).toMatch(/^\/sign-in/);
    const returned = await open("https://client.example/cb", { cookie });
    expect(returned.headers.get("location")).toMatch(/^https:\/\/client\.example\/cb\?error=invalid_request/);
    const refused = await open("https://evil.example/cb", { cookie });
    expect([refused.status, await refused.text()]).toEqual([
      200,
      expect.stringContaining("This request does not work"),
    ]);
  });
});
