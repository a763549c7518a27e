import type { Actor } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { digest, isWellFormedSecret } from "@/lib/kernel/secrets";
import { parseLocaleTag } from "@/lib/platform/languages/locale-tag";
import { learningAppUsage } from "@/lib/learning/apps/usage";
import { type SigningApp, findSigningApp, recordNonce } from "@/lib/learning/apps/signing";
import { listAllowedOrigins } from "@/lib/learning/integrations/launch-origins";
import { findAppIntegration } from "@/lib/learning/integrations/service";
import { createLearningToken } from "@/lib/learning/tokens/service";
import { ltiDataMissingError, createLtiError } from "@/lib/learning/lti/errors";
import {
  CONNECT_PARAMETERS,
  LAUNCH_PARAMETERS,
  readConnect,
  readLaunch,
  type Launch,
  readReturnOrigins,
} from "@/lib/learning/lti/launch-parameters";
import type { Parameter } from "@/lib/learning/lti/parameters";
import {
  findConfirmedUserLocale,
  findLaunchOrigins,
  type Identity,
  findIdentity,
  lockIdentityRow,
  insertIdentity,
  isLaunchOnlyAccount,
  lockLtiUser,
} from "./queries";
import type { ConnectedToken } from "./serializer";
import { parseWebOrigin } from "@/lib/kernel/origins";
import { DEFAULT_LOCALE } from "@/lib/kernel/locales";
import { transaction } from "@/lib/kernel/db";
import {
  lockPeopleShared,
  lockAddress,
  createUnprovenUser,
  findAddressOwner,
} from "@/lib/identity/users/service";
import { requestConnection } from "./connection-requests";
import { env } from "@/lib/kernel/env";
import { verifyOAuthRequest } from "@/lib/learning/lti/verify";

/** A request as it was sent. Parsed values must not be used, because only signed ones can be trusted. */
type RawRequest = {
  method: string;
  path: string;
  search: string;
  body: Uint8Array;
  header: (name: string) => string | null;
};

/**
 * Verifies a signed request and returns the app and the signed parameters. Throws the errors of the verifier
 * (lib/learning/lti/verify.ts).
 */
async function verifySignedRequest(
  { method, path, search, body, header }: RawRequest,
  required: readonly string[],
): Promise<{ app: SigningApp; parameters: Parameter[] }> {
  const request = {
    method,
    origin: env().APP_URL,
    path,
    query: search,
    authorization: header("authorization"),
    contentType: header("content-type"),
    body: Buffer.from(body).toString("utf8"),
  };
  const result = await verifyOAuthRequest(request, {
    now: clock.now(),
    required,
    findApp: findSigningApp,
    recordNonce,
  });
  if (!result.isAccepted) throw result.error;
  return result;
}

/** Reads the first and last name of a launch, or takes them from the full name, or from the e-mail address. */
function readLearnerName({
  givenName,
  familyName,
  fullName,
  email,
}: Pick<Launch, "givenName" | "familyName" | "fullName" | "email">): { firstName: string; lastName: string } {
  if (givenName !== null || familyName !== null) {
    return { firstName: givenName ?? "", lastName: familyName ?? "" };
  }
  const [firstName = "", ...rest] = (fullName ?? email.replace(/@.*$/, "")).trim().split(/\s+/);
  return { firstName, lastName: rest.join(" ") };
}

type App = { id: string; organizationId: string };

/**
 * Finds the identity of an LMS user and locks it until the commit, so that a proof of the address that would end the
 * identity waits. Null for a new user; "ended" when such a proof was committed first.
 */
async function findKnownLearner(app: App, { userId }: Launch): Promise<Identity | "ended" | null> {
  const identity = await findIdentity(app.id, userId);
  if (!identity) return null;
  if (identity.user.deletedAt !== null) {
    throw createLtiError("LTI_MEMBER_ID_DOES_NOT_EXIST", "The account of this user was deleted.");
  }
  // Accounts are locked before the rows that belong to them, in the same order as a merge does.
  await lockPeopleShared([identity.userId]);
  return (await lockIdentityRow(app.id, userId)) ?? "ended";
}

/**
 * Finds the account of an address that a launch may use, or creates one when no account has the address; null when the
 * account belongs to someone else.
 */
async function findOrCreateAccount(app: App, launch: Launch): Promise<string | null> {
  const owner = await findAddressOwner(launch.email);
  if (owner === null) {
    const locale = parseLocaleTag(launch.locale) ?? DEFAULT_LOCALE;
    return createUnprovenUser({ email: launch.email, ...readLearnerName(launch), middleName: null, locale });
  }
  await lockPeopleShared([owner]);
  return (await isLaunchOnlyAccount(owner, app)) ? owner : null;
}

/**
 * Creates the identity of a learner who is new to the app. "refused" when the address belongs to another person's
 * account; that person is mailed a link to connect.
 */
