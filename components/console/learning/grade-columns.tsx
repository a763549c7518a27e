import type { Column } from "@/components/ui/list/data-table";
import { DateText } from "@/components/ui/time/time";
import type { LearningGradeItem } from "@/lib/learning/organization-lists/schema";
import { CALLBACK_LABELS } from "./grade-words";

/** The columns of a table of grades. */
export const GRADE_COLUMNS: Column<LearningGradeItem>[] = [
  {
    key: "student",
    label: "Student",
    isFixed: true,
    cell: ({ student, gradable }) => (
      <>
        <p className="font-medium wrap-anywhere">
          {student.first} {student.last}
        </p>
        <p className="text-[0.8125rem] wrap-anywhere text-ink-faint">{student.email}</p>
        <p className="mt-0.5 text-[0.8125rem] wrap-anywhere text-ink-soft md:hidden">{gradable.name}</p>
      </>
    ),
  },
  {
    key: "gradable",
    label: "Gradable",
    from: "md",
    cell: ({ gradable }) => (
      <>
        <p className="wrap-anywhere">{gradable.name}</p>
        <p className="text-[0.8125rem] text-ink-faint">{CALLBACK_LABELS[gradable.callback]}</p>
      </>
    ),
  },
  {
    key: "grade",
    label: "Grade",
    isFixed: true,
    isFigure: true,
    className: "whitespace-nowrap",
    cell: ({ score }) => score,
  },
  {
    key: "completed",
    label: "Completed",
    from: "sm",
    isFigure: true,
    className: "text-ink-soft",
    sort: { name: "completed_at", first: "desc" },
    cell: ({ completed_at: at }) => <DateText value={at} />,
  },
];
