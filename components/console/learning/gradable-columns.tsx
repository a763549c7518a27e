import { Count } from "@/components/ui/list/count";
import type { Column } from "@/components/ui/list/data-table";
import type { LearningGradableItem } from "@/lib/learning/organization-lists/schema";
import { CALLBACK_LABELS } from "./grade-words";

/** Returns the columns of the gradables of an integration. `base` is the integration's page. */
export const gradableColumns = (base: string): Column<LearningGradableItem>[] => [
  {
    key: "gradable",
    label: "Gradable",
    isFixed: true,
    sort: { name: "name" },
    cell: (gradable) => (
      <>
        <p className="font-medium wrap-anywhere">{gradable.name}</p>
        <p className="text-[0.8125rem] wrap-anywhere text-ink-faint">{gradable.extern_id}</p>
        <p className="mt-0.5 text-[0.8125rem] text-ink-soft md:hidden">
          {CALLBACK_LABELS[gradable.callback]}, minimum to pass: {gradable.min_pass_requirement}
        </p>
      </>
    ),
  },
  { key: "callback", label: "Grade type", from: "md", cell: ({ callback }) => CALLBACK_LABELS[callback] },
  {
    key: "passed_with",
    label: "Minimum to pass",
    from: "md",
    className: "text-ink-soft",
    cell: ({ min_pass_requirement: minimum }) => minimum,
  },
  {
    key: "grades",
    label: "Grades",
    isFigure: true,
    cell: ({ id, name, grades_count: count }) => (
      <Count value={count} href={`${base}/grades?gradable_id=${id}`} of={`grades in ${name}`} />
    ),
  },
  { key: "rules", label: "Rules", isFigure: true, cell: ({ rules_count: count }) => <Count value={count} /> },
];
