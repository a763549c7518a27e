"use client";

import { useMutation } from "@tanstack/react-query";
import { ApiFailure, apiList, apiRemove, apiWrite, organizationPath } from "@/components/api";
import { AuthorizationToken } from "@/lib/authorization-tokens/schema";

const path = (organizationId: string): string => organizationPath(organizationId, "authorization_tokens");

/** Makes a token; the dialog shows what went wrong. */
export const useCreateToken = (organizationId: string) =>
  useMutation({
    mutationFn: (body: unknown) => apiWrite("POST", path(organizationId), body, AuthorizationToken),
    meta: { inForm: true },
  });

/**
 * Fetches the secret of a token when somebody asks to see it: until then it is not in the page. The interface tells
 * secrets in its list alone, so that is walked.
 */
export const useRevealToken = (organizationId: string) =>
  useMutation({
    mutationFn: async (id: string): Promise<AuthorizationToken> => {
      for (let page = 1, last = 1; page <= last; page += 1) {
        const { data, metadata } = await apiList(`${path(organizationId)}?page=${page}`, AuthorizationToken);
        const found = data.find((token) => token.id === id);
        if (found) return found;
        last = metadata.total_pages;
      }
      throw new ApiFailure(404, "not_found", "This token was deleted meanwhile.");
    },
  });

/** Deletes a token: what uses it is refused from then on. */
export const useDeleteToken = (organizationId: string) =>
  useMutation({ mutationFn: (id: string) => apiRemove(`${path(organizationId)}/${id}`) });
