import Link from "next/link";
import { Count } from "@/components/ui/list/count";
import type { Column } from "@/components/ui/list/data-table";
import { DateText } from "@/components/ui/time/time";
import type { LearningIntegrationItem } from "@/lib/learning/integrations/schema";

/** Returns the columns of a table of integrations. */
export const integrationColumns = (home: string): Column<LearningIntegrationItem>[] => {
  const integrationHref = (id: number) => `${home}/learning/integrations/${id}`;
  return [
    {
      key: "course",
      label: "Course",
      isFixed: true,
      sort: { name: "name" },
      cell: ({ id, name, course_id: course, app }) => (
        <>
          <Link
            href={integrationHref(id)}
            className="font-medium wrap-anywhere text-ink no-underline hover:text-accent hover:underline"
          >
            {name}
          </Link>
          <p className="text-[0.8125rem] wrap-anywhere text-ink-faint">{course}</p>
          <p className="mt-0.5 text-[0.8125rem] text-ink-soft md:hidden">{app.name}</p>
        </>
      ),
    },
    { key: "app", label: "App", from: "md", cell: ({ app }) => app.name },
    {
      key: "students",
      label: "Students",
      isFigure: true,
      cell: ({ id, name, students_count: count }) => (
        <Count value={count} href={`${integrationHref(id)}/students`} of={`students of ${name}`} />
      ),
    },
    {
      key: "rules",
      label: "Rules",
      from: "sm",
      isFigure: true,
      cell: ({ id, name, rules_count: count }) => (
        <Count value={count} href={`${integrationHref(id)}/rules`} of={`rules of ${name}`} />
      ),
    },
    {
      key: "badges",
      label: "Badges issued",
      from: "sm",
      isFigure: true,
      cell: ({ badges_count: count }) => <Count value={count} />,
    },
    {
      key: "added",
      label: "Added",
      from: "lg",
      isFigure: true,
      className: "text-ink-soft",
      sort: { name: "created_at", first: "desc" },
      cell: ({ created_at: at }) => <DateText value={at} />,
    },
  ];
};
