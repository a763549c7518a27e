/** A shell variable in place of an unknown secret. */
const SECRET_VARIABLE = '"$CLIENT_SECRET"';

type Client = { tokenUrl: string; uid: string; secret: string | null };

/** Builds the command that gets an access token with these scopes (specification, "OAuth 2.0 client credentials"). */
export const buildTokenCommand = ({ tokenUrl, uid, secret }: Client, scopes: readonly string[]): string =>
  [
    `curl -X POST ${tokenUrl}`,
    "-d grant_type=client_credentials",
    `-d client_id=${uid}`,
    `-d client_secret=${secret ?? SECRET_VARIABLE}`,
    `--data-urlencode 'scope=${scopes.join(" ")}'`,
  ].join(" ");

/** Builds the command that uses the access token. */
export const buildRequestCommand = (url: string): string =>
  `curl -H "Authorization: Bearer $ACCESS_TOKEN" ${url}`;
