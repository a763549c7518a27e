import { createHash, randomBytes } from "node:crypto";

/** A request for the consent of a person, and what the application needs afterwards. */
export type ConsentRequest = { path: string; fields: Record<string, string>; verifier: string };

/** Registers an application at a running product. */
export async function registerApplication(
  origin: string,
  name: string,
  redirectUri: string,
): Promise<(scope: string) => ConsentRequest> {
  const response = await fetch(`${origin}/ims/ob/v3p0/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      client_name: name,
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: "none",
      policy_uri: "https://client.example/privacy",
    }),
  });
  if (response.status !== 201) throw new Error(await response.text());
  const { client_id } = (await response.json()) as { client_id: string };
  return (scope) => {
    const verifier = randomBytes(32).toString("base64url");
    const fields = {
      response_type: "code",
      client_id,
      redirect_uri: redirectUri,
      scope,
      state: "s",
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
    };
    return { path: `/authorize?${new URLSearchParams(fields).toString()}`, fields, verifier };
  };
}
