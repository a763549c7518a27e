import Link from "next/link";
import { rowActions, type Column } from "@/components/ui/list/data-table";
import { listHref, type ListAddress } from "@/components/ui/list/list-address";
import { Tag } from "@/components/ui/tag";
import { SecondText } from "@/components/ui/time/moment";
import type { ApiRequest } from "@/lib/access/api-requests/schema";
import { RequestRowMenu } from "./request-rows";
import { credentialKind, credentialName, formatDuration, requestTitle, statusTone } from "./request-words";

const Target = ({ request, href }: { request: ApiRequest; href: string }) => (
  <>
    <Link
      prefetch={false}
      href={href}
      className="font-mono text-[0.8125rem] font-medium wrap-anywhere text-ink no-underline hover:text-accent hover:underline"
    >
      {requestTitle(request)}
    </Link>
    {request.query === "" ? null : (
      <p className="font-mono text-2xs wrap-anywhere text-ink-faint">?{request.query}</p>
    )}
    <p className="mt-0.5 text-[0.8125rem] text-ink-faint md:hidden">
      <SecondText value={request.occurred_at} />
    </p>
  </>
);

const DETAILS: Column<ApiRequest>[] = [
  {
    key: "credential",
    label: "Credential",
    from: "lg",
    fields: [
      ["actor.name", "Credential"],
      ["actor.type", "Kind of credential"],
    ],
    cell: ({ actor }) => (
      <>
        <span className="wrap-anywhere">{credentialName(actor)}</span>
        <p className="text-2xs text-ink-faint">{credentialKind(actor)}</p>
      </>
    ),
  },
  {
    key: "duration",
    label: "Duration",
    from: "sm",
    isFigure: true,
    className: "text-ink-soft whitespace-nowrap",
    fields: [["duration_ms", "Duration in ms"]],
    cell: ({ duration_ms: ms }) => formatDuration(ms),
  },
  {
    key: "time",
    label: "Time",
    from: "md",
    isFigure: true,
    className: "text-ink-soft",
    sort: { name: "occurred_at", first: "desc" },
    fields: [["occurred_at", "Time"]],
    cell: ({ occurred_at: at }) => <SecondText value={at} />,
  },
  {
    key: "request_id",
    label: "Request ID",
    isExtra: true,
    className: "font-mono text-2xs text-ink-faint wrap-anywhere",
    fields: [["request_id", "Request ID"]],
    cell: ({ request_id: id }) => id,
  },
];

/** The columns of the request log. */
export const requestColumns = (list: ListAddress): Column<ApiRequest>[] => [
  {
    key: "request",
    label: "Request",
    isFixed: true,
    fields: [
      ["method", "Method"],
      ["path", "Path"],
      ["query", "Query"],
    ],
    cell: (request) => <Target request={request} href={`${list.path}/${request.id}`} />,
  },
  {
    key: "status",
    label: "Status",
    isFixed: true,
    fields: [["status", "Status"]],
    cell: ({ status }) => <Tag tone={statusTone(status)}>{status}</Tag>,
  },
  ...DETAILS,
  rowActions(({ id, actor, ...request }) => (
    <RequestRowMenu
      id={id}
      title={requestTitle(request)}
      href={`${list.path}/${id}`}
      credentialHref={listHref(list, { actor_id: actor.id })}
    />
  )),
];
