"use client";

import { useRouter } from "next/navigation";
import { useForm, type UseFormReturn } from "react-hook-form";
import { toast } from "@/components/ui/overlay/toast";
import { useRequestResolver } from "@/components/ui/form/request-resolver";
import { onDemand } from "@/components/on-demand";
import { Checkbox } from "@/components/ui/form/choice";
import { Field, Input, Select } from "@/components/ui/form/field";
import { DynamicForm } from "@/components/ui/form/dynamic-form";
import { ColumnHead, Cell, Table } from "@/components/ui/list/table";
import { columnName, FIELD_LABELS, IMPORT_FIELDS } from "@/lib/badges/imports/choices";
import type { BadgeImport, ImportField, ImportMapping } from "@/lib/badges/imports/schema";
import { useUpdateImport } from "./hooks";
import { formatCount, issuableCount } from "./import-words";

/** The values of the form: the badge field of each column, and how rows are issued. */
type MappingValues = {
  fields: (ImportField | "")[];
  duplicate_behavior: BadgeImport["duplicate_behavior"];
  issued_at: string;
  date_order: BadgeImport["date_order"] | "";
  suppress_badge_notification_email: boolean;
};

function mappingFormValues(found: BadgeImport): MappingValues {
  const fieldAt = new Map(
    Object.entries(found.mapping).map(([field, place]) => [place, field as ImportField]),
  );
  return {
    fields: found.columns.map((_, place) => fieldAt.get(place) ?? ""),
    duplicate_behavior: found.duplicate_behavior,
    issued_at: found.issued_at_is_default ? "" : found.issued_at,
    date_order: found.date_order_is_guess ? "" : found.date_order,
    suppress_badge_notification_email: found.suppress_badge_notification_email,
  };
}

/** Builds the request body from the form. */
function mappingBody({ fields, ...settings }: MappingValues) {
  const mapping: ImportMapping = {};
  fields.forEach((field, place) => {
    if (field !== "") mapping[field] = place;
  });
  return { ...settings, issued_at: settings.issued_at === "" ? null : settings.issued_at, mapping };
}

const badgeImportChange = onDemand(
  async () => (await import("@/lib/badges/imports/schema")).BadgeImportChange,
);

type MappingFormProps = { organizationId: string; found: BadgeImport };
type Form = UseFormReturn<MappingValues>;

/** A column with sample values and the badge field it is mapped to. */
function ColumnRow({
  form,
  place,
  column,
}: {
  form: Form;
  place: number;
  column: BadgeImport["columns"][number];
}) {
  const name = columnName(column.name, place);
  const choose = form.register(`fields.${place}`, {
    // Each field has one column at most: choosing it here clears it elsewhere.
    onChange: (event: { target: { value: string } }) => {
      const { value } = event.target;
      form.getValues("fields").forEach((field, other) => {
        if (other !== place && field === value && value !== "") form.setValue(`fields.${other}`, "");
      });
    },
  });
  return (
    <tr>
      <Cell className="w-1/3 align-top sm:w-1/2">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="line-clamp-2 text-[0.8125rem] wrap-anywhere text-ink-faint">
          {column.samples.join(" · ") || "Empty"}
        </p>
      </Cell>
      <Cell className="align-top">
        <Select aria-label={`Field for ${name}`} {...choose}>
          <option value="">Not used</option>
          {IMPORT_FIELDS.map((field) => (
            <option key={field} value={field}>
              {FIELD_LABELS[field]}
            </option>
          ))}
        </Select>
      </Cell>
    </tr>
  );
}

const MappingTable = ({ form, columns }: { form: Form; columns: BadgeImport["columns"] }) => (
  <Table
    label="Columns of the file"
    head={
      <>
        <ColumnHead>Column in the file</ColumnHead>
        <ColumnHead>Badge field</ColumnHead>
      </>
    }
  >
    {columns.map((column, place) => (
      // oxlint-disable-next-line react/no-array-index-key -- headings may repeat, so columns are identified by position
      <ColumnRow key={place} form={form} place={place} column={column} />
    ))}
  </Table>
);

function ImportSettings({ form }: { form: Form }) {
  const { errors } = form.formState;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field
        label="If a recipient already has this badge"
        error={errors.duplicate_behavior?.message}
        className="sm:col-span-2"
      >
        {(ids) => (
          <Select {...ids} {...form.register("duplicate_behavior")}>
            <option value="deny">Do not issue (mark the row as an error)</option>
            <option value="replace">Replace the existing badge</option>
            <option value="allow">Issue another badge</option>
          </Select>
        )}
      </Field>
      <Field
        label="Issued on"
        hint="For rows without an issue date. Leave blank to use the day they are issued."
        error={errors.issued_at?.message}
      >
        {(ids) => <Input {...ids} {...form.register("issued_at")} type="date" />}
      </Field>
      <Field label="Date format" error={errors.date_order?.message}>
        {(ids) => (
          <Select {...ids} {...form.register("date_order")}>
            <option value="">Detect from the file</option>
            <option value="day_first">Day first: 03/04/2026 is 3 April</option>
            <option value="month_first">Month first: 03/04/2026 is March 4</option>
          </Select>
        )}
      </Field>
      <Checkbox
        {...form.register("suppress_badge_notification_email")}
        label="Do not send e-mails"
        hint="The result file will contain a link for each person to accept their badge."
        className="sm:col-span-2"
      />
    </div>
  );
}

/** Maps columns to badge fields and sets how rows are issued. Saving checks all rows again. */
export function MappingForm({ organizationId, found }: MappingFormProps) {
  const router = useRouter();
  const form = useForm<MappingValues>({
    values: mappingFormValues(found),
    resolver: useRequestResolver(badgeImportChange, mappingBody),
  });
  const updateImport = useUpdateImport(organizationId, found.id);
  const send = async (values: MappingValues) => {
    const checked = await updateImport(mappingBody(values));
    toast.success(`Checked again. ${formatCount(issuableCount(checked), "row")} can be issued.`);
    router.refresh();
  };
  return (
    <DynamicForm form={form} send={send} action="Save and check again">
      <MappingTable form={form} columns={found.columns} />
      <ImportSettings form={form} />
    </DynamicForm>
  );
}
