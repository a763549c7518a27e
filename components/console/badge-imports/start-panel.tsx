"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { BadgeImport } from "@/lib/badges/imports/schema";
import { useCheckedImport, useStartImport } from "./hooks";
import { formatCount, issuableCount, missingFieldsText } from "./import-words";
import { afterSaving } from "./sheet/after-saving";
import { PreviewMails } from "./preview-mails";
import { StartDialog } from "./start-dialog";
import { storeLastWait, type StartChoice } from "./start-time";

/** Returns why the import cannot start, or null if it can. */
function blockingReason(found: BadgeImport): string | null {
  if (!found.badge_template_is_from_column && found.badge_template.state !== "active")
    return "The badge template is not active. Activate it to issue badges.";
  const missing = missingFieldsText(found);
  if (missing) return `Choose a column for ${missing} below.`;
  return issuableCount(found) === 0
    ? "Every row has an error. Change the settings below or upload a corrected file."
    : null;
}

const emailText = ({ suppress_badge_notification_email: isSuppressed }: BadgeImport): string =>
  isSuppressed
    ? "No e-mails will be sent. The result file will contain the links to accept the badges."
    : "Each recipient gets an e-mail with a link to accept the badge.";

/** Returns who will get what. A column of the file may name the badge of each row. */
function issueText(found: BadgeImport, count: number): string {
  const { mapping, badge_template: template } = found;
  if (found.badge_template_is_from_column) return "Each row gets the badge that it names.";
  return mapping.badge_template === undefined
    ? `${formatCount(count, "person", "people")} will get ${template.name}.`
    : `Each row gets the badge that it names. Rows that name none get ${template.name}.`;
}

/** Warns about columns that are ignored. */
function IgnoredColumns({ ignored_columns: names }: BadgeImport) {
  if (names.length === 0) return null;
  return (
    <p className="text-sm wrap-anywhere text-caution">
      {formatCount(names.length, "column")} will be ignored: {names.join(", ")}
    </p>
  );
}

/** Starts the import, now or later, after confirming the number of badges. */
export function StartPanel({ organizationId, found: first }: { organizationId: string; found: BadgeImport }) {
  const found = useCheckedImport(first);
  const router = useRouter();
  const [isConfirming, setConfirming] = useState(false);
  const { mutate, isPending } = useStartImport(organizationId, found.id);
  const count = issuableCount(found);
  const blocker = blockingReason(found);
  const start = (choice: StartChoice) =>
    mutate(
      { count, seen: found.updated_at, choice },
      {
        onSuccess: () => storeLastWait(choice),
        // Also after a refusal: someone else changed or started the import, so this page is out of date.
        onSettled: () => {
          setConfirming(false);
          router.refresh();
        },
      },
    );
  if (blocker) {
    return (
      <div className="flex flex-col gap-3">
        <Notice tone="caution" title="Cannot issue yet">
          {blocker}
        </Notice>
        <IgnoredColumns {...found} />
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => afterSaving(() => setConfirming(true))}>
          Issue {formatCount(count, "badge")}
        </Button>
        <PreviewMails organizationId={organizationId} found={found} />
      </div>
      <p className="text-sm text-ink-soft">
        {emailText(found)}
        {found.error_count > 0
          ? ` ${formatCount(found.error_count, "row")} with errors will be skipped.`
          : null}
      </p>
      <IgnoredColumns {...found} />
      <StartDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        badges={formatCount(count, "badge")}
        description={`${issueText(found, count)} ${emailText(found)} You can revoke badges later, but you cannot unsend e-mails.`}
        busy={isPending}
        onStart={start}
      />
    </div>
  );
}
