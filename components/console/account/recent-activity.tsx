import { MomentText } from "@/components/ui/time";
import type { Activity, ActivityKind } from "@/lib/identity/account-activity/schema";

const ACTIVITY_LABELS: Record<ActivityKind, string> = {
  sign_in: "Signed in",
  wrong_password: "Wrong password",
  locked_out: "Too many wrong passwords",
  password_changed: "Password changed",
  password_reset: "Password reset by e-mail",
  sign_out: "Signed out",
  sign_out_everywhere: "Signed out everywhere",
};

/** The latest sign-ins and changes of the account: what, when and from where. */
export function RecentActivity({ activities }: { activities: Activity[] }) {
  if (activities.length === 0) return <p className="text-sm text-ink-soft">No activity yet.</p>;
  return (
    <ul className="flex flex-col divide-y divide-line">
      {activities.map(({ id, kind, occurred_at: at, count, address, browser }) => (
        <li key={id} className="py-3 text-sm first:pt-0">
          <p className="font-medium">
            {ACTIVITY_LABELS[kind]}
            {count > 1 ? ` (${count} times)` : null}
          </p>
          <p className="text-ink-soft">
            <MomentText value={at} />
            {browser ? ` · ${browser}` : null}
            {address ? <span className="wrap-anywhere"> · {address}</span> : null}
          </p>
        </li>
      ))}
    </ul>
  );
}
