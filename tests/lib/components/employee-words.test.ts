import { expect, it } from "vitest";
import { employeeLabel, isInvitable } from "@/components/console/employees/employee-words";

it("an inactive employee is shown as inactive whatever the connection, and cannot be invited", () => {
  const at = "2026-11-30T08:00:00.000Z";
  for (const state of ["created", "pending", "accepted", "rejected"] as const) {
    const inactive = { employee_state: state, deactivated_at: at };
    expect([employeeLabel(inactive).label, isInvitable(inactive)]).toEqual(["Inactive", false]);
    const active = { employee_state: state, deactivated_at: null };
    expect(employeeLabel(active).label).not.toBe("Inactive");
    expect(isInvitable(active)).toBe(state !== "accepted");
  }
});
