import type { Actor } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { digest, isWellFormedSecret } from "@/lib/kernel/secrets";
import { parseLocaleTag } from "@/lib/platform/languages/locale-tag";
import { learningAppUsage } from "@/lib/learning/apps/usage";
import type { SigningApp } from "@/lib/learning/apps/signing";
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
} from "@/lib/learning/lti/launch";
import type { Parameter } from "@/lib/learning/lti/parameters";
import { readLaunchingOrigins } from "./launching-origins";
import { withLearner } from "./learner";
import { findConfirmedUserLocale, findLaunchOrigins, type Identity } from "./queries";
import type { ConnectedToken } from "./serializer";
import { verifySignedRequest, type RawRequest } from "./signed-request";

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
