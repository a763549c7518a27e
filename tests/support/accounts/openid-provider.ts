import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from "jose";

/** An identity provider for OpenID Connect, over HTTP on this machine. */
export type OpenIdProvider = {
  issuer: string;
  /**
   * Lets somebody with these claims in at the address where a browser was sent. Returns the code that the browser brings
   * back.
   */
  letIn: (authorizationUrl: string, claims: JWTPayload) => string;
  stop: () => Promise<void>;
};

export const CLIENT_ID = "badges";

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/** Starts a provider that signs in whoever the test says. */
export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  const key = { ...(await exportJWK(publicKey)), kid: "1", alg: "RS256", use: "sig" };
  const codes = new Map<string, JWTPayload>();
  const describe = (issuer: string) => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
  });
  const grant = async (issuer: string, code: string) => {
    const claims = codes.get(code);
    codes.delete(code);
    if (!claims) return { error: "invalid_grant" };
    const token = new SignJWT({ iss: issuer, aud: CLIENT_ID, sub: "1", email_verified: true, ...claims })
      .setProtectedHeader({ alg: "RS256", kid: "1" })
      .setIssuedAt()
      .setExpirationTime("5 minutes");
    return { access_token: "unused", token_type: "Bearer", id_token: await token.sign(privateKey) };
  };
  const server = createServer((request, response) => {
    const issuer = `http://${request.headers.host ?? ""}`;
    const answer = async (): Promise<unknown> => {
      if (request.url?.endsWith("/openid-configuration")) return describe(issuer);
      if (request.url === "/jwks") return { keys: [key] };
      return grant(issuer, new URLSearchParams(await readText(request)).get("code") ?? "");
    };
    void answer().then((body) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    letIn: (authorizationUrl, claims) => {
      const code = `code-${codes.size}-${Date.now()}`;
      codes.set(code, { nonce: new URL(authorizationUrl).searchParams.get("nonce"), ...claims });
      return code;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
