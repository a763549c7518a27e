import Link from "next/link";
import type { ListAddress } from "@/components/ui/list-address";
import { Cell, ColumnHead, SortHead, Table } from "@/components/ui/table";
import { DateText } from "@/components/ui/time";
import type { LearningStudentItem } from "@/lib/learning/overview/schema";

export const COUNT_LINK =
  "inline-flex min-h-6 items-center text-ink underline decoration-line underline-offset-4 hover:decoration-current";

function StudentLine({ student, base }: { student: LearningStudentItem; base: string }) {
  const name = `${student.first} ${student.last}`;
  return (
    <tr>
      <Cell>
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-[0.8125rem] wrap-anywhere text-ink-faint">{student.email}</p>
        <p className="mt-0.5 text-[0.8125rem] wrap-anywhere text-ink-soft md:hidden">{student.extern_id}</p>
      </Cell>
      <Cell className="hidden wrap-anywhere text-ink-soft md:table-cell">{student.extern_id}</Cell>
      <Cell number>
        {student.grades_count > 0 ? (
          <Link href={`${base}/grades?student_id=${student.id}`} className={COUNT_LINK}>
            {student.grades_count.toLocaleString("en")}
            <span className="sr-only"> grades of {name}</span>
          </Link>
        ) : (
          <span className="text-ink-faint">0</span>
        )}
      </Cell>
      <Cell number>
        {student.badges_count > 0 ? (
          student.badges_count.toLocaleString("en")
        ) : (
          <span className="text-ink-faint">0</span>
        )}
      </Cell>
      <Cell className="hidden text-end text-ink-soft tabular-nums lg:table-cell">
        <DateText value={student.created_at} />
      </Cell>
    </tr>
  );
}

type StudentTableProps = { list: ListAddress; students: LearningStudentItem[]; base: string };

/** The students of an integration, with what they have. */
export function StudentTable({ list, students, base }: StudentTableProps) {
  const added = { align: "end", className: "hidden lg:table-cell" } as const;
  const head = (
    <>
      <SortHead list={list} name="last" fallback="last">
        Student
      </SortHead>
      <ColumnHead className="hidden md:table-cell">Id in the LMS</ColumnHead>
      <ColumnHead align="end">Grades</ColumnHead>
      <ColumnHead align="end">Badges</ColumnHead>
      <SortHead list={list} name="created_at" fallback="last" first="desc" {...added}>
        Added
      </SortHead>
    </>
  );
  return (
    <Table label="Students" head={head}>
      {students.map((student) => (
        <StudentLine key={student.id} student={student} base={base} />
      ))}
    </Table>
  );
}
