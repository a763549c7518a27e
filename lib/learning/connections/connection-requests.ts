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
/** A person is one user of an LMS. Who sends many in the name of one address gets a few mails sent. */
const MOST_USERS_A_DAY = 5;
/** Each request adds a row and removes up to this many whose links have expired, so that they cannot pile up. */
const REMOVED_WITH_A_REQUEST = 100;

type App = { id: string; organizationId: string };

/**
 * Mails the address of a launch a link that connects the user of the LMS with the account of the address: once a day for
 * each user, and for five users of an app. Whatever comes of it, nothing here tells the LMS. The caller holds
 * `lockAddress`.
 */
export async function requestConnection(
  { id: appId, organizationId }: App,
  { userId: ltiUserId, email, integrationId }: Pick<Launch, "userId" | "email" | "integrationId">,
): Promise<void> {
  const askedAt = clock.now();
  await deleteExpiredRequests(new Date(askedAt.getTime() - CONNECT_LINK_MS), REMOVED_WITH_A_REQUEST);
  const since = new Date(askedAt.getTime() - DAY_MS);
  const asked = await findAskedUsers(appId, email, { since, take: MOST_USERS_A_DAY });
  if (asked.length >= MOST_USERS_A_DAY || asked.includes(ltiUserId)) return;
  const request = { id: newId(), organizationId, appId, integrationId, ltiUserId, email, askedAt };
  const id = await saveRequest(request);
  if (id === null) return;
  const payload = { template: "connect_course" };
  await recordEvents([], [{ kind: "mail", organizationId, subjectId: id, payload }]);
}

/** How the link of such a mail stands. */
export type ConnectionLook =
  /** No link of ours, too old, used for another account meanwhile, or a newer mail took its place. */
  | { standing: "void" }
  /** `connected`: the link was used. `ready`: it can be used. */
  | { standing: "connected" | "ready"; request: RequestRow; accountId: string };

type Link = { id: string; token: string };

const VOID: ConnectionLook = { standing: "void" };

/** The request of a link that still holds; null for any other. */
async function requestOf({ id, token }: Link): Promise<RequestRow | null> {
  const request = isUuid(id) ? await findRequest(id) : null;
  const isFresh = request && clock.now().getTime() - request.askedAt.getTime() <= CONNECT_LINK_MS;
  return isFresh && isConnectToken(token, request) ? request : null;
}

/** Looks at the link of a mail and changes nothing, so that a page can ask first. */
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
 * Connects the user of an LMS with the account of the address to which the link was mailed, from then on whatever
 * is proved later. The link proves the address, so it needs no session and begins none; an address that nobody had proved
 * is confirmed by it, with all that follows. A link that does not hold changes nothing, and of two uses at once one wins:
 * `lookAtConnection` tells how it stands after that.
 */
export async function connectByLink(link: Link): Promise<void> {
  await transaction(async () => {
    const asked = await requestOf(link);
    if (!asked) return;
    // In the order of a launch, and then in that of all locks (lib/identity/users/service.ts).
    await lockIdentity(asked.appId, asked.ltiUserId);
    await lockAddress(asked.email);
    await lockUnclaimed(asked.email);
    const looked = await lookAtConnection(link);
    if (looked.standing !== "ready") return;
    const { request, accountId: userId } = looked;
    await lockPeopleShared([userId]);
    await confirmPrimaryAddress(request.email);
    await associateUnclaimed(userId);
    const now = clock.now();
    const { appId, ltiUserId } = request;
    await insertIdentity({ appId, ltiUserId, userId, createdAt: now, connectedAt: now });
    await saveConnected(request.id, now);
  });
}
