"use client";

import { useMutation } from "@tanstack/react-query";
import { apiWrite } from "@/components/api";
import type { Organization } from "@/lib/organizations/schema";

/** Changes the organization's profile; the form shows what went wrong. */
export const useSaveOrganization = (id: string) =>
  useMutation({
    mutationFn: (body: unknown) => apiWrite<Organization>("PUT", `/v1/organizations/${id}`, body),
    meta: { inForm: true },
  });
