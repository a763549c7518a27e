import { z } from "zod";
import { emailAddress, line, name, uuid } from "@/lib/kernel/fields";
import { AUDIT_COMMANDS } from "./audit-commands";
import { BACKUP_COMMANDS } from "./backup-commands";
import { command, type Command, pageMetadata, type ListResult } from "./command-line";
import { DEMONSTRATION_COMMANDS } from "./demonstration-removal";
import { rotateEncryptionKey } from "./encryption-key";
import { MOVING_COMMANDS } from "./moving-commands";
import { PERSON_COMMANDS } from "./person-commands";
import { buildOperatorCaller, setUpOrganization } from "./service";
import { readListInput } from "@/lib/kernel/list/list-input";
import { transaction } from "@/lib/kernel/db";
import { randomText } from "@/lib/kernel/secrets";
import type { LearningApp } from "@/lib/learning/apps/schema";
import { presentApp, presentNewApp } from "@/lib/learning/apps/serializer";
import { createApp, getApp, listApps, rotateAppSecret } from "@/lib/learning/apps/service";
import {
  addIssuer,
  getOrganizationByKey,
  listAllOrganizations,
  setWorkforceAccess,
} from "@/lib/organizations/profile/service";
import { hashPassword } from "@/lib/identity/users/passwords";
import { ensureAdministrator, getAccountByKey, listAccounts } from "@/lib/identity/users/service";
import { endRequirement } from "@/lib/organizations/identity-providers/service";
import { updateOrganization } from "@/lib/organizations/profile/update";
import { presentOrganizationSummary, type OrganizationSummary } from "@/lib/organizations/profile/serializer";
import { getPasswordResetLink, requestPasswordReset } from "@/lib/accounts/accounts/password-resets";
import { endSessions } from "@/lib/accounts/accounts/service";
import { buildAuditEntry, insertNewAuditEntries } from "@/lib/access/audit/service";
import { resetSecondFactors } from "@/lib/identity/second-factors/service";
import {
  presentAccount,
  presentAccountDetail,
  type Account,
  type AccountDetail,
  type AccountDetailRow,
} from "@/lib/identity/users/serializer";

/** Lists the accounts of the installation, oldest first; `query` is the beginning of one of their addresses. */
async function listUsers(given: { query?: string | undefined; page: number }): Promise<ListResult<Account>> {
  const page = await listAccounts(given);
  return { items: page.rows.map(presentAccount), ...pageMetadata(page) };
}

/** Shows an account, by its id or one of its addresses. 404 for an unknown one. */
const showUser = async (key: string): Promise<AccountDetail> =>
  presentAccountDetail(await getAccountByKey(key));

/** Records an action of the operator in the audit log of each of the person's organizations. */
const recordForOrganizations = (action: string, { id, memberships }: AccountDetailRow): Promise<void> =>
  insertNewAuditEntries(
    memberships.map(({ organization }) => buildAuditEntry(buildOperatorCaller(organization.id), action, id)),
  );

type PasswordReset = { user_id: string; email: string; password_link: string | null };

/**
 * Creates a link with which the person can choose a new password, once and within two hours. With `mail` the link is
 * mailed to their address and not shown. Nothing changes until it is used. 404 for an unknown account.
 */
function resetUserPassword(key: string, { mail }: { mail: boolean }): Promise<PasswordReset> {
  return transaction(async () => {
    const account = await getAccountByKey(key);
    const { email, link } = await getPasswordResetLink(account.id);
    if (mail) await requestPasswordReset(email);
    await recordForOrganizations("member.reset_password", account);
    return { user_id: account.id, email, password_link: mail ? null : link };
  });
}

/** Ends every session of an account. 404 for an unknown one. */
function signOutUser(key: string): Promise<{ user_id: string }> {
  return transaction(async () => {
    const account = await getAccountByKey(key);
    await endSessions({ userId: account.id });
    await recordForOrganizations("member.sign_out", account);
    return { user_id: account.id };
  });
}

/** Removes every second factor of a person who has lost them, and ends their sessions. 404 for an unknown account. */
export function resetUserSecondFactor(key: string): Promise<{ user_id: string }> {
  return transaction(async () => {
    const account = await getAccountByKey(key);
    await resetSecondFactors(account.id);
    await endSessions({ userId: account.id });
    await recordForOrganizations("member.reset_second_factor", account);
    return { user_id: account.id };
  });
}

/** Lists the organizations of the installation, oldest first; `query` is a part of the name. */
async function listOrganizations(given: {
  query?: string | undefined;
  page: number;
}): Promise<ListResult<OrganizationSummary>> {
  const page = await listAllOrganizations(given);
  return { items: page.rows.map(presentOrganizationSummary), ...pageMetadata(page) };
}

/** Shows an organization, by its id or its vanity slug. 404 for an unknown one. */
const showOrganization = async (key: string): Promise<OrganizationSummary> =>
  presentOrganizationSummary(await getOrganizationByKey(key));

