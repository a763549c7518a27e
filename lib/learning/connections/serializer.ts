import type { Integration } from "@/lib/learning/requests/caller";
import { publicUrl } from "@/lib/kernel/env";
import { isPurposeToken, createPurposeToken } from "@/lib/kernel/secrets";
import { joinNames } from "@/lib/kernel/names";
import { presentGrant, type GrantedToken } from "@/lib/learning/tokens/serializer";
import type { AuthorizationCode, ConnectionGrant, Disconnection, LearningConnection } from "./schema";

export type ConnectedToken = GrantedToken & { integrationId: number };

export const presentConnectedToken = (connected: ConnectedToken): ConnectionGrant => ({
  ...presentGrant(connected),
  connected_account_id: connected.integrationId,
});

export const presentCode = (code: string): AuthorizationCode => ({ code });

export type ConnectionRow = {
  integration: Integration;
  organization: { id: string; name: string };
  member: { learningMemberId: number; firstName: string; lastName: string };
};

export const presentConnection = ({
  integration,
  organization,
  member,
}: ConnectionRow): LearningConnection => ({
  id: integration.id,
  organization,
  integration: { id: integration.id, course_id: integration.courseId, name: integration.name },
  member: { id: member.learningMemberId, name: joinNames(member.firstName, member.lastName) },
});

export const presentDisconnection = ({ id }: Integration): Disconnection => ({
  integration_account_id: id,
  message: "The integration is deleted with all its students, grades and data.",
});

/** How long the link in the mail to connect a course is valid. */
export const CONNECT_LINK_MS = 48 * 3_600_000;

const CONNECT_PURPOSE = "connect-course";

/** What the token of that link signs: it is valid for one request and for its newest mail only. */
type LinkSubject = { id: string; askedAt: Date };
const buildConnectSubject = ({ id, askedAt }: LinkSubject): string => `${id}:${askedAt.getTime()}`;

/** Whether the token belongs to the newest mail of a request. Does not check its age. */
export const isConnectToken = (token: string, request: LinkSubject): boolean =>
  isPurposeToken(token, CONNECT_PURPOSE, buildConnectSubject(request));

/** Builds the URL of a request's page, as the mail links to it. */
export const connectPageUrl = (id: string, token: string): string =>
  publicUrl(`/connect/${encodeURIComponent(id)}?${new URLSearchParams({ token })}`);

/** Creates the link of the mail. The page asks for confirmation before it connects. */
export const createConnectLink = (request: LinkSubject): string =>
  connectPageUrl(request.id, createPurposeToken(CONNECT_PURPOSE, buildConnectSubject(request)));
