"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "@/components/ui/toast";
import { Button } from "@/components/ui/button";
import { ConfirmDialog, Dialog } from "@/components/ui/dialog";
import { useShownSecret } from "@/components/ui/use-shown-secret";
import type { OAuthApplication } from "@/lib/access/oauth-applications/schema";
import { ApplicationForm } from "./application-form";
import { ApplicationSecret } from "./application-secret";
import { useDeleteApplication, useRotateApplication } from "./hooks";
import type { CurlAddresses } from "./scoped-curl";

type ApplicationActionsProps = {
  organizationId: string;
  application: OAuthApplication;
  /** The list that a deletion leads back to. */
  listHref: string;
  urls: CurlAddresses;
  may: { change: boolean; rotate: boolean; remove: boolean };
};

function Edit({ organizationId, application }: ApplicationActionsProps) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const saved = () => {
    setOpen(false);
    toast.success("Saved.");
    router.refresh();
  };
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Edit…
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title="Edit application">
        <ApplicationForm organizationId={organizationId} application={application} onSaved={saved} />
      </Dialog>
    </>
  );
}

function Rotate({ organizationId, application, urls }: ApplicationActionsProps) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const { secret: rotated, show, forget } = useShownSecret<OAuthApplication>();
  const { mutate, isPending } = useRotateApplication(organizationId, application.id);
  const rotate = () =>
    mutate(undefined, {
      onSuccess: (fresh) => {
        show(fresh);
        router.refresh();
      },
      onSettled: () => setOpen(false),
    });
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Rotate secret…
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Rotate the secret of ${application.name}?`}
        description="The present secret is refused at once, and the access tokens it obtained end now: programs that use it fail until they have the new one. The client ID stays."
        confirm="Rotate secret"
        danger
        busy={isPending}
        onConfirm={rotate}
      />
      <Dialog open={rotated !== null} onOpenChange={forget} title="The new secret">
        {rotated ? <ApplicationSecret application={rotated} urls={urls} /> : null}
      </Dialog>
    </>
  );
}

const CONSEQUENCES =
  "Its access tokens end at once, and earners who connected it are disconnected. It cannot be brought back.";
const NO_WEBHOOKS = "Webhooks stop if no other application has data services on.";

function Remove({ organizationId, application, listHref }: ApplicationActionsProps) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const { mutate, isPending } = useDeleteApplication(organizationId, application.id);
  const remove = () =>
    mutate(undefined, {
      onSuccess: () => {
        toast.success(`${application.name} is deleted.`);
        router.push(listHref);
        router.refresh();
      },
      onSettled: () => setOpen(false),
    });
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Delete…
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Delete ${application.name}?`}
        description={application.data_services_enabled ? `${CONSEQUENCES} ${NO_WEBHOOKS}` : CONSEQUENCES}
        confirm="Delete application"
        danger
        busy={isPending}
        onConfirm={remove}
      />
    </>
  );
}

/** What can be done with an application, each in its dialog. */
export const ApplicationActions = (props: ApplicationActionsProps) => (
  <>
    {props.may.change ? <Edit {...props} /> : null}
    {props.may.rotate ? <Rotate {...props} /> : null}
    {props.may.remove ? <Remove {...props} /> : null}
  </>
);
