import { readApiError } from "./errors.ts";

/** An authorization token, or the id and secret of an OAuth application. */
export type Credentials =
  { token: string } | { clientId: string; clientSecret: string; /** Separated by spaces. */ scope: string };

/** Access tokens are replaced this long before they expire. */
const RENEW_EARLY_MS = 60_000;

type AccessToken = { access_token: string; expires_in: number };

const basic = (token: string): string => `Basic ${btoa(`${token}:`)}`;

type Send = (request: Request) => Promise<Response>;

async function requestAccessToken(
  origin: string,
  { clientId, clientSecret, scope }: Exclude<Credentials, { token: string }>,
  send: Send,
): Promise<AccessToken> {
  const body = new URLSearchParams({
    client_id: clientId,
    client_secret: clientSecret,
    grant_type: "client_credentials",
    scope,
  });
  const response = await send(new Request(`${origin}/oauth/token`, { method: "POST", body }));
  if (!response.ok) throw await readApiError(response);
  return (await response.json()) as AccessToken;
}

/** Builds a function that returns the `Authorization` header, and gets access tokens as they are needed. */
export function createAuthorization(origin: string, credentials: Credentials, send: Send) {
  if ("token" in credentials) {
    const header = basic(credentials.token);
    return () => Promise.resolve(header);
  }
  let current: Promise<{ header: string; until: number }> | null = null;
  const renew = async () => {
    const { access_token, expires_in } = await requestAccessToken(origin, credentials, send);
    return { header: `Bearer ${access_token}`, until: Date.now() + expires_in * 1000 - RENEW_EARLY_MS };
  };
  return async (): Promise<string> => {
    const known = await current?.catch(() => null);
    if (!known || known.until <= Date.now()) current = renew();
    return (await (current as NonNullable<typeof current>)).header;
  };
}
