import type { Integration } from "@/lib/learning/requests/caller";
import { publicUrl } from "@/lib/kernel/env";
import { isPurposeToken, createPurposeToken } from "@/lib/kernel/secrets";
import { presentGrant, type Granted } from "@/lib/learning/tokens/serializer";
import type { AuthorizationCode, ConnectionGrant, Disconnection, LearningConnection } from "./schema";

export type Connected = Granted & { integrationId: number };

export const presentConnected = (connected: Connected): ConnectionGrant => ({
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
  member: { id: member.learningMemberId, name: `${member.firstName} ${member.lastName}`.trim() },
});

export const presentDisconnection = ({ id }: Integration): Disconnection => ({
  integration_account_id: id,
  message: "The integration is deleted with all its students, grades and data.",
});

/** How long the link in the mail to connect a course is valid. */
export const CONNECT_LINK_MS = 48 * 3_600_000;

const CONNECT_PURPOSE = "connect-course";

/** What the token of that link signs: it is valid for one request and for its newest mail only. */
type Asked = { id: string; askedAt: Date };
const connectSubject = ({ id, askedAt }: Asked): string => `${id}:${askedAt.getTime()}`;

/** Whether the token belongs to the newest mail of a request. Does not check its age. */
export const isConnectToken = (token: string, asked: Asked): boolean =>
  isPurposeToken(token, CONNECT_PURPOSE, connectSubject(asked));

/** Builds the URL of a request's page, as the mail links to it. */
export const connectPage = (id: string, token: string): string =>
  publicUrl(`/connect/${encodeURIComponent(id)}?${new URLSearchParams({ token })}`);

/** Creates the link of the mail. The page asks for confirmation before it connects. */
export const connectLink = (asked: Asked): string =>
  connectPage(asked.id, createPurposeToken(CONNECT_PURPOSE, connectSubject(asked)));
