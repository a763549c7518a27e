"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "@/components/ui/overlay/toast";
import { Button } from "@/components/ui/button";
import { ConfirmDialog, Dialog } from "@/components/ui/overlay/dialog";
import { Notice } from "@/components/ui/notice";
import { AllDialogs, type MatchingBadges } from "@/components/console/bulk-actions/all-dialogs";
import { AllMatching } from "@/components/console/bulk-actions/all-matching";
import { badgeRequests } from "./hooks";
import { RevokeForm, type RevokeValues } from "./revoke-form";
import { useSelection } from "./selection";
import { DELETION_WARNING } from "./deletion-warning";
import { ApiFailure } from "@/components/api";

/** The result for one id. `failure` is the error message, or null on success. */
type ItemResult = { id: string; failure: string | null };

const CONCURRENCY = 4;

const failureMessage = (error: unknown): string =>
  error instanceof ApiFailure ? error.message : "Something went wrong. Try again.";

/**
 * Sends a request for each id, a few at a time. A failure does not stop the others. Calls `onProgress` with the number of
 * finished ids. A bulk action of the API names badges by a filter, not by ids, and runs in the background, while the
 * results of the ticked rows are there at once (decision 0111).
 */
async function runEach(
  ids: readonly string[],
  action: (id: string) => Promise<unknown>,
  onProgress: (count: number) => void,
): Promise<ItemResult[]> {
  const results: ItemResult[] = [];
  const pendingIds = [...ids];
  const runWorker = async (): Promise<void> => {
    for (let id = pendingIds.shift(); id !== undefined; id = pendingIds.shift()) {
      const itemId = id;
      const failure = await action(itemId).then(
        () => null,
        (error: unknown) => failureMessage(error),
      );
      results.push({ id: itemId, failure });
      onProgress(results.length);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, runWorker));
  return ids.flatMap((id) => results.find((result) => result.id === id) ?? []);
}

type BulkItem = { id: string; recipient: string };

type BulkBarProps = {
  organizationId: string;
  /** The badges of this page. */
  items: BulkItem[];
  home: string;
  matching: MatchingBadges;
  canDelete: boolean;
};

type BulkAction = { successText: string; run: (id: string) => Promise<unknown> };
type BulkOutcome = { successText: string; results: ItemResult[] };

const formatBadgeCount = (count: number): string => (count === 1 ? "1 badge" : `${count} badges`);

/** Returns how many badges are selected; null when none is. */
function selectionText(count: number, coversAll: boolean, total: number): string | null {
  if (coversAll) return `All ${total.toLocaleString("en")} that match are selected`;
  return count > 0 ? `${count} selected` : null;
}

/** Shows how many badges succeeded, and lists the failed ones with their reasons. */
function BulkResults({ outcome, items }: { outcome: BulkOutcome; items: BulkItem[] }) {
  const failed = outcome.results.flatMap(({ id, failure }) =>
    failure === null ? [] : [{ id, failure, name: items.find((item) => item.id === id)?.recipient ?? id }],
  );
  const succeeded = outcome.results.length - failed.length;
  return (
    <Notice
      tone={failed.length > 0 ? "caution" : "positive"}
      announce
      title={
        failed.length > 0
          ? `${outcome.successText} ${formatBadgeCount(succeeded)}. ${failed.length} failed.`
          : `${outcome.successText} ${formatBadgeCount(succeeded)}.`
      }
    >
      {failed.length > 0 ? (
        <ul className="flex flex-col gap-1">
          {failed.map(({ id, failure, name }) => (
            <li key={id}>
              <span className="font-medium text-ink">{name}</span>: {failure}
            </li>
          ))}
        </ul>
      ) : null}
    </Notice>
  );
}

function useBulkAction({ items }: BulkBarProps) {
  const router = useRouter();
  const { selectedIds, selectIds } = useSelection();
  const [progress, setProgress] = useState<number | null>(null);
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null);
  const selected = items.filter(({ id }) => selectedIds.has(id)).map(({ id }) => id);
  const run = async ({ successText, run: action }: BulkAction) => {
    setOutcome(null);
    setProgress(0);
    const results = await runEach(selected, action, setProgress);
    setProgress(null);
    setOutcome({ successText, results });
    // The notice is not visible when the page has no rows left, so a toast is shown too.
    const succeeded = results.filter(({ failure }) => failure === null).length;
    if (succeeded > 0) toast.success(`${successText} ${formatBadgeCount(succeeded)}.`);
    selectIds(results.flatMap(({ id, failure }) => (failure === null ? [] : [id])));
    router.refresh();
  };
  return { selected, selectIds, progress, outcome, run };
}

type BulkDialogKind = "revoke" | "resend" | "delete" | null;

