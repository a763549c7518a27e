"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { readField } from "@/components/ui/form-data";
import { leadToOrganization, type SignInTarget } from "./lead-to-organization";

type Failure = "none" | "failed";

/** Asks for the address of a person and leads to the sign-in of their organization. */
function OrganizationForm(target: SignInTarget) {
  const t = useTranslations("sign_in.organization");
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const lead = async (email: string): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const problem = await leadToOrganization(email, target)
      .then((isLed) => (isLed ? null : ("none" as const)))
      .catch(() => "failed" as const);
    // The button stays busy until the page of the organization has loaded.
    if (problem === null) return;
    setFailure(problem);
    setBusy(false);
  };
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void lead(readField(new FormData(event.currentTarget), "organization_email"));
      }}
    >
      <Field label={t("email")} error={failure ? t(failure) : undefined}>
        {(control) => (
          <Input
            {...control}
            name="organization_email"
            type="email"
            autoComplete="email"
            required
            autoFocus
          />
        )}
      </Field>
      <Button type="submit" variant="secondary" busy={isBusy} className="w-full">
        {t("submit")}
      </Button>
    </form>
  );
}

/** A button that shows the form to sign in through the identity provider of an organization. */
export function OrganizationSignIn(target: SignInTarget) {
  const t = useTranslations("sign_in.organization");
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <OrganizationForm {...target} />;
  return (
    <Button variant="quiet" className="w-full" onClick={() => setOpen(true)}>
      {t("open")}
    </Button>
  );
}
