"use client";

import Link from "next/link";
import { Button } from "@/components/ui/button";
import { MomentText } from "@/components/ui/time/moment";
import { noticePath } from "@/lib/organizations/notices/choices";
import type { Notice } from "@/lib/organizations/notices/schema";
import { useMarkAll, useNoticeChange } from "./hooks";
import { describeNotice } from "./notice-words";

/** The home of the organization that a notice is about; one about the account leads to the account page here. */
const subjectHref = ({ kind, data, organization }: Notice, home: string): string =>
  `${organization ? `/console/${organization.vanity_slug}` : home}${noticePath(kind, data)}`;

function NoticeItem({ notice, home }: { notice: Notice; home: string }) {
  const change = useNoticeChange();
  const { title, text } = describeNotice(notice);
  const { id, is_read: isRead, organization } = notice;
  const label = isRead ? "Mark as unread" : "Mark as read";
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b border-line py-4 last:border-b-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex items-baseline gap-2">
          {isRead ? null : (
            <>
              <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-accent" />
              <span className="sr-only">Unread:</span>
            </>
          )}
          <Link
            prefetch={false}
            href={subjectHref(notice, home)}
            onClick={() => {
              if (!isRead) change.mutate({ id, isRead: true });
            }}
            className={`min-w-0 wrap-anywhere text-ink no-underline hover:text-accent hover:underline ${isRead ? "" : "font-semibold"}`}
          >
            {title}
          </Link>
        </p>
        <p className="mt-1 max-w-prose text-sm wrap-anywhere text-ink-soft">{text}</p>
        <p className="mt-1 text-[0.8125rem] text-ink-faint">
          {organization ? organization.name : "Your account"} · <MomentText value={notice.created_at} />
        </p>
      </div>
      <Button
        variant="quiet"
        size="small"
        className="max-sm:-ml-2.5"
        busy={change.isPending}
        aria-label={`${label}: ${title}`}
        onClick={() => change.mutate({ id, isRead: !isRead })}
      >
        {label}
      </Button>
    </li>
  );
}

/** The notices of a page of the list. */
export const NoticeList = ({ notices, home }: { notices: Notice[]; home: string }) => (
  <ul aria-label="Notices" className="border-y border-line">
    {notices.map((notice) => (
      <NoticeItem key={notice.id} notice={notice} home={home} />
    ))}
  </ul>
);

/** Marks all notices as read. */
export function MarkAllRead() {
  const mark = useMarkAll();
  return (
    <Button variant="secondary" busy={mark.isPending} onClick={() => mark.mutate()}>
      Mark all as read
    </Button>
  );
}
