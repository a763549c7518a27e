import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import type { AddressInfo } from "node:net";
import {
  buildProviderMetadata,
  buildSignedResponse,
  createSigningKey,
  readPostedRequest,
  readRequest,
  type SamlClaims,
} from "./saml-provider";

/** Who is signed in at the provider. */
type SignedIn = Pick<SamlClaims, "nameId" | "attributes">;

/** An identity provider for SAML 2.0, over HTTP on this machine. Its browser posts the response by itself. */
export type SamlWebProvider = {
  metadata: string;
  /** Metadata that offers only requests in a form. */
  postOnlyMetadata: string;
  certificate: string;
  /** Says who is signed in at the provider from now on. */
  signInAs: (person: SignedIn) => void;
  stop: () => Promise<void>;
};

const buildForm = (address: string, response: string): string =>
  `<!doctype html><title>Signing in</title><form method="post" action="${address}">` +
  `<input type="hidden" name="SAMLResponse" value="${Buffer.from(response).toString("base64")}">` +
  `</form><script>document.forms[0].submit()</script>`;

/** Where the request wants the response, and who asks. */
const readAddresses = (xml: string) => ({
  recipient: / AssertionConsumerServiceURL="([^"]+)"/.exec(xml)?.[1] ?? "",
  audience: /<saml:Issuer[^>]*>([^<]+)</.exec(xml)?.[1] ?? "",
});

/** Reads a request that came by a redirect, or in a form. */
async function receiveRequest(request: IncomingMessage) {
  if (request.method !== "POST") return readRequest(new URL(request.url ?? "", "http://127.0.0.1").href);
  return readPostedRequest(new URLSearchParams(await text(request)).get("SAMLRequest") ?? "");
}

/** Starts a provider at which no one is signed in yet. */
export async function startSamlWebProvider(): Promise<SamlWebProvider> {
  const key = await createSigningKey();
  let person: SignedIn = { nameId: "" };
  const server = createServer((request, response) => {
    void receiveRequest(request).then(({ id, xml }) => {
      const { recipient, audience } = readAddresses(xml);
      const signed = buildSignedResponse({ ...person, inResponseTo: id, audience, recipient }, key);
      response.writeHead(200, { "content-type": "text/html" });
      response.end(buildForm(recipient, signed));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    metadata: buildProviderMetadata(`${origin}/sign-in`, key),
    postOnlyMetadata: buildProviderMetadata(`${origin}/sign-in`, key, true),
    certificate: key.certificate,
    signInAs: (next) => {
      person = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
