import Link from "next/link";
import type { ReferenceItem } from "@/lib/http/reference/schema";
import { ApiPath } from "./api-path";
import { MethodTag } from "./method-tag";

type OperationListProps = {
  items: ReferenceItem[];
  /** The path of the reference. The pages of operations are below it. */
  home: string;
};

/** Operations as links to their pages. */
export const OperationList = ({ items, home }: OperationListProps) => (
  <ul className="divide-y divide-line border-y border-line text-sm">
    {items.map(({ id, method, path, summary }) => (
      <li key={id}>
        <Link
          href={`${home}/${id}`}
          prefetch={false}
          className="grid gap-x-4 gap-y-0.5 py-2.5 text-ink no-underline hover:bg-sunken lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]"
        >
          <span className="font-medium">{summary}</span>
          <span className="flex min-w-0 gap-2">
            <MethodTag method={method} />
            <ApiPath path={path} />
          </span>
        </Link>
      </li>
    ))}
  </ul>
);
