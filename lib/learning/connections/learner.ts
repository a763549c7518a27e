import { DEFAULT_LOCALE } from "@/lib/kernel/locales";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { parseLocaleTag } from "@/lib/delivery/languages/locale-tag";
import { ltiError } from "@/lib/learning/lti/errors";
import type { Launch } from "@/lib/learning/lti/launch";
import {
  lockPeopleShared,
  lockAddress,
  createUnprovenUser,
  findAddressOwner,
} from "@/lib/identity/users/service";
import { requestConnection } from "./connection-requests";
import { nameOf } from "./learner-name";
import {
  findIdentity,
  holdIdentity,
  insertIdentity,
  isOnlyLaunched,
  lockIdentity,
  type Identity,
} from "./queries";

type App = { id: string; organizationId: string };

/**
 * The learner who is known by the user id of the LMS, kept until the commit: a proof of the address that would end the
 * identity waits. Null for a new one, "ended" when such a proof came first.
 */
async function knownLearner(app: App, { userId }: Launch): Promise<Identity | "ended" | null> {
  const known = await findIdentity(app.id, userId);
  if (!known) return null;
  if (known.user.deletedAt !== null) {
    throw ltiError("LTI_MEMBER_ID_DOES_NOT_EXIST", "The account of this user was deleted.");
  }
  // Accounts are locked before what hangs on them, as a merge does.
  await lockPeopleShared([known.userId]);
  return (await holdIdentity(app.id, userId)) ?? "ended";
}

/** The account of an address that a launch may use: made when it is nobody's; null when it is somebody else's. */
async function accountFor(app: App, launch: Launch): Promise<string | null> {
  const owner = await findAddressOwner(launch.email);
  if (owner === null) {
    const locale = parseLocaleTag(launch.locale) ?? DEFAULT_LOCALE;
    return createUnprovenUser({ email: launch.email, ...nameOf(launch), middleName: null, locale });
  }
  await lockPeopleShared([owner]);
  return (await isOnlyLaunched(owner, app)) ? owner : null;
}

/** A learner who is new to the app; "refused" when their address is somebody's, whom a mail asks to connect them. */
async function newLearner(app: App, launch: Launch): Promise<Identity | "refused"> {
  await lockAddress(launch.email);
  const userId = await accountFor(app, launch);
  if (userId !== null) {
    return insertIdentity({ appId: app.id, ltiUserId: launch.userId, userId, createdAt: clock.now() });
  }
  await requestConnection(app, launch);
  return "refused";
}

const belongsToAnother = () =>
  ltiError(
    "LTI_EMAIL_BELONGS_TO_ANOTHER",
    "There is an account with this address, and a launch cannot prove that it is the same person's. The link of a mail to the address connects them; launch again after that.",
  );

/**
 * Does what a launch asks for as its learner, who is known by the user id of the LMS in this app, whatever address the
 * LMS gives today. A new one gets an account of the address, unconfirmed: the word of an LMS proves no address, so it
 * never leads to an account that anybody signs in with, that confirmed the address or holds badges, nor to that of
 * another user. `work` is in the same transaction: what it makes for the identity ends with it.
 * LTI_EMAIL_BELONGS_TO_ANOTHER for those, after the address was mailed a link that connects the learner with its account;
 * LTI_MEMBER_ID_DOES_NOT_EXIST for an account that was deleted. Call it outside of any transaction, so that the mail is kept.
 */
export async function asLearner<Result>(
  app: App,
  launch: Launch,
  work: (learner: Identity) => Promise<Result>,
): Promise<Result> {
  const outcome = await transaction(async () => {
    await lockIdentity(app.id, launch.userId);
    const learner = (await knownLearner(app, launch)) ?? (await newLearner(app, launch));
    return typeof learner === "string" ? learner : { result: await work(learner) };
  });
  if (outcome === "refused") throw belongsToAnother();
  // The address was proved at this very moment: what the launch may open is judged anew.
  return outcome === "ended" ? asLearner(app, launch, work) : outcome.result;
}
