"use client";

import { useMutation } from "@tanstack/react-query";
import { apiRemove, apiWrite, organizationPath } from "@/components/api";
import type { IssuerAuthorization } from "@/lib/organizations/issuers/schema";

const issuersPath = (organizationId: string, rest = ""): string =>
  organizationPath(organizationId, `issuers${rest}`);

/** Authorizes an issuer, or changes the authorization with this id. */
export const saveIssuer = (
  organizationId: string,
  id: string | null,
  body: unknown,
): Promise<IssuerAuthorization> =>
  id === null
    ? apiWrite("POST", issuersPath(organizationId), body)
    : apiWrite("PUT", issuersPath(organizationId, `/${id}`), body);

/** Ends an authorization. Badges already issued stay valid. */
export const useEndAuthorization = (organizationId: string, id: string) =>
  useMutation({ mutationFn: () => apiRemove(issuersPath(organizationId, `/${id}`)) });
