import { DEFAULT_LOCALE } from "@/lib/kernel/locales";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { parseLocaleTag } from "@/lib/platform/languages/locale-tag";
import { createLtiError } from "@/lib/learning/lti/errors";
import type { Launch } from "@/lib/learning/lti/launch";
import {
  lockPeopleShared,
  lockAddress,
  createUnprovenUser,
  findAddressOwner,
} from "@/lib/identity/users/service";
import { requestConnection } from "./connection-requests";
import { readLearnerName } from "./learner-name";
import {
  findIdentity,
  lockIdentityRow,
  insertIdentity,
  isLaunchOnlyAccount,
  lockLtiUser,
  type Identity,
} from "./queries";

type App = { id: string; organizationId: string };

/**
 * Finds the identity of an LMS user and locks it until the commit, so that a proof of the address that would end the
 * identity waits. Null for a new user; "ended" when such a proof was committed first.
 */
async function findKnownLearner(app: App, { userId }: Launch): Promise<Identity | "ended" | null> {
  const identity = await findIdentity(app.id, userId);
  if (!identity) return null;
  if (identity.user.deletedAt !== null) {
    throw createLtiError("LTI_MEMBER_ID_DOES_NOT_EXIST", "The account of this user was deleted.");
  }
  // Accounts are locked before the rows that belong to them, in the same order as a merge does.
  await lockPeopleShared([identity.userId]);
  return (await lockIdentityRow(app.id, userId)) ?? "ended";
}

/**
 * Finds the account of an address that a launch may use, or creates one when no account has the address; null when the
 * account belongs to someone else.
 */
async function findOrCreateAccount(app: App, launch: Launch): Promise<string | null> {
  const owner = await findAddressOwner(launch.email);
  if (owner === null) {
    const locale = parseLocaleTag(launch.locale) ?? DEFAULT_LOCALE;
    return createUnprovenUser({ email: launch.email, ...readLearnerName(launch), middleName: null, locale });
  }
  await lockPeopleShared([owner]);
  return (await isLaunchOnlyAccount(owner, app)) ? owner : null;
}

/**
 * Creates the identity of a learner who is new to the app. "refused" when the address belongs to another person's
 * account; that person is mailed a link to connect.
 */
async function createLearner(app: App, launch: Launch): Promise<Identity | "refused"> {
  await lockAddress(launch.email);
  const userId = await findOrCreateAccount(app, launch);
  if (userId !== null) {
    return insertIdentity({ appId: app.id, ltiUserId: launch.userId, userId, createdAt: clock.now() });
  }
  await requestConnection(app, launch);
  return "refused";
}

const emailBelongsToAnotherError = () =>
  createLtiError(
    "LTI_EMAIL_BELONGS_TO_ANOTHER",
    "An account already uses this address, and a launch cannot prove that it belongs to the same person. Follow the link in the e-mail that was sent to the address, then launch again.",
  );

/**
 * Runs `work` with the identity of a launch's learner, who is found by the LMS user id in this app whatever address the
 * LMS sends now. A new learner gets an account with the address unconfirmed: the statement of an LMS proves no address,
 * so a launch never leads to an account that someone signs in with, that confirmed the address or has badges, nor to
 * the account of another LMS user. `work` runs in the same transaction: what it creates for the identity ends with the
 * identity. Throws LTI_EMAIL_BELONGS_TO_ANOTHER for such accounts, after mailing the address a link that connects the
 * learner; LTI_MEMBER_ID_DOES_NOT_EXIST for a deleted account. Must be called outside of any transaction, so that the
 * mail is stored.
 */
export async function withLearner<Result>(
  app: App,
  launch: Launch,
  work: (learner: Identity) => Promise<Result>,
): Promise<Result> {
  const outcome = await transaction(async () => {
    await lockLtiUser(app.id, launch.userId);
    const learner = (await findKnownLearner(app, launch)) ?? (await createLearner(app, launch));
    return typeof learner === "string" ? learner : { result: await work(learner) };
  });
  if (outcome === "refused") throw emailBelongsToAnotherError();
  // The address was confirmed at the same time, so the launch is checked again.
  return outcome === "ended" ? withLearner(app, launch, work) : outcome.result;
}
