import type { ListInput } from "@/lib/kernel/list/list-input";
import type { Caller } from "@/lib/access/callers/caller";
import { parseFilter } from "@/lib/kernel/list/filter";
import type { Page } from "@/lib/kernel/list/page";
import { requireWorkforceAccess } from "@/lib/organizations/profile/service";
import { findEmployeeBadgePage } from "./queries";
import type { EmployeeBadgeRow } from "./serializer";

/** The one filter of the list, for its documentation. */
export const employeeFilterQuery = {
  "filter[employee][id]":
    "The employer's `external_id` of an employee, or the ID of the employment record. All employees if not given.",
};

/**
 * Lists the external badges of active employees who accepted the connection: the public ones that are not revoked
 * (specification, "Workforce employees"). Throws 403 without access to workforce data.
 */
export async function listEmployeeExternalBadges(
  caller: Caller,
  input: ListInput,
): Promise<Page<EmployeeBadgeRow>> {
  const employees = parseFilter(input.filter, { "employee[id]": (value) => value });
  const [page] = await Promise.all([
    findEmployeeBadgePage(caller.organizationId, employees, input.page),
    requireWorkforceAccess(caller),
  ]);
  return page;
}
