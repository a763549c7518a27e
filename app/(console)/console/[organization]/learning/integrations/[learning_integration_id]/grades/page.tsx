import type { Metadata } from "next";
import Link from "next/link";
import { Suspense } from "react";
import { GradeTable } from "@/components/learning/grade-table";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { listHref, type ListAddress } from "@/components/ui/list-address";
import { ListSearch, ListToolbar } from "@/components/ui/list-controls";
import { Pagination, PastTheEnd } from "@/components/ui/pagination";
import { TableSkeleton } from "@/components/ui/skeleton";
import type { LearningGradeItem } from "@/lib/learning/overview/schema";
import { presentGrade } from "@/lib/learning/overview/serializer";
import { listIntegrationGrades } from "@/lib/learning/overview/service";
import {
  bothWays,
  choice,
  pageNumber,
  searchText,
  textOf,
  verbQuery,
  type PageQuery,
} from "../../../../../../list-request";
import { loadIntegration, type IntegrationParams, type Loaded } from "../integration";

export const metadata: Metadata = { title: "Grades" };

type Props = { params: Promise<IntegrationParams>; searchParams: PageQuery };

const SORTS = bothWays(["completed_at"]);

/** An id of the address when it is one. */
const serial = (value: string): string => (/^[1-9]\d{0,8}$/.test(value) ? value : "");

function Nothing({ list }: { list: ListAddress }) {
  const { query, student_id, gradable_id } = list.params;
  if (query || student_id || gradable_id) {
    const all = (
      <ButtonLink variant="secondary" href={list.path}>
        Show all grades
      </ButtonLink>
    );
    return <EmptyState title="No grade fits" action={all} />;
  }
  return (
    <EmptyState title="No grades yet">
      The learning system registers them over the API (POST /v1.1/cle_eligibility/grade/register). A grade
      that is sent again replaces the one before.
    </EmptyState>
  );
}

/** What the list is narrowed to, as its rows name it, and the way out of it. */
function Narrowed({ list, first }: { list: ListAddress; first: LearningGradeItem | undefined }) {
  const { student_id, gradable_id } = list.params;
  if (!first || (!student_id && !gradable_id)) return null;
  const whose = student_id ? `${first.student.first} ${first.student.last}` : "";
  const what = gradable_id ? first.gradable.name : "";
  return (
    <p className="mb-5 text-sm text-ink-soft">
      Only grades {whose ? "of " : "in "}
      <strong className="font-medium text-ink">{whose || what}</strong>
      {whose && what ? ` in ${what}` : ""}.{" "}
      <Link
        href={listHref(list, { student_id: "", gradable_id: "" })}
        className="text-accent underline underline-offset-4"
      >
        Show all
      </Link>
    </p>
  );
}

async function Grades({ list, loaded }: { list: ListAddress; loaded: Loaded }) {
  const { member, integration } = loaded;
  const { query = "", student_id = "", gradable_id = "" } = list.params;
  const page = await listIntegrationGrades(member.caller, {
    params: { learning_integration_id: String(integration.id) },
    query: verbQuery(list, { query, student_id, gradable_id }),
  });
  if (page.total === 0) return <Nothing list={list} />;
  if (page.rows.length === 0) return <PastTheEnd list={list} />;
  const grades = page.rows.map(presentGrade);
  return (
    <>
      <Narrowed list={list} first={grades[0]} />
      <GradeTable list={list} grades={grades} />
      <Pagination list={list} page={page} noun={page.total === 1 ? "grade" : "grades"} />
    </>
  );
}

export default async function GradesPage({ params, searchParams }: Props) {
  const [given, asked] = await Promise.all([params, searchParams]);
  const loaded = await loadIntegration(given, "/grades");
  const list: ListAddress = {
    path: `${loaded.base}/grades`,
    params: {
      query: searchText(asked.query),
      student_id: serial(textOf(asked.student_id)),
      gradable_id: serial(textOf(asked.gradable_id)),
      sort: choice(asked.sort, SORTS),
      page: String(pageNumber(asked.page)),
    },
  };
  return (
    <>
      <h2 className="sr-only">Grades</h2>
      <ListToolbar>
        <ListSearch list={list} label="Search by student" />
      </ListToolbar>
      <Suspense key={JSON.stringify(list.params)} fallback={<TableSkeleton />}>
        <Grades list={list} loaded={loaded} />
      </Suspense>
    </>
  );
}
