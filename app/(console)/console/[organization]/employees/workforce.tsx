import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { hasWorkforce } from "@/lib/organizations/profile/service";
import { consoleMember, type Member } from "../../../console-caller";
import type { Access } from "@/lib/access/callers/caller";

/** The member who asks for a page of the section, and whether the organization has access to workforce data. */
export async function workforceMember(
  slug: string,
  access: keyof Access = "read",
): Promise<{ member: Member; isOn: boolean }> {
  const member = await consoleMember(slug, { scope: "workforce", access });
  return { member, isOn: await hasWorkforce(member.caller) };
}

/** The section while the organization has no access to workforce data. */
export const WorkforceOff = ({ slug }: { slug: string }) => (
  <>
    <PageHeader title="Employees" description="What the people who work for you have learned." />
    <EmptyState title="Workforce data is switched off">
      With it you keep a record of your employees, invite them to connect, and see the badges that they share.
      Ask the operator of this installation to turn it on for your organization:
      <code>npm run -s admin -- organization update --organization {slug} --workforce on</code>
    </EmptyState>
  </>
);
