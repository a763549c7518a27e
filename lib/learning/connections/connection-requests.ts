import { associateUnclaimed, lockUnclaimed } from "@/lib/badges/issued/association";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { isUuid, newId } from "@/lib/kernel/ids";
import { recordEvents } from "@/lib/delivery/recording/record-events";
import type { Launch } from "@/lib/learning/lti/launch";
import {
  confirmPrimaryAddress,
  lockPeopleShared,
  lockAddress,
  findAddressOwner,
} from "@/lib/identity/users/service";
import { findIdentity, insertIdentity, lockIdentity } from "./queries";
import {
  deleteExpiredRequests,
  findAskedUsers,
  findRequest,
  saveConnected,
  saveRequest,
  type RequestRow,
} from "./request-queries";
import { CONNECT_LINK_MS, isConnectToken } from "./serializer";

const DAY_MS = 24 * 3_600_000;
/** A person is one user of an LMS, so an app that sends many users with one address gets only a few mails sent. */
const MOST_USERS_A_DAY = 5;
/** Each request adds a row and deletes up to this many with expired links, so that the table does not grow. */
const REMOVED_WITH_A_REQUEST = 100;

type App = { id: string; organizationId: string };

/**
 * Mails a link to the address of a launch that connects the LMS user with the address's account: at most once a day for
 * each user, and for five users of an app. The LMS does not learn the outcome. The caller must hold `lockAddress`.
 */
export async function requestConnection(
  { id: appId, organizationId }: App,
  { userId: ltiUserId, email, integrationId }: Pick<Launch, "userId" | "email" | "integrationId">,
): Promise<void> {
  const askedAt = clock.now();
  await deleteExpiredRequests(new Date(askedAt.getTime() - CONNECT_LINK_MS), REMOVED_WITH_A_REQUEST);
  const since = new Date(askedAt.getTime() - DAY_MS);
  const mailedUsers = await findAskedUsers(appId, email, { since, take: MOST_USERS_A_DAY });
  if (mailedUsers.length >= MOST_USERS_A_DAY || mailedUsers.includes(ltiUserId)) return;
  const request = { id: newId(), organizationId, appId, integrationId, ltiUserId, email, askedAt };
  const id = await saveRequest(request);
  if (id === null) return;
  const payload = { template: "connect_course" };
  await recordEvents([], [{ kind: "mail", organizationId, subjectId: id, payload }]);
}

/** The state of the link in a connection mail. */
export type ConnectionLook =
  /** Not a valid link: unknown, expired, already used for another account, or replaced by a newer mail. */
  | { standing: "void" }
  /** `connected`: the link was used. `ready`: it can be used. */
  | { standing: "connected" | "ready"; request: RequestRow; accountId: string };

type Link = { id: string; token: string };

const VOID: ConnectionLook = { standing: "void" };

/** Finds the request of a link; null when the link is invalid or has expired. */
async function requestOf({ id, token }: Link): Promise<RequestRow | null> {
  const request = isUuid(id) ? await findRequest(id) : null;
  const isFresh = request && clock.now().getTime() - request.askedAt.getTime() <= CONNECT_LINK_MS;
  return isFresh && isConnectToken(token, request) ? request : null;
}

/** Checks the link of a mail without changing anything, so that a page can ask for confirmation first. */
export async function lookAtConnection(link: Link): Promise<ConnectionLook> {
  const request = await requestOf(link);
  const accountId = request && (await findAddressOwner(request.email));
  if (!request || !accountId) return VOID;
  const identity = await findIdentity(request.appId, request.ltiUserId);
  if (request.connectedAt) {
    return identity ? { standing: "connected", request, accountId } : VOID;
  }
  return identity ? VOID : { standing: "ready", request, accountId };
}

/**
 * Connects an LMS user with the account of the address that received the link. Later proofs of the address do not end
 * this connection. The link proves the address, so no session is needed and none is started; an address that was
 * unconfirmed is confirmed, with all consequences. An invalid link changes nothing. Of two concurrent uses, one wins;
 * `lookAtConnection` returns the state afterwards.
 */
export async function connectByLink(link: Link): Promise<void> {
  await transaction(async () => {
    const pending = await requestOf(link);
    if (!pending) return;
    // Locks in the order of a launch, then in the general order of locks (lib/identity/users/service.ts).
    await lockIdentity(pending.appId, pending.ltiUserId);
    await lockAddress(pending.email);
    await lockUnclaimed(pending.email);
    const state = await lookAtConnection(link);
    if (state.standing !== "ready") return;
    const { request, accountId: userId } = state;
    await lockPeopleShared([userId]);
    await confirmPrimaryAddress(request.email);
    await associateUnclaimed(userId);
    const now = clock.now();
    const { appId, ltiUserId } = request;
    await insertIdentity({ appId, ltiUserId, userId, createdAt: now, connectedAt: now });
    await saveConnected(request.id, now);
  });
}
