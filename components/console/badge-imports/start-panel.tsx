"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import type { BadgeImport } from "@/lib/badges/imports/schema";
import { useStartImport } from "./hooks";
import { counted, issuableCount, missingColumns } from "./import-words";

/** Returns why the import cannot start, or null if it can. */
function obstacleOf(found: BadgeImport): string | null {
  if (found.badge_template.state !== "active")
    return "The badge template is not active. Activate it to issue badges.";
  const missing = missingColumns(found);
  if (missing) return `Choose a column for ${missing} below.`;
  return issuableCount(found) === 0
    ? "Every row has an error. Change the settings below or upload a corrected file."
    : null;
}

const mailsOf = ({ suppress_badge_notification_email: isQuiet }: BadgeImport): string =>
  isQuiet
    ? "No e-mails will be sent. The result file will contain the links to accept the badges."
    : "Each recipient gets an e-mail with a link to accept the badge.";

/** Warns about columns that are ignored. */
function IgnoredColumns({ ignored_columns: names }: BadgeImport) {
  if (names.length === 0) return null;
  return (
    <p className="text-sm wrap-anywhere text-caution">
      {counted(names.length, "column")} will be ignored: {names.join(", ")}
    </p>
  );
}

/** Starts the import after confirming the number of badges. */
export function StartPanel({ organizationId, found }: { organizationId: string; found: BadgeImport }) {
  const router = useRouter();
  const [asking, setAsking] = useState(false);
  const { mutate, isPending } = useStartImport(organizationId, found.id);
  const count = issuableCount(found);
  const obstacle = obstacleOf(found);
  const start = () =>
    mutate(count, {
      // Also after a refusal: someone else changed or started the import, so this page is out of date.
      onSettled: () => {
        setAsking(false);
        router.refresh();
      },
    });
  if (obstacle) {
    return (
      <div className="flex flex-col gap-3">
        <Notice tone="caution" title="Cannot issue yet">
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
        {found.error_count > 0 ? ` ${counted(found.error_count, "row")} with errors will be skipped.` : null}
      </p>
      <IgnoredColumns {...found} />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Issue ${counted(count, "badge")}?`}
        description={`${counted(count, "person", "people")} will get ${found.badge_template.name}. ${mailsOf(found)} You can revoke badges later, but you cannot unsend e-mails.`}
        confirm={`Issue ${counted(count, "badge")}`}
        busy={isPending}
        onConfirm={start}
      />
    </div>
  );
}
