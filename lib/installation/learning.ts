import type { Caller } from "@/lib/kernel/caller";
import { transaction } from "@/lib/kernel/db";
import { randomText } from "@/lib/kernel/secrets";
import { createApp } from "@/lib/learning/apps/service";
import { addIssuer } from "@/lib/organizations/service";
import { ensureAdministrator } from "@/lib/users/service";

/** What an operator enters into an LMS; the secret and the password are shown this once. */
export type NewLearningApp = {
  api_key: string;
  app_secret: string;
  owner_email: string;
  owner_password: string;
};

const operator = (organizationId: string): Caller => ({
  organizationId,
  organizationIds: [organizationId],
  scopes: "all",
  access: { read: true, write: true, delete: true },
  actor: { type: "System", id: "admin", name: "Operator of the installation" },
});

/**
 * Makes a learning app with an owner of its own, complete in one commit: a member of the organization, with a fresh
 * password, at the given address or at one that nobody reads mail at. 404 for an unknown organization.
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
  return transaction(async () => {
    const ownerId = await ensureAdministrator(email, [name, "app owner"], password);
    await addIssuer(organizationId, ownerId);
    const body = { name, enterprise, owner_id: ownerId };
    const made = await createApp(operator(organizationId), { body });
    return {
      api_key: made.consumerKey,
      app_secret: made.secret,
      owner_email: email,
      owner_password: password,
    };
  });
}
