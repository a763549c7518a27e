import { withAuditEntry } from "@/lib/access/audit/service";
import type { Actor } from "@/lib/access/callers/caller";
import type { Integration, IntegrationCaller, LearningCaller } from "@/lib/learning/requests/caller";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { accessUnauthorized, invalidParameters } from "@/lib/learning/requests/errors";
import { digest, isSameSecret, isWellFormedSecret, createSecret } from "@/lib/kernel/secrets";
import { findSigningApp } from "@/lib/learning/apps/signing";
import {
  resolveIntegration,
  listOwnIntegrations,
  removeIntegration,
} from "@/lib/learning/integrations/service";
import { createLearningToken, findLearningCaller } from "@/lib/learning/tokens/service";
import { deleteExpiredCodes, findConnectionParties, insertCode, consumeCode } from "./queries";
import type { AuthorizeParameters, ExchangeParameters, ReconnectParameters } from "./schema";
import type { ConnectionRow, ConnectedToken } from "./serializer";

const CODE_MS = 10 * 60_000;
/** Each code adds a row and deletes up to this many expired ones, so that the table does not grow. */
const MAX_EXPIRED_DELETED = 100;

const unauthorizedUserError = () =>
  invalidParameters({ unauthorized_user: "This token cannot give other apps access to these integrations." });

/**
 * Returns the integrations to share. A token may share integrations of its own app only, and of those only the ones it
 * works on. 400 otherwise.
 */
async function requireShareableIntegrations(
  caller: LearningCaller,
  given: number[] | undefined,
): Promise<number[]> {
  const ids = given ?? caller.integrationIds;
  if (ids.length === 0) {
    throw invalidParameters({ missing_param_integration_ids: "integration_ids is required" });
  }
  const found = await listOwnIntegrations(caller, ids);
  if (found.length !== ids.length) throw unauthorizedUserError();
  return ids;
}

/**
 * Creates a code that another app can exchange for a token for integrations of this app, once and within ten minutes.
 * 400 `invalid_param_oauth_consumer_key` when no app has the key, `unauthorized_user` when the integrations do not
 * belong to the token's own app.
 */
export async function authorize(
  caller: LearningCaller,
  { parameters }: { parameters: AuthorizeParameters },
): Promise<string> {
  const integrationIds = await requireShareableIntegrations(caller, parameters.integration_ids);
  const app = await findSigningApp(parameters.oauth_consumer_key);
  if (!app) {
    throw invalidParameters({ invalid_param_oauth_consumer_key: "There is no app with this key." });
  }
  const code = createSecret("blc");
  const createdAt = clock.now();
  return withAuditEntry(caller, "learning_code.create", integrationIds.join(","), async () => {
    await deleteExpiredCodes(createdAt, MAX_EXPIRED_DELETED);
    await insertCode({
      digest: digest(code),
      appId: app.id,
      organizationId: caller.organizationId,
      integrationIds,
      userId: caller.userId,
      sessionVersion: caller.sessionVersion ?? null,
      identityId: caller.identityId ?? null,
      redirectUrl: parameters.redirect_url ?? null,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + CODE_MS),
    });
    return code;
  });
}

type ExchangeRequest = {
  parameters: ExchangeParameters;
  header: (name: string) => string | null;
  onIdentified: (actor: Pick<Actor, "type" | "id">, organizationId: string) => Promise<void>;
};

const exchangeRefusedError = () =>
  accessUnauthorized("This app cannot exchange this code, or the code is no longer valid.");

type AuthenticatedApp = { appId: string; organizationId: string; name: string };

/** Finds the app by its key and secret in the headers, or by its owner's token; null when neither is valid. */
async function findAuthenticatedApp({
  parameters,
  header,
}: ExchangeRequest): Promise<AuthenticatedApp | null> {
  const [key, secret] = [header("x-api-key"), header("x-api-secret")];
  if (key !== null && secret !== null) {
    const app = await findSigningApp(key);
    // Compares even without an app, so that the response time does not reveal which keys exist.
    const isSecretCorrect = isSameSecret(secret, app?.secret ?? "");
    return app && isSecretCorrect
      ? { appId: app.id, organizationId: app.organizationId, name: app.name }
      : null;
  }
  const token = parameters.access_token;
  const caller = typeof token === "string" ? await findLearningCaller(token, { key, secret }) : null;
  return caller?.kind === "owner" ? { ...caller, name: caller.actor.name } : null;
}

/**
 * Exchanges a code for a token for its integrations, once; of two concurrent requests, one wins. 401 when the app does
 * not authenticate, and for a code that belongs to another app, is unknown, expired or used.
 */
export async function exchangeCode(request: ExchangeRequest): Promise<ConnectedToken> {
  const app = await findAuthenticatedApp(request);
  if (!app) throw exchangeRefusedError();
  await request.onIdentified({ type: "LearningApp", id: app.appId }, app.organizationId);
  const { code } = request.parameters;
  if (!isWellFormedSecret("blc", code)) throw exchangeRefusedError();
  // In one transaction, so that a failed exchange does not use up the code.
  return transaction(async () => {
    const found = await consumeCode(digest(code), app.appId, clock.now());
    const granted = found && (await createLearningToken({ ...found, appId: app.appId, kind: "integration" }));
    const [integrationId] = found?.integrationIds ?? [];
    if (!found || !granted || integrationId === undefined) throw exchangeRefusedError();
    // Recorded in the audit log of the organization whose data the token opens.
    const actor: Actor = { type: "LearningApp", id: app.appId, name: app.name };
    const author = { organizationId: found.organizationId, actor };
    const integrations = found.integrationIds.join(",");
    return withAuditEntry(author, "learning_code.exchange", integrations, () =>
      Promise.resolve({ ...granted, integrationId }),
    );
  });
}

/** Returns the integration that the request names, or the first of the token's integrations. */
async function resolveConnectedIntegration(
  caller: LearningCaller,
  parameters: ReconnectParameters,
): Promise<Integration> {
  const { integration_account_id: id, course_id: course } = parameters;
  if (id !== undefined || course !== undefined) return resolveIntegration(caller, parameters);
  const [first] = caller.integrationIds;
  if (first !== undefined) return resolveIntegration(caller, { integration_account_id: first });
  throw invalidParameters({ missing_param_integration_account_id: "integration_account_id is required" });
}

/** Returns the organization, an integration and the user of a token. 400 when the organization is not the token's. */
export async function reconnect(
  caller: LearningCaller,
  { parameters }: { parameters: ReconnectParameters },
): Promise<ConnectionRow> {
  const isSameOrganization = parameters.organization_id === caller.organizationId;
  const parties = isSameOrganization
    ? await findConnectionParties(caller.organizationId, caller.userId)
    : null;
  if (!parties) {
    throw invalidParameters({ invalid_param_organization_id: "This token is not of that organization." });
  }
  return { ...parties, integration: await resolveConnectedIntegration(caller, parameters) };
}

/**
 * Deletes the integration with all its students, grades and data, and its tokens. 400 `unauthorized_user` for a token
 * that another app got by a code: it may use the integration but not delete it.
 */
export async function deauthenticate(caller: IntegrationCaller): Promise<Integration> {
  const { integration, appId } = caller;
  if (integration.appId !== appId) throw unauthorizedUserError();
  await removeIntegration(caller, integration);
  return integration;
}
