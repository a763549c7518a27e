import { Ellipsis } from "lucide-react";
import { buttonClass } from "@/components/ui/button";
import { Menu, MenuItem, MenuLink } from "@/components/ui/menu";
import { usePeek } from "@/components/ui/peek";
import type { Employee } from "@/lib/workforce/employees/schema";
import { employeeName } from "./employee-words";

/** The actions on an employee, at the end of the row. */
export function EmployeeRowMenu({ home, employee }: { home: string; employee: Employee }) {
  const peek = usePeek();
  return (
    <Menu
      label={`Actions on ${employeeName(employee)}`}
      align="end"
      triggerClass={buttonClass({ variant: "quiet", size: "smallIcon" })}
      trigger={<Ellipsis className="size-4.5" aria-hidden="true" />}
    >
      <MenuItem onSelect={() => peek(employee.id)}>Quick view</MenuItem>
      <MenuLink href={`${home}/employees/${employee.id}`}>Open page</MenuLink>
    </Menu>
  );
}
