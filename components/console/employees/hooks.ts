"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { apiRead, apiRemove, apiWrite, organizationPath } from "@/components/api";
import type { Encoding } from "@/lib/platform/files/choices";
import type { EmployeeBatch } from "@/lib/workforce/batches/schema";
import type { Employee, Invitation } from "@/lib/workforce/employees/schema";

const employeesPath = (organizationId: string, rest = ""): string =>
  organizationPath(organizationId, `employees${rest}`);

/** Reads an employee. */
export const useEmployee = (organizationId: string, id: string) =>
  useQuery({
    queryKey: ["employee", organizationId, id],
    queryFn: () => apiRead<Employee>(employeesPath(organizationId, `/${id}`)),
    staleTime: 0,
  });

/** Adds an employee, or changes the one with this id. */
export const saveEmployee = (organizationId: string, id: string | null, body: unknown): Promise<Employee> =>
  id === null
    ? apiWrite("POST", employeesPath(organizationId), body)
    : apiWrite("PUT", employeesPath(organizationId, `/${id}`), body);

/** Deletes employees one after the other, as the API deletes them, and returns how many. Stops at the first error. */
export const useDeleteEmployees = (organizationId: string) =>
  useMutation({
    mutationFn: async (ids: string[]) => {
      for (const id of ids) await apiRemove(employeesPath(organizationId, `/${id}`));
      return ids.length;
    },
  });

/** The recipients of invitations: named people, or all in certain states. */
export type InvitationRecipients = { emails: string[] } | { statuses: string[]; never_invited?: boolean };

/** Sends invitations to connect. */
export const useInviteEmployees = (organizationId: string) =>
  useMutation({
    mutationFn: (invited: InvitationRecipients) => {
      const body =
        "emails" in invited ? { employee_list: invited.emails, list_type: "email" } : { ...invited };
      return apiWrite<Invitation>("POST", employeesPath(organizationId, "/send_invitations"), body);
    },
  });

/** A table of employees in base64, with its encoding if someone chose one. */
export type UploadedTable = { file: string; encoding?: Encoding };

/** Checks (dry run) or imports a table of employees. */
export const sendEmployeeBatch = (
  organizationId: string,
  body: UploadedTable & { dry_run: boolean },
): Promise<EmployeeBatch> => apiWrite("POST", employeesPath(organizationId, "/batch"), body);
