"use client";

import { useMutation } from "@tanstack/react-query";
import { apiRemove, apiWrite, organizationPath } from "@/components/api";
import type { OAuthApplication } from "@/lib/applications/oauth-applications/schema";

const path = (organizationId: string, rest = ""): string =>
  organizationPath(organizationId, `oauth_applications${rest}`);

/** Creates an application, or changes the one with this id. Only the response to a creation has the secret. */
export const saveApplication = (
  organizationId: string,
  id: number | null,
  body: unknown,
): Promise<OAuthApplication> =>
  id === null
    ? apiWrite("POST", path(organizationId), body)
    : apiWrite("PUT", path(organizationId, `/${id}`), body);

/** Replaces the secret of an application. Only the response shows the new one. */
export const useRotateApplication = (organizationId: string, id: number) =>
  useMutation({
    mutationFn: () => apiWrite<OAuthApplication>("POST", path(organizationId, `/${id}/rotate_secret`), {}),
    // The response has the secret, so it must not stay in the cache.
    gcTime: 0,
  });

/** Deletes an application, which revokes its access tokens. */
export const useDeleteApplication = (organizationId: string, id: number) =>
  useMutation({ mutationFn: () => apiRemove(path(organizationId, `/${id}`)) });
