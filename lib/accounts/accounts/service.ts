import { recordActivity } from "@/lib/access/account-activity/service";
import { readImage, removeImage, saveImage } from "@/lib/art/images/service";
import type { Earner } from "@/lib/access/callers/caller";
import { transaction } from "@/lib/kernel/db";
import { notFound } from "@/lib/kernel/errors";
import { requireStrongPassword, listPersonalTexts } from "@/lib/identity/users/password-choice";
import { hashPassword } from "@/lib/identity/users/passwords";
import { findOwnerContact, notifyOwner } from "@/lib/identity/users/notices";
import { lockPerson } from "@/lib/identity/users/service";
import { requireUnchangedPassword, proveIdentity } from "./identity-proof";
import { changeProfileAddress, takeAddressAttempt } from "./profile-address";
import { requireOwnPassword } from "./required-provider";
import { findMe, incrementSessionVersion, saveMe, savePassword } from "./queries";
import type { MeInput, PasswordInput } from "./schema";
import type { MeRow } from "./serializer";

/** Returns the signed-in person. Throws 404 when the account was deleted. */
export async function getMe({ userId }: Pick<Earner, "userId">): Promise<MeRow> {
  const row = await findMe(userId);
  if (!row) throw notFound();
  return row;
}

const columns = (input: MeInput) => ({
  firstName: input.first_name,
  middleName: input.middle_name,
  lastName: input.last_name,
  locale: input.locale,
  headline: input.headline,
  bio: input.bio,
  currentPositionName: input.current_position_name,
  currentOrganizationName: input.current_organization_name,
});

/** Updates a person. Throws 404 when the account was deleted meanwhile. */
async function updatePerson(userId: string, data: Parameters<typeof saveMe>[1]): Promise<MeRow> {
  if (!(await saveMe(userId, data))) throw notFound();
  return getMe({ userId });
}

/** Replaces the photo of a person, or removes it, and deletes the previous image. */
async function replacePhoto(userId: string, image: Buffer | null): Promise<MeRow> {
  await lockPerson(userId);
  const before = await getMe({ userId });
  const photoId = image ? await saveImage(image) : null;
  const after = await updatePerson(userId, { photoId });
  if (before.photoId) await removeImage(before.photoId);
  return after;
}

/**
 * Changes the given fields of the signed-in person. `photo` is read from a data URL, re-encoded and stored; null
 * removes it. Throws 422 when it is not an image, and for a profile address that cannot be chosen.
 */
export async function updateMe({ userId }: Earner, body: MeInput): Promise<MeRow> {
  const given = Object.fromEntries(Object.entries(columns(body)).filter(([, value]) => value !== undefined));
  const { photo, profile_address: address } = body;
  if (photo === undefined && address === undefined) return updatePerson(userId, given);
  if (address !== undefined) await takeAddressAttempt(userId);
  const image = photo ? await readImage(photo, "photo") : null;
  return transaction(async () => {
    if (address !== undefined) await changeProfileAddress(userId, address);
    if (photo !== undefined) await replacePhoto(userId, image);
    return updatePerson(userId, given);
  });
}

/**
 * Changes the password, ends every other session (the route renews the caller's), and notifies the owner by mail.
 * Requires proof of identity (`proveIdentity`). Throws 422 for a password that is easy to guess, and 403
 * `provider_required` when the person signs in only through an organization: the renewed session would go on without
 * its provider. Of two concurrent changes one succeeds, the other gets 409.
 */
export async function changePassword(earner: Earner, body: PasswordInput): Promise<MeRow> {
  const { userId } = earner;
  await requireOwnPassword(userId);
  const proof = await proveIdentity(earner, { field: "current_password", value: body.current_password });
  await requireStrongPassword(body.password, await listPersonalTexts(userId));
  const passwordHash = await hashPassword(body.password);
  await transaction(async () => {
    await lockPerson(userId);
    await requireUnchangedPassword(earner, proof);
    await savePassword(userId, passwordHash);
    await notifyOwner(await findOwnerContact(userId), "password");
    await recordActivity(userId, "password_changed");
  });
  return getMe(earner);
}

/** Ends all sessions of the person, including the current one, for example after a device was lost. */
export async function endSessions({ userId }: Pick<Earner, "userId">): Promise<void> {
  await transaction(async () => {
    await incrementSessionVersion(userId);
    await recordActivity(userId, "sign_out_everywhere");
  });
}
