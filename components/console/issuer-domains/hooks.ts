"use client";

import { useMutation } from "@tanstack/react-query";
import { apiWrite, organizationPath } from "@/components/api";
import type { IssuerDomain } from "@/lib/credentials/issuer-domains/schema";

/** Reads both files of the domain now. */
export const useCheckFiles = (organizationId: string) =>
  useMutation({
    mutationFn: () =>
      apiWrite<IssuerDomain>("POST", organizationPath(organizationId, "domain/issuer/check"), {}),
  });

/** Turns issuing under the domain on or off. */
export const useSwitchIssuing = (organizationId: string) =>
  useMutation({
    mutationFn: (enabled: boolean) =>
      apiWrite<IssuerDomain>("PUT", organizationPath(organizationId, "domain/issuer"), { enabled }),
  });