type OrganizationChanges = {
  name?: string | undefined;
  workforce?: boolean | undefined;
  /** Whether to end the requirement to sign in through the identity provider. */
  endsSingleSignOn?: boolean;
};

/**
 * Renames an organization, turns its access to workforce data on or off, and ends the requirement of its single sign-on, in
 * one transaction. 404 for an unknown one.
 */
export async function changeOrganization(
  key: string,
  { name, workforce, endsSingleSignOn }: OrganizationChanges,
): Promise<OrganizationSummary> {
  await transaction(async () => {
    const operator = buildOperatorCaller((await getOrganizationByKey(key)).id);
    if (name !== undefined) await updateOrganization(operator, { name });
    if (workforce !== undefined) await setWorkforceAccess(operator, workforce);
    if (endsSingleSignOn) await endRequirement(operator);
  });
  return showOrganization(key);
}

/** The credentials that an operator enters into an LMS. The secret and the password are shown only once. */
type NewLearningApp = {
  api_key: string;
  app_secret: string;
  owner_email: string;
  owner_password: string;
};

/**
 * Creates a learning app with its own owner, in one transaction: a member of the organization with a new password, at
 * the given address or at one that receives no mail. 404 for an unknown organization.
 */
export async function setUpLearningApp(input: {
  organizationId: string;
  name: string;
  enterprise: boolean;
  ownerEmail?: string | undefined;
}): Promise<NewLearningApp> {
  const { organizationId, name, enterprise } = input;
  const email = input.ownerEmail ?? `app-${randomText(12).toLowerCase()}@learning.invalid`;
  const password = randomText(16);
  const passwordHash = await hashPassword(password);
  return transaction(async () => {
    const ownerId = await ensureAdministrator(email, [name, "app owner"], passwordHash);
    await addIssuer(organizationId, ownerId);
    const body = { name, enterprise, owner_id: ownerId };
    const created = await createApp(buildOperatorCaller(organizationId), body);
    return {
      api_key: created.consumerKey,
      app_secret: created.secret,
      owner_email: email,
      owner_password: password,
    };
  });
}

/** Returns the operator as a caller in the organization with this id or vanity slug. 404 for an unknown one. */
const getOperator = async (organization: string) =>
  buildOperatorCaller((await getOrganizationByKey(organization)).id);

/** Lists the learning apps of an organization, newest first. */
async function listLearningApps(given: {
  organization: string;
  page: number;
}): Promise<ListResult<LearningApp>> {
  const query = new URLSearchParams({ page: String(given.page) });
  const page = await listApps(await getOperator(given.organization), readListInput(query));
  return { items: page.rows.map(presentApp), ...pageMetadata(page) };
}

type Target = { organization: string; app: string };

/** Shows a learning app without its secret. 404 for an unknown one. */
const showLearningApp = async ({ organization, app }: Target): Promise<LearningApp> =>
  presentApp(await getApp(await getOperator(organization), app));

/** Gives a learning app a new secret, which is shown only once. Everything signed with the old one ends. */
const rotateLearningAppSecret = async ({ organization, app }: Target): Promise<LearningApp> =>
  presentNewApp(await rotateAppSecret(await getOperator(organization), app));

const pageOption = () =>
  z.coerce.number({ error: "must be a whole number from 1" }).int().min(1).max(200).default(1);
const textOption = () => line().min(1, "can't be blank");
const flagOption = () => z.boolean().default(false);
const onOffOption = () =>
  z.enum(["on", "off"], { error: "must be on or off" }).transform((word): boolean => word === "on");

const LIST_OPTIONS = { query: textOption().optional(), page: pageOption() };
const PAGES = "Shows 50 per page.";

const organizations: Command[] = [
  command({
    name: "organization list",
    usage: "[--query TEXT] [--page NUMBER]",
    help: `Lists the organizations, oldest first; --query is a part of the name. ${PAGES}`,
    given: LIST_OPTIONS,
    run: listOrganizations,
  }),
  command({
    name: "organization show",
    usage: "--organization ID|SLUG",
    help: "Shows an organization.",
    given: { organization: textOption() },
    run: ({ organization }) => showOrganization(organization),
  }),
  command({
    name: "organization create",
    usage: "--name NAME --admin-email ADDRESS",
    help: `Creates an organization with its administrator, an authorization token with all permissions, and the OAuth
application Default (data services on, so that webhooks go out as soon as webhook_url is set). Workforce data is
on. An existing account with this address gets the new password.
With --json prints {"organization_id", "admin_email", "admin_password", "authorization_token", "client_id",
"client_secret"}.`,
    given: { name: name(), "admin-email": emailAddress() },
    run: async ({ name: title, "admin-email": adminEmail }) =>
      (await setUpOrganization({ name: title, adminEmail })).made,
  }),
  command({
    name: "organization update",
    usage: "--organization ID|SLUG [--name NAME] [--workforce on|off] [--single-sign-on optional]",
    help: `Renames an organization, or turns its access to workforce data on or off. While it is off, requests for
employees get 403 and events of employments contain only the minimum. --single-sign-on optional lets people sign in
in other ways again, when the organization requires an identity provider that fails. The change is recorded in the
organization's audit log.`,
    given: {
      organization: textOption(),
      name: name().optional(),
      workforce: onOffOption().optional(),
      "single-sign-on": z.literal("optional", 'must be "optional"').optional(),
    },
    run: ({ organization, "single-sign-on": singleSignOn, ...changes }) =>
      changeOrganization(organization, { ...changes, endsSingleSignOn: singleSignOn !== undefined }),
  }),
];

