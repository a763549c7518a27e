import type { Integration } from "@/lib/kernel/caller";
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
