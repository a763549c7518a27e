import type { Earner } from "@/lib/access/callers/caller";
import { recordActivity } from "@/lib/access/account-activity/service";
import { rateLimitKey } from "@/lib/kernel/client-address";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { badRequest, notFound } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import type { ListInput } from "@/lib/kernel/list/list-input";
import type { Page } from "@/lib/kernel/list/page";
import { getRequestContext } from "@/lib/kernel/request-context";
import { createSecret, digest, randomText } from "@/lib/kernel/secrets";
import { takePoint, type RateLimitPolicy } from "@/lib/platform/limits/rate-limit";
import { WALLET_SCOPE_NAMES } from "./choices";
import {
  deleteAllGrants,
  deleteGrantsOf,
  deleteUnusedApplications,
  findAllowedPage,
  insertApplication,
} from "./queries";
import { GRANT_TYPES, type WalletRegistrationInput } from "./schema";
import type { AllowedApplicationRow, RegisteredApplication } from "./serializer";

/** Anyone can register, so registrations of an address are limited, and those of all addresses together. */
const ADDRESS_LIMIT: RateLimitPolicy = { name: "wallet-registrations", points: 20, seconds: 3_600 };
const TOTAL_LIMIT: RateLimitPolicy = { name: "all-wallet-registrations", points: 2_000, seconds: 3_600 };

const UID_LENGTH = 32;
const DAY_MS = 24 * 3_600_000;
/** An application that no one allows is deleted after this time, some with each registration. */
const UNUSED_MS = 90 * DAY_MS;
const UNUSED_DELETED_PER_REGISTRATION = 100;

async function countRegistration(): Promise<void> {
  if (env().RATE_LIMIT === null) return;
  const address = rateLimitKey(getRequestContext()?.address ?? "unknown");
  for (const [limit, key] of [
    [ADDRESS_LIMIT, address],
    [TOTAL_LIMIT, "all"],
  ] as const)
    await takePoint(limit, key, "Too many registrations. Try again later.");
}

/** Parses a space-separated list of scopes (RFC 6749, 3.3). Null when one of them does not exist. */
export function parseWalletScopes(list: string): string[] | null {
  const names = [...new Set(list.split(" ").filter((name) => name !== ""))];
  return names.every((name) => WALLET_SCOPE_NAMES.includes(name)) ? names : null;
}

function readRegisteredScopes(list: string | undefined): string[] {
  const scopes = parseWalletScopes(list ?? "");
  if (scopes === null) {
    throw badRequest("invalid_client_metadata", `scope can contain: ${WALLET_SCOPE_NAMES.join(", ")}.`);
  }
  return scopes.length > 0 ? scopes : [...WALLET_SCOPE_NAMES];
}

const nameFromAddress = (redirectUri: string): string => new URL(redirectUri).hostname.slice(0, 100);

/** The columns of what an application says about itself. */
const describedColumns = (body: WalletRegistrationInput) => {
  const { client_uri = null, logo_uri = null, tos_uri = null, policy_uri = null } = body;
  const { contacts = [], software_id = null, software_version = null } = body;
  return {
    clientUri: client_uri,
    logoUri: logo_uri,
    tosUri: tos_uri,
    policyUri: policy_uri,
    contacts,
    softwareId: software_id,
    softwareVersion: software_version,
  };
};

/**
 * Registers an application (RFC 7591, 3). It gets a secret unless it says that it cannot keep one
 * (`token_endpoint_auth_method: none`). Only the digest of the secret is stored. Throws 400
 * `invalid_client_metadata` for unknown scopes, and 429 after 20 registrations of an address within an hour.
 */
export async function registerApplication(body: WalletRegistrationInput): Promise<RegisteredApplication> {
  await countRegistration();
  const { redirect_uris: redirectUris, grant_types = GRANT_TYPES } = body;
  const { client_name: name = nameFromAddress(redirectUris[0] ?? "") } = body;
  const { token_endpoint_auth_method: authMethod = "client_secret_basic" } = body;
  const scopes = readRegisteredScopes(body.scope);
  const secret = authMethod === "none" ? null : createSecret("bos");
  const now = clock.now();
  await deleteUnusedApplications(new Date(now.getTime() - UNUSED_MS), UNUSED_DELETED_PER_REGISTRATION);
  const row = await insertApplication({
    id: newId(),
    uid: randomText(UID_LENGTH),
    name,
    secretDigest: secret === null ? null : digest(secret),
    authMethod,
    redirectUris: [...new Set(redirectUris)],
    scopes,
    grantTypes: [...new Set(grant_types)],
    ...describedColumns(body),
    createdAt: now,
    allowedAt: now,
  });
  return { row, secret };
}

/** Lists the applications that the earner allows to use the wallet, the newest consent first. */
export const listWalletApplications = (
  { userId }: Earner,
  input: ListInput,
): Promise<Page<AllowedApplicationRow>> => findAllowedPage(userId, input.page, clock.now());

/** Ends the access of an application to the earner's wallet at once. Throws 404 when it has none. */
export async function endWalletApplication({ userId }: Earner, applicationId: string): Promise<void> {
  await transaction(async () => {
    if ((await deleteGrantsOf(userId, applicationId)) === 0) throw notFound();
    await recordActivity(userId, "application_ended");
  });
}

/** Ends the access of all applications to the wallet of an account that is being deleted or merged. */
export async function endWalletAccess(userId: string): Promise<void> {
  await deleteAllGrants(userId);
}
