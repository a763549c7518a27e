import { createBadgesClient, type BadgesClient } from "../src/client.ts";
import { loginFile, readPrivate, type Login } from "./stored-files.ts";
import { CommandError, EXIT } from "./terminal.ts";

/** Returns the address and token: of the environment, or as `badges login` stored them. */
async function readLogin(): Promise<Login> {
  const { BADGES_URL: url, BADGES_TOKEN: token, BADGES_ALLOW_HTTP: allowHttp } = process.env;
  if (url && token) return { url, token, ...(allowHttp === "1" ? { allowHttp: true } : {}) };
  if (url || token)
    throw new CommandError("Set both BADGES_URL and BADGES_TOKEN, or neither.", EXIT.credential);
  const stored = await readPrivate<Login>(loginFile());
  if (stored) return stored;
  throw new CommandError(
    "You are not signed in. Run “badges login”, or set BADGES_URL and BADGES_TOKEN.",
    EXIT.credential,
  );
}

/** Creates a client with a login. */
export const connectWith = ({ url, token, allowHttp = false }: Login): BadgesClient =>
  createBadgesClient({ baseUrl: url, token, allowHttp, userAgent: "badges-cli" });

/** Creates a client with the login of the environment or the stored one. */
export const connect = async (): Promise<BadgesClient> => connectWith(await readLogin());
