import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Field, Input, Select } from "@/components/ui/field";
import type { PublicOrganization } from "@/lib/credentials/public-pages/schema";

type TemplateSearchProps = { path: string; filter: PublicOrganization["filter"]; skills: string[] };

/** A form that searches an organization's badges by words and by skill. It works without JavaScript. */
export function TemplateSearch({ path, filter, skills }: TemplateSearchProps) {
  const t = useTranslations("public.search");
  return (
    <search className="print:hidden">
      <form method="get" action={path} className="mb-8 flex flex-wrap items-end gap-4">
        <Field className="min-w-56 flex-[2]" label={t("words")}>
          {(control) => (
            <Input
              {...control}
              name="q"
              type="search"
              autoComplete="off"
              maxLength={255}
              defaultValue={filter.query}
            />
          )}
        </Field>
        {skills.length > 0 ? (
          <Field className="min-w-48 flex-1" label={t("skill")}>
            {(control) => (
              <Select {...control} name="skill" defaultValue={filter.skill}>
                <option value="">{t("all_skills")}</option>
                {skills.map((skill) => (
                  <option key={skill} value={skill}>
                    {skill}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ) : null}
        <Button type="submit" variant="secondary">
          <Search className="size-4" aria-hidden="true" />
          {t("action")}
        </Button>
      </form>
    </search>
  );
}
