import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import { importColumns } from "@/components/console/badge-imports/import-columns";
import { IssueTabs } from "@/components/console/badge-imports/issue-tabs";
import { NewImport } from "@/components/console/badge-imports/new-import";
import { Section } from "@/components/ui/facts";
import { ListTable } from "@/components/ui/list/list-table";
import { PageHeader } from "@/components/ui/page/page-header";
import { presentImport } from "@/lib/badges/imports/serializer";
import { listImports } from "@/lib/badges/imports/service";
import { requireConsoleMember } from "../../../../console-caller";
import { loadIssuableTemplates } from "../../../../form-templates";
import {
  csvHref,
  buildListAddress,
  readParameter,
  serviceQuery,
  type PageQuery,
} from "../../../../list-request";
import { NoTemplate } from "../no-template";

export const metadata: Metadata = { title: "Issue from a file" };

type Props = { params: Promise<{ organization: string }>; searchParams: PageQuery };

const SORTS = ["created_at"];

export default async function IssueFromFilePage({ params, searchParams }: Props) {
  const [{ organization: slug }, search] = await Promise.all([params, searchParams]);
  const { caller } = await requireConsoleMember(slug, { scope: "issued_badges", access: "write" });
  const home = `/console/${slug}`;
  const columns = importColumns(home);
  const list = buildListAddress(`${home}/issue/file`, search, { sorts: SORTS, columns });
  const query = serviceQuery(list, {}, 10);
  const choices = await loadIssuableTemplates(caller, readParameter(search.badge_template_id));
  return (
    <>
      <PageHeader
        title="Issue from a file"
        description="Issue badges to many people. The file is checked first, and you review the result before any badge is issued."
      />
      <IssueTabs home={home} current="/issue/file" templateId={choices.chosen?.id ?? ""} />
      <div className="flex flex-col gap-14">
        {choices.first.length === 0 && !choices.chosen ? (
          <NoTemplate caller={caller} home={home} />
        ) : (
          <NewImport organizationId={caller.organizationId} home={home} {...choices} />
        )}
        <Section title="Previous files">
          <ListTable
            label="Previous files"
            list={list}
            load={() => listImports(caller, readListInput(query))}
            present={presentImport}
            columns={columns}
            fallback="-created_at"
            noun={["file", "files"]}
            empty={
              <p className="text-ink-soft">No files yet. Files and their results are stored for 30 days.</p>
            }
            csv={csvHref(caller.organizationId, "badge_imports", query)}
          />
        </Section>
      </div>
    </>
  );
}
