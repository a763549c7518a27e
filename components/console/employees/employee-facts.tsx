import type { Fact } from "@/components/ui/facts";
import { DateText } from "@/components/ui/time/time";
import type { Employee } from "@/lib/workforce/employees/schema";
import { connectionText } from "./employee-words";

const optionalFact = (label: string, value: string | null): Fact[] => (value ? [{ term: label, value }] : []);

const joinParts = (...parts: (string | null)[]): string | null => parts.filter(Boolean).join(" ") || null;

/** The facts of the employee record, which the organization maintains. */
export const recordFacts = (employee: Employee): Fact[] => [
  ...optionalFact("E-mail address", employee.email),
  ...optionalFact("Employee ID", employee.external_id),
  ...optionalFact("Position", employee.position_title),
  ...optionalFact("Job family", employee.job_family),
  ...optionalFact("Team", employee.team),
  ...optionalFact("Department", employee.department),
  ...optionalFact("Organization level 1", employee.organization_level_1),
  ...optionalFact("Organization level 2", employee.organization_level_2),
  ...optionalFact("Organization level 3", employee.organization_level_3),
  ...optionalFact("Manager", joinParts(employee.manager_first_name, employee.manager_last_name)),
  ...optionalFact("Manager’s employee ID", employee.manager_external_id),
  ...optionalFact("Location", joinParts(employee.zip_code, employee.location)),
];

/** What is known of the connection with an employee, or since when they are inactive. */
export const connectionFacts = (employee: Employee): Fact[] => [
  ...(employee.deactivated_at
    ? [{ term: "Inactive since", value: <DateText value={employee.deactivated_at} /> }]
    : [
        { term: "Connection", value: connectionText(employee) },
        { term: "Status since", value: <DateText value={employee.employee_state_updated_at} /> },
      ]),
  {
    term: "Last invitation",
    value: employee.last_invitation_sent_at ? <DateText value={employee.last_invitation_sent_at} /> : "Never",
  },
  { term: "Added", value: <DateText value={employee.created_at} /> },
];
