"use client";

import { useRouter } from "next/navigation";
import { useState, type ReactNode } from "react";
import { useForm } from "react-hook-form";
import { DELETION_WARNING } from "@/components/console/issued-badges/deletion-warning";
import { RevokeForm } from "@/components/console/issued-badges/revoke-form";
import { Dialog } from "@/components/ui/overlay/dialog";
import { DynamicForm } from "@/components/ui/form/dynamic-form";
import { Field, Input } from "@/components/ui/form/field";
import type { BulkActionKind } from "@/lib/badges/bulk-actions/choices";
import { ACTION_WORDS, formatBadges } from "./bulk-words";
import { startBulkAction } from "./hooks";

/** The badges of the list, on all pages. */
export type MatchingBadges = {
  total: number;
  /** There are more than `total`, which were not counted. */
  isTotalMinimum: boolean;
  /** The filter of the API. */
  filter: string;
  /** The filters as people read them. */
  words: string[];
};

type AllDialogsProps = {
  organizationId: string;
  home: string;
  matching: MatchingBadges;
  openDialog: BulkActionKind | null;
  close: () => void;
};

/** From this number on, a revocation or a deletion is confirmed by typing the number. */
const TYPED_FROM = 101;

const EXPLANATIONS: Record<BulkActionKind, string> = {
  resend:
    "E-mails are sent only for pending badges, at most once every five minutes. The others are skipped.",
  revoke:
    "Revoked badges are no longer valid. Badges that cannot be revoked are skipped. You cannot undo this.",
  delete: DELETION_WARNING,
};

const AllDescription = ({ action, words }: { action: BulkActionKind; words: string[] }): ReactNode => (
  <>
    {EXPLANATIONS[action]}{" "}
    {words.length > 0 ? (
      <>
        This includes badges on all pages that match: <strong>{words.join(" · ")}</strong>
      </>
    ) : (
      <strong>This includes every badge in the list, on all pages. No filter is set.</strong>
    )}
  </>
);

type CountField = {
  isShown: boolean;
  expected: number;
  error: string | undefined;
  onChange: (text: string) => void;
};

/** A field for the number of badges, so that nobody changes thousands of badges by a click too many. */
function CountConfirmation({ isShown, expected, error, onChange }: CountField) {
  if (!isShown) return null;
  return (
    <Field label={`Enter ${expected} to confirm`} error={error}>
      {(ids) => (
        <Input
          {...ids}
          inputMode="numeric"
          autoComplete="off"
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

/** A form without fields of its own. */
function PlainForm({
  action,
  danger,
  send,
  children,
}: {
  action: string;
  danger: boolean;
  send: () => Promise<void>;
  children: ReactNode;
}) {
  const form = useForm({ defaultValues: {} });
  return (
    <DynamicForm form={form} send={send} action={action} danger={danger}>
      {children}
    </DynamicForm>
  );
}

/** The content of the dialog. It is mounted anew each time the dialog opens. */
function AllForm({ organizationId, home, matching, action }: AllDialogsProps & { action: BulkActionKind }) {
  const router = useRouter();
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const { total, filter } = matching;
  const needsCount = action !== "resend" && total >= TYPED_FROM;
  const send = async (values: object = {}) => {
    if (needsCount && typed.replace(/[\s,.]/g, "") !== String(total)) {
      setError(`Enter ${total}.`);
      return;
    }
    setError(undefined);
    const { id } = await startBulkAction(organizationId, {
      action,
      filter,
      badges_count: total,
      ...values,
    });
    router.push(`${home}/issued_badges/bulk_actions/${id}`);
  };
  const label = `${ACTION_WORDS[action].verb} ${formatBadges(total)}`;
  const count = <CountConfirmation isShown={needsCount} expected={total} error={error} onChange={setTyped} />;
  if (action === "revoke")
    return (
      <RevokeForm action={label} send={send}>
        {count}
      </RevokeForm>
    );
  return (
    <PlainForm action={label} danger={action === "delete"} send={() => send()}>
      {count}
    </PlainForm>
  );
}

/** Asks for confirmation before an action on all badges that match, and starts it. */
export function AllDialogs(props: AllDialogsProps) {
  const { matching, openDialog, close } = props;
  // The dialog keeps its content while it closes.
  const [action, setAction] = useState<BulkActionKind>("resend");
  if (openDialog !== null && openDialog !== action) setAction(openDialog);
  return (
    <Dialog
      open={openDialog !== null}
      onOpenChange={close}
      title={`${ACTION_WORDS[action].verb} ${formatBadges(matching.total)}?`}
      description={<AllDescription action={action} words={matching.words} />}
    >
      <AllForm key={action} {...props} action={action} />
    </Dialog>
  );
}
