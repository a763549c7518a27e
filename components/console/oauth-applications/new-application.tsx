"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { useShownSecret } from "@/components/ui/use-shown-secret";
import type { OAuthApplication } from "@/lib/applications/oauth-applications/schema";
import { ApplicationForm } from "./application-form";
import { ApplicationSecret } from "./application-secret";
import type { CurlUrls } from "./scoped-curl";

type NewApplicationProps = { organizationId: string; urls: CurlUrls };

/** Creates an application in a dialog and shows its secret there once. */
export function NewApplication({ organizationId, urls }: NewApplicationProps) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const { secret: created, show, forget } = useShownSecret<OAuthApplication>();
  const changeOpen = (next: boolean) => {
    setOpen(next);
    // Not earlier: the refreshed list replaces the empty state, and with it this dialog that shows the secret.
    if (!next && created) router.refresh();
    forget();
  };
  return (
    <>
      <Button onClick={() => changeOpen(true)}>New application</Button>
      <Dialog
        open={open}
        onOpenChange={changeOpen}
        title={created ? `${created.name} created` : "New OAuth application"}
      >
        {created ? (
          <ApplicationSecret application={created} urls={urls} />
        ) : (
          <ApplicationForm organizationId={organizationId} application={null} onSaved={show} />
        )}
      </Dialog>
    </>
  );
}
