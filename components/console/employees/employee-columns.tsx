import Link from "next/link";
import type { Column } from "@/components/ui/list/data-table";
import { Tag } from "@/components/ui/tag";
import { DateText } from "@/components/ui/time/time";
import type { Employee } from "@/lib/workforce/employees/schema";
import { connectionText, employeeLabel, employeeName, isInvitable } from "./employee-words";

/** Since when an employee is inactive, or else the state of the connection with them and of invitations to it. */
function ConnectionCell({ employee }: { employee: Employee }) {
  const { deactivated_at: deactivated, last_invitation_sent_at: invited } = employee;
  const { label, tone } = employeeLabel(employee);
  return (
    <>
      <Tag tone={tone}>{label}</Tag>
      <p className="mt-0.5 text-[0.8125rem] text-ink-faint">
        {deactivated ? (
          <>
            Since <DateText value={deactivated} />
          </>
        ) : (
          connectionText(employee)
        )}
        {invited && isInvitable(employee) ? (
          <>
            {" · "}
            <DateText value={invited} />
          </>
        ) : null}
      </p>
    </>
  );
}

type TextField =
  "position_title" | "team" | "department" | "email" | "first_name" | "external_id" | "location";

/** Builds a column of one field. Words break only when they are longer than the cell. */
const textColumn = (
  key: string,
  label: string,
  field: TextField,
  more: Partial<Column<Employee>> = {},
): Column<Employee> => ({
  key,
  label,
  from: "lg",
  fields: [[field, label]],
  cell: ({ [field]: text }) => <span className="block max-w-52 wrap-break-word">{text}</span>,
  ...more,
});

/** The columns of the employee list. */
export const employeeColumns = (home: string): Column<Employee>[] => [
  {
    key: "person",
    label: "Employee",
    fields: [
      ["full_name", "Employee"],
      ["email", "E-mail address"],
    ],
    isFixed: true,
    sort: { name: "last_name" },
    cell: (employee) => (
      <>
        <Link
          href={`${home}/employees/${employee.id}`}
          className="font-medium wrap-anywhere text-ink no-underline hover:text-accent hover:underline"
        >
          {employeeName(employee)}
        </Link>
        {employee.full_name ? (
          <p className="text-[0.8125rem] wrap-anywhere text-ink-faint">{employee.email}</p>
        ) : null}
        <div className="mt-1.5 sm:hidden">
          <ConnectionCell employee={employee} />
        </div>
      </>
    ),
  },
  {
    key: "connection",
    label: "Connection",
    fields: [
      ["employee_state", "Connection"],
      ["deactivated_at", "Inactive since"],
    ],
    from: "sm",
    cell: (employee) => <ConnectionCell employee={employee} />,
  },
  textColumn("position", "Position", "position_title"),
  textColumn("team", "Team", "team", { isExtra: true }),
  textColumn("department", "Department", "department", { isExtra: true }),
  // The export has it in the column of the name.
  textColumn("email", "E-mail address", "email", { isExtra: true, fields: [], sort: { name: "email" } }),
  textColumn("first_name", "First name", "first_name", { isExtra: true, sort: { name: "first_name" } }),
  textColumn("external_id", "Employee ID", "external_id", { isExtra: true }),
  textColumn("location", "Location", "location", { isExtra: true }),
  {
    key: "added",
    label: "Added",
    fields: [["created_at", "Added"]],
    from: "lg",
    isFigure: true,
    className: "text-ink-soft",
    sort: { name: "created_at", first: "desc" },
    cell: ({ created_at: at }) => <DateText value={at} />,
  },
];
