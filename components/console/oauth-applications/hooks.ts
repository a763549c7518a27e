"use client";

import { useMutation } from "@tanstack/react-query";
import { apiRemove, apiWrite, organizationPath } from "@/components/api";
import type { OAuthApplication } from "@/lib/access/oauth-applications/schema";

const path = (organizationId: string, rest = ""): string =>
  organizationPath(organizationId, `oauth_applications${rest}`);

/** Makes an application, or changes the one with this id; the form shows what went wrong. */
export const useSaveApplication = (organizationId: string, id: number | null) =>
  useMutation({
    mutationFn: (body: unknown) =>
      id === null
        ? apiWrite<OAuthApplication>("POST", path(organizationId), body)
        : apiWrite<OAuthApplication>("PUT", path(organizationId, `/${id}`), body),
    meta: { inForm: true },
    // The answer to making one carries its secret: it is not kept.
    gcTime: 0,
  });

/** Gives an application a new secret, which is in the answer alone. */
export const useRotateApplication = (organizationId: string, id: number) =>
  useMutation({
    mutationFn: () => apiWrite<OAuthApplication>("POST", path(organizationId, `/${id}/rotate_secret`), {}),
    gcTime: 0,
  });

/** Deletes an application, which ends its access tokens. */
export const useDeleteApplication = (organizationId: string, id: number) =>
  useMutation({ mutationFn: () => apiRemove(path(organizationId, `/${id}`)) });
