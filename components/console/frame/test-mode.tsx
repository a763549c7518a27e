"use client";

import { useMutation } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { apiWrite, organizationPath } from "@/components/api";
import type { TestOrganization, TestClock } from "@/lib/console/test-mode/schema";
import { Button } from "@/components/ui/button";
import { DialogButton } from "@/components/ui/overlay/dialog-button";
import { Field, Select } from "@/components/ui/form/field";

const STEPS = [
  { days: 1, label: "1 day" },
  { days: 7, label: "7 days" },
  { days: 30, label: "30 days" },
  { days: 90, label: "90 days" },
  { days: 365, label: "1 year" },
];

const TEXT =
  "Everything in test mode becomes older by this time: badges and tokens expire, reminders are sent, and failed deliveries are tried again. This cannot be undone.";

/** Moves the time of the test organization forward. */
function MoveTestClock({ organizationId }: { organizationId: string }) {
  const router = useRouter();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (days: number) =>
      apiWrite<TestClock>("POST", organizationPath(organizationId, "test_clock"), { days }),
  });
  return (
    <DialogButton
      opener="Move time forward…"
      look={{ variant: "quiet", size: "small" }}
      title="Move time forward"
      text={TEXT}
    >
      {(close) => (
        <form
          className="mt-5 flex flex-col gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            const days = Number(new FormData(event.currentTarget).get("days"));
            void mutateAsync(days).then(
              () => {
                close();
                router.refresh();
              },
              () => undefined,
            );
          }}
        >
          <Field label="By">
            {(ids) => (
              <Select {...ids} name="days" defaultValue="30">
                {STEPS.map(({ days, label }) => (
                  <option key={days} value={days}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <div className="flex flex-wrap justify-end gap-3">
            <Button type="button" variant="secondary" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" busy={isPending}>
              Move time forward
            </Button>
          </div>
        </form>
      )}
    </DialogButton>
  );
}

/** Where the switch leads: the home of the organization's other mode, or null when there is no test organization yet. */
export type TestMode = {
  isOn: boolean;
  otherHome: string | null;
  /** The person may open test mode, and move its time. */
  mayOpen: boolean;
  /** By how many days time was moved forward. */
  days: number;
};

const DAYS = new Intl.NumberFormat("en", { style: "unit", unit: "day", unitDisplay: "long" });

const ROW =
  "flex min-h-9 w-full items-center gap-2.5 rounded-lg px-2 text-start text-sm text-ink-soft hover:bg-line/60 hover:text-ink";

function OpenTestMode({ organizationId }: { organizationId: string }) {
  const router = useRouter();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      apiWrite<TestOrganization>("POST", organizationPath(organizationId, "test_organization"), {}),
    onSuccess: ({ vanity_slug: slug }) => router.push(`/console/${slug}`),
  });
  return (
    <button type="button" className={ROW} disabled={isPending} onClick={() => mutate()}>
      <FlaskConical className="size-4 shrink-0" aria-hidden="true" />
      Switch to test mode
    </button>
  );
}

/** Leads to the organization's other mode. Creates the test organization at the first use. */
export function TestModeSwitch({ organizationId, mode }: { organizationId: string; mode: TestMode }) {
  if (mode.otherHome === null) return mode.mayOpen ? <OpenTestMode organizationId={organizationId} /> : null;
  return (
    <Link href={mode.otherHome} className={ROW}>
      <FlaskConical className="size-4 shrink-0" aria-hidden="true" />
      {mode.isOn ? "Leave test mode" : "Switch to test mode"}
    </Link>
  );
}

/** Says on every page of a test organization that it is one. */
export function TestModeBanner({
  organizationId,
  home,
  mode,
}: {
  organizationId: string;
  home: string;
  mode: TestMode;
}) {
  if (!mode.isOn) return null;
  return (
    <aside
      aria-label="Test mode"
      className="mb-8 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-lg border-s-4 border-caution bg-caution-soft px-4 py-2.5 text-sm"
    >
      <p className="min-w-0 flex-1 basis-64">
        <strong>Test mode.</strong> Mails are not sent, and badges are marked as tests.
        {mode.days === 0 ? null : ` Time was moved forward by ${DAYS.format(mode.days)}.`}
      </p>
      {mode.mayOpen ? <MoveTestClock organizationId={organizationId} /> : null}
      <Link
        href={`${home}/developer/test_mails`}
        className="inline-flex min-h-6 items-center underline underline-offset-4"
      >
        Mail inbox
      </Link>
      {mode.otherHome === null ? null : (
        <Link href={mode.otherHome} className="inline-flex min-h-6 items-center underline underline-offset-4">
          Leave test mode
        </Link>
      )}
    </aside>
  );
}
