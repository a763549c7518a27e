"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { apiRead, apiRemove, apiWrite, organizationPath } from "@/components/api";
import type { BadgeImport } from "@/lib/badges/imports/schema";

/** The address of an import in the interface. */
const importPath = (organizationId: string, rest = ""): string =>
  organizationPath(organizationId, `badge_imports${rest}`);

/** How often a run is looked at. */
const LOOK_MS = 5_000;

/** Sends a file to be checked; the form shows what went wrong. */
export const useCreateImport = (organizationId: string) =>
  useMutation({
    mutationFn: (body: unknown) => apiWrite<BadgeImport>("POST", importPath(organizationId), body),
    meta: { inForm: true },
  });

/** Changes how a file is read, which checks it anew; the form shows what went wrong. */
export const useChangeImport = (organizationId: string, id: string) =>
  useMutation({
    mutationFn: (body: unknown) => apiWrite<BadgeImport>("PATCH", importPath(organizationId, `/${id}`), body),
    meta: { inForm: true },
  });

/** Starts an import when it issues so many badges, as whoever starts it was told. */
export const useStartImport = (organizationId: string, id: string) =>
  useMutation({
    mutationFn: (count: number) =>
      apiWrite<BadgeImport>("POST", importPath(organizationId, `/${id}/start`), { badges_count: count }),
  });

/** Ends a run. */
export const useCancelImport = (organizationId: string, id: string) =>
  useMutation({
    mutationFn: () => apiWrite<BadgeImport>("POST", importPath(organizationId, `/${id}/cancel`), {}),
  });

/** Deletes an import with its rows. */
export const useDeleteImport = (organizationId: string, id: string) =>
  useMutation({ mutationFn: () => apiRemove(importPath(organizationId, `/${id}`)) });

/** An import as it is now: looked at again every five seconds while it runs. */
export const useImport = (organizationId: string, first: BadgeImport) =>
  useQuery({
    queryKey: ["badge-import", first.id],
    queryFn: () => apiRead<BadgeImport>(importPath(organizationId, `/${first.id}`)),
    initialData: first,
    staleTime: LOOK_MS,
    refetchInterval: ({ state }) => (state.data?.state === "running" ? LOOK_MS : false),
  }).data;
