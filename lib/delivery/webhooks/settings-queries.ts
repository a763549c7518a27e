import { db } from "@/lib/kernel/db";
import type { Prisma } from "@/prisma/generated/client";
import { secretSelect, settingsSelect, type SecretRow, type SettingsRow } from "./serializer";

export const findWebhookSettings = (id: string): Promise<SettingsRow | null> =>
  db().organization.findUnique({ where: { id }, select: settingsSelect, relationLoadStrategy: "join" });

export const updateWebhookSettingsRow = (
  id: string,
  data: Prisma.OrganizationUpdateInput,
): Promise<SettingsRow> => db().organization.update({ where: { id }, data, select: settingsSelect });

export const findWebhookSecret = (id: string): Promise<SecretRow | null> =>
  db().organization.findUnique({ where: { id }, select: secretSelect });

/** Replaces the secret if it is still the one that was read; false when another rotation was faster. */
export async function replaceWebhookSecret(
  id: string,
  current: Uint8Array<ArrayBuffer>,
  next: Pick<
    Prisma.OrganizationUpdateManyMutationInput,
    "webhookSecret" | "webhookPreviousSecret" | "webhookPreviousSecretUntil"
  >,
): Promise<boolean> {
  const { count } = await db().organization.updateMany({ where: { id, webhookSecret: current }, data: next });
  return count === 1;
}
