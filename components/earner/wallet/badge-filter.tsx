import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Field, Input, Select } from "@/components/ui/form/field";

export const SHOWN_STATES = ["valid", "not_yet_valid", "expired", "revoked", "declined"] as const;
export const VISIBILITIES = ["public", "private"] as const;

type Choices = { name: string; label: string; value: string; options: [value: string, text: string][] };

const Choice = ({ name, label, value, options }: Choices) => (
  <Field label={label} className="min-w-48 grow basis-0">
    {(control) => (
      <Select {...control} name={name} defaultValue={value}>
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </Select>
    )}
  </Field>
);

/** Filters of the wallet. They are part of the address, so that bookmarks and the Back button work; no JavaScript. */
export function BadgeFilter({ params }: { params: Record<string, string> }) {
  const t = useTranslations("wallet.badges");
  const any: [string, string] = ["", t("all")];
  return (
    <form method="get" action="/wallet" className="mb-8 flex flex-wrap items-end gap-3">
      <Field label={t("search")} className="min-w-52 grow-2 basis-0">
        {(control) => (
          <Input {...control} type="search" name="query" defaultValue={params.query} maxLength={200} />
        )}
      </Field>
      <Choice
        name="state"
        label={t("state")}
        value={params.state ?? ""}
        options={[any, ...SHOWN_STATES.map((each): [string, string] => [each, t(each)])]}
      />
      <Choice
        name="visibility"
        label={t("visibility")}
        value={params.visibility ?? ""}
        options={[any, ...VISIBILITIES.map((each): [string, string] => [each, t(each)])]}
      />
      <Choice
        name="sort"
        label={t("sort")}
        value={params.sort ?? ""}
        options={[
          ["", t("newest")],
          ["issued_at", t("oldest")],
          ["badge_templates[name]", t("by_name")],
        ]}
      />
      <Button type="submit" variant="secondary">
        {t("show")}
      </Button>
    </form>
  );
}
