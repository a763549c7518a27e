import type { Prisma } from "@/prisma/generated/client";
import type { ApiRequest, ApiRequestDetail } from "./schema";

export const requestSelect = {
  id: true,
  occurredAt: true,
  method: true,
  path: true,
  query: true,
  status: true,
  durationMs: true,
  actorType: true,
  actorId: true,
  actorName: true,
  requestId: true,
} satisfies Prisma.ApiRequestSelect;

export const requestDetailSelect = {
  ...requestSelect,
  address: true,
  userAgent: true,
  requestBody: true,
  responseBody: true,
} satisfies Prisma.ApiRequestSelect;

export type ApiRequestRow = Prisma.ApiRequestGetPayload<{ select: typeof requestSelect }>;
export type ApiRequestDetailRow = Prisma.ApiRequestGetPayload<{ select: typeof requestDetailSelect }>;
export type NewApiRequest = ApiRequestDetailRow & { organizationId: string };

export const presentRequest = (row: ApiRequestRow): ApiRequest => ({
  id: row.id,
  occurred_at: row.occurredAt.toISOString(),
  method: row.method,
  path: row.path,
  query: row.query,
  status: row.status,
  duration_ms: row.durationMs,
  actor: { type: row.actorType, id: row.actorId, name: row.actorName },
  request_id: row.requestId,
});

export const presentRequestDetail = (row: ApiRequestDetailRow): ApiRequestDetail => ({
  ...presentRequest(row),
  address: row.address,
  user_agent: row.userAgent,
  request_body: row.requestBody,
  response_body: row.responseBody,
});
