import { Tag } from "@/components/ui/tag";
import type { ReferenceResponse } from "@/lib/http/reference/schema";
import { FieldList } from "./field-list";

const isError = ({ status }: ReferenceResponse): boolean => status >= "400";

const CollapsibleFields = ({ label, fields }: { label: string; fields: ReferenceResponse["fields"] }) =>
  fields.length === 0 ? null : (
    <details className="mt-2">
      <summary className="inline-flex min-h-6 items-center text-[0.8125rem] text-accent">{label}</summary>
      <div className="mt-2">
        <FieldList fields={fields} />
      </div>
    </details>
  );

/** The possible responses of an operation by status. All errors share one shape, which is shown once. */
export function ResponseList({ answers }: { answers: ReferenceResponse[] }) {
  const errorResponse = answers.find((answer) => isError(answer) && answer.fields.length > 0);
  return (
    <div>
      <ul className="divide-y divide-line border-y border-line text-sm">
        {answers.map((answer) => (
          <li key={answer.status} className="py-2.5">
            <div className="flex items-baseline gap-3">
              <Tag tone={isError(answer) ? "neutral" : "positive"}>{answer.status}</Tag>
              <span>{answer.description.replaceAll("`", "")}</span>
            </div>
            {isError(answer) ? null : (
              <CollapsibleFields label={`${answer.status} response fields`} fields={answer.fields} />
            )}
          </li>
        ))}
      </ul>
      {errorResponse ? (
        <CollapsibleFields label="Error response fields" fields={errorResponse.fields} />
      ) : null}
    </div>
  );
}
