import Link from "next/link";
import type { ListAddress } from "@/components/ui/list-address";
import { Cell, ColumnHead, SortHead, Table } from "@/components/ui/table";
import type { LearningGradableItem } from "@/lib/learning/overview/schema";
import { CALLBACK_LABELS } from "./grade-words";
import { COUNT_LINK } from "./student-table";

function GradableLine({ gradable, base }: { gradable: LearningGradableItem; base: string }) {
  const label = CALLBACK_LABELS[gradable.callback];
  return (
    <tr>
      <Cell>
        <p className="font-medium wrap-anywhere">{gradable.name}</p>
        <p className="text-[0.8125rem] wrap-anywhere text-ink-faint">{gradable.extern_id}</p>
        <p className="mt-0.5 text-[0.8125rem] text-ink-soft md:hidden">
          {label}, passed with {gradable.min_pass_requirement}
        </p>
      </Cell>
      <Cell className="hidden md:table-cell">{label}</Cell>
      <Cell className="hidden text-ink-soft md:table-cell">{gradable.min_pass_requirement}</Cell>
      <Cell number>
        {gradable.grades_count > 0 ? (
          <Link href={`${base}/grades?gradable_id=${gradable.id}`} className={COUNT_LINK}>
            {gradable.grades_count.toLocaleString("en")}
            <span className="sr-only"> grades in {gradable.name}</span>
          </Link>
        ) : (
          <span className="text-ink-faint">0</span>
        )}
      </Cell>
      <Cell number>
        {gradable.rules_count > 0 ? gradable.rules_count : <span className="text-ink-faint">0</span>}
      </Cell>
    </tr>
  );
}

type GradableTableProps = { list: ListAddress; gradables: LearningGradableItem[]; base: string };

/** What is graded in an integration, how, and which rules ask for it. */
export function GradableTable({ list, gradables, base }: GradableTableProps) {
  const head = (
    <>
      <SortHead list={list} name="name" fallback="created_at">
        Gradable
      </SortHead>
      <ColumnHead className="hidden md:table-cell">Graded by</ColumnHead>
      <ColumnHead className="hidden md:table-cell">Passed with</ColumnHead>
      <ColumnHead align="end">Grades</ColumnHead>
      <ColumnHead align="end">Rules</ColumnHead>
    </>
  );
  return (
    <Table label="Gradables" head={head}>
      {gradables.map((gradable) => (
        <GradableLine key={gradable.id} gradable={gradable} base={base} />
      ))}
    </Table>
  );
}
