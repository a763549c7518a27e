"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { apiRead, apiRemove, apiWrite, organizationPath } from "@/components/api";
import type { ServiceMove } from "@/lib/moving/service-moves/schema";

const movePath = (organizationId: string, rest = ""): string =>
  organizationPath(organizationId, `service_moves${rest}`);

/** How often a running move is polled. */
const POLL_MS = 2_000;

/** Checks what a token can read at another service. */
export const checkService = (organizationId: string, body: unknown): Promise<ServiceMove> =>
  apiWrite<ServiceMove>("POST", movePath(organizationId), body);

/** Starts a move, or continues it. */
export const useStartMove = (organizationId: string, id: string) =>
  useMutation({
    mutationFn: () => apiWrite<ServiceMove>("POST", movePath(organizationId, `/${id}/start`), {}),
  });

/** Stops the run of a move. */
export const useStopMove = (organizationId: string, { id, run_id }: ServiceMove) =>
  useMutation({
    mutationFn: () => apiWrite<ServiceMove>("POST", movePath(organizationId, `/${id}/stop`), { run_id }),
  });

/** Deletes a move with its token. */
export const useDeleteMove = (organizationId: string, id: string) =>
  useMutation({ mutationFn: () => apiRemove(movePath(organizationId, `/${id}`)) });

/** Returns the current state of a move. Polls it while it runs. */
export const useMove = (organizationId: string, first: ServiceMove) =>
  useQuery({
    queryKey: ["service-move", first.id],
    queryFn: () => apiRead<ServiceMove>(movePath(organizationId, `/${first.id}`)),
    initialData: first,
    staleTime: POLL_MS,
    refetchInterval: ({ state }) => (state.data?.state === "running" ? POLL_MS : false),
  }).data;
