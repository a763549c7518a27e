import Link from "next/link";
import type { ListAddress } from "@/components/ui/list-address";
import { Cell, ColumnHead, SortHead, Table } from "@/components/ui/table";
import { DateText } from "@/components/ui/time";
import type { LearningIntegrationItem } from "@/lib/learning/integrations/schema";

type IntegrationTableProps = { list: ListAddress; integrations: LearningIntegrationItem[]; home: string };

const number = (value: number): string => value.toLocaleString("en");

function IntegrationLine({ integration, home }: { integration: LearningIntegrationItem; home: string }) {
  const { id, name, course_id: course, app } = integration;
  return (
    <tr>
      <Cell>
        <Link
          href={`${home}/learning/integrations/${id}`}
          className="font-medium wrap-anywhere text-ink no-underline hover:text-accent hover:underline"
        >
          {name}
        </Link>
        <p className="text-[0.8125rem] wrap-anywhere text-ink-faint">{course}</p>
        <p className="mt-0.5 text-[0.8125rem] text-ink-soft md:hidden">{app.name}</p>
      </Cell>
      <Cell className="hidden md:table-cell">{app.name}</Cell>
      <Cell number>{number(integration.students_count)}</Cell>
      <Cell number className="hidden sm:table-cell">
        {number(integration.rules_count)}
      </Cell>
      <Cell number className="hidden sm:table-cell">
        {number(integration.badges_count)}
      </Cell>
      <Cell className="hidden text-end text-ink-soft tabular-nums lg:table-cell">
        <DateText value={integration.created_at} />
      </Cell>
    </tr>
  );
}

/** Courses with their app and how much is in them. */
export function IntegrationTable({ list, integrations, home }: IntegrationTableProps) {
  const fallback = "-created_at";
  const head = (
    <>
      <SortHead list={list} name="name" fallback={fallback}>
        Course
      </SortHead>
      <ColumnHead className="hidden md:table-cell">App</ColumnHead>
      <ColumnHead align="end">Students</ColumnHead>
      <ColumnHead align="end" className="hidden sm:table-cell">
        Rules
      </ColumnHead>
      <ColumnHead align="end" className="hidden sm:table-cell">
        Badges given
      </ColumnHead>
      <SortHead
        list={list}
        name="created_at"
        fallback={fallback}
        first="desc"
        align="end"
        className="hidden lg:table-cell"
      >
        Added
      </SortHead>
    </>
  );
  return (
    <Table label="Integrations" head={head}>
      {integrations.map((integration) => (
        <IntegrationLine key={integration.id} integration={integration} home={home} />
      ))}
    </Table>
  );
}
