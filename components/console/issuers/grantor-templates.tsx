import { BadgeArt } from "@/components/public/badge/badge-art";
import { ButtonLink } from "@/components/ui/button-link";
import type { Column } from "@/components/ui/list/data-table";
import { DateText } from "@/components/ui/time/time";
import type { BadgeTemplateSummary } from "@/lib/badges/templates/schema";

/** Returns the columns of a grantor’s templates, each with a link to issue it. */
export const grantorTemplateColumns = (
  home: string,
  canIssueBadges: boolean,
): Column<BadgeTemplateSummary>[] => [
  {
    key: "name",
    label: "Template",
    isFixed: true,
    sort: { name: "name" },
    cell: ({ name, image_url: image }) => (
      <div className="flex items-center gap-4">
        <BadgeArt src={image} name="" size={48} className="size-12" />
        <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
      </div>
    ),
  },
  {
    key: "updated",
    label: "Changed",
    from: "sm",
    isFigure: true,
    className: "text-ink-soft",
    sort: { name: "updated_at", first: "desc" },
    cell: ({ updated_at: at }) => <DateText value={at} />,
  },
  {
    key: "issue",
    label: "Issue",
    isFixed: true,
    isHeadHidden: true,
    className: "text-end",
    cell: ({ id, name }) =>
      canIssueBadges ? (
        <ButtonLink size="small" variant="secondary" href={`${home}/issue?badge_template_id=${id}`}>
          Issue<span className="sr-only"> {name}</span>
        </ButtonLink>
      ) : null,
  },
];
