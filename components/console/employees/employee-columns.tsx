import Link from "next/link";
import type { Column } from "@/components/ui/data-table";
import { Tag } from "@/components/ui/tag";
import { DateText } from "@/components/ui/time";
import type { Employee } from "@/lib/workforce/employees/schema";
import { connectionWords, nameOf, STATE_WORDS } from "./employee-words";

/** The state of the connection with an employee, and of invitations to it. */
function Connection({ employee }: { employee: Employee }) {
  const { employee_state: state, last_invitation_sent_at: invited } = employee;
  const { label, tone } = STATE_WORDS[state];
  return (
    <>
      <Tag tone={tone}>{label}</Tag>
      <p className="mt-0.5 text-[0.8125rem] text-ink-faint">
        {connectionWords(employee)}
        {invited && state !== "accepted" ? (
          <>
            {" · "}
            <DateText value={invited} />
          </>
        ) : null}
      </p>
    </>
  );
}

/** Builds a text column. Words break only when they are longer than the cell. */
const text = (
  key: string,
  label: string,
  read: (employee: Employee) => string | null,
  more: Partial<Column<Employee>> = {},
): Column<Employee> => ({
  key,
  label,
  from: "lg",
  cell: (employee) => <span className="block max-w-52 wrap-break-word">{read(employee)}</span>,
  ...more,
});

/** The columns of the employee list. */
export const employeeColumns = (home: string): Column<Employee>[] => [
  {
    key: "person",
    label: "Employee",
    isFixed: true,
    sort: { name: "last_name" },
    cell: (employee) => (
      <>
        <Link
          href={`${home}/employees/${employee.id}`}
          className="font-medium wrap-anywhere text-ink no-underline hover:text-accent hover:underline"
        >
          {nameOf(employee)}
        </Link>
        {employee.full_name ? (
          <p className="text-[0.8125rem] wrap-anywhere text-ink-faint">{employee.email}</p>
        ) : null}
        <div className="mt-1.5 sm:hidden">
          <Connection employee={employee} />
        </div>
      </>
    ),
  },
  {
    key: "connection",
    label: "Connection",
    from: "sm",
    cell: (employee) => <Connection employee={employee} />,
  },
  text("position", "Position", ({ position_title: title }) => title),
  text("team", "Team", ({ team }) => team, { isExtra: true }),
  text("department", "Department", ({ department }) => department, { isExtra: true }),
  text("email", "E-mail", ({ email }) => email, { isExtra: true, sort: { name: "email" } }),
  text("first_name", "First name", ({ first_name: name }) => name, {
    isExtra: true,
    sort: { name: "first_name" },
  }),
  text("external_id", "Employee ID", ({ external_id: id }) => id, { isExtra: true }),
  text("location", "Location", ({ location }) => location, { isExtra: true }),
  {
    key: "added",
    label: "Added",
    from: "lg",
    isFigure: true,
    className: "text-ink-soft",
    sort: { name: "created_at", first: "desc" },
    cell: ({ created_at: at }) => <DateText value={at} />,
  },
];
