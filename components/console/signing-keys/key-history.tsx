import Link from "next/link";
import { actionText } from "@/components/console/audit/action-words";
import { Section } from "@/components/ui/facts";
import { MomentText } from "@/components/ui/time/moment";
import type { AuditEntry } from "@/lib/access/audit/schema";

/** Who last rotated and retired keys, newest first. */
export const KeyHistory = ({ home, entries }: { home: string; entries: AuditEntry[] }) => (
  <Section title="Recent changes">
    {entries.length === 0 ? (
      <p className="text-sm text-ink-soft">No key has been rotated or retired yet.</p>
    ) : (
      <ul className="divide-y divide-line border-y border-line text-sm">
        {entries.map(({ id, actor, action, occurred_at: at }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-6 py-2.5">
            <span className="wrap-anywhere">
              <span className="font-medium">{actor.name || "Unnamed"}</span> · {actionText(action)}
            </span>
            <span className="text-ink-soft">
              <MomentText value={at} />
            </span>
          </li>
        ))}
      </ul>
    )}
    <p className="text-sm">
      <Link
        href={`${home}/settings/audit_log?action_group=signing_key`}
        className="inline-flex min-h-6 items-center text-accent underline underline-offset-4"
      >
        Show all in the audit log
      </Link>
    </p>
  </Section>
);
