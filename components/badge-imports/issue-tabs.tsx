import { PageTabs } from "@/components/ui/page-tabs";

type IssueTabsProps = { home: string; current: "/issue" | "/issue/file" };

/** The two ways to issue. */
export const IssueTabs = ({ home, current }: IssueTabsProps) => (
  <PageTabs
    label="Ways to issue"
    tabs={[
      { href: `${home}/issue`, label: "One person" },
      { href: `${home}/issue/file`, label: "From a file" },
    ]}
    current={home + current}
  />
);