type BulkDialogsProps = {
  organizationId: string;
  count: number;
  openDialog: BulkDialogKind;
  close: () => void;
  start: (action: BulkAction) => void;
};

/** Shows a confirmation before each action, because none can be undone. */
function BulkDialogs({ organizationId, count, openDialog, close, start }: BulkDialogsProps) {
  const requests = badgeRequests(organizationId);
  const revoke = (values: RevokeValues) => {
    start({ successText: "Revoked", run: (id) => requests.revoke(id, values) });
    return Promise.resolve();
  };
  return (
    <>
      <ConfirmDialog
        open={openDialog === "resend"}
        onOpenChange={close}
        title={`Resend e-mail for ${formatBadgeCount(count)}?`}
        description="E-mails are sent only for pending badges, at most once every five minutes. You will see which ones failed."
        confirm="Resend e-mail"
        onConfirm={() => start({ successText: "Resent e-mail for", run: requests.resend })}
      />
      <Dialog
        open={openDialog === "revoke"}
        onOpenChange={close}
        title={`Revoke ${formatBadgeCount(count)}?`}
        description="Revoked badges are no longer valid. You cannot undo this, but you can issue the badges again."
      >
        <RevokeForm action={`Revoke ${formatBadgeCount(count)}`} send={revoke} />
      </Dialog>
      <ConfirmDialog
        open={openDialog === "delete"}
        onOpenChange={close}
        title={`Delete ${formatBadgeCount(count)}?`}
        description={DELETION_WARNING}
        confirm={`Delete ${formatBadgeCount(count)}`}
        danger
        onConfirm={() => start({ successText: "Deleted", run: requests.deleteBadge })}
      />
    </>
  );
}

/** A checkbox that selects all badges of the page, or none. */
function SelectAll({
  items,
  count,
  selectIds,
}: {
  items: BulkItem[];
  count: number;
  selectIds: (ids: string[]) => void;
}) {
  return (
    <label className="flex min-h-8 items-center gap-2.5 text-sm">
      <input
        type="checkbox"
        className="size-4.5 accent-accent"
        checked={count > 0 && count === items.length}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && count < items.length;
        }}
        onChange={() => selectIds(count === items.length ? [] : items.map(({ id }) => id))}
      />
      Select all {items.length} on this page
    </label>
  );
}

type ActionButtonsProps = {
  isBusy: boolean;
  canDelete: boolean;
  ask: (dialog: Exclude<BulkDialogKind, null>) => void;
};

function ActionButtons({ isBusy, canDelete, ask }: ActionButtonsProps) {
  const buttonProps = { size: "small", busy: isBusy } as const;
  return (
    <div className="flex flex-wrap gap-2">
      <Button {...buttonProps} variant="secondary" onClick={() => ask("resend")}>
        Resend e-mail…
      </Button>
      <Button {...buttonProps} variant="danger" onClick={() => ask("revoke")}>
        Revoke badges…
      </Button>
      {canDelete ? (
        <Button {...buttonProps} variant="danger" onClick={() => ask("delete")}>
          Delete badges…
        </Button>
      ) : null}
    </div>
  );
}

/** Shows the bulk actions for the selected badges of the page, or for all that match. */
export function BulkBar(props: BulkBarProps) {
  const { organizationId, home, items, matching, canDelete } = props;
  const { coversAll } = useSelection();
  const { selected, selectIds, progress, outcome, run } = useBulkAction(props);
  const [openDialog, setOpenDialog] = useState<BulkDialogKind>(null);
  const start = (action: BulkAction) => {
    setOpenDialog(null);
    void run(action);
  };
  const count = selected.length;
  const close = () => setOpenDialog(null);
  return (
    <div className="mb-2 flex flex-col gap-3">
      {outcome ? <BulkResults outcome={outcome} items={items} /> : null}
      <div
        className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-2"
        role="group"
        aria-label="Bulk actions"
      >
        <SelectAll items={items} count={count} selectIds={selectIds} />
        <p className="text-sm text-ink-soft tabular-nums" role="status">
          {progress === null ? selectionText(count, coversAll, matching.total) : `${progress} of ${count}…`}
        </p>
        <AllMatching matching={matching} pageSize={items.length} isPageSelected={count === items.length} />
        {count > 0 ? (
          <ActionButtons isBusy={progress !== null} canDelete={canDelete} ask={setOpenDialog} />
        ) : null}
      </div>
      {coversAll ? (
        <AllDialogs
          organizationId={organizationId}
          home={home}
          matching={matching}
          openDialog={openDialog}
          close={close}
        />
      ) : (
        <BulkDialogs
          organizationId={organizationId}
          count={count}
          openDialog={openDialog}
          close={close}
          start={start}
        />
      )}
    </div>
  );
}
