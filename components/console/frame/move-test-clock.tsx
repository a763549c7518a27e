"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { apiWrite, organizationPath } from "@/components/api";
import { Button } from "@/components/ui/button";
import { DialogButton } from "@/components/ui/dialog-button";
import { Field, Select } from "@/components/ui/field";
import type { TestClock } from "@/lib/console/test-mode/schema";

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
export function MoveTestClock({ organizationId }: { organizationId: string }) {
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
