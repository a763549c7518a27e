import { Tag } from "@/components/ui/tag";
import type { ReferenceAnswer } from "@/lib/api-reference/schema";
import { FieldList } from "./field-list";

const isSuccess = (status: string): boolean => status < "400";

/** What an operation may answer, by status; the fields of each open on demand. */
export const AnswerList = ({ answers }: { answers: ReferenceAnswer[] }) => (
  <ul className="divide-y divide-line border-y border-line text-sm">
    {answers.map(({ status, description, fields }) => (
      <li key={status} className="py-3">
        <div className="flex items-baseline gap-3">
          <Tag tone={isSuccess(status) ? "positive" : "neutral"}>{status}</Tag>
          <span>{description.replaceAll("`", "")}</span>
        </div>
        {fields.length > 0 ? (
          <details className="mt-2">
            <summary className="inline-flex min-h-6 items-center text-[0.8125rem] text-accent">
              Fields of {status}
            </summary>
            <div className="mt-2">
              <FieldList fields={fields} />
            </div>
          </details>
        ) : null}
      </li>
    ))}
  </ul>
);
