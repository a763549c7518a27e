import { SCOPES } from "@/lib/access/callers/choices";
import type { EndpointSpec } from "@/lib/http/endpoints/endpoint-spec";

/**
 * The accepted credentials: any of these, with the operation's scope for a Bearer token; only the session for a
 * person's own resources; the token of a wallet for credentials; none for the token endpoints.
 */
export function operationSecurity({
  caller,
  scope,
  access,
  isForWalletToken,
}: EndpointSpec): Record<string, string[]>[] {
  if (caller === "earner") return [{ session: [] }];
  if (isForWalletToken) return [{ walletToken: [] }];
  return access === null
    ? []
    : [{ authorizationToken: [] }, { oauth: scope ? [scope] : [] }, { session: [] }];
}

/** The authentication schemes. */
export const securitySchemes = {
  authorizationToken: {
    type: "http",
    scheme: "basic",
    description: "The authorization token is the user name. The password is empty.",
  },
  oauth: {
    type: "oauth2",
    description: "An access token of an OAuth application, as `Authorization: Bearer`, for 7,200 seconds.",
    flows: { clientCredentials: { tokenUrl: "/oauth/token", scopes: SCOPES } },
  },
  walletToken: {
    type: "http",
    scheme: "bearer",
    description: "The access token that a wallet got for the code of an offer, for ten minutes.",
  },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "__Host-badges.session",
    description:
      "A signed-in person, as a member of the organization or for their own resources. Unsafe methods must come from this site.",
  },
} as const;
