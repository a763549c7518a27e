"use client";

import { useMutation } from "@tanstack/react-query";
import { apiRemove, apiWrite, organizationPath } from "@/components/api";
import type { AuthorizationToken } from "@/lib/access/authorization-tokens/schema";

const path = (organizationId: string, rest = ""): string =>
  organizationPath(organizationId, `authorization_tokens${rest}`);

// What carries a secret is not kept once nobody looks at it any more.
const ONCE = { gcTime: 0 } as const;

/** Makes a token; the dialog shows what went wrong. */
export const useCreateToken = (organizationId: string) =>
  useMutation({
    mutationFn: (body: unknown) => apiWrite<AuthorizationToken>("POST", path(organizationId), body),
    meta: { inForm: true },
    ...ONCE,
  });

/** Fetches the secret of a token when somebody asks to see it, which the audit log notes. */
export const useRevealToken = (organizationId: string) =>
  useMutation({
    mutationFn: (id: string) =>
      apiWrite<AuthorizationToken>("POST", path(organizationId, `/${id}/reveal`), {}),
    ...ONCE,
  });

/** Gives a token a new secret and 180 new days. */
export const useRotateToken = (organizationId: string) =>
  useMutation({
    mutationFn: (id: string) =>
      apiWrite<AuthorizationToken>("POST", path(organizationId, `/${id}/rotate`), {}),
    ...ONCE,
  });

/** Deletes a token: what uses it is refused from then on. */
export const useDeleteToken = (organizationId: string) =>
  useMutation({ mutationFn: (id: string) => apiRemove(path(organizationId, `/${id}`)) });
