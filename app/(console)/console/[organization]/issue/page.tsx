import type { Metadata } from "next";
import type { TemplateChoice } from "@/components/badge-templates/template-picker";
import { IssueForm } from "@/components/issued-badges/issue-form";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { presentTemplate } from "@/lib/badge-templates/serializer";
import type { TemplateRow } from "@/lib/badge-templates/serializer";
import { getTemplate, listTemplates } from "@/lib/badge-templates/service";
import type { Caller } from "@/lib/kernel/caller";
import { clock } from "@/lib/kernel/clock";
import { dateOnly } from "@/lib/kernel/dates";
import { isUuid } from "@/lib/kernel/ids";
import { consoleMember, may } from "../../../console-caller";
import { textOf, type PageQuery } from "../../../list-request";

export const metadata: Metadata = { title: "Issue a badge" };

type Props = { params: Promise<{ organization: string }>; searchParams: PageQuery };

const FIRST = 12;

function choiceOf(row: TemplateRow): TemplateChoice {
  const { id, name, image_url, skills } = presentTemplate(row);
  return { id, name, image_url, skills };
}

/** The template that the address names, when it can be issued. */
async function namedTemplate(caller: Caller, id: string): Promise<TemplateChoice | null> {
  if (!isUuid(id)) return null;
  const row = await getTemplate(caller, { params: { badge_template_id: id } }).catch(() => null);
  return row?.state === "active" ? choiceOf(row) : null;
}

export default async function IssuePage({ params, searchParams }: Props) {
  const [{ organization: slug }, asked] = await Promise.all([params, searchParams]);
  const templateId = textOf(asked.badge_template_id);
  const path = templateId ? `/issue?badge_template_id=${encodeURIComponent(templateId)}` : "/issue";
  const { caller, organization } = await consoleMember(slug, path, {
    scope: "issued_badges",
    access: "write",
  });
  const home = `/console/${slug}`;
  const query = new URLSearchParams({ filter: "state::active", sort: "name", per: String(FIRST) });
  const [active, chosen] = await Promise.all([
    listTemplates(caller, { query }),
    namedTemplate(caller, templateId),
  ]);
  return (
    <>
      <PageHeader
        title="Issue a badge"
        description="To one person. They get a mail and decide whether to accept it."
      />
      {active.total === 0 ? (
        <EmptyState
          title="First, an active template"
          action={
            may(caller, "badge_templates", "write") ? (
              <ButtonLink href={`${home}/badge_templates/new`}>New template</ButtonLink>
            ) : null
          }
        >
          Badges are issued from templates, and none of yours is active yet.
        </EmptyState>
      ) : (
        <IssueForm
          key={chosen?.id ?? ""}
          organizationId={organization.id}
          home={home}
          today={dateOnly(clock.now())}
          templates={active.rows.map(choiceOf)}
          moreTemplates={active.total > active.rows.length}
          chosen={chosen}
        />
      )}
    </>
  );
}
