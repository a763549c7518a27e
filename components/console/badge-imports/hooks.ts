"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { apiRead, apiRemove, apiWrite, organizationPath } from "@/components/api";
import type { BadgeImport } from "@/lib/badges/imports/schema";

/** The API path of an import. */
const importPath = (organizationId: string, rest = ""): string =>
  organizationPath(organizationId, `badge_imports${rest}`);

/** How often a running import is polled. */
const POLL_MS = 5_000;

/** Uploads a file to be checked. The form shows errors. */
export const useCreateImport = (organizationId: string) =>
  useMutation({
    mutationFn: (body: unknown) => apiWrite<BadgeImport>("POST", importPath(organizationId), body),
    meta: { inForm: true },
  });

/** Changes the settings of an import, which checks its rows again. The form shows errors. */
export const useUpdateImport = (organizationId: string, id: string) =>
  useMutation({
    mutationFn: (body: unknown) => apiWrite<BadgeImport>("PATCH", importPath(organizationId, `/${id}`), body),
    meta: { inForm: true },
  });

/** Starts an import. The API refuses if it would not issue exactly this number of badges. */
export const useStartImport = (organizationId: string, id: string) =>
  useMutation({
    mutationFn: (count: number) =>
      apiWrite<BadgeImport>("POST", importPath(organizationId, `/${id}/start`), { badges_count: count }),
  });

/** Cancels a running import. */
export const useCancelImport = (organizationId: string, id: string) =>
  useMutation({
    mutationFn: () => apiWrite<BadgeImport>("POST", importPath(organizationId, `/${id}/cancel`), {}),
  });

/** Deletes an import and its rows. */
export const useDeleteImport = (organizationId: string, id: string) =>
  useMutation({ mutationFn: () => apiRemove(importPath(organizationId, `/${id}`)) });

/** Returns the current import. Polls it every five seconds while it runs. */
export const useImport = (organizationId: string, first: BadgeImport) =>
  useQuery({
    queryKey: ["badge-import", first.id],
    queryFn: () => apiRead<BadgeImport>(importPath(organizationId, `/${first.id}`)),
    initialData: first,
    staleTime: POLL_MS,
    refetchInterval: ({ state }) => (state.data?.state === "running" ? POLL_MS : false),
  }).data;
