import { Fragment } from "react";
import { Tag } from "@/components/ui/tag";
import { SecondText } from "@/components/ui/time/moment";
import type { WebhookDeliveryDetail } from "@/lib/delivery/webhooks/schema";
import { formatReason } from "./delivery-state";

type Attempt = WebhookDeliveryDetail["attempts"][number];

const isSuccess = ({ reason }: Attempt): boolean => reason === null;

/** Shows the response of the receiver, or what happened if there was none. */
function ResponseExcerpt({ attempt }: { attempt: Attempt }) {
  const { status, response_excerpt: excerpt } = attempt;
  if (!excerpt) return status === null ? null : <p className="text-ink-faint">The response was empty.</p>;
  // The body of a redirect is not read, so its excerpt is our own text.
  if (status === null || attempt.reason === "redirect") return <p className="text-ink-soft">{excerpt}</p>;
  return (
    <pre
      tabIndex={0}
      aria-label="First KiB of the response"
      className="max-h-64 overflow-auto rounded-lg border border-line bg-sunken p-3 font-mono text-[0.8125rem] leading-relaxed wrap-anywhere whitespace-pre-wrap"
    >
      {excerpt}
    </pre>
  );
}

type HeaderListProps = { title: string; headers: Record<string, string> | null };

/** The headers of a request or a response, closed at first. */
function HeaderList({ title, headers }: HeaderListProps) {
  const entries = Object.entries(headers ?? {});
  if (entries.length === 0) return null;
  return (
    <details>
      <summary className="cursor-pointer text-ink-soft">
        {title} ({entries.length})
      </summary>
      <dl className="mt-2 grid gap-x-4 gap-y-1 rounded-lg border border-line bg-sunken p-3 font-mono text-[0.8125rem] sm:grid-cols-[auto_minmax(0,1fr)]">
        {entries.map(([name, value]) => (
          <Fragment key={name}>
            <dt className="text-ink-soft">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </Fragment>
        ))}
      </dl>
    </details>
  );
}

const summarizeAttempt = ({ status, reason }: Attempt): string => {
  if (status !== null && (reason === null || reason === "status")) return `HTTP ${status}`;
  return reason === null ? "Delivered" : formatReason(reason) + (status === null ? "" : ` (${status})`);
};

type AttemptListProps = {
  attempts: Attempt[];
  /** The total number of attempts. If there are very many, the oldest are not shown. */
  total: number;
};

/** Lists the attempts of a delivery, newest first. */
export const AttemptList = ({ attempts, total }: AttemptListProps) => (
  <ol className="divide-y divide-line border-y border-line text-sm" reversed>
    {attempts.map((attempt, index) => (
      <li key={total - index} className="flex flex-col gap-2 py-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="w-8 text-ink-faint tabular-nums" aria-hidden="true">
            {total - index}.
          </span>
          <Tag tone={isSuccess(attempt) ? "positive" : "negative"}>
            {isSuccess(attempt) ? "Delivered" : "Failed"}
          </Tag>
          <span className="font-medium">{summarizeAttempt(attempt)}</span>
          <span className="ms-auto text-ink-soft tabular-nums">
            {attempt.duration_ms.toLocaleString("en")} ms · <SecondText value={attempt.attempted_at} />
          </span>
        </div>
        <ResponseExcerpt attempt={attempt} />
        <HeaderList title="Response headers" headers={attempt.response_headers} />
        <HeaderList title="Request headers" headers={attempt.request_headers} />
      </li>
    ))}
  </ol>
);
