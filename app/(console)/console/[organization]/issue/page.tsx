import type { Metadata } from "next";
import { IssueTabs } from "@/components/console/badge-imports/issue-tabs";
import { IssueForm } from "@/components/console/issued-badges/issue-form";
import { PageHeader } from "@/components/ui/page/page-header";
import { clock } from "@/lib/kernel/clock";
import { toIsoDate } from "@/lib/kernel/dates";
import { requireConsoleMember } from "../../../console-caller";
import { loadIssuableTemplates } from "../../../form-templates";
import { readParameter, type PageQuery } from "../../../list-request";
import { NoTemplate } from "./no-template";

export const metadata: Metadata = { title: "Issue a badge" };

type Props = { params: Promise<{ organization: string }>; searchParams: PageQuery };

export default async function IssuePage({ params, searchParams }: Props) {
  const [{ organization: slug }, search] = await Promise.all([params, searchParams]);
  const templateId = readParameter(search.badge_template_id);
  const { caller, organization } = await requireConsoleMember(slug, {
    scope: "issued_badges",
    access: "write",
  });
  const home = `/console/${slug}`;
  const choices = await loadIssuableTemplates(caller, templateId);
  return (
    <>
      <PageHeader
        title="Issue a badge"
        description="The recipient gets an e-mail and accepts or rejects the badge."
      />
      <IssueTabs home={home} current="/issue" templateId={choices.chosen?.id ?? ""} />
      {choices.first.length === 0 && !choices.chosen ? (
        <NoTemplate caller={caller} home={home} />
      ) : (
        <IssueForm
          key={choices.chosen?.id ?? ""}
          organizationId={organization.id}
          home={home}
          today={toIsoDate(clock.now())}
          {...choices}
        />
      )}
    </>
  );
}
