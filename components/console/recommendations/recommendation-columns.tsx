import Link from "next/link";
import type { Column } from "@/components/ui/list/data-table";
import { Count } from "@/components/ui/list/count";
import { Tag } from "@/components/ui/tag";
import { DateText } from "@/components/ui/time/time";
import type { RecommendationItem } from "@/lib/badges/recommendations/schema";
import { TYPE_OPTIONS } from "./recommendation-words";

const TypeTag = ({ type }: Pick<RecommendationItem, "type">) => (
  <Tag tone={type === "badge" ? "accent" : "neutral"}>{TYPE_OPTIONS[type].label}</Tag>
);

const urlHost = (address: string): string => {
  try {
    return new URL(address).host;
  } catch {
    return address;
  }
};

/** Returns the columns of a table of recommendations. */
export const recommendationColumns = (home: string): Column<RecommendationItem>[] => [
  {
    key: "title",
    label: "Recommendation",
    isFixed: true,
    sort: { name: "title" },
    cell: ({ id, title, type, activity_url: address }) => (
      <>
        <Link
          href={`${home}/recommendations/${id}`}
          className="font-medium wrap-anywhere text-ink no-underline hover:text-accent hover:underline"
        >
          {title}
        </Link>
        {address ? <p className="text-[0.8125rem] wrap-anywhere text-ink-faint">{urlHost(address)}</p> : null}
        <div className="mt-1 sm:hidden">
          <TypeTag type={type} />
        </div>
      </>
    ),
  },
  { key: "type", label: "Type", from: "sm", cell: ({ type }) => <TypeTag type={type} /> },
  {
    key: "shown_on",
    label: "Shown on",
    isFigure: true,
    cell: ({ badge_templates_count: count }) => <Count value={count} />,
  },
  {
    key: "updated",
    label: "Changed",
    from: "md",
    isFigure: true,
    className: "text-ink-soft",
    cell: ({ updated_at: at }) => <DateText value={at} />,
  },
];
