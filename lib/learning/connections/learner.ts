import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { namedLocale } from "@/lib/languages/named";
import { ltiError } from "@/lib/lti/errors";
import type { Launch } from "@/lib/lti/launch";
import { lockAddress, makeUnprovenUser, ownerOfAddress } from "@/lib/users/service";
import { nameOf } from "./learner-name";
import { findIdentity, insertIdentity, isOnlyLaunched, lockIdentity } from "./queries";

type App = { id: string; organizationId: string };

/** The account of an address that a launch may use: made when it is nobody's; never somebody else's. */
async function accountFor(app: App, launch: Launch): Promise<string> {
  await lockAddress(launch.email);
  const owner = await ownerOfAddress(launch.email);
  if (owner === null) {
    const locale = namedLocale(launch.locale) ?? "en";
    return makeUnprovenUser({ email: launch.email, ...nameOf(launch), middleName: null, locale });
  }
  if (await isOnlyLaunched(owner, app)) return owner;
  const message =
    "There is an account with this address, and a launch cannot prove that it is the same person's.";
  throw ltiError("LTI_EMAIL_BELONGS_TO_ANOTHER", message);
}

/**
 * The account of a learner, who is known by the user id of the LMS in this app, whatever address the LMS gives today.
 * A new one gets an account of the address, unconfirmed: the word of an LMS proves no address, so it never leads to an
 * account that anybody signs in with, that confirmed the address or holds badges, nor to that of another user.
 * LTI_EMAIL_BELONGS_TO_ANOTHER for those, LTI_MEMBER_ID_DOES_NOT_EXIST for an account that was deleted.
 */
export function learnerOf(app: App, launch: Launch): Promise<string> {
  return transaction(async () => {
    await lockIdentity(app.id, launch.userId);
    const known = await findIdentity(app.id, launch.userId);
    if (known && known.user.deletedAt === null) return known.userId;
    if (known) throw ltiError("LTI_MEMBER_ID_DOES_NOT_EXIST", "The account of this user was deleted.");
    const userId = await accountFor(app, launch);
    const createdAt = clock.now();
    return (await insertIdentity({ appId: app.id, ltiUserId: launch.userId, userId, createdAt })).userId;
  });
}
