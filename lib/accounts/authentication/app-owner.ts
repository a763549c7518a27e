import { recordActivity } from "@/lib/access/account-activity/service";
import { accessUnauthorized, invalidParameters } from "@/lib/learning/requests/errors";
import { emailAddress } from "@/lib/kernel/fields";
import { isSameSecret } from "@/lib/kernel/secrets";
import { findOwnedApp } from "@/lib/learning/apps/service";
import type { OwnerParameters } from "@/lib/learning/tokens/schema";
import type { GrantedToken } from "@/lib/learning/tokens/serializer";
import { createLearningToken } from "@/lib/learning/tokens/service";
import { checkSecondFactor, listFactorMethods } from "@/lib/identity/second-factors/check";
import { rememberDevice } from "@/lib/identity/users/devices";
import type { SignInRow } from "@/lib/identity/users/serializer";
import { signInByPassword } from "@/lib/accounts/sessions/password-sign-in";

type ReadHeader = (name: string) => string | null;
type Login = { email: string; password: string };

const loginRefused = () =>
  accessUnauthorized(
    "The e-mail address and password are not those of an app's owner.",
    'Basic realm="badges"',
  );

/** Parses the user and password of HTTP Basic (RFC 7617). Returns null without it. */
function parseBasicLogin(authorization: string | null): Login | null {
  const [scheme = "", value = ""] = (authorization ?? "").trim().split(/\s+/, 2);
  if (scheme.toLowerCase() !== "basic") return null;
  const [email = "", ...password] = Buffer.from(value, "base64").toString("utf8").split(":");
  return { email, password: password.join(":") };
}

/** Reads the login from the parameters. Throws 400 that names every missing parameter. */
function requireLoginParameters({ email, username, password }: OwnerParameters): Login {
  const name = email ?? username;
  if (name !== undefined && password !== undefined) return { email: name, password };
  throw invalidParameters({
    ...(name === undefined ? { missing_param_email: "email is required, here or in HTTP Basic" } : {}),
    ...(password === undefined
      ? { missing_param_password: "password is required, here or in HTTP Basic" }
      : {}),
  });
}

const secondFactorRefused = (message: string) => accessUnauthorized(message, 'Basic realm="badges"');

/** Throws 401 when the account has a second factor and the code is missing or wrong, 429 after too many wrong ones. */
async function requireOwnFactor(person: SignInRow, code: string | undefined): Promise<boolean> {
  if ((await listFactorMethods(person.id)).length === 0) return false;
  const purpose = { use: "second-step", subject: person.id } as const;
  if (code === undefined)
    throw secondFactorRefused("This account has a second factor: send a code of it as one_time_code.");
  if (!(await checkSecondFactor(person, { code }, purpose)))
    throw secondFactorRefused("The one_time_code is wrong, or was used before.");
  return true;
}

type SignedInOwner = { person: SignInRow; hasSecondFactor: boolean };

/**
 * Returns the person with this e-mail and password, and whether they proved a second factor. Throws 401 for a wrong
 * one, after the same time, and 429 after too many.
 */
async function signInPerson({ email, password }: Login, code: string | undefined): Promise<SignedInOwner> {
  const address = emailAddress().safeParse(email);
  const person = address.success ? await signInByPassword(address.data, password) : null;
  if (!person) throw loginRefused();
  const hasSecondFactor = await requireOwnFactor(person, code);
  // For clients that store cookies.
  rememberDevice(person);
  await recordActivity(person.id, "sign_in");
  return { person, hasSecondFactor };
}

/** Throws 401 when the organization requires a second factor that the person did not prove. */
function requireFactorOf(organizationId: string, { person, hasSecondFactor }: SignedInOwner): void {
  const membership = person.memberships.find(({ organization }) => organization.id === organizationId);
  if (hasSecondFactor || !membership?.organization.requiresSecondFactor) return;
  throw secondFactorRefused(
    "The organization of this app requires a second factor. Add an authenticator app to the account, and send its code as one_time_code.",
  );
}

/**
 * Signs in the owner of an app, with e-mail and password by HTTP Basic or as parameters, and returns an access token
 * for them (decision 0061). Throws 400 for a missing parameter, and when the owner of several apps names none of
 * them. Throws 401 for a wrong password, for a missing second factor, for a person who owns no app, and for another
 * app's `X-Api-Secret`. Throws 429 after too many wrong passwords, counted together with the sign-in page
 * (`tryPassword`).
 */
export async function signInOwner({
  parameters,
  header,
}: {
  parameters: OwnerParameters;
  header: ReadHeader;
}): Promise<GrantedToken> {
  const owner = await signInPerson(
    parseBasicLogin(header("authorization")) ?? requireLoginParameters(parameters),
    parameters.one_time_code,
  );
  const { id: userId, sessionVersion } = owner.person;
  const app = await findOwnedApp(userId, header("x-api-key") ?? parameters.api_key ?? null);
  const secret = header("x-api-secret");
  if (!app || (secret !== null && !isSameSecret(secret, app.secret))) throw loginRefused();
  const { organizationId, id: appId, secretVersion } = app;
  requireFactorOf(organizationId, owner);
  const granted = await createLearningToken({
    organizationId,
    appId,
    kind: "owner",
    userId,
    integrationIds: [],
    sessionVersion,
    secretVersion,
  });
  if (!granted) throw loginRefused();
  return granted;
}
