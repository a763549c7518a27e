import { defineEncryptedColumn } from "@/lib/kernel/secrets";
import { organizationApiUrl } from "@/lib/organizations/profile/serializer";
import type { Prisma } from "@/prisma/generated/client";
import { SERVICE_MOVE_PHASES } from "./choices";
import { MoveInspection, ServiceMoveReport, type ServiceMove } from "./schema";

/** The tokens of other services, until their moves end. */
export const serviceMoveTokens = defineEncryptedColumn("service_moves", "token");

export const serviceMoveSelect = {
  id: true,
  organizationId: true,
  baseUrl: true,
  sourceId: true,
  token: true,
  state: true,
  inspection: true,
  runId: true,
  phase: true,
  progress: true,
  report: true,
  stopReason: true,
  startedByType: true,
  startedById: true,
  createdAt: true,
  updatedAt: true,
  startedAt: true,
  finishedAt: true,
} satisfies Prisma.ServiceMoveSelect;

export type ServiceMoveRecord = Prisma.ServiceMoveGetPayload<{ select: typeof serviceMoveSelect }>;

/** Returns the API address of a move. */
export const serviceMoveUrl = ({
  organizationId,
  id,
}: Pick<ServiceMoveRecord, "organizationId" | "id">): string =>
  `${organizationApiUrl(organizationId)}/service_moves/${id}`;

export const presentServiceMove = (row: ServiceMoveRecord): ServiceMove => ({
  id: row.id,
  base_url: row.baseUrl,
  state: row.state,
  run_id: row.runId,
  inspection: MoveInspection.parse(row.inspection),
  has_token: row.token !== null,
  phase: SERVICE_MOVE_PHASES.find((phase) => phase === row.phase) ?? null,
  progress: row.progress,
  stop_reason: row.stopReason,
  report: row.report === null ? null : ServiceMoveReport.parse(row.report),
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  started_at: row.startedAt?.toISOString() ?? null,
  finished_at: row.finishedAt?.toISOString() ?? null,
  url: serviceMoveUrl(row),
});
