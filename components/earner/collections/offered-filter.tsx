import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/form/field";

/** Searches the badges that can be added to a collection. The text is part of the address. */
export function OfferedFilter({ path, query }: { path: string; query: string }) {
  const t = useTranslations("wallet.badges");
  return (
    <form method="get" action={path} className="mb-4 flex flex-wrap items-end gap-3">
      <Field label={t("search")} className="min-w-52 grow basis-0">
        {(control) => <Input {...control} type="search" name="query" defaultValue={query} maxLength={200} />}
      </Field>
      <Button type="submit" variant="secondary">
        {t("show")}
      </Button>
    </form>
  );
}
