import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import { GRADE_COLUMNS } from "@/components/console/learning/grade-columns";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import type { ListAddress } from "@/components/ui/list-address";
import { ListSearch, ListToolbar } from "@/components/ui/list-controls";
import { ListView } from "@/components/ui/list-view";
import { Narrowed } from "@/components/ui/narrowed";
import type { LearningGradeItem } from "@/lib/learning/organization-lists/schema";
import { presentGrade } from "@/lib/learning/organization-lists/serializer";
import { listIntegrationGrades } from "@/lib/learning/organization-lists/service";
import {
  csvHref,
  listAddress,
  searchText,
  textOf,
  verbQuery,
  type PageQuery,
} from "../../../../../../list-request";
import { loadIntegration, type IntegrationParams } from "../integration";

export const metadata: Metadata = { title: "Grades" };

type Props = { params: Promise<IntegrationParams>; searchParams: PageQuery };

const SORTS = ["completed_at"];

/** Returns the id from the address, or an empty text if it is invalid. */
const serial = (value: string): string => (/^[1-9]\d{0,8}$/.test(value) ? value : "");

const NOTHING = (
  <EmptyState title="No grades yet">
    The learning system sends grades through the API (POST /v1.1/cle_eligibility/grade/register). A new grade
    for the same gradable replaces the previous one.
  </EmptyState>
);

/** Shows the student or gradable that the list is filtered by, named by its first row, with a link to clear it. */
function NarrowedGrades({ list, first }: { list: ListAddress; first: LearningGradeItem | undefined }) {
  const { student_id, gradable_id } = list.params;
  if (!first || (!student_id && !gradable_id)) return null;
  const whose = student_id ? `${first.student.first} ${first.student.last}` : "";
  const what = gradable_id ? first.gradable.name : "";
  return (
    <Narrowed list={list} without={["student_id", "gradable_id"]}>
      Showing grades {whose ? "of " : "in "}
      <strong className="font-medium text-ink">{whose || what}</strong>
      {whose && what ? ` in ${what}` : ""}.
    </Narrowed>
  );
}

export default async function GradesPage({ params, searchParams }: Props) {
  const [given, asked] = await Promise.all([params, searchParams]);
  const { member, integration, base } = await loadIntegration(given);
  const { caller } = member;
  const filters = {
    query: searchText(asked.query),
    student_id: serial(textOf(asked.student_id)),
    gradable_id: serial(textOf(asked.gradable_id)),
  };
  const list = listAddress(`${base}/grades`, asked, { filters, sorts: SORTS, columns: GRADE_COLUMNS });
  const query = verbQuery(list, filters);
  const learning_integration_id = String(integration.id);
  return (
    <>
      <h2 className="sr-only">Grades</h2>
      <ListToolbar>
        <ListSearch list={list} label="Search by student" />
      </ListToolbar>
      <ListView
        list={list}
        load={() => listIntegrationGrades(caller, Number(learning_integration_id), readListInput(query))}
        noun={["grade", "grades"]}
        empty={NOTHING}
        columns={GRADE_COLUMNS}
        csv={csvHref(caller.organizationId, `learning_integrations/${learning_integration_id}/grades`, query)}
      >
        {(rows) => {
          const grades = rows.map(presentGrade);
          return (
            <>
              <NarrowedGrades list={list} first={grades[0]} />
              <DataTable
                label="Grades"
                columns={GRADE_COLUMNS}
                rows={grades}
                keyOf={({ id }) => String(id)}
                list={list}
                fallback="-completed_at"
              />
            </>
          );
        }}
      </ListView>
    </>
  );
}
