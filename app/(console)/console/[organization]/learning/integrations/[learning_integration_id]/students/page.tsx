import { readListInput } from "@/lib/kernel/list/list-input";
import type { Metadata } from "next";
import { studentColumns } from "@/components/console/learning/student-columns";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/list/empty-state";
import { ListSearch, ListToolbar } from "@/components/ui/list/list-controls";
import { ListTable } from "@/components/ui/list/list-table";
import { presentStudent } from "@/lib/learning/organization-lists/serializer";
import { listIntegrationStudents } from "@/lib/learning/organization-lists/service";
import {
  csvHref,
  buildListAddress,
  readSearchText,
  serviceQuery,
  type PageQuery,
} from "../../../../../../list-request";
import { loadIntegration, type IntegrationParams } from "../integration";

export const metadata: Metadata = { title: "Students" };

type Props = { params: Promise<IntegrationParams>; searchParams: PageQuery };

const SORTS = ["last", "created_at"];

const NoStudents = ({ base }: { base: string }) => (
  <EmptyState
    title="No students yet"
    action={
      <ButtonLink variant="secondary" href={base}>
        View connection
      </ButtonLink>
    }
  >
    The learning system adds students through the API (POST /v1.1/cle_students/create), one by one or as a CSV
    file. Connect the learning system first.
  </EmptyState>
);

export default async function StudentsPage({ params, searchParams }: Props) {
  const [routeParams, search] = await Promise.all([params, searchParams]);
  const { member, integration, base } = await loadIntegration(routeParams);
  const { caller } = member;
  const columns = studentColumns(base);
  const list = buildListAddress(`${base}/students`, search, {
    filters: { query: readSearchText(search.query) },
    sorts: SORTS,
    columns,
  });
  const query = serviceQuery(list, { query: list.params.query ?? "" });
  const learning_integration_id = String(integration.id);
  return (
    <>
      <h2 className="sr-only">Students</h2>
      <ListToolbar>
        <ListSearch list={list} label="Search by name, e-mail address or ID" />
      </ListToolbar>
      <ListTable
        label="Students"
        list={list}
        load={() => listIntegrationStudents(caller, Number(learning_integration_id), readListInput(query))}
        present={presentStudent}
        columns={columns}
        fallback="last"
        noun={["student", "students"]}
        empty={<NoStudents base={base} />}
        csv={csvHref(
          caller.organizationId,
          `learning_integrations/${learning_integration_id}/students`,
          query,
        )}
      />
    </>
  );
}
