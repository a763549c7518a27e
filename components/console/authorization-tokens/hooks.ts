"use client";

import { useMutation } from "@tanstack/react-query";
import { apiRemove, apiWrite, organizationPath } from "@/components/api";
import type { AuthorizationToken } from "@/lib/applications/authorization-tokens/schema";

const tokensPath = (organizationId: string, rest = ""): string =>
  organizationPath(organizationId, `authorization_tokens${rest}`);

// Responses with a secret leave the cache as soon as no component uses them.
const NO_CACHE = { gcTime: 0 } as const;

/** Creates a token. */
export const createToken = (organizationId: string, body: unknown): Promise<AuthorizationToken> =>
  apiWrite("POST", tokensPath(organizationId), body);

/** Fetches the secret of a token on request. The audit log records it. */
export const useRevealToken = (organizationId: string) =>
  useMutation({
    mutationFn: (id: string) =>
      apiWrite<AuthorizationToken>("POST", tokensPath(organizationId, `/${id}/reveal`), {}),
    ...NO_CACHE,
  });

/** Replaces the secret of a token and extends it to 180 days from now. */
export const useRotateToken = (organizationId: string) =>
  useMutation({
    mutationFn: (id: string) =>
      apiWrite<AuthorizationToken>("POST", tokensPath(organizationId, `/${id}/rotate`), {}),
    ...NO_CACHE,
  });

/** Deletes a token. Requests with it are refused from then on. */
export const useDeleteToken = (organizationId: string) =>
  useMutation({ mutationFn: (id: string) => apiRemove(tokensPath(organizationId, `/${id}`)) });
