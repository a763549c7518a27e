"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { apiRead, apiRemove, apiWrite, organizationPath } from "@/components/api";
import type { BadgeImport } from "@/lib/badges/imports/schema";
import { startTimeBody, type StartChoice } from "./start-time";
import { flushSheet } from "./sheet/sheet-saver";

/** The API path of an import. */
export const importPath = (organizationId: string, rest = ""): string =>
  organizationPath(organizationId, `badge_imports${rest}`);

/** How often a running import is polled. */
const POLL_MS = 5_000;

/** Uploads a file to be checked. */
export const createImport = (organizationId: string, body: unknown): Promise<BadgeImport> =>
  apiWrite("POST", importPath(organizationId), body);

/** The key of an import that was checked, as the page last saw it. */
export const checkedImportKey = (id: string) => ["checked-badge-import", id];

/** Returns an import that was not started: the one of the page, or a later one that an edit on this page returned. */
export function useCheckedImport(found: BadgeImport): BadgeImport {
  const { data } = useQuery({
    queryKey: checkedImportKey(found.id),
    queryFn: () => found,
    initialData: found,
    enabled: false,
  });
  return data.updated_at > found.updated_at ? data : found;
}

/**
 * Returns a function that changes the settings of an import, which checks its rows again. Edits of the rows are stored
 * before, and the rows are read again after.
 */
export function useUpdateImport(organizationId: string, id: string) {
  const client = useQueryClient();
  return async (body: unknown): Promise<BadgeImport> => {
    await flushSheet();
    const found = await apiWrite<BadgeImport>("PATCH", importPath(organizationId, `/${id}`), body);
    client.setQueryData(checkedImportKey(id), found);
    await client.invalidateQueries({ queryKey: ["badge-import-sheet", id] });
    return found;
  };
}

type ImportStart = { count: number; seen: string; choice?: StartChoice };

/**
 * Starts an import, at once unless another time is chosen. The API refuses if it would not issue exactly this number of
 * badges, or has changed since.
 */
export const useStartImport = (organizationId: string, id: string) =>
  useMutation({
    mutationFn: ({ count, seen, choice = { kind: "now" } }: ImportStart) =>
      apiWrite<BadgeImport>("POST", importPath(organizationId, `/${id}/start`), {
        badges_count: count,
        updated_at: seen,
        ...startTimeBody(choice),
      }),
  });

/** Cancels an import that is scheduled or running. */
export const useCancelImport = (organizationId: string, id: string) =>
  useMutation({
    mutationFn: () => apiWrite<BadgeImport>("POST", importPath(organizationId, `/${id}/cancel`), {}),
  });

/** Deletes an import and its rows. */
export const useDeleteImport = (organizationId: string, id: string) =>
  useMutation({ mutationFn: () => apiRemove(importPath(organizationId, `/${id}`)) });

const isWaiting = (state: BadgeImport["state"] | undefined): boolean =>
  state === "running" || state === "scheduled";

/** Returns the current import. Polls it every five seconds while it waits for its time or runs. */
export const useImport = (organizationId: string, first: BadgeImport) =>
  useQuery({
    queryKey: ["badge-import", first.id],
    queryFn: () => apiRead<BadgeImport>(importPath(organizationId, `/${first.id}`)),
    initialData: first,
    staleTime: POLL_MS,
    refetchInterval: ({ state }) => (isWaiting(state.data?.state) ? POLL_MS : false),
  }).data;
