import type { Metadata } from "next";
import { EmployeeImport } from "@/components/console/employees/employee-import";
import { CodeBox } from "@/components/ui/code-box";
import { PageHeader } from "@/components/ui/page/page-header";
import { BATCH_LENGTH, EMPLOYEE_COLUMNS } from "@/lib/workforce/batches/schema";
import { requireWorkforceMember, WorkforceOff } from "../workforce";

export const metadata: Metadata = { title: "Upload employees" };

type Props = { params: Promise<{ organization: string }> };

export default async function ImportEmployeesPage({ params }: Props) {
  const { organization: slug } = await params;
  const { member, isOn } = await requireWorkforceMember(slug, "write");
  if (!isOn) return <WorkforceOff slug={slug} />;
  const home = `/console/${slug}`;
  return (
    <>
      <PageHeader
        title="Upload employees"
        back={{ href: `${home}/employees`, label: "Employees" }}
        description={`One row per person, up to ${BATCH_LENGTH.toLocaleString("en")} rows. No invitations are sent.`}
      />
      <EmployeeImport organizationId={member.caller.organizationId} home={home} />
      <div className="mt-10 max-w-4xl">
        <CodeBox
          label="Column headings"
          text={Object.keys(EMPLOYEE_COLUMNS).join(",")}
          hint="Only the column email is required, and columns can be in any order. Existing employees are not changed."
        />
      </div>
    </>
  );
}
