"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "@/components/ui/overlay/toast";
import { Button } from "@/components/ui/button";
import { ConfirmDialog, Dialog } from "@/components/ui/overlay/dialog";
import { useShownSecret } from "@/components/ui/use-shown-secret";
import type { OAuthApplication } from "@/lib/applications/oauth-applications/schema";
import { ApplicationForm } from "./application-form";
import { ApplicationSecret } from "./application-secret";
import { useDeleteApplication, useRotateApplication } from "./hooks";
import type { CurlUrls } from "./scoped-curl";

type ApplicationActionsProps = {
  organizationId: string;
  application: OAuthApplication;
  /** The list to return to after deletion. */
  listHref: string;
  urls: CurlUrls;
  may: { change: boolean; rotate: boolean; remove: boolean };
};

function EditButton({ organizationId, application }: ApplicationActionsProps) {
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

function RotateButton({ organizationId, application, urls }: ApplicationActionsProps) {
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
        description="The current secret and its access tokens stop working immediately, so programs need the new secret. The client ID stays the same."
        confirm="Rotate secret"
        danger
        busy={isPending}
        onConfirm={rotate}
      />
      <Dialog open={rotated !== null} onOpenChange={forget} title="New client secret">
        {rotated ? <ApplicationSecret application={rotated} urls={urls} /> : null}
      </Dialog>
    </>
  );
}

const CONSEQUENCES =
  "Its access tokens stop working immediately, and connected earners are disconnected. This cannot be undone.";
const NO_WEBHOOKS = "Webhooks stop unless another application has data services on.";

function DeleteButton({ organizationId, application, listHref }: ApplicationActionsProps) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const { mutate, isPending } = useDeleteApplication(organizationId, application.id);
  const remove = () =>
    mutate(undefined, {
      onSuccess: () => {
        toast.success(`${application.name} deleted.`);
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

/** The actions on an application, each with a dialog. */
export const ApplicationActions = (props: ApplicationActionsProps) => (
  <>
    {props.may.change ? <EditButton {...props} /> : null}
    {props.may.rotate ? <RotateButton {...props} /> : null}
    {props.may.remove ? <DeleteButton {...props} /> : null}
  </>
);
