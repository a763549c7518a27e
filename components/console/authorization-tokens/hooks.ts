"use client";

import { useMutation } from "@tanstack/react-query";
import { apiRemove, apiWrite, organizationPath } from "@/components/api";
import type { AuthorizationToken } from "@/lib/access/authorization-tokens/schema";

const path = (organizationId: string, rest = ""): string =>
  organizationPath(organizationId, `authorization_tokens${rest}`);

// Responses with a secret leave the cache as soon as no component uses them.
const ONCE = { gcTime: 0 } as const;

/** Creates a token. The dialog shows errors. */
export const useCreateToken = (organizationId: string) =>
  useMutation({
    mutationFn: (body: unknown) => apiWrite<AuthorizationToken>("POST", path(organizationId), body),
    meta: { inForm: true },
    ...ONCE,
  });

/** Fetches the secret of a token on request. The audit log records it. */
export const useRevealToken = (organizationId: string) =>
  useMutation({
    mutationFn: (id: string) =>
      apiWrite<AuthorizationToken>("POST", path(organizationId, `/${id}/reveal`), {}),
    ...ONCE,
  });

/** Replaces the secret of a token and extends it to 180 days from now. */
export const useRotateToken = (organizationId: string) =>
  useMutation({
    mutationFn: (id: string) =>
      apiWrite<AuthorizationToken>("POST", path(organizationId, `/${id}/rotate`), {}),
    ...ONCE,
  });

/** Deletes a token. Requests with it are refused from then on. */
export const useDeleteToken = (organizationId: string) =>
  useMutation({ mutationFn: (id: string) => apiRemove(path(organizationId, `/${id}`)) });
