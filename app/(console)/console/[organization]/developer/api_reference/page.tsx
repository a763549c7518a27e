import type { Metadata } from "next";
import { OperationList } from "@/components/console/api-reference/operation-list";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/list/empty-state";
import { Section } from "@/components/ui/facts";
import type { ListAddress } from "@/components/ui/list/list-address";
import { ListSearch, ListToolbar } from "@/components/ui/list/list-controls";
import { PageHeader } from "@/components/ui/page/page-header";
import { listReference } from "@/lib/http/reference/service";
import { requireConsoleMember } from "../../../../console-caller";
import { readSearchText, type PageQuery } from "../../../../list-request";
import { SectionTabs } from "../section";

export const metadata: Metadata = { title: "API reference" };

type Props = { params: Promise<{ organization: string }>; searchParams: PageQuery };

const PATH = "/developer/api_reference";

const groupAnchor = (group: string): string => group.toLowerCase().replaceAll(" ", "-");

const Contents = ({ names }: { names: string[] }) => (
  <nav aria-label="Groups" className="hidden w-48 shrink-0 lg:block">
    <ul className="sticky top-8 -ms-1 flex max-h-[calc(100vh-4rem)] flex-col overflow-y-auto p-1">
      {names.map((name) => (
        <li key={name}>
          <a
            href={`#${groupAnchor(name)}`}
            className="inline-flex min-h-7 items-center text-sm text-ink-soft no-underline hover:text-ink hover:underline"
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);

export default async function ApiReferencePage({ params, searchParams }: Props) {
  const [{ organization: slug }, parameters] = await Promise.all([params, searchParams]);
  const member = await requireConsoleMember(slug, { scope: "events" });
  const list: ListAddress = {
    path: `/console/${slug}${PATH}`,
    params: { query: readSearchText(parameters.query) },
  };
  const groups = await listReference(list.params.query);
  return (
    <>
      <PageHeader
        title="API reference"
        description="Every API endpoint, with a form to try it."
        actions={
          <ButtonLink variant="secondary" href="/openapi.json" prefetch={false}>
            OpenAPI document
          </ButtonLink>
        }
      />
      <SectionTabs member={member} current="/api_reference" />
      <ListToolbar>
        <ListSearch list={list} label="Search by path or keyword" />
      </ListToolbar>
      {groups.length === 0 ? (
        <EmptyState
          title="No results"
          action={
            <ButtonLink variant="secondary" href={list.path}>
              Clear search
            </ButtonLink>
          }
        />
      ) : (
        <div className="flex gap-10">
          <Contents names={groups.map(({ name }) => name)} />
          <div className="flex min-w-0 flex-1 flex-col gap-10">
            {groups.map(({ name, items }) => (
              <div key={name} id={groupAnchor(name)} className="scroll-mt-8">
                <Section title={name}>
                  <OperationList items={items} home={list.path} />
                </Section>
              </div>
            ))}
          </div>
        </div>
      )}
    </>
  );
}
