import Link from "next/link";
import type { ListAddress } from "@/components/ui/list-address";
import { Cell, ColumnHead, SortHead, Table } from "@/components/ui/table";
import { DateText } from "@/components/ui/time";
import type { BadgeTemplate } from "@/lib/badge-templates/schema";
import { BadgeArt } from "./badge-art";
import { TemplateState } from "./template-state";

type TemplateTableProps = { list: ListAddress; templates: BadgeTemplate[]; home: string };

function TemplateLine({ template, home }: { template: BadgeTemplate; home: string }) {
  return (
    <tr>
      <Cell>
        <div className="flex items-center gap-4">
          <BadgeArt src={template.image_url} name="" size={48} className="size-12" />
          <div className="min-w-0">
            <Link
              href={`${home}/badge_templates/${template.id}`}
              className="font-medium text-ink no-underline hover:text-accent hover:underline"
            >
              {template.name}
            </Link>
            <p className="line-clamp-1 text-[0.8125rem] text-ink-faint">
              {template.skills.length > 0 ? template.skills.join(" · ") : "No skills yet"}
            </p>
            <div className="mt-1 sm:hidden">
              <TemplateState state={template.state} />
            </div>
          </div>
        </div>
      </Cell>
      <Cell className="hidden sm:table-cell">
        <TemplateState state={template.state} />
      </Cell>
      <Cell number>
        {template.badges_count > 0 ? (
          <Link
            href={`${home}/issued_badges?badge_template_id=${template.id}`}
            className="inline-flex min-h-6 items-center text-ink underline decoration-line underline-offset-4 hover:decoration-current"
          >
            {template.badges_count.toLocaleString("en")}
            <span className="sr-only"> badges issued from {template.name}</span>
          </Link>
        ) : (
          <span className="text-ink-faint">0</span>
        )}
      </Cell>
      <Cell className="hidden text-end text-ink-soft tabular-nums md:table-cell">
        <DateText value={template.updated_at} />
      </Cell>
    </tr>
  );
}

/** The organization's templates with their art, state and number of badges issued. */
export function TemplateTable({ list, templates, home }: TemplateTableProps) {
  const fallback = "-created_at";
  const head = (
    <>
      <SortHead list={list} name="name" fallback={fallback}>
        Name
      </SortHead>
      <ColumnHead className="hidden sm:table-cell">State</ColumnHead>
      <SortHead list={list} name="badges_count" fallback={fallback} first="desc" align="end">
        Issued
      </SortHead>
      <SortHead
        list={list}
        name="updated_at"
        fallback={fallback}
        first="desc"
        align="end"
        className="hidden md:table-cell"
      >
        Changed
      </SortHead>
    </>
  );
  return (
    <Table label="Badge templates" head={head}>
      {templates.map((template) => (
        <TemplateLine key={template.id} template={template} home={home} />
      ))}
    </Table>
  );
}
