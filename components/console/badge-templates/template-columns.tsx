import Link from "next/link";
import { Count } from "@/components/ui/list/count";
import type { Column } from "@/components/ui/list/data-table";
import { DateText } from "@/components/ui/time/time";
import type { BadgeTemplate } from "@/lib/badges/templates/schema";
import { BadgeArt } from "@/components/public/badge/badge-art";
import { TemplateState } from "./template-state";

const listText = (list: string[]) => (
  <span className="line-clamp-2 text-[0.8125rem] text-ink-soft">{list.join(" · ")}</span>
);

const nameCell = (template: BadgeTemplate, home: string) => (
  <div className="flex items-center gap-4">
    <BadgeArt src={template.image_url} name="" size={56} className="size-8 comfortable:size-14" />
    <div className="min-w-0">
      <Link
        href={`${home}/badge_templates/${template.id}`}
        className="font-medium text-ink no-underline hover:text-accent hover:underline"
      >
        {template.name}
      </Link>
      <p className="hidden text-[0.8125rem] text-ink-faint comfortable:line-clamp-1">
        {template.skills.length > 0 ? template.skills.join(" · ") : "No skills yet"}
      </p>
      <div className="mt-1 sm:hidden">
        <TemplateState state={template.state} />
      </div>
    </div>
  </div>
);

const DATES: Column<BadgeTemplate>[] = [
  {
    key: "created",
    label: "Created",
    fields: [["created_at", "Created"]],
    from: "md",
    isFigure: true,
    className: "text-ink-soft",
    sort: { name: "created_at", first: "desc" },
    cell: ({ created_at: at }) => <DateText value={at} />,
  },
  {
    key: "changed",
    label: "Updated",
    fields: [["updated_at", "Updated"]],
    from: "md",
    isExtra: true,
    isFigure: true,
    className: "text-ink-soft",
    sort: { name: "updated_at", first: "desc" },
    cell: ({ updated_at: at }) => <DateText value={at} />,
  },
];

/** The columns of the template list. */
export const templateColumns = (home: string): Column<BadgeTemplate>[] => [
  {
    key: "name",
    label: "Name",
    fields: [
      ["name", "Name"],
      ["skills", "Skills"],
    ],
    isFixed: true,
    sort: { name: "name" },
    cell: (template) => nameCell(template, home),
  },
  {
    key: "state",
    label: "State",
    from: "sm",
    fields: [["state", "State"]],
    cell: ({ state }) => <TemplateState state={state} />,
  },
  {
    key: "visibility",
    label: "Visibility",
    fields: [["visibility", "Visibility"]],
    from: "lg",
    className: "text-ink-soft",
    cell: ({ visibility }) => (visibility === "public" ? "Public" : "Private"),
  },
  {
    key: "level",
    label: "Level",
    fields: [["level", "Level"]],
    from: "md",
    isExtra: true,
    className: "text-ink-soft",
    cell: ({ level }) => level,
  },
  {
    key: "tags",
    label: "Reporting tags",
    fields: [["reporting_tags", "Reporting tags"]],
    from: "lg",
    isExtra: true,
    cell: ({ reporting_tags }) => listText(reporting_tags),
  },
  {
    key: "issued",
    label: "Issued",
    fields: [["badges_count", "Issued"]],
    isFigure: true,
    sort: { name: "badges_count", first: "desc" },
    cell: ({ id, name, badges_count: value }) => (
      <Count
        value={value}
        href={`${home}/issued_badges?badge_template_id=${id}`}
        of={`badges issued from ${name}`}
      />
    ),
  },
  ...DATES,
];
