import type { ReferenceField } from "@/lib/http/reference/schema";
import { Tag } from "@/components/ui/tag";

/** Shows backquoted words of the specification's texts as code. */
function DescriptionText({ text }: { text: string }) {
  return text.split("`").map((part, index) =>
    index % 2 === 1 ? (
      <code key={index} className="text-[0.8125rem]">
        {part}
      </code>
    ) : (
      part
    ),
  );
}

const FieldItem = ({ field }: { field: ReferenceField }) => (
  <>
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <code className="text-[0.8125rem] font-semibold wrap-anywhere">{field.name}</code>
      <span className="text-[0.8125rem] text-ink-faint">{field.type}</span>
      {field.required ? <Tag tone="accent">required</Tag> : null}
    </div>
    {field.description ? (
      <p className="text-sm text-ink-soft">
        <DescriptionText text={field.description} />
      </p>
    ) : null}
    {field.limits.length > 0 ? (
      <p className="text-[0.8125rem] wrap-anywhere text-ink-faint">{field.limits.join(" · ")}</p>
    ) : null}
  </>
);

/** Fields with their types and descriptions. Fields of an object are indented below it. */
export const FieldList = ({ fields }: { fields: ReferenceField[] }) => (
  <ul className="divide-y divide-line border-y border-line">
    {fields.map((field) => (
      <li key={field.name} className="flex flex-col gap-1 py-2.5">
        <FieldItem field={field} />
        {field.fields.length > 0 ? (
          <div className="mt-1 ms-1 border-s-2 border-line ps-3">
            <FieldList fields={field.fields} />
          </div>
        ) : null}
      </li>
    ))}
  </ul>
);
