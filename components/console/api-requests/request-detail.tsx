import { CodeBox } from "@/components/ui/code-box";
import { CopyButton } from "@/components/ui/copy-button";
import { Facts, Section, type Fact } from "@/components/ui/facts";
import { SecondText } from "@/components/ui/time/moment";
import type { ApiRequestDetail } from "@/lib/access/api-requests/schema";
import { credentialKind, credentialName, formatDuration } from "./request-words";

const CODE = "font-mono text-[0.8125rem]";

const requestFacts = (request: ApiRequestDetail): Fact[] => [
  { term: "Time", value: <SecondText value={request.occurred_at} /> },
  { term: "Duration", value: formatDuration(request.duration_ms) },
  { term: "Credential", value: `${credentialName(request.actor)} (${credentialKind(request.actor)})` },
  { term: "Path", value: <code className={CODE}>{request.path}</code> },
  { term: "Query", value: request.query === "" ? "None" : <code className={CODE}>{request.query}</code> },
  {
    term: "Request ID",
    value: (
      <span className="flex flex-wrap items-center gap-x-3">
        <code className={CODE}>{request.request_id}</code>
        <CopyButton text={request.request_id} copies="Request ID" />
      </span>
    ),
  },
  { term: "IP address", value: request.address },
  { term: "User agent", value: request.user_agent || "None" },
];

const formatBody = (body: string): string => JSON.stringify(JSON.parse(body), null, 2);

const Body = ({ label, body, missing }: { label: string; body: string | null; missing: string }) =>
  body === null ? (
    <p className="text-sm text-ink-soft">{missing}</p>
  ) : (
    <CodeBox label={label} text={formatBody(body)} />
  );

/** Everything about a request. Successful reads have no bodies. */
export function RequestDetail({ request }: { request: ApiRequestDetail }) {
  const isRead = request.method === "GET" || request.method === "HEAD";
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <Facts facts={requestFacts(request)} />
      {isRead && request.status < 400 ? (
        <p className="text-sm text-ink-soft">Bodies are stored for errors and changes only.</p>
      ) : (
        <Section title="Bodies">
          <p className="text-sm text-ink-soft">At most 4 KB each. Secrets and e-mail addresses are hidden.</p>
          {isRead ? null : <Body label="Request" body={request.request_body} missing="No request body." />}
          <Body label="Response" body={request.response_body} missing="No response body." />
        </Section>
      )}
    </div>
  );
}