const users: Command[] = [
  command({
    name: "user list",
    usage: "[--query TEXT] [--page NUMBER]",
    help: `Lists the accounts, oldest first; --query is the beginning of an address. ${PAGES}`,
    given: LIST_OPTIONS,
    run: listUsers,
  }),
  command({
    name: "user show",
    usage: "--user ID|ADDRESS",
    help: "Shows an account with its addresses and organizations.",
    given: { user: textOption() },
    run: ({ user }) => showUser(user),
  }),
  command({
    name: "user reset-password",
    usage: "--user ID|ADDRESS [--mail]",
    help: `Prints a link with which the person can choose a new password, once and within two hours. With --mail the link is
e-mailed to them instead. The old password works until then. Recorded in the audit log of their organizations.`,
    given: { user: textOption(), mail: flagOption() },
    run: ({ user, mail }) => resetUserPassword(user, { mail }),
  }),
  command({
    name: "user reset-second-factor",
    usage: "--user ID|ADDRESS",
    help: `Removes the passkeys, the authenticator app and the recovery codes of a person who has lost them, and ends every
session of the account. Make sure first who asks for it: afterwards the password alone is enough. The person gets an
e-mail. Recorded in the audit log of their organizations.`,
    given: { user: textOption() },
    run: ({ user }) => resetUserSecondFactor(user),
  }),
  command({
    name: "user sign-out",
    usage: "--user ID|ADDRESS",
    help: "Ends every session of an account. Recorded in the audit log of the person's organizations.",
    given: { user: textOption() },
    run: ({ user }) => signOutUser(user),
  }),
];

const learningApps: Command[] = [
  command({
    name: "learning-app list",
    usage: "--organization ID|SLUG [--page NUMBER]",
    help: `Lists the apps of the learning edition of an organization, newest first. ${PAGES}`,
    given: { organization: textOption(), page: pageOption() },
    run: listLearningApps,
  }),
  command({
    name: "learning-app show",
    usage: "--organization ID|SLUG --app ID",
    help: "Shows an app, without its secret.",
    given: { organization: textOption(), app: uuid() },
    run: showLearningApp,
  }),
  command({
    name: "learning-app create",
    usage: "--organization ID --name NAME [--enterprise] [--owner-email ADDRESS]",
    help: `Creates an app of the learning edition: the key and secret that an LMS signs its requests with, and an owner
whose e-mail and password POST /v1.1/authenticate accepts. The owner is a member of the organization. Without
--owner-email an address is generated. An existing account with the address gets the new password. Enterprise apps may
launch pages inside the LMS.
With --json prints {"api_key", "app_secret", "owner_email", "owner_password"}.`,
    given: {
      organization: uuid(),
      name: name(),
      enterprise: flagOption(),
      "owner-email": emailAddress().optional(),
    },
    run: ({ organization: organizationId, name: title, enterprise, "owner-email": ownerEmail }) =>
      setUpLearningApp({ organizationId, name: title, enterprise, ownerEmail }),
  }),
  command({
    name: "learning-app rotate-secret",
    usage: "--organization ID|SLUG --app ID",
    help: "Gives an app a new secret and prints it. Requests signed with the old one are refused at once.",
    given: { organization: textOption(), app: uuid() },
    run: rotateLearningAppSecret,
  }),
];

const encryptionKey: Command[] = [
  command({
    name: "encryption-key rotate",
    help: `Re-encrypts all stored secrets with the current key. Prints its progress to the error stream, and at the end
how many values were re-encrypted, and from when the old key may be removed. Can be repeated after it was
interrupted. Exit code 1 if there are values that no key can decrypt.
With a key in DATA_DIR/secrets.json: creates a new key there. Stop the service first, and start it again afterwards.
With ENCRYPTION_KEY in the environment: set the new key as ENCRYPTION_KEY and the old one as ENCRYPTION_KEY_PREVIOUS,
in all processes and for this command. The service may run. To restart one process after the other, see “Change the
encryption key” in docs/operating.md.`,
    given: {},
    run: (_given, installation) => rotateEncryptionKey(installation),
    isFailure: ({ unreadable }) => unreadable > 0,
  }),
];

/** The commands of the operator, in the order in which the help lists them. */
export const COMMANDS: Command[] = [
  ...organizations,
  ...users,
  ...PERSON_COMMANDS,
  ...DEMONSTRATION_COMMANDS,
  ...learningApps,
  ...encryptionKey,
  ...MOVING_COMMANDS,
  ...AUDIT_COMMANDS,
  ...BACKUP_COMMANDS,
];
