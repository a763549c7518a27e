import { cache } from "react";
import { EmptyState } from "@/components/ui/list/empty-state";
import { PageHeader } from "@/components/ui/page/page-header";
import { hasWorkforceAccess } from "@/lib/organizations/profile/service";
import { requireConsoleMember, type ConsoleMember } from "../../../console-caller";
import type { Access } from "@/lib/access/callers/caller";

/**
 * Returns the member for a page of the section, and whether workforce data is on for the organization. Read once for the
 * title and the page.
 */
export const requireWorkforceMember = cache(
  async (slug: string, access: keyof Access = "read"): Promise<{ member: ConsoleMember; isOn: boolean }> => {
    const member = await requireConsoleMember(slug, { scope: "workforce", access });
    return { member, isOn: await hasWorkforceAccess(member.caller) };
  },
);

/** The page of the section while workforce data is off. */
export const WorkforceOff = ({ slug }: { slug: string }) => (
  <>
    <PageHeader title="Employees" description="Your employees and the badges they share with you." />
    <EmptyState title="Workforce data is turned off">
      Use it to keep employee records and see the badges that employees share. To turn it on, ask the operator
      of this installation to run:
      <code>npm run -s admin -- organization update --organization {slug} --workforce on</code>
    </EmptyState>
  </>
);
