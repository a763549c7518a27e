"use client";

import { useMutation } from "@tanstack/react-query";
import { apiRemove, apiWrite, organizationPath } from "@/components/api";
import type { EmployeeBatch } from "@/lib/workforce/batches/schema";
import type { Employee, Invitation } from "@/lib/workforce/employees/schema";

const path = (organizationId: string, rest = ""): string =>
  organizationPath(organizationId, `employees${rest}`);

/** Adds an employee, or changes the one with this id; the form shows what went wrong. */
export const useSaveEmployee = (organizationId: string, id: string | null) =>
  useMutation({
    mutationFn: (body: unknown) =>
      id === null
        ? apiWrite<Employee>("POST", path(organizationId), body)
        : apiWrite<Employee>("PUT", path(organizationId, `/${id}`), body),
    meta: { inForm: true },
  });

/** Deletes employees one after the other, and answers how many it were: what fails ends it. */
export const useDeleteEmployees = (organizationId: string) =>
  useMutation({
    mutationFn: async (ids: string[]) => {
      for (const id of ids) await apiRemove(path(organizationId, `/${id}`));
      return ids.length;
    },
  });

/** Whom an invitation is for: named people, or all in some states. */
export type Invited = { emails: string[] } | { statuses: string[]; never_invited?: boolean };

/** Sends invitations to connect. */
export const useInvite = (organizationId: string) =>
  useMutation({
    mutationFn: (invited: Invited) => {
      const body =
        "emails" in invited ? { employee_list: invited.emails, list_type: "email" } : { ...invited };
      return apiWrite<Invitation>("POST", path(organizationId, "/send_invitations"), body);
    },
  });

/** Judges or stores a table of employees; the page shows what went wrong. */
export const useEmployeeBatch = (organizationId: string) =>
  useMutation({
    mutationFn: (body: { csv: string; dry_run: boolean }) =>
      apiWrite<EmployeeBatch>("POST", path(organizationId, "/batch"), body),
    meta: { inForm: true },
  });
