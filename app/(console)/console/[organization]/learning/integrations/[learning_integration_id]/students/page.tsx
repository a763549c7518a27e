import type { Metadata } from "next";
import { Suspense } from "react";
import { StudentTable } from "@/components/learning/student-table";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import type { ListAddress } from "@/components/ui/list-address";
import { ListSearch, ListToolbar } from "@/components/ui/list-controls";
import { Pagination, PastTheEnd } from "@/components/ui/pagination";
import { TableSkeleton } from "@/components/ui/skeleton";
import { presentStudent } from "@/lib/learning/overview/serializer";
import { listIntegrationStudents } from "@/lib/learning/overview/service";
import {
  bothWays,
  choice,
  pageNumber,
  searchText,
  verbQuery,
  type PageQuery,
} from "../../../../../../list-request";
import { loadIntegration, type IntegrationParams, type Loaded } from "../integration";

export const metadata: Metadata = { title: "Students" };

type Props = { params: Promise<IntegrationParams>; searchParams: PageQuery };

const SORTS = bothWays(["last", "created_at"]);

function Nothing({ list, base }: { list: ListAddress; base: string }) {
  if (list.params.query) {
    const all = (
      <ButtonLink variant="secondary" href={list.path}>
        Show all students
      </ButtonLink>
    );
    return <EmptyState title="No student fits" action={all} />;
  }
  const connect = (
    <ButtonLink variant="secondary" href={base}>
      Connection
    </ButtonLink>
  );
  return (
    <EmptyState title="No students yet" action={connect}>
      The learning system registers them over the API (POST /v1.1/cle_students/create), one by one or as a CSV
      file. Enter this integration’s values there first.
    </EmptyState>
  );
}

async function Students({ list, loaded }: { list: ListAddress; loaded: Loaded }) {
  const { member, integration, base } = loaded;
  const page = await listIntegrationStudents(member.caller, {
    params: { learning_integration_id: String(integration.id) },
    query: verbQuery(list, { query: list.params.query ?? "" }),
  });
  if (page.total === 0) return <Nothing list={list} base={base} />;
  if (page.rows.length === 0) return <PastTheEnd list={list} />;
  return (
    <>
      <StudentTable list={list} students={page.rows.map(presentStudent)} base={base} />
      <Pagination list={list} page={page} noun={page.total === 1 ? "student" : "students"} />
    </>
  );
}

export default async function StudentsPage({ params, searchParams }: Props) {
  const [given, asked] = await Promise.all([params, searchParams]);
  const loaded = await loadIntegration(given, "/students");
  const list: ListAddress = {
    path: `${loaded.base}/students`,
    params: {
      query: searchText(asked.query),
      sort: choice(asked.sort, SORTS),
      page: String(pageNumber(asked.page)),
    },
  };
  return (
    <>
      <h2 className="sr-only">Students</h2>
      <ListToolbar>
        <ListSearch list={list} label="Search by name, e-mail or id" />
      </ListToolbar>
      <Suspense key={JSON.stringify(list.params)} fallback={<TableSkeleton />}>
        <Students list={list} loaded={loaded} />
      </Suspense>
    </>
  );
}
