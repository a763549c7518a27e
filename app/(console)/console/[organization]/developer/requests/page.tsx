import type { Metadata } from "next";
import { requestColumns } from "@/components/console/api-requests/request-columns";
import { RequestFilters } from "@/components/console/api-requests/request-filters";
import { RequestRows } from "@/components/console/api-requests/request-rows";
import { EmptyState } from "@/components/ui/list/empty-state";
import { ListTable } from "@/components/ui/list/list-table";
import { PageHeader } from "@/components/ui/page/page-header";
import { KEPT_DAYS, REQUEST_METHODS, STATUS_CLASSES } from "@/lib/access/api-requests/choices";
import { presentRequest } from "@/lib/access/api-requests/serializer";
import { listRequestActors, listRequests } from "@/lib/access/api-requests/service";
import { isUuid } from "@/lib/kernel/ids";
import { readListInput } from "@/lib/kernel/list/list-input";
import { requireConsoleMember } from "../../../../console-caller";
import {
  buildListAddress,
  csvHref,
  readChoice,
  readParameter,
  readSearchText,
  serviceQuery,
  type PageQuery,
  type QueryParameters,
} from "../../../../list-request";
import { SectionTabs } from "../section";

export const metadata: Metadata = { title: "Requests" };

type Props = { params: Promise<{ organization: string }>; searchParams: PageQuery };

/** The id of no request. */
const NO_ID = "00000000-0000-0000-0000-000000000000";

function readList(path: string, parameters: QueryParameters) {
  const actor = readParameter(parameters.actor_id);
  const filters = {
    status: readChoice(parameters.status, STATUS_CLASSES),
    method: readChoice(parameters.method, REQUEST_METHODS),
    path: readSearchText(parameters.path),
    actor_id: /^[\w-]{1,64}$/.test(actor) ? actor : "",
    request_id: readSearchText(parameters.request_id),
  };
  const columns = requestColumns({ path, params: {} });
  const list = buildListAddress(path, parameters, { filters, sorts: ["occurred_at"], columns });
  const isUsable = filters.request_id === "" || isUuid(filters.request_id);
  return {
    list,
    query: serviceQuery(list, isUsable ? filters : { ...filters, request_id: NO_ID }),
    idError: isUsable ? undefined : `“${filters.request_id}” is not a request ID.`,
  };
}

export default async function RequestsPage({ params, searchParams }: Props) {
  const [{ organization: slug }, parameters] = await Promise.all([params, searchParams]);
  const member = await requireConsoleMember(slug, { scope: "memberships" });
  const { caller } = member;
  const { organizationId } = caller;
  const path = `/console/${slug}/developer/requests`;
  const { list, query, idError } = readList(path, parameters);
  return (
    <>
      <PageHeader
        title="Requests"
        description={`API requests of the last ${KEPT_DAYS} days. Above 60 a minute, only some are stored.`}
      />
      <SectionTabs member={member} current="/requests" />
      <RequestFilters list={list} credentials={await listRequestActors(caller)} idError={idError} />
      <ListTable
        label="Requests"
        list={list}
        load={() => listRequests(caller, readListInput(query))}
        present={presentRequest}
        columns={requestColumns(list)}
        fallback="-occurred_at"
        noun={["request", "requests"]}
        empty={
          <EmptyState title="No requests yet">
            Requests with a token, an application or the session of a member appear here within seconds.
          </EmptyState>
        }
        csv={csvHref(organizationId, "api_requests", query)}
        around={(table, ids) => (
          <RequestRows organizationId={organizationId} pages={path} ids={ids}>
            {table}
          </RequestRows>
        )}
      />
    </>
  );
}
