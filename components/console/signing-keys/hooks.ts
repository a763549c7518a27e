"use client";

import { useMutation } from "@tanstack/react-query";
import { apiWrite, organizationPath } from "@/components/api";
import type { OrganizationKey } from "@/lib/credentials/issuer-keys/schema";

/** Replaces the key of an algorithm by a new one. */
export const useRotateKey = (organizationId: string) =>
  useMutation({
    mutationFn: (algorithm: OrganizationKey["algorithm"]) =>
      apiWrite<OrganizationKey>("POST", organizationPath(organizationId, "signing_keys/rotate"), {
        algorithm,
      }),
  });

/** Retires a key by its id. */
export const useRetireKey = (organizationId: string) =>
  useMutation({
    mutationFn: (id: string) =>
      apiWrite<OrganizationKey>("POST", organizationPath(organizationId, `signing_keys/${id}/retire`), {}),
  });
