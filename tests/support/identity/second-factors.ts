import { appCode, STEP_MS } from "./app-codes";
import { createAuthenticator, type Authenticator } from "./authenticator";
import { hashPassword } from "@/lib/identity/users/passwords";
import { sql } from "../platform/database";
import { createEarner, createPersonClient, type TestEarner } from "../accounts/earners";
import { createPerson, type Person } from "../accounts/members";

type Client = ReturnType<typeof createPersonClient>;

/** Adds an authenticator app with the code of the step before, so that the current one is unused. */
export async function addApp(client: Client): Promise<{ secret: string; codes: string[] }> {
  const { data } = await client.post("/authenticator_app", {});
  const secret = String(data.secret);
  const confirm = async () =>
    client.post("/authenticator_app/confirm", { code: await appCode(secret, Date.now() - STEP_MS) });
  const first = await confirm();
  // A step that ends between the code and its check makes the code too old.
  const confirmed = first.status === 200 ? first : await confirm();
  if (confirmed.status !== 200) throw new Error(JSON.stringify(confirmed.data));
  return { secret, codes: (confirmed.data.recovery_codes ?? []) as string[] };
}

/** Adds a passkey. Returns the response, with recovery codes for the first second factor. */
export async function addPasskey(client: Client, authenticator: Authenticator, name = "Key") {
  const { data } = await client.post("/passkeys/options", {});
  return client.post("/passkeys", { name, credential: authenticator.register(data) });
}

/** Creates a person with a passkey. */
export async function createPasskeyOwner(): Promise<{
  person: Person;
  client: Client;
  authenticator: Authenticator;
  passkeyId: string;
}> {
  const person = await createPerson();
  const client = createPersonClient(person);
  const authenticator = createAuthenticator();
  await addPasskey(client, authenticator);
  const { data } = await client.get("/second_factors");
  return { person, client, authenticator, passkeyId: String(data.passkeys[0].id) };
}

/** The password of `createProtectedEarner`. */
export const PASSWORD = "correct horse";

/** Creates an earner with a password. */
export async function createProtectedEarner(): Promise<TestEarner> {
  const earner = await createEarner();
  await sql("UPDATE users SET password_hash = $2 WHERE id = $1", [earner.id, await hashPassword(PASSWORD)]);
  return earner;
}
