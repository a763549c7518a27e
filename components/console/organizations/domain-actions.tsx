"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/overlay/dialog";
import { toast } from "@/components/ui/overlay/toast";
import type { OrganizationDomain } from "@/lib/organizations/domains/schema";
import { useCheckDomain, useRemoveDomain } from "./hooks";

type DomainActionsProps = { organizationId: string; domain: OrganizationDomain };

const hasProof = ({ dns, file }: OrganizationDomain): boolean =>
  [dns, file].some(({ found }) => found?.result === "found");

const isUnavailable = ({ dns, file }: OrganizationDomain): boolean =>
  [dns, file].every(({ found }) => found?.result === "unavailable");

/** Returns the message for a check that found no proof. */
const failureText = (domain: OrganizationDomain): string =>
  isUnavailable(domain) ? "The domain could not be checked. Try again later." : "The proof was not found.";

/** Checks the domain now, or removes it after confirmation. */
export function DomainActions({ organizationId, domain }: DomainActionsProps) {
  const router = useRouter();
  const [isConfirming, setConfirming] = useState(false);
  const check = useCheckDomain(organizationId);
  const remove = useRemoveDomain(organizationId);
  const checkNow = () =>
    check.mutate(undefined, {
      onSuccess: (checked) => {
        if (hasProof(checked)) toast.success("The proof was found.");
        else toast.error(failureText(checked));
        router.refresh();
      },
    });
  const removeNow = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        toast.success(`${domain.name} removed.`);
        router.refresh();
      },
      onSettled: () => setConfirming(false),
    });
  return (
    <div className="flex flex-wrap gap-3">
      <Button busy={check.isPending} onClick={checkNow}>
        {check.isPending ? "Checking…" : "Check now"}
      </Button>
      <Button variant="danger" onClick={() => setConfirming(true)}>
        Remove domain…
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={`Remove ${domain.name}?`}
        description="Public pages and new badges stop naming the domain immediately. To verify it again, you need a new record or file."
        confirm="Remove domain"
        danger
        busy={remove.isPending}
        onConfirm={removeNow}
      />
    </div>
  );
}
