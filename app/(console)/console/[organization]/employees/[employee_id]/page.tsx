import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import { EmployeeActions } from "@/components/console/employees/employee-actions";
import { EmployeeDetail } from "@/components/console/employees/employee-detail";
import { employeeName, employeeLabel } from "@/components/console/employees/employee-words";
import { PageHeader } from "@/components/ui/page/page-header";
import { Tag } from "@/components/ui/tag";
import { listEmployeeExternalBadges } from "@/lib/credentials/external-badges/employee-badges";
import { presentEmployeeExternalBadge } from "@/lib/credentials/external-badges/serializer";
import type { Caller } from "@/lib/access/callers/caller";
import { may } from "../../../../console-caller";
import { requireWorkforceMember, WorkforceOff } from "../workforce";
import { loadEmployee } from "./employee";

type Props = { params: Promise<{ organization: string; employee_id: string }> };

/** Returns the newest external badges of an employee, and how many there are. */
async function externalBadges(caller: Caller, id: string) {
  const query = new URLSearchParams({ "filter[employee][id]": id });
  const { rows, total } = await listEmployeeExternalBadges(caller, readListInput(query));
  return { badges: rows.map(presentEmployeeExternalBadge), total };
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { organization, employee_id: id } = await params;
  const { employee } = await loadEmployee(organization, id);
  return { title: employee ? employeeName(employee) : "Employees" };
}

export default async function EmployeePage({ params }: Props) {
  const { organization: slug, employee_id: id } = await params;
  const { member, isOn } = await requireWorkforceMember(slug);
  if (!isOn) return <WorkforceOff slug={slug} />;
  const { caller } = member;
  const [{ employee }, external] = await Promise.all([loadEmployee(slug, id), externalBadges(caller, id)]);
  if (!employee) return <WorkforceOff slug={slug} />;
  const home = `/console/${slug}`;
  const { label, tone } = employeeLabel(employee);
  const rights = { write: may(caller, "workforce", "write"), remove: may(caller, "workforce", "delete") };
  return (
    <>
      <PageHeader
        title={employeeName(employee)}
        back={{ href: `${home}/employees`, label: "Employees" }}
        description={<Tag tone={tone}>{label}</Tag>}
        actions={
          <EmployeeActions
            organizationId={caller.organizationId}
            home={home}
            employee={employee}
            may={rights}
          />
        }
      />
      <EmployeeDetail employee={employee} external={external} />
    </>
  );
}
