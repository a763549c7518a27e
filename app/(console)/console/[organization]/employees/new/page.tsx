import type { Metadata } from "next";
import { EmployeeForm } from "@/components/console/employees/employee-form";
import { PageHeader } from "@/components/ui/page/page-header";
import { requireWorkforceMember, WorkforceOff } from "../workforce";

export const metadata: Metadata = { title: "Add employee" };

type Props = { params: Promise<{ organization: string }> };

export default async function NewEmployeePage({ params }: Props) {
  const { organization: slug } = await params;
  const { member, isOn } = await requireWorkforceMember(slug, "write");
  if (!isOn) return <WorkforceOff slug={slug} />;
  const home = `/console/${slug}`;
  return (
    <>
      <PageHeader
        title="Add employee"
        back={{ href: `${home}/employees`, label: "Employees" }}
        description="Only the e-mail address is required. No invitation is sent."
      />
      <EmployeeForm organizationId={member.caller.organizationId} home={home} employee={null} />
    </>
  );
}
