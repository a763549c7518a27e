import type { ListAddress } from "@/components/ui/list-address";
import { Cell, ColumnHead, SortHead, Table } from "@/components/ui/table";
import { DateText } from "@/components/ui/time";
import type { LearningGradeItem } from "@/lib/learning/overview/schema";
import { CALLBACK_LABELS } from "./grade-words";

const GradeLine = ({ grade }: { grade: LearningGradeItem }) => (
  <tr>
    <Cell>
      <p className="font-medium wrap-anywhere">
        {grade.student.first} {grade.student.last}
      </p>
      <p className="text-[0.8125rem] wrap-anywhere text-ink-faint">{grade.student.email}</p>
      <p className="mt-0.5 text-[0.8125rem] wrap-anywhere text-ink-soft md:hidden">{grade.gradable.name}</p>
    </Cell>
    <Cell className="hidden md:table-cell">
      <p className="wrap-anywhere">{grade.gradable.name}</p>
      <p className="text-[0.8125rem] text-ink-faint">{CALLBACK_LABELS[grade.gradable.callback]}</p>
    </Cell>
    <Cell number className="whitespace-nowrap">
      {grade.score}
    </Cell>
    <Cell className="hidden text-end text-ink-soft tabular-nums sm:table-cell">
      <DateText value={grade.completed_at} />
    </Cell>
  </tr>
);

/** Grades with who got them, and for what. */
export function GradeTable({ list, grades }: { list: ListAddress; grades: LearningGradeItem[] }) {
  const head = (
    <>
      <ColumnHead>Student</ColumnHead>
      <ColumnHead className="hidden md:table-cell">Gradable</ColumnHead>
      <ColumnHead align="end">Grade</ColumnHead>
      <SortHead
        list={list}
        name="completed_at"
        fallback="-completed_at"
        first="desc"
        align="end"
        className="hidden sm:table-cell"
      >
        Completed
      </SortHead>
    </>
  );
  return (
    <Table label="Grades" head={head}>
      {grades.map((grade) => (
        <GradeLine key={grade.id} grade={grade} />
      ))}
    </Table>
  );
}
