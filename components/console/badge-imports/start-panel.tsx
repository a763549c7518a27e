"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import type { BadgeImport } from "@/lib/badges/imports/schema";
import { useStartImport } from "./hooks";
import { counted, issuableCount, missingColumns } from "./import-words";

/** Why nothing can be issued yet; null when something can. */
function obstacleOf(found: BadgeImport): string | null {
  if (found.badge_template.state !== "active")
    return "The badge is not active: only active badges are issued.";
  const missing = missingColumns(found);
  if (missing) return `No column is said to be ${missing}: choose it below.`;
  return issuableCount(found) === 0 ? "No row can be issued: each has an error." : null;
}

const mailsOf = ({ suppress_badge_notification_email: isQuiet }: BadgeImport): string =>
  isQuiet
    ? "No mails are sent. The result file will have the links to accept the badges."
    : "Each of them gets a mail with a link to accept it.";

/** Warns of columns whose values no badge will have. */
function IgnoredColumns({ ignored_columns: names }: BadgeImport) {
  if (names.length === 0) return null;
  return (
    <p className="text-sm wrap-anywhere text-caution">
      {counted(names.length, "column")} will be ignored: {names.join(", ")}
    </p>
  );
}

/** Starts the import, saying how many badges that is. */
export function StartPanel({ organizationId, found }: { organizationId: string; found: BadgeImport }) {
  const router = useRouter();
  const [asking, setAsking] = useState(false);
  const { mutate, isPending } = useStartImport(organizationId, found.id);
  const count = issuableCount(found);
  const obstacle = obstacleOf(found);
  const start = () =>
    mutate(count, {
      // Also when it was refused: somebody else changed or started it, and the page was not current.
      onSettled: () => {
        setAsking(false);
        router.refresh();
      },
    });
  if (obstacle) {
    return (
      <div className="flex flex-col gap-3">
        <Notice tone="caution" title="Nothing can be issued yet">
          {obstacle}
        </Notice>
        <IgnoredColumns {...found} />
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <Button onClick={() => setAsking(true)}>Issue {counted(count, "badge")}</Button>
      <p className="text-sm text-ink-soft">
        {mailsOf(found)}
        {found.error_count > 0 ? ` ${counted(found.error_count, "row")} with errors stay out.` : null}
      </p>
      <IgnoredColumns {...found} />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Issue ${counted(count, "badge")}?`}
        description={`${counted(count, "person gets", "people get")} ${found.badge_template.name}. ${mailsOf(found)} Badges can be revoked; mails cannot be unsent.`}
        confirm={`Issue ${counted(count, "badge")}`}
        busy={isPending}
        onConfirm={start}
      />
    </div>
  );
}
