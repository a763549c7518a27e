import type { Metadata } from "next";
import { EmployeeForm } from "@/components/console/employees/employee-form";
import { employeeName } from "@/components/console/employees/employee-words";
import { PageHeader } from "@/components/ui/page/page-header";
import { WorkforceOff } from "../../workforce";
import { loadEmployee } from "../employee";

export const metadata: Metadata = { title: "Edit employee" };

type Props = { params: Promise<{ organization: string; employee_id: string }> };

export default async function EditEmployeePage({ params }: Props) {
  const { organization: slug, employee_id: id } = await params;
  const { member, employee } = await loadEmployee(slug, id, "write");
  if (!employee) return <WorkforceOff slug={slug} />;
  const home = `/console/${slug}`;
  return (
    <>
      <PageHeader
        title={`Edit ${employeeName(employee)}`}
        back={{ href: `${home}/employees/${id}`, label: employeeName(employee) }}
        description={employee.email}
      />
      <EmployeeForm organizationId={member.caller.organizationId} home={home} employee={employee} />
    </>
  );
}
