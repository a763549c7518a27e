import { Bell, Mail, UserRound, Webhook, type LucideIcon } from "lucide-react";
import { MomentText } from "@/components/ui/moment";
import type { BadgeHistoryEntry } from "@/lib/console/history/schema";
import { withoutRepeatedFacts } from "./history-facts";
import { formatEntry, formatProblem } from "./history-words";

const ICONS: Record<BadgeHistoryEntry["kind"], LucideIcon> = {
  event: Bell,
  mail: Mail,
  webhook_delivery: Webhook,
  audit_entry: UserRound,
};

const KIND_LABELS: Record<BadgeHistoryEntry["kind"], string> = {
  event: "Event",
  mail: "E-mail",
  webhook_delivery: "Webhook",
  audit_entry: "Audit log",
};

function HistoryEntry({ entry }: { entry: BadgeHistoryEntry }) {
  const Icon = ICONS[entry.kind];
  const problem = formatProblem(entry);
  const hasFailed = "state" in entry && entry.state === "failed";
  return (
    <li className="relative flex gap-3.5 pb-5 text-sm not-last:before:absolute not-last:before:top-8 not-last:before:bottom-1 not-last:before:start-3.5 not-last:before:border-s not-last:before:border-line">
      <span className="flex size-7 shrink-0 items-center justify-center rounded-full border border-line bg-sunken">
        <Icon className="size-3.5 text-ink-soft" aria-hidden="true" />
      </span>
      <div className="min-w-0 pt-0.5">
        <p className={`wrap-anywhere ${hasFailed ? "text-negative" : ""}`}>
          <span className="sr-only">{KIND_LABELS[entry.kind]}: </span>
          {formatEntry(entry)}
        </p>
        {problem ? <p className="text-[0.8125rem] wrap-anywhere text-ink-soft">{problem}</p> : null}
        <p className="text-[0.8125rem] text-ink-faint">
          <MomentText value={entry.occurred_at} />
          {"next_attempt_at" in entry && entry.next_attempt_at && problem ? (
            <>
              , next attempt <MomentText value={entry.next_attempt_at} />
            </>
          ) : null}
        </p>
      </div>
    </li>
  );
}

/** Shows the events, mails, webhook deliveries and audit entries of a badge, newest first. */
export const BadgeHistory = ({ entries }: { entries: BadgeHistoryEntry[] }) =>
  entries.length === 0 ? (
    <p className="text-sm text-ink-faint">No history yet</p>
  ) : (
    <ol>
      {withoutRepeatedFacts(entries).map((entry) => (
        <HistoryEntry key={`${entry.kind} ${entry.id}`} entry={entry} />
      ))}
    </ol>
  );
