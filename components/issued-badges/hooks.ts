"use client";

import { useMutation } from "@tanstack/react-query";
import { apiWrite, organizationPath } from "@/components/api";
import { IssuedBadge } from "@/lib/issued-badges/schema";

/** Issues a badge; the form shows what went wrong. */
export const useIssueBadge = (organizationId: string) =>
  useMutation({
    mutationFn: (body: unknown) =>
      apiWrite("POST", organizationPath(organizationId, "badges"), body, IssuedBadge),
    meta: { inForm: true },
  });
