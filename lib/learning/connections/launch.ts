import type { Actor } from "@/lib/access/callers/caller";
import { clock } from "@/lib/kernel/clock";
import { digest, isWellFormedSecret } from "@/lib/kernel/secrets";
import { parseLocaleTag } from "@/lib/delivery/languages/locale-tag";
import { learningAppUses } from "@/lib/learning/apps/usage";
import type { Signer } from "@/lib/learning/apps/signing";
import { allowedOrigins } from "@/lib/learning/integrations/launch-origins";
import { integrationOfApp } from "@/lib/learning/integrations/service";
import { grantLearningToken } from "@/lib/learning/tokens/service";
import { dataMissing, ltiError } from "@/lib/learning/lti/errors";
import {
  CONNECT_PARAMETERS,
  LAUNCH_PARAMETERS,
  readConnect,
  readLaunch,
  type Launch,
} from "@/lib/learning/lti/launch";
import type { Parameter } from "@/lib/learning/lti/parameters";
import { launchingOrigins } from "./launching-page";
import { asLearner } from "./learner";
import { findChosenLocale, findLaunchOrigins, type Identity } from "./queries";
import type { Connected } from "./serializer";
import { verifySigned, type RawRequest } from "./signed-request";

/** Hears which app signed a request as soon as that is proved, whatever becomes of it. */
type Listener = (actor: Pick<Actor, "type" | "id">, organizationId: string) => Promise<void>;

const heard = async (app: Signer, isKnown: Listener): Promise<void> =>
  isKnown({ type: "LearningApp", id: app.id }, app.organizationId);

/** Runs what a signed request asks for, and notes that its app was used. */
async function used<Result>(app: Signer, work: () => Promise<Result>): Promise<Result> {
  let hasSucceeded = false;
  try {
    const result = await work();
    hasSucceeded = true;
    return result;
  } finally {
    learningAppUses.record(app.id, clock.now(), hasSucceeded);
  }
}

const noIntegration = () =>
  dataMissing([{ field: "integration_id", code: "invalid", message: "must be an integration of this app" }]);

async function requireIntegration(app: Signer, id: number): Promise<void> {
  if (!(await integrationOfApp(app, id))) throw noIntegration();
}

/** Whose token is made: the app's owner, or a learner, with whose identity it ends. */
type Holder = { userId: string; identityId: string | null };

async function grant(
  app: Signer,
  kind: "integration" | "learner",
  holder: Holder,
  integrationId: number,
  launchOrigins: string[] = [],
): Promise<Connected> {
  const { organizationId, id: appId, secretVersion } = app;
  const granted = await grantLearningToken({
    organizationId,
    appId,
    kind,
    ...holder,
    integrationIds: [integrationId],
    launchOrigins,
    secretVersion,
  });
  // The integration was deleted since it was looked for.
  if (!granted) throw noIntegration();
  return { ...granted, integrationId };
}

const isGiven = (parameters: readonly Parameter[], wanted: string): boolean =>
  parameters.some(([name, value]) => name === wanted && /\S/.test(value));

const holderOf = ({ id, userId }: Identity): Holder => ({ userId, identityId: id });

/** The learner whom a launch names, when it is a complete one. */
function learnerNamed(parameters: readonly Parameter[]): Launch | null {
  if (!LAUNCH_PARAMETERS.every((name) => isGiven(parameters, name))) return null;
  const launch = readLaunch(parameters);
  return launch.role === "learner" ? launch : null;
}

/**
 * Answers a token of an integration to the server of an LMS, which proves itself by the signature of its app
 * (specification, "Custom UI flow"), whatever roles it claims. A complete launch of a learner makes an account, as a
 * launch by a browser does, and the token is theirs. Errors of LTI; LTI_DATA_MISSING for an integration that is not
 * the app's.
 */
export async function connect(sent: RawRequest & { isKnown: Listener }): Promise<Connected> {
  const { app, parameters } = await verifySigned(sent, CONNECT_PARAMETERS);
  await heard(app, sent.isKnown);
  return used(app, async () => {
    const { integrationId } = readConnect(parameters);
    await requireIntegration(app, integrationId);
    const learner = learnerNamed(parameters);
    // Teachers' tokens, and those of a server that names nobody whole, are the app owner's.
    if (!learner) return grant(app, "integration", { userId: app.ownerId, identityId: null }, integrationId);
    return asLearner(app, learner, (identity) =>
      grant(app, "integration", holderOf(identity), integrationId),
    );
  });
}

/** The same under its other name (specification, "Custom UI flow"). */
export const authenticate = (sent: RawRequest & { isKnown: Listener }): Promise<Connected> => connect(sent);

/**
 * The sign-in page, and behind it Learning in the console: whoever says that they are an administrator signs in like one,
 * because the word of an LMS is no session. Inside a frame a page with the link to it, since nobody may frame it.
 */
function signInPath({ organization: { vanitySlug } }: Signer, isFramed: boolean): string {
  if (isFramed) return `/lti/sign-in?${new URLSearchParams({ organization: vanitySlug })}`;
  const callbackUrl = `/console/${encodeURIComponent(vanitySlug)}/learning`;
  return `/sign-in?${new URLSearchParams({ callbackUrl })}`;
}

/**
 * The language of a learner's page, which stands in the address because a frame keeps no cookie: the one that the LMS
 * shows around it, or else that of the account, once somebody has proved to own it. Null leaves it to the browser.
 */
async function languageOf(userId: string, { locale }: Launch): Promise<string | null> {
  return parseLocaleTag(locale) ?? (await findChosenLocale(userId));
}

/** Where a learner who launched is led, as a path of ours. */
async function learnerPath(app: Signer, launch: Launch, launchOrigins: string[]): Promise<string> {
  const { token, userId } = await asLearner(app, launch, (identity) =>
    grant(app, "learner", holderOf(identity), launch.integrationId, launchOrigins),
  );
  const lang = await languageOf(userId, launch);
  return `/lti/launch?${new URLSearchParams({ token, ...(lang ? { lang } : {}) })}`;
}

/**
 * The origins whose pages may frame the launch of this token: those that it was launched from and those registered for
 * its integration, or the registered ones alone when its app says so; none for what is no learner's token.
 */
export async function launchOriginsOf(token: string): Promise<string[]> {
  if (!isWellFormedSecret("blt", token)) return [];
  const found = await findLaunchOrigins(digest(token), clock.now());
  return found ? allowedOrigins(found) : [];
}

/**
 * Judges the launch of a browser and returns where it leads: a learner to their badges in this integration, with a token
 * for them; administrators and teachers to the sign-in page. Errors of LTI; LTI_UNAUTHORIZED for an app that is not an
 * enterprise's.
 */
export async function launchFromLms(sent: RawRequest & { isKnown: Listener }): Promise<string> {
  const { app, parameters } = await verifySigned(sent, LAUNCH_PARAMETERS);
  await heard(app, sent.isKnown);
  return used(app, async () => {
    if (!app.enterprise) {
      throw ltiError("LTI_UNAUTHORIZED", "Only apps of enterprises may launch pages inside an LMS.");
    }
    const launch = readLaunch(parameters);
    await requireIntegration(app, launch.integrationId);
    if (launch.role !== "learner") return signInPath(app, sent.header("sec-fetch-dest") === "iframe");
    return learnerPath(app, launch, launchingOrigins(parameters, sent.header));
  });
}
