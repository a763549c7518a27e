"use client";

import { useRouter } from "next/navigation";
import { useState, useId } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { BadgeImport, BadgeImportRow } from "@/lib/badges/imports/schema";
import { useCheckedImport, useStartImport, importPath } from "./hooks";
import { formatCount, issuableCount, missingFieldsText } from "./import-words";
import { afterSaving } from "./sheet/after-saving";
import { storeLastWait, type StartChoice, readLastWait, timeProblem, tomorrowMorning } from "./start-time";
import { useQuery } from "@tanstack/react-query";
import { apiRead } from "@/components/api";
import { Dialog } from "@/components/ui/overlay/dialog";
import { describeFailure } from "@/components/ui/form/form-texts";
import type { RowMailPreview } from "@/lib/delivery/mail/schema";
import { Fieldset, Radio } from "@/components/ui/form/choice";
import { DialogCancel } from "@/components/ui/overlay/dialog-cancel";
import { FieldError, Input, Select } from "@/components/ui/form/field";
import { DEFAULT_WAIT_MINUTES, WAIT_MINUTES } from "@/lib/badges/imports/choices";
import { formatDuration } from "@/components/ui/time/time";

type StartDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The badges to issue: "12 badges". */
  badges: string;
  description: string;
  busy: boolean;
  onStart: (choice: StartChoice) => void;
};

type Kind = StartChoice["kind"];

/** The choices of the dialog while it is open. */
function useStartChoice() {
  const [lastWait] = useState(readLastWait);
  const [kind, setKind] = useState<Kind>(lastWait === 0 ? "now" : "wait");
  const [minutes, setMinutes] = useState(lastWait === 0 ? DEFAULT_WAIT_MINUTES : lastWait);
  const [local, setLocal] = useState(() => tomorrowMorning(new Date()));
  const choice: StartChoice =
    kind === "wait" ? { kind, minutes } : kind === "date" ? { kind, local } : { kind };
  return { kind, setKind, minutes, setMinutes, local, setLocal, choice };
}

type TimeFieldsProps = Omit<ReturnType<typeof useStartChoice>, "choice">;

/** When to issue. The input beside a choice selects it. */
function TimeFields({ kind, setKind, minutes, setMinutes, local, setLocal }: TimeFieldsProps) {
  const name = useId();
  const radio = (value: Kind) => ({ name, value, checked: kind === value, onChange: () => setKind(value) });
  return (
    <Fieldset legend="When" className="flex flex-col gap-3">
      <div className="flex flex-col gap-3">
        <Radio {...radio("wait")} label="After a wait" hint="You can undo it until then." />
        {kind === "wait" ? (
          <Select
            aria-label="Wait"
            value={minutes}
            onChange={(event) => setMinutes(Number(event.target.value))}
            className="ms-7.5 max-w-48"
          >
            {WAIT_MINUTES.map((count) => (
              <option key={count} value={count}>
                {formatDuration(count * 60)}
              </option>
            ))}
          </Select>
        ) : null}
        <Radio {...radio("now")} label="Now" />
        <Radio
          {...radio("date")}
          label="On a date"
          hint="Rows without an issue date get this date, unless you set another one."
        />
        {kind === "date" ? (
          <Input
            type="datetime-local"
            aria-label="Date and time"
            value={local}
            required
            onChange={(event) => setLocal(event.target.value)}
            className="ms-7.5 max-w-64"
          />
        ) : null}
      </div>
    </Fieldset>
  );
}

function StartForm({ badges, busy, onStart }: StartDialogProps) {
  const fields = useStartChoice();
  const [problem, setProblem] = useState<string | null>(null);
  const { kind, choice } = fields;
  return (
    <form
      noValidate
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        const found = timeProblem(choice, new Date());
        setProblem(found);
        if (!found) onStart(choice);
      }}
    >
      <div className="flex flex-col gap-2">
        <TimeFields {...fields} />
        <FieldError>{problem ?? undefined}</FieldError>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <DialogCancel />
        <Button type="submit" busy={busy}>
          {kind === "date" ? `Schedule ${badges}` : `Issue ${badges}`}
        </Button>
      </div>
    </form>
  );
}

/** Asks when to issue the badges of a file. */
function StartDialog(props: StartDialogProps) {
  const { open, onOpenChange, badges, description } = props;
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={`Issue ${badges}?`} description={description}>
      <StartForm {...props} />
    </Dialog>
  );
}

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
function PreviewMails({ organizationId, found }: Pick<RowMailDialogProps, "organizationId" | "found">) {
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
