"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Fieldset, Radio } from "@/components/ui/form/choice";
import { CodeBox } from "@/components/ui/code-box";
import { Dialog } from "@/components/ui/overlay/dialog";
import { DynamicForm } from "@/components/ui/form/dynamic-form";
import { MomentText } from "@/components/ui/time/moment";
import { useShownSecret } from "@/components/ui/use-shown-secret";
import type { WebhookSecret } from "@/lib/delivery/webhooks/schema";
import { rotateSecret, useRevealSecret } from "./hooks";

type SigningSecretProps = {
  organizationId: string;
  /** Until this time deliveries are also signed with the previous secret. */
  previousEndsAt: string | null;
};

type RotationValues = { expiry: "later" | "now" };

type RotationFormProps = { organizationId: string; onRotated: (secret: WebhookSecret) => void };

function RotationForm({ organizationId, onRotated }: RotationFormProps) {
  const form = useForm<RotationValues>({ defaultValues: { expiry: "later" } });
  const send = async ({ expiry }: RotationValues) =>
    onRotated(await rotateSecret(organizationId, { expire_previous: expiry === "now" }));
  return (
    <DynamicForm form={form} send={send} action="Rotate secret" danger>
      <Fieldset legend="Current secret">
        <div className="flex flex-col gap-3">
          <Radio
            {...form.register("expiry")}
            value="later"
            label="Expires in 24 hours"
            hint="Until then, deliveries are signed with both secrets, so you can switch without missing any."
          />
          <Radio
            {...form.register("expiry")}
            value="now"
            label="Expires immediately"
            hint="Choose this if the secret has leaked. Deliveries that your endpoint refuses meanwhile are retried."
          />
        </div>
      </Fieldset>
    </DynamicForm>
  );
}

/** Shows, on request, the secret that signs deliveries, and rotates it. */
export function SigningSecret({ organizationId, previousEndsAt }: SigningSecretProps) {
  const router = useRouter();
  const [isRotating, setRotating] = useState(false);
  const { secret, show, forget } = useShownSecret<WebhookSecret>();
  const { mutate: reveal, isPending } = useRevealSecret(organizationId);
  const showRotated = (newSecret: WebhookSecret) => {
    setRotating(false);
    show(newSecret);
    router.refresh();
  };
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <code className="text-sm text-ink-soft" aria-hidden="true">
          whsec_••••••••
        </code>
        <Button
          variant="secondary"
          size="small"
          busy={isPending}
          onClick={() => reveal(undefined, { onSuccess: show })}
        >
          Show secret
        </Button>
        <Button variant="secondary" size="small" onClick={() => setRotating(true)}>
          Rotate secret…
        </Button>
      </div>
      {previousEndsAt ? (
        <p className="text-sm text-ink-soft">
          Deliveries are also signed with the previous secret until <MomentText value={previousEndsAt} />.
        </p>
      ) : null}
      <Dialog open={secret !== null} onOpenChange={forget} title="Signing secret">
        {secret ? (
          <CodeBox
            label="Secret"
            text={secret.secret}
            hint="Use it unchanged with any Standard Webhooks library."
          />
        ) : null}
      </Dialog>
      <Dialog
        open={isRotating}
        onOpenChange={setRotating}
        title="Rotate the signing secret?"
        description="New deliveries will be signed with a new secret."
      >
        <RotationForm organizationId={organizationId} onRotated={showRotated} />
      </Dialog>
    </div>
  );
}
