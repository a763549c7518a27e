"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button, buttonClass } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/overlay/dialog";
import { toast } from "@/components/ui/overlay/toast";
import type { IdentityProvider } from "@/lib/organizations/identity-providers/schema";
import { useRemoveProvider, useRequireProvider } from "./hooks";

type ActionProps = { organizationId: string; provider: IdentityProvider };

const requirementText = (domain: string | null): string =>
  `People with addresses at ${domain ?? "your domain"} can then sign in only through the provider. If it fails, only the operator of this service can let them in again.`;

/** Requires the sign-in after confirmation, or ends the requirement. */
function RequirementButton({ organizationId, provider: { is_required, domain } }: ActionProps) {
  const router = useRouter();
  const [isConfirming, setConfirming] = useState(false);
  const change = useRequireProvider(organizationId);
  const changeTo = (isRequired: boolean) =>
    change.mutate(isRequired, {
      onSuccess: () => {
        toast.success(isRequired ? "Single sign-on is required." : "Single sign-on is no longer required.");
        router.refresh();
      },
      onSettled: () => setConfirming(false),
    });
  if (is_required)
    return (
      <Button variant="secondary" busy={change.isPending} onClick={() => changeTo(false)}>
        Stop requiring it
      </Button>
    );
  return (
    <>
      <Button onClick={() => setConfirming(true)}>Require single sign-on…</Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Require single sign-on?"
        description={requirementText(domain)}
        confirm="Require single sign-on"
        busy={change.isPending}
        onConfirm={() => changeTo(true)}
      />
    </>
  );
}

function RemoveButton({ organizationId }: Pick<ActionProps, "organizationId">) {
  const router = useRouter();
  const [isConfirming, setConfirming] = useState(false);
  const remove = useRemoveProvider(organizationId);
  const removeNow = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        toast.success("Single sign-on removed.");
        router.refresh();
      },
      onSettled: () => setConfirming(false),
    });
  return (
    <>
      <Button variant="danger" onClick={() => setConfirming(true)}>
        Remove…
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Remove single sign-on?"
        description="Its settings are deleted. People keep their accounts and roles, and sign in in other ways."
        confirm="Remove single sign-on"
        danger
        busy={remove.isPending}
        onConfirm={removeNow}
      />
    </>
  );
}

/** Tries the sign-in, requires it, or removes the provider. A trial leads back to this page. */
export const ProviderActions = ({ organizationId, provider, page }: ActionProps & { page: string }) => (
  <div className="flex flex-wrap gap-3">
    {provider.domain ? (
      // Not a link of the router, which would ask for a page: the address leads to the provider.
      <a
        href={`${provider.service.sign_in_url}?callbackUrl=${encodeURIComponent(page)}`}
        className={buttonClass({ variant: "secondary" })}
      >
        Try the sign-in
      </a>
    ) : null}
    {provider.tried_at || provider.is_required ? (
      <RequirementButton organizationId={organizationId} provider={provider} />
    ) : null}
    <RemoveButton organizationId={organizationId} />
  </div>
);
