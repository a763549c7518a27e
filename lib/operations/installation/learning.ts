import { readListInput } from "@/lib/kernel/list/list-input";
import { transaction } from "@/lib/kernel/db";
import { randomText } from "@/lib/kernel/secrets";
import type { LearningApp } from "@/lib/learning/apps/schema";
import { presentApp, presentNewApp } from "@/lib/learning/apps/serializer";
import { createApp, getApp, listApps, rotateAppSecret } from "@/lib/learning/apps/service";
import { addIssuer, getOrganizationByKey } from "@/lib/organizations/profile/service";
import { hashPassword } from "@/lib/identity/users/passwords";
import { ensureAdministrator } from "@/lib/identity/users/service";
import { pageMetadata, type ListResult } from "./list-result";
import { buildOperatorCaller } from "./operator";

/** The credentials that an operator enters into an LMS. The secret and the password are shown only once. */
export type NewLearningApp = {
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
export async function listLearningApps(given: {
  organization: string;
  page: number;
}): Promise<ListResult<LearningApp>> {
  const query = new URLSearchParams({ page: String(given.page) });
  const page = await listApps(await getOperator(given.organization), readListInput(query));
  return { items: page.rows.map(presentApp), ...pageMetadata(page) };
}

type Target = { organization: string; app: string };

/** Shows a learning app without its secret. 404 for an unknown one. */
export const showLearningApp = async ({ organization, app }: Target): Promise<LearningApp> =>
  presentApp(await getApp(await getOperator(organization), app));

/** Gives a learning app a new secret, which is shown only once. Everything signed with the old one ends. */
export const rotateLearningAppSecret = async ({ organization, app }: Target): Promise<LearningApp> =>
  presentNewApp(await rotateAppSecret(await getOperator(organization), app));
