"use client";

import { Ellipsis } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { buttonClass } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/overlay/dialog";
import { Menu, MenuItem } from "@/components/ui/overlay/menu";
import { toast } from "@/components/ui/overlay/toast";
import type { OrganizationKey } from "@/lib/credentials/issuer-keys/schema";
import { useMutation } from "@tanstack/react-query";
import { apiWrite, organizationPath } from "@/components/api";

/** Replaces the key of an algorithm by a new one. */
const useRotateKey = (organizationId: string) =>
  useMutation({
    mutationFn: (algorithm: OrganizationKey["algorithm"]) =>
      apiWrite<OrganizationKey>("POST", organizationPath(organizationId, "signing_keys/rotate"), {
        algorithm,
      }),
  });

/** Retires a key by its id. */
const useRetireKey = (organizationId: string) =>
  useMutation({
    mutationFn: (id: string) =>
      apiWrite<OrganizationKey>("POST", organizationPath(organizationId, `signing_keys/${id}/retire`), {}),
  });

type KeyActionsProps = {
  organizationId: string;
  signingKey: OrganizationKey;
  /** Whether the organization issues under its domain. */
  isUnderDomain: boolean;
};

const DOMAIN_WARNING =
  " Issuing under your domain is paused until you publish the new DID document on your website. Until then, others cannot see whether badges that were issued under it are revoked.";

/** Replaces or retires an active key after confirmation. */
export function KeyActions({
  organizationId,
  signingKey: { id, algorithm },
  isUnderDomain,
}: KeyActionsProps) {
  const router = useRouter();
  const [confirmed, setConfirmed] = useState<"rotate" | "retire" | null>(null);
  const rotate = useRotateKey(organizationId);
  const retire = useRetireKey(organizationId);
  const warning = isUnderDomain ? DOMAIN_WARNING : "";
  const outcome = (message: string) => ({
    onSuccess: () => {
      toast.success(message);
      router.refresh();
    },
    onSettled: () => setConfirmed(null),
  });
  return (
    <>
      <Menu
        label={`Actions for the ${algorithm} key`}
        align="end"
        triggerClass={buttonClass({ variant: "quiet", size: "smallIcon" })}
        trigger={<Ellipsis className="size-4.5" aria-hidden="true" />}
      >
        <MenuItem onSelect={() => setConfirmed("rotate")}>Rotate…</MenuItem>
        <MenuItem danger onSelect={() => setConfirmed("retire")}>
          Retire…
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={confirmed === "rotate"}
        onOpenChange={() => setConfirmed(null)}
        title={`Rotate the ${algorithm} key?`}
        description={`A new key signs badges from now on. The current key is retired. Badges that it signed stay valid.${warning}`}
        confirm="Rotate key"
        busy={rotate.isPending}
        onConfirm={() => rotate.mutate(algorithm, outcome("Key rotated."))}
      />
      <ConfirmDialog
        open={confirmed === "retire"}
        onOpenChange={() => setConfirmed(null)}
        title={`Retire the ${algorithm} key?`}
        description={`It never signs again, and the private key is deleted. Badges that it signed stay valid. A new key is created when the next badge is signed. This cannot be undone.${warning}`}
        confirm="Retire key"
        danger
        busy={retire.isPending}
        onConfirm={() => retire.mutate(id, outcome("Key retired."))}
      />
    </>
  );
}
