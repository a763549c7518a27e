import type { Column } from "@/components/ui/list/data-table";
import { Count } from "@/components/ui/list/count";
import { DateText } from "@/components/ui/time/time";
import type { LearningStudentItem } from "@/lib/learning/organization-lists/schema";

const studentName = ({ first, last }: LearningStudentItem): string => `${first} ${last}`;

/** Returns the columns of the students of an integration. `base` is the integration's page. */
export const studentColumns = (base: string): Column<LearningStudentItem>[] => [
  {
    key: "student",
    label: "Student",
    isFixed: true,
    sort: { name: "last" },
    cell: (student) => (
      <>
        <p className="font-medium wrap-anywhere">{studentName(student)}</p>
        <p className="text-[0.8125rem] wrap-anywhere text-ink-faint">{student.email}</p>
        <p className="mt-0.5 text-[0.8125rem] wrap-anywhere text-ink-soft md:hidden">{student.extern_id}</p>
      </>
    ),
  },
  {
    key: "extern_id",
    label: "LMS ID",
    from: "md",
    className: "wrap-anywhere text-ink-soft",
    cell: ({ extern_id: id }) => id,
  },
  {
    key: "grades",
    label: "Grades",
    isFigure: true,
    cell: (student) => (
      <Count
        value={student.grades_count}
        href={`${base}/grades?student_id=${student.id}`}
        of={`grades of ${studentName(student)}`}
      />
    ),
  },
  {
    key: "badges",
    label: "Badges",
    isFigure: true,
    cell: (student) => <Count value={student.badges_count} />,
  },
  {
    key: "added",
    label: "Added",
    from: "lg",
    isFigure: true,
    className: "text-ink-soft",
    sort: { name: "created_at", first: "desc" },
    cell: ({ created_at: at }) => <DateText value={at} />,
  },
];
