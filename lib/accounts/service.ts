import type { Earner } from "@/lib/kernel/caller";
import { conflict, invalidField, notFound } from "@/lib/kernel/errors";
import { hashPassword, isPassword } from "@/lib/users/passwords";
import { forgivePasswordAttempts, takePasswordAttempt } from "./attempts";
import { findMe, raiseSessionVersion, replacePassword, saveMe } from "./queries";
import type { MeInput, PasswordInput } from "./schema";
import type { MeRow } from "./serializer";

/** The signed-in person. */
export async function getMe({ userId }: Earner): Promise<MeRow> {
  const row = await findMe(userId);
  if (!row) throw notFound();
  return row;
}

const columns = (input: MeInput) => ({
  firstName: input.first_name,
  middleName: input.middle_name,
  lastName: input.last_name,
  locale: input.locale,
  bio: input.bio,
  currentPositionName: input.current_position_name,
  currentOrganizationName: input.current_organization_name,
});

/** Changes the given fields of the signed-in person; the others stay. */
export function updateMe({ userId }: Earner, { body }: { body: MeInput }): Promise<MeRow> {
  const given = Object.fromEntries(Object.entries(columns(body)).filter(([, value]) => value !== undefined));
  return saveMe(userId, given);
}

async function checkCurrentPassword(userId: string, given: string, stored: string): Promise<void> {
  await takePasswordAttempt(userId);
  if (!(await isPassword(given, stored))) {
    throw invalidField("current_password", "wrong_password", "is not the present password");
  }
  await forgivePasswordAttempts(userId);
}

/**
 * Changes the password, which ends every session but the one that asked (the route renews it). Needs the present
 * password when there is one: 422 when it is wrong, 429 after ten wrong ones in 15 minutes. Of two changes side by
 * side one wins, the other gets a 409.
 */
export async function changePassword(earner: Earner, { body }: { body: PasswordInput }): Promise<MeRow> {
  const { userId } = earner;
  const { passwordHash } = await getMe(earner);
  if (passwordHash !== null) await checkCurrentPassword(userId, body.current_password ?? "", passwordHash);
  if (!(await replacePassword(userId, passwordHash, await hashPassword(body.password)))) {
    throw conflict("password_changed", "The password was changed by another request just now.");
  }
  return getMe(earner);
}

/** Ends all sessions of the person, the one that asked among them: on a lost device, say. */
export async function endSessions({ userId }: Earner): Promise<void> {
  await raiseSessionVersion(userId);
}
