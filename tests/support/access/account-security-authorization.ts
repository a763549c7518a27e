import { createAuthenticator } from "../identity/authenticator";
import { createPersonClient } from "../accounts/earners";
import { createPerson, createSessionCookie, type Person } from "../accounts/members";
import { appCode } from "../identity/app-codes";
import { addApp, createPasskeyOwner } from "../identity/second-factors";
import { createTestLearningApp, createTestLearningToken } from "../learning/learning";
import { sql } from "../platform/database";
import { prepareNothing, type Preparation } from "./preparation";

/** Another session of a person. */
const ownSession: Preparation = async () => {
  const person = await createPerson();
  await createSessionCookie(person.id);
  const [row] = await sql(
    "SELECT id FROM sessions WHERE user_id = $1 ORDER BY started_at DESC, id DESC LIMIT 1",
    [person.id],
  );
  return { person, ids: { session_id: String(row?.id) } };
};

/** A token that acts for a person. */
const ownToken: Preparation = async (organization) => {
  const person = await createPerson();
  await createTestLearningToken(await createTestLearningApp(organization), "learner", [], person.id);
  const [row] = await sql("SELECT id FROM learning_tokens WHERE user_id = $1", [person.id]);
  return { person, ids: { learning_token_id: String(row?.id) } };
};

const ownPasskey: Preparation = async () => {
  const { person, passkeyId } = await createPasskeyOwner();
  return { person, ids: { passkey_id: passkeyId } };
};

/** A person whose browser has created a passkey, and its answer. */
const newPasskey: Preparation = async () => {
  const person = await createPerson();
  const { data } = await createPersonClient(person).post("/passkeys/options", {});
  return { person, body: { name: "Key", credential: createAuthenticator().register(data) } };
};

const newApp: Preparation = async () => {
  const person = await createPerson();
  const { data } = await createPersonClient(person).post("/authenticator_app", {});
  return { person, body: { code: await appCode(String(data.secret)) } };
};

const appOwner: Preparation = async () => {
  const person: Person = await createPerson();
  await addApp(createPersonClient(person));
  return { person };
};

const emptyBody: Preparation = () => Promise.resolve({ body: {} });

/** What each operation for sessions and second factors is sent, by operation id. */
export const ACCOUNT_SECURITY_PREPARATIONS: Record<string, Preparation> = {
  "GET /me/sessions": prepareNothing,
  "DELETE /me/sessions": prepareNothing,
  "DELETE /me/sessions/[session_id]": ownSession,
  "GET /me/learning_tokens": prepareNothing,
  "DELETE /me/learning_tokens": prepareNothing,
  "DELETE /me/learning_tokens/[learning_token_id]": ownToken,
  "GET /me/proof": prepareNothing,
  "POST /me/proof": emptyBody,
  "POST /me/proof/passkey_options": emptyBody,
  "GET /me/second_factors": prepareNothing,
  "POST /me/passkeys": newPasskey,
  "POST /me/passkeys/options": emptyBody,
  "PATCH /me/passkeys/[passkey_id]": async (organization) => ({
    ...(await ownPasskey(organization)),
    body: { name: "Renamed" },
  }),
  "DELETE /me/passkeys/[passkey_id]": ownPasskey,
  "POST /me/authenticator_app": emptyBody,
  "DELETE /me/authenticator_app": appOwner,
  "POST /me/authenticator_app/confirm": newApp,
  "POST /me/recovery_codes/confirm": () => Promise.resolve({ body: { code: "not-a-recovery-code" } }),
  "POST /me/recovery_codes": async (organization) => ({ ...(await appOwner(organization)), body: {} }),
  "POST /sign_in/passkey_options": emptyBody,
  "GET /organizations/[organization_id]/security_settings": prepareNothing,
  "PUT /organizations/[organization_id]/security_settings": () =>
    Promise.resolve({ body: { session_idle_minutes: 240 } }),
};
