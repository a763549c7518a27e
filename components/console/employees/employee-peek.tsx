"use client";

import { ButtonLink } from "@/components/ui/button-link";
import { Facts, Section } from "@/components/ui/facts";
import { PeekContent } from "@/components/ui/overlay/peek-content";
import { Tag } from "@/components/ui/tag";
import { connectionFacts, recordFacts } from "./employee-facts";
import { employeeLabel, employeeName } from "./employee-words";
import { useEmployee } from "./hooks";

type EmployeePeekProps = { organizationId: string; home: string; id: string; canEdit: boolean };

/** An employee in the side panel of the list. */
export function EmployeePeek({ organizationId, home, id, canEdit }: EmployeePeekProps) {
  const query = useEmployee(organizationId, id);
  return (
    <PeekContent
      query={query}
      title={employeeName}
      description={(employee) => (
        <Tag tone={employeeLabel(employee).tone}>{employeeLabel(employee).label}</Tag>
      )}
      actions={() =>
        canEdit ? (
          <ButtonLink variant="secondary" href={`${home}/employees/${id}/edit`}>
            Edit
          </ButtonLink>
        ) : null
      }
    >
      {(employee) => (
        <>
          <Section title="Connection">
            <Facts facts={connectionFacts(employee)} />
          </Section>
          <Section title="Employee record">
            <Facts facts={recordFacts(employee)} />
          </Section>
        </>
      )}
    </PeekContent>
  );
}
