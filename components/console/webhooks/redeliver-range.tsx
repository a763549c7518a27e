"use client";

import { useState } from "react";
import { useForm } from "react-hook-form";
import { toast } from "@/components/ui/overlay/toast";
import { useRequestResolver } from "@/components/ui/form/request-resolver";
import { onDemand } from "@/components/on-demand";
import { usePeriodicRefresh } from "@/components/console/developer/use-periodic-refresh";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { Field, Input } from "@/components/ui/form/field";
import { DynamicForm } from "@/components/ui/form/dynamic-form";
import { redeliverRange } from "./hooks";

const redeliveryInput = onDemand(
  async () => (await import("@/lib/delivery/webhooks/schema")).RedeliveryInput,
);

type RangeValues = { since: string };

type RedeliverRangeProps = {
  organizationId: string;
  /** The suggested day, such as `2026-11-21`. */
  since: string;
};

const redeliveryBody = ({ since }: RangeValues) => ({ since, state: "undelivered" as const });

function RangeForm({ organizationId, since, onDone }: RedeliverRangeProps & { onDone: () => void }) {
  const form = useForm<RangeValues>({
    defaultValues: { since },
    resolver: useRequestResolver(redeliveryInput, redeliveryBody),
  });
  const send = async (values: RangeValues) => {
    const count = await redeliverRange(organizationId, redeliveryBody(values));
    toast.success(
      count === 0
        ? "No failed deliveries since that day."
        : `Redelivering ${count.toLocaleString("en")} ${count === 1 ? "delivery" : "deliveries"}.`,
    );
    onDone();
  };
  return (
    <DynamicForm form={form} send={send} action="Redeliver all failed">
      <Field
        label="Created since"
        hint="From the start of this day in UTC."
        error={form.formState.errors.since?.message}
      >
        {(ids) => <Input {...ids} {...form.register("since")} type="date" />}
      </Field>
    </DynamicForm>
  );
}

/** Redelivers everything that failed since a day: deliveries still being retried, and those given up. */
export function RedeliverRange(props: RedeliverRangeProps) {
  const [open, setOpen] = useState(false);
  const follow = usePeriodicRefresh();
  const closeAndFollow = () => {
    setOpen(false);
    follow();
  };
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Redeliver all failed…
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Redeliver all failed"
        description="Sends every failed delivery again with its original webhook ID and retries it for up to 25 days. Successful deliveries are not sent again."
      >
        <RangeForm {...props} onDone={closeAndFollow} />
      </Dialog>
    </>
  );
}
