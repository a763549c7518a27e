import { assignUnclaimedRecords, lockUnclaimedRecords } from "@/lib/badges/issued/association";
import { clock } from "@/lib/kernel/clock";
import { transaction } from "@/lib/kernel/db";
import { isUuid, newId } from "@/lib/kernel/ids";
import { recordEvents } from "@/lib/platform/recording/record-events";
import type { Launch } from "@/lib/learning/lti/launch-parameters";
import {
  confirmPrimaryAddress,
  lockPeopleShared,
  lockAddress,
  findAddressOwner,
} from "@/lib/identity/users/service";
import {
  findIdentity,
  insertIdentity,
  lockLtiUser,
  deleteExpiredRequests,
  findMailedUsers,
  findRequest,
  saveConnectedAt,
  saveRequest,
  type ConnectionRequestRow,
} from "./queries";
import { CONNECT_LINK_MS, isConnectToken } from "./serializer";

const DAY_MS = 24 * 3_600_000;
/** A person is one user of an LMS, so an app that sends many users with one address gets only a few mails sent. */
const MAX_USERS_PER_DAY = 5;
/** Each request adds a row and deletes up to this many with expired links, so that the table does not grow. */
const MAX_EXPIRED_DELETED = 100;

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
  await deleteExpiredRequests(new Date(askedAt.getTime() - CONNECT_LINK_MS), MAX_EXPIRED_DELETED);
  const since = new Date(askedAt.getTime() - DAY_MS);
  const mailedUsers = await findMailedUsers(appId, email, { since, take: MAX_USERS_PER_DAY });
  if (mailedUsers.length >= MAX_USERS_PER_DAY || mailedUsers.includes(ltiUserId)) return;
  const request = { id: newId(), organizationId, appId, integrationId, ltiUserId, email, askedAt };
  const id = await saveRequest(request);
  if (id === null) return;
  const payload = { template: "connect_course" };
  await recordEvents([], [{ kind: "mail", organizationId, subjectId: id, payload }]);
}

/** The state of the link in a connection mail. */
export type ConnectLinkState =
  /** Not a valid link: unknown, expired, already used for another account, or replaced by a newer mail. */
  | { status: "void" }
  /** `connected`: the link was used. `ready`: it can be used. */
  | { status: "connected" | "ready"; request: ConnectionRequestRow; accountId: string };

type ConnectLink = { id: string; token: string };

const INVALID_LINK: ConnectLinkState = { status: "void" };

/** Finds the request of a link; null when the link is invalid or has expired. */
async function findValidRequest({ id, token }: ConnectLink): Promise<ConnectionRequestRow | null> {
  const request = isUuid(id) ? await findRequest(id) : null;
  const isUnexpired = request && clock.now().getTime() - request.askedAt.getTime() <= CONNECT_LINK_MS;
  return isUnexpired && isConnectToken(token, request) ? request : null;
}

/** Checks the link of a mail without changing anything, so that a page can ask for confirmation first. */
export async function checkConnectLink(link: ConnectLink): Promise<ConnectLinkState> {
  const request = await findValidRequest(link);
  const accountId = request && (await findAddressOwner(request.email));
  if (!request || !accountId) return INVALID_LINK;
  const identity = await findIdentity(request.appId, request.ltiUserId);
  if (request.connectedAt) {
    return identity ? { status: "connected", request, accountId } : INVALID_LINK;
  }
  return identity ? INVALID_LINK : { status: "ready", request, accountId };
}

/**
 * Connects an LMS user with the account of the address that received the link. Later proofs of the address do not end
 * this connection. The link proves the address, so no session is needed and none is started; an address that was
 * unconfirmed is confirmed, with all consequences. An invalid link changes nothing. Of two concurrent uses, one wins;
 * `checkConnectLink` returns the state afterwards.
 */
export async function connectByLink(link: ConnectLink): Promise<void> {
  await transaction(async () => {
    const pending = await findValidRequest(link);
    if (!pending) return;
    // In the order of decision 0067.
    await lockLtiUser(pending.appId, pending.ltiUserId);
    await lockAddress(pending.email);
    await lockUnclaimedRecords(pending.email);
    const state = await checkConnectLink(link);
    if (state.status !== "ready") return;
    const { request, accountId: userId } = state;
    await lockPeopleShared([userId]);
    await confirmPrimaryAddress(request.email);
    await assignUnclaimedRecords(userId);
    const now = clock.now();
    const { appId, ltiUserId } = request;
    await insertIdentity({ appId, ltiUserId, userId, createdAt: now, connectedAt: now });
    await saveConnectedAt(request.id, now);
  });
}
