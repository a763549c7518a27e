"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useShownSecret } from "@/components/ui/use-shown-secret";
import type { OAuthApplication } from "@/lib/access/oauth-applications/schema";
import { ApplicationForm } from "./application-form";
import { ApplicationSecret } from "./application-secret";
import type { CurlAddresses } from "./scoped-curl";

type NewApplicationProps = { organizationId: string; urls: CurlAddresses };

/** Creates an application in a dialog and shows its secret there once. */
export function NewApplication({ organizationId, urls }: NewApplicationProps) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const { secret: made, show, forget } = useShownSecret<OAuthApplication>();
  const change = (next: boolean) => {
    setOpen(next);
    // Not earlier: the refreshed list replaces the empty state, and with it this dialog that shows the secret.
    if (!next && made) router.refresh();
    forget();
  };
  return (
    <>
      <Button onClick={() => change(true)}>New application</Button>
      <Dialog
        open={open}
        onOpenChange={change}
        title={made ? `${made.name} created` : "New OAuth application"}
      >
        {made ? (
          <ApplicationSecret application={made} urls={urls} />
        ) : (
          <ApplicationForm organizationId={organizationId} application={null} onSaved={show} />
        )}
      </Dialog>
    </>
  );
}
