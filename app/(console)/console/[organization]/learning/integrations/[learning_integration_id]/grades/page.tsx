import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import { GRADE_COLUMNS } from "@/components/console/learning/grade-columns";
import { DataTable } from "@/components/ui/list/data-table";
import { EmptyState } from "@/components/ui/list/empty-state";
import type { ListAddress } from "@/components/ui/list/list-address";
import { ListSearch, ListToolbar } from "@/components/ui/list/list-controls";
import { ListView } from "@/components/ui/list/list-view";
import { ActiveFilter } from "@/components/ui/list/active-filter";
import type { LearningGradeItem } from "@/lib/learning/organization-lists/schema";
import { presentGrade } from "@/lib/learning/organization-lists/serializer";
import { listIntegrationGrades } from "@/lib/learning/organization-lists/service";
import {
  csvHref,
  buildListAddress,
  readSearchText,
  readParameter,
  serviceQuery,
  type PageQuery,
} from "../../../../../../list-request";
import { loadIntegration, type IntegrationParams } from "../integration";

export const metadata: Metadata = { title: "Grades" };

type Props = { params: Promise<IntegrationParams>; searchParams: PageQuery };

const SORTS = ["completed_at"];

/** Returns the id from the address, or an empty text if it is invalid. */
const parseId = (value: string): string => (/^[1-9]\d{0,8}$/.test(value) ? value : "");

const NO_GRADES = (
  <EmptyState title="No grades yet">
    The learning system sends grades through the API (POST /v1.1/cle_eligibility/grade/register). A new grade
    for the same gradable replaces the previous one.
  </EmptyState>
);

/** Shows the student or gradable that the list is filtered by, named by its first row, with a link to clear it. */
function GradesFilter({ list, first }: { list: ListAddress; first: LearningGradeItem | undefined }) {
  const { student_id, gradable_id } = list.params;
  if (!first || (!student_id && !gradable_id)) return null;
  const studentName = student_id ? `${first.student.first} ${first.student.last}` : "";
  const gradableName = gradable_id ? first.gradable.name : "";
  return (
    <ActiveFilter list={list} without={["student_id", "gradable_id"]}>
      Showing grades {studentName ? "of " : "in "}
      <strong className="font-medium text-ink">{studentName || gradableName}</strong>
      {studentName && gradableName ? ` in ${gradableName}` : ""}.
    </ActiveFilter>
  );
}

export default async function GradesPage({ params, searchParams }: Props) {
  const [routeParams, search] = await Promise.all([params, searchParams]);
  const { member, integration, base } = await loadIntegration(routeParams);
  const { caller } = member;
  const filters = {
    query: readSearchText(search.query),
    student_id: parseId(readParameter(search.student_id)),
    gradable_id: parseId(readParameter(search.gradable_id)),
  };
  const list = buildListAddress(`${base}/grades`, search, { filters, sorts: SORTS, columns: GRADE_COLUMNS });
  const query = serviceQuery(list, filters);
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
        empty={NO_GRADES}
        columns={GRADE_COLUMNS}
        csv={csvHref(caller.organizationId, `learning_integrations/${learning_integration_id}/grades`, query)}
      >
        {(rows) => {
          const grades = rows.map(presentGrade);
          return (
            <>
              <GradesFilter list={list} first={grades[0]} />
              <DataTable
                label="Grades"
                columns={GRADE_COLUMNS}
                rows={grades}
                rowKey={({ id }) => String(id)}
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
