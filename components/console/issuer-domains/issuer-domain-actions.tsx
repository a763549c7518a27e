"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/overlay/dialog";
import { toast } from "@/components/ui/overlay/toast";
import type { IssuerDomain } from "@/lib/credentials/issuer-domains/schema";
import { useMutation } from "@tanstack/react-query";
import { apiWrite, organizationPath } from "@/components/api";

/** Reads both files of the domain now. */
const useCheckFiles = (organizationId: string) =>
  useMutation({
    mutationFn: () =>
      apiWrite<IssuerDomain>("POST", organizationPath(organizationId, "domain/issuer/check"), {}),
  });

/** Turns issuing under the domain on or off. */
const useSwitchIssuing = (organizationId: string) =>
  useMutation({
    mutationFn: (enabled: boolean) =>
      apiWrite<IssuerDomain>("PUT", organizationPath(organizationId, "domain/issuer"), { enabled }),
  });

type ActionProps = { organizationId: string };

/** Reads both files now. */
export function CheckFilesButton({ organizationId }: ActionProps) {
  const router = useRouter();
  const check = useCheckFiles(organizationId);
  const checkNow = () =>
    check.mutate(undefined, {
      onSuccess: ({ did_document: { found } }) => {
        if (found?.result === "found") toast.success("The DID document was found.");
        else toast.error("The DID document was not found, or is not right.");
        router.refresh();
      },
    });
  return (
    <Button variant="secondary" busy={check.isPending} onClick={checkNow}>
      {check.isPending ? "Checking…" : "Check files"}
    </Button>
  );
}

type SwitchProps = ActionProps & { issuing: IssuerDomain };

/** Turns issuing under the domain on, or off after confirmation. */
export function SwitchIssuingButton({ organizationId, issuing: { enabled, did } }: SwitchProps) {
  const router = useRouter();
  const [isConfirming, setConfirming] = useState(false);
  const change = useSwitchIssuing(organizationId);
  const switchTo = (target: boolean) =>
    change.mutate(target, {
      onSuccess: () => {
        toast.success(`Issuing under the domain turned ${target ? "on" : "off"}.`);
        router.refresh();
      },
      onSettled: () => setConfirming(false),
    });
  if (!enabled)
    return (
      <Button busy={change.isPending} onClick={() => switchTo(true)}>
        Turn on
      </Button>
    );
  return (
    <>
      <Button variant="danger" onClick={() => setConfirming(true)}>
        Turn off…
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Turn off issuing under the domain?"
        description={`New badges no longer name ${did}. Earlier ones stay as they are, so keep the files on your website.`}
        confirm="Turn off"
        danger
        busy={change.isPending}
        onConfirm={() => switchTo(false)}
      />
    </>
  );
}
