"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { apiRead, apiWrite, organizationPath } from "@/components/api";
import type { BadgeBulkAction, BadgeBulkActionInput } from "@/lib/badges/bulk-actions/schema";

const bulkActionPath = (organizationId: string, rest = ""): string =>
  organizationPath(organizationId, `badge_bulk_actions${rest}`);

/** How often a running bulk action is polled. */
const POLL_MS = 2_000;

/** Starts a bulk action. */
export const startBulkAction = (
  organizationId: string,
  body: BadgeBulkActionInput,
): Promise<BadgeBulkAction> => apiWrite("POST", bulkActionPath(organizationId), body);

/** Stops a bulk action that is running. */
export const useCancelBulkAction = (organizationId: string, id: string) =>
  useMutation({
    mutationFn: () => apiWrite<BadgeBulkAction>("POST", bulkActionPath(organizationId, `/${id}/cancel`), {}),
  });

/** Returns the current state of a bulk action. Polls it while it runs. */
export const useBulkAction = (organizationId: string, first: BadgeBulkAction) =>
  useQuery({
    queryKey: ["badge-bulk-action", first.id],
    queryFn: () => apiRead<BadgeBulkAction>(bulkActionPath(organizationId, `/${first.id}`)),
    initialData: first,
    staleTime: POLL_MS,
    refetchInterval: ({ state }) => (state.data?.state === "running" ? POLL_MS : false),
  }).data;
