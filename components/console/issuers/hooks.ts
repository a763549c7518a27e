"use client";

import { useMutation } from "@tanstack/react-query";
import { apiRemove, apiWrite, organizationPath } from "@/components/api";
import type { IssuerAuthorization } from "@/lib/organizations/issuers/schema";

const issuersPath = (organizationId: string, rest = ""): string =>
  organizationPath(organizationId, `issuers${rest}`);

/** Authorizes an issuer, or changes the authorization with this id. The form shows errors. */
export const useSaveIssuer = (organizationId: string, id: string | null) =>
  useMutation({
    mutationFn: (body: unknown) =>
      id === null
        ? apiWrite<IssuerAuthorization>("POST", issuersPath(organizationId), body)
        : apiWrite<IssuerAuthorization>("PUT", issuersPath(organizationId, `/${id}`), body),
    meta: { inForm: true },
  });

/** Ends an authorization. Badges already issued stay valid. */
export const useEndAuthorization = (organizationId: string, id: string) =>
  useMutation({ mutationFn: () => apiRemove(issuersPath(organizationId, `/${id}`)) });
