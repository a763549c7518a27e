import { notFound } from "next/navigation";
import { cache } from "react";
import { presentEmployeeData } from "@/lib/workforce/employees/serializer";
import { getEmployeeData } from "@/lib/workforce/employees/service";
import type { Access } from "@/lib/access/callers/caller";
import { isUuid } from "@/lib/kernel/ids";
import { orNotFound } from "../../../../console-caller";
import { requireWorkforceMember } from "../workforce";

/**
 * Loads the employee of a page, cached for the title and the page. `employee` is null while workforce data is off. Shows
 * the not-found page for unknown employees and for roles without access.
 */
export const loadEmployee = cache(async (slug: string, id: string, access: keyof Access = "read") => {
  const { member, isOn } = await requireWorkforceMember(slug, access);
  if (!isUuid(id)) notFound();
  if (!isOn) return { member, employee: null };
  const row = await orNotFound(getEmployeeData(member.caller, id));
  return { member, employee: presentEmployeeData(row) };
});
