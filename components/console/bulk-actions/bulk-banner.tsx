import Link from "next/link";
import { Notice } from "@/components/ui/notice";
import type { BadgeBulkAction } from "@/lib/badges/bulk-actions/schema";
import { bulkActionTitle, progressText } from "./bulk-words";

/** Tells about a bulk action that runs or has just ended, with a link to it. */
export const BulkBanner = ({ found, home }: { found: BadgeBulkAction; home: string }) => (
  <Notice title={`${bulkActionTitle(found)}.`} className="mb-5">
    <p className="flex flex-wrap items-center gap-x-3">
      <span className="tabular-nums">{progressText(found)}</span>
      <Link
        href={`${home}/issued_badges/bulk_actions/${found.id}`}
        className="inline-flex min-h-6 items-center font-medium text-accent underline underline-offset-4"
      >
        {found.state === "running" ? "View progress" : "View results"}
      </Link>
    </p>
  </Notice>
);
