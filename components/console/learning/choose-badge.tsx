"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import {
  TemplatePicker,
  type FirstTemplates,
  type TemplateChoice,
} from "@/components/console/badge-templates/template-picker";
import { Button } from "@/components/ui/button";
import { FormBody } from "@/components/ui/form/form-body";

type ChooseBadgeProps = FirstTemplates & { organizationId: string; base: string };

/** Lets the user choose the badge for a rule, then opens its rules. */
export function ChooseBadge({ organizationId, base, first, more }: ChooseBadgeProps) {
  const router = useRouter();
  const [chosen, setChosen] = useState<TemplateChoice | null>(null);
  const [error, setError] = useState<string>();
  const selectTemplate = (template: TemplateChoice) => {
    setChosen(template);
    setError(undefined);
  };
  const openRules = () => {
    if (chosen) router.push(`${base}/rules/${chosen.id}`);
    else setError("Choose a badge.");
  };
  return (
    <FormBody className="flex max-w-3xl flex-col gap-6">
      <TemplatePicker
        organizationId={organizationId}
        first={first}
        more={more}
        chosen={chosen}
        onChoose={selectTemplate}
        error={error}
      />
      <div className="border-t border-line pt-5">
        <Button onClick={openRules}>Continue to rules</Button>
      </div>
    </FormBody>
  );
}
