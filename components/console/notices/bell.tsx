"use client";

import { Bell } from "lucide-react";
import Link from "next/link";
import { MAX_COUNTED } from "@/lib/organizations/notices/choices";
import { useUnreadCount } from "./hooks";

const LINK =
  "relative flex size-10 shrink-0 items-center justify-center rounded-lg text-ink-soft hover:bg-line/60 hover:text-ink";
const COUNT =
  "absolute end-0.5 top-0.5 flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-accent px-1 text-[0.6875rem] font-semibold tabular-nums text-on-accent";

/** The link to the notices, with the number of unread ones. */
export function NoticeBell({ home, unread: first }: { home: string; unread: number }) {
  const { data: unread } = useUnreadCount(first);
  const count = unread > MAX_COUNTED ? `${MAX_COUNTED}+` : String(unread);
  return (
    <Link
      prefetch={false}
      href={`${home}/notices`}
      aria-label={unread === 0 ? "Notices" : `Notices (${count} unread)`}
      className={LINK}
    >
      <Bell className="size-5" aria-hidden="true" />
      {unread === 0 ? null : (
        <span aria-hidden="true" className={COUNT}>
          {count}
        </span>
      )}
    </Link>
  );
}
