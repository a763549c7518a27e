"use client";

import { useMutation } from "@tanstack/react-query";
import { apiRemove, apiWrite, organizationPath } from "@/components/api";
import type { OAuthApplication } from "@/lib/applications/oauth-applications/schema";

const path = (organizationId: string, rest = ""): string =>
  organizationPath(organizationId, `oauth_applications${rest}`);

/** Creates an application, or changes the one with this id. The form shows errors. */
export const useSaveApplication = (organizationId: string, id: number | null) =>
  useMutation({
    mutationFn: (body: unknown) =>
      id === null
        ? apiWrite<OAuthApplication>("POST", path(organizationId), body)
        : apiWrite<OAuthApplication>("PUT", path(organizationId, `/${id}`), body),
    meta: { inForm: true },
    // The response to a creation has the secret, so it must not stay in the cache.
    gcTime: 0,
  });

/** Replaces the secret of an application. Only the response shows the new one. */
export const useRotateApplication = (organizationId: string, id: number) =>
  useMutation({
    mutationFn: () => apiWrite<OAuthApplication>("POST", path(organizationId, `/${id}/rotate_secret`), {}),
    gcTime: 0,
  });

/** Deletes an application, which revokes its access tokens. */
export const useDeleteApplication = (organizationId: string, id: number) =>
  useMutation({ mutationFn: () => apiRemove(path(organizationId, `/${id}`)) });