async function createLearner(app: App, launch: Launch): Promise<Identity | "refused"> {
  await lockAddress(launch.email);
  const userId = await findOrCreateAccount(app, launch);
  if (userId !== null) {
    return insertIdentity({ appId: app.id, ltiUserId: launch.userId, userId, createdAt: clock.now() });
  }
  await requestConnection(app, launch);
  return "refused";
}

const emailBelongsToAnotherError = () =>
  createLtiError(
    "LTI_EMAIL_BELONGS_TO_ANOTHER",
    "An account already uses this address, and a launch cannot prove that it belongs to the same person. Follow the link in the e-mail that was sent to the address, then launch again.",
  );

/**
 * Runs `work` with the identity of a launch's learner, who is found by the LMS user id in this app whatever address the
 * LMS sends now. A new learner gets an account with the address unconfirmed: the statement of an LMS proves no address,
 * so a launch never leads to an account that someone signs in with, that confirmed the address or has badges, nor to
 * the account of another LMS user. `work` runs in the same transaction: what it creates for the identity ends with the
 * identity. Throws LTI_EMAIL_BELONGS_TO_ANOTHER for such accounts, after mailing the address a link that connects the
 * learner; LTI_MEMBER_ID_DOES_NOT_EXIST for a deleted account. Must be called outside of any transaction, so that the
 * mail is stored.
 */
async function withLearner<Result>(
  app: App,
  launch: Launch,
  work: (learner: Identity) => Promise<Result>,
): Promise<Result> {
  const outcome = await transaction(async () => {
    await lockLtiUser(app.id, launch.userId);
    const learner = (await findKnownLearner(app, launch)) ?? (await createLearner(app, launch));
    return typeof learner === "string" ? learner : { result: await work(learner) };
  });
  if (outcome === "refused") throw emailBelongsToAnotherError();
  // The address was confirmed at the same time, so the launch is checked again.
  return outcome === "ended" ? withLearner(app, launch, work) : outcome.result;
}

/** A launch names its page once, or twice when the LMS frames itself. This leaves some room. */
const MAX_ORIGINS = 4;

/**
 * Reads the origins of the page that launches, which may frame the page it leads to: first the origin of the signed
 * return address, then the one in `Origin`, or in `Referer` when the browser hides the origin (`Origin: null`).
 *
 * The headers are not signed but can be trusted: they are read after the signature was verified and its nonce stored,
 * so an attacker would need a signed launch that was never sent. Only the LMS creates these, for the person who is
 * signed in there, and gives them to no other site. A person who posts their own launch from another page only frames
 * their own badges. The origins apply to the token of this launch only, which that page cannot read.
 */
function readLaunchingOrigins(
  parameters: readonly Parameter[],
  header: (name: string) => string | null,
): string[] {
  const headerOrigin = parseWebOrigin(header("origin")) ?? parseWebOrigin(header("referer"));
  const origins = new Set([
    ...readReturnOrigins(parameters),
    ...(headerOrigin === null ? [] : [headerOrigin]),
  ]);
  return [...origins].slice(0, MAX_ORIGINS);
}

/** Called with the app that signed a request as soon as its signature is verified, whatever the request leads to. */
type OnIdentified = (actor: Pick<Actor, "type" | "id">, organizationId: string) => Promise<void>;

const reportIdentified = async (app: SigningApp, onIdentified: OnIdentified): Promise<void> =>
  onIdentified({ type: "LearningApp", id: app.id }, app.organizationId);

/** Runs the work of a signed request and records that its app was used. */
async function withUsageRecorded<Result>(app: SigningApp, work: () => Promise<Result>): Promise<Result> {
  let hasSucceeded = false;
  try {
    const result = await work();
    hasSucceeded = true;
    return result;
  } finally {
    learningAppUsage.record(app.id, clock.now(), hasSucceeded);
  }
}

const unknownIntegrationError = () =>
  ltiDataMissingError([
    { field: "integration_id", code: "invalid", message: "must be an integration of this app" },
  ]);

async function requireIntegration(app: SigningApp, id: number): Promise<void> {
  if (!(await findAppIntegration(app, id))) throw unknownIntegrationError();
}

/** The owner of a new token: the app's owner, or a learner. A learner's token ends with the identity. */
type TokenHolder = { userId: string; identityId: string | null };

async function grantToken(
  app: SigningApp,
  kind: "integration" | "learner",
  holder: TokenHolder,
  integrationId: number,
  launchOrigins: string[] = [],
): Promise<ConnectedToken> {
  const { organizationId, id: appId, secretVersion } = app;
  const granted = await createLearningToken({
    organizationId,
    appId,
    kind,
    ...holder,
    integrationIds: [integrationId],
    launchOrigins,
    secretVersion,
  });
  // The integration was deleted after it was looked up.
  if (!granted) throw unknownIntegrationError();
  return { ...granted, integrationId };
}

