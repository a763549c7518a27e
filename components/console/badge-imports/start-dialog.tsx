"use client";

import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Fieldset, Radio } from "@/components/ui/choice";
import { Dialog } from "@/components/ui/dialog";
import { DialogCancel } from "@/components/ui/dialog-cancel";
import { FieldError, Input, Select } from "@/components/ui/field";
import { DEFAULT_WAIT_MINUTES, WAIT_MINUTES } from "@/lib/badges/imports/choices";
import { formatDuration } from "@/components/ui/time";
import { readLastWait, timeProblem, tomorrowMorning, type StartChoice } from "./start-time";

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
export function StartDialog(props: StartDialogProps) {
  const { open, onOpenChange, badges, description } = props;
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={`Issue ${badges}?`} description={description}>
      <StartForm {...props} />
    </Dialog>
  );
}
