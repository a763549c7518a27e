"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { apiRead } from "@/components/api";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { describeFailure } from "@/components/ui/form-texts";
import { Notice } from "@/components/ui/notice";
import type { BadgeImport, BadgeImportRow } from "@/lib/badges/imports/schema";
import type { RowMailPreview } from "@/lib/delivery/mail/schema";
import { importPath } from "./hooks";
import { issuableCount } from "./import-words";
import { afterSaving } from "./sheet/after-saving";

type Preview = RowMailPreview & { row: number };

/** Reads the mail of the `index`-th row that will be issued. Null if there is none (any more). */
async function readMail(path: string, index: number): Promise<Preview | null> {
  const query = `filter=status::ok,warning&sort=number&per=1&page=${index + 1}`;
  const [row] = await apiRead<BadgeImportRow[]>(`${path}/rows?${query}`);
  if (!row) return null;
  return { ...(await apiRead<RowMailPreview>(`${path}/rows/${row.number}/mail_preview`)), row: row.number };
}

/** What a mail program shows above a mail. */
const MailHead = ({ from, reply_to: replyTo, to, subject }: Preview) => (
  <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm wrap-anywhere">
    <dt className="text-ink-faint">From</dt>
    <dd>
      {from.name} &lt;{from.address}&gt;
    </dd>
    {replyTo ? (
      <>
        <dt className="text-ink-faint">Reply to</dt>
        <dd>{replyTo}</dd>
      </>
    ) : null}
    <dt className="text-ink-faint">To</dt>
    <dd>
      {to.name} &lt;{to.address}&gt;
    </dd>
    <dt className="text-ink-faint">Subject</dt>
    <dd className="font-semibold">{subject}</dd>
  </dl>
);

function RowMail({ preview }: { preview: Preview }) {
  return (
    <div className="flex flex-col gap-4">
      {preview.is_sent ? null : (
        <Notice tone="caution">This e-mail is not sent: the row or the file says so.</Notice>
      )}
      <MailHead {...preview} />
      <iframe
        title="E-mail"
        tabIndex={-1}
        lang={preview.locale}
        sandbox=""
        srcDoc={preview.html}
        className="h-[26rem] w-full rounded-xl border border-line bg-white"
      />
      <p className="text-[0.8125rem] text-ink-faint">
        People with an account get it in the language of their account.
      </p>
    </div>
  );
}

type RowMailDialogProps = {
  organizationId: string;
  found: BadgeImport;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** The e-mails of a file, one row after the other. */
function RowMailDialog({ organizationId, found, open, onOpenChange }: RowMailDialogProps) {
  const [index, setIndex] = useState(0);
  const count = issuableCount(found);
  const place = Math.min(index, Math.max(0, count - 1));
  const { data, error, isFetching } = useQuery({
    queryKey: ["row-mail", found.id, found.updated_at, place],
    queryFn: () => readMail(importPath(organizationId, `/${found.id}`), place),
    enabled: open && count > 0,
    retry: false,
  });
  const step = (by: number) => () => setIndex(place + by);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Preview e-mails">
      <div className="flex flex-col gap-4" aria-busy={isFetching}>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p role="status" className="text-sm tabular-nums">
            {data ? `Row ${data.row}: ` : ""}
            {(place + 1).toLocaleString("en")} of {count.toLocaleString("en")}
          </p>
          <div className="flex gap-2">
            <Button variant="secondary" size="small" disabled={place === 0} onClick={step(-1)}>
              Previous
            </Button>
            <Button variant="secondary" size="small" disabled={place >= count - 1} onClick={step(1)}>
              Next
            </Button>
          </div>
        </div>
        {error ? <Notice tone="negative">{describeFailure(error)}</Notice> : null}
        {data ? <RowMail preview={data} /> : null}
      </div>
    </Dialog>
  );
}

/** A button that shows the e-mails of a file before it is issued. */
export function PreviewMails({
  organizationId,
  found,
}: Pick<RowMailDialogProps, "organizationId" | "found">) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => afterSaving(() => setOpen(true))}>
        Preview e-mails
      </Button>
      <RowMailDialog organizationId={organizationId} found={found} open={isOpen} onOpenChange={setOpen} />
    </>
  );
}