const hasValue = (parameters: readonly Parameter[], parameterName: string): boolean =>
  parameters.some(([name, value]) => name === parameterName && /\S/.test(value));

const toTokenHolder = ({ id, userId }: Identity): TokenHolder => ({ userId, identityId: id });

/** Reads the learner of a launch; null when the launch is incomplete or its role is not learner. */
function readLearnerLaunch(parameters: readonly Parameter[]): Launch | null {
  if (!LAUNCH_PARAMETERS.every((name) => hasValue(parameters, name))) return null;
  const launch = readLaunch(parameters);
  return launch.role === "learner" ? launch : null;
}

/**
 * Returns a token for an integration to an LMS server that signed with its app's secret (specification, "Custom UI
 * flow"), whatever roles it claims. A complete launch of a learner creates an account, as a launch in a browser does,
 * and the token belongs to that account. Throws LTI errors; LTI_DATA_MISSING when the integration does not belong to
 * the app.
 */
export async function connect(sent: RawRequest & { onIdentified: OnIdentified }): Promise<ConnectedToken> {
  const { app, parameters } = await verifySignedRequest(sent, CONNECT_PARAMETERS);
  await reportIdentified(app, sent.onIdentified);
  return withUsageRecorded(app, async () => {
    const { integrationId } = readConnect(parameters);
    await requireIntegration(app, integrationId);
    const learner = readLearnerLaunch(parameters);
    // Tokens for teachers, and for requests without complete data of a learner, belong to the app's owner.
    if (!learner)
      return grantToken(app, "integration", { userId: app.ownerId, identityId: null }, integrationId);
    return withLearner(app, learner, (identity) =>
      grantToken(app, "integration", toTokenHolder(identity), integrationId),
    );
  });
}

/** The same operation under its other name (specification, "Custom UI flow"). */
export const authenticate = (sent: RawRequest & { onIdentified: OnIdentified }): Promise<ConnectedToken> =>
  connect(sent);

/**
 * Builds the path of the sign-in page, which leads to Learning in the console. Administrators must sign in, because the
 * statement of an LMS is not a session. Inside a frame it is the path of a page that links to the sign-in page, which
 * must not be framed.
 */
function buildSignInPath({ organization: { vanitySlug } }: SigningApp, isFramed: boolean): string {
  if (isFramed) return `/lti/sign-in?${new URLSearchParams({ organization: vanitySlug })}`;
  const callbackUrl = `/console/${encodeURIComponent(vanitySlug)}/learning`;
  return `/sign-in?${new URLSearchParams({ callbackUrl })}`;
}

/**
 * Returns the language of a learner's page: the one that the LMS uses around it, or that of the account once its owner
 * has confirmed an address. Null leaves the choice to the browser. The language is part of the URL because a frame has
 * no cookies.
 */
async function findLearnerLanguage(userId: string, { locale }: Launch): Promise<string | null> {
  return parseLocaleTag(locale) ?? (await findConfirmedUserLocale(userId));
}

/** Creates a token for the learner of a launch and returns the path of the launch page. */
async function createLearnerPath(app: SigningApp, launch: Launch, launchOrigins: string[]): Promise<string> {
  const { token, userId } = await withLearner(app, launch, (identity) =>
    grantToken(app, "learner", toTokenHolder(identity), launch.integrationId, launchOrigins),
  );
  const lang = await findLearnerLanguage(userId, launch);
  return `/lti/launch?${new URLSearchParams({ token, ...(lang ? { lang } : {}) })}`;
}

/**
 * Lists the origins whose pages may frame the launch of this token: those that it was launched from and those
 * registered for its integration, or only the registered ones when the app restricts it; none for a token that is not a
 * learner's.
 */
export async function listLaunchOrigins(token: string): Promise<string[]> {
  if (!isWellFormedSecret("blt", token)) return [];
  const found = await findLaunchOrigins(digest(token), clock.now());
  return found ? listAllowedOrigins(found) : [];
}

/**
 * Verifies a launch in a browser and returns the path to redirect to: for learners their badges in this integration,
 * with a token; for administrators and teachers the sign-in page. Throws LTI errors; LTI_UNAUTHORIZED when the app is
 * not an enterprise app.
 */
export async function launchFromLms(sent: RawRequest & { onIdentified: OnIdentified }): Promise<string> {
  const { app, parameters } = await verifySignedRequest(sent, LAUNCH_PARAMETERS);
  await reportIdentified(app, sent.onIdentified);
  return withUsageRecorded(app, async () => {
    if (!app.enterprise) {
      throw createLtiError("LTI_UNAUTHORIZED", "Only enterprise apps can launch pages inside an LMS.");
    }
    const launch = readLaunch(parameters);
    await requireIntegration(app, launch.integrationId);
    if (launch.role !== "learner") return buildSignInPath(app, sent.header("sec-fetch-dest") === "iframe");
    return createLearnerPath(app, launch, readLaunchingOrigins(parameters, sent.header));
  });
}
