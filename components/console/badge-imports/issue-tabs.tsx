import { PageTabs } from "@/components/ui/page/page-tabs";

type IssueTabsProps = {
  home: string;
  current: "/issue" | "/issue/file";
  /** The selected template, or empty. */
  templateId: string;
};

/** The tabs for issuing to one person and from a file. */
export function IssueTabs({ home, current, templateId }: IssueTabsProps) {
  const chosen = templateId === "" ? "" : `?${new URLSearchParams({ badge_template_id: templateId })}`;
  return (
    <PageTabs
      label="Ways to issue"
      tabs={[
        { href: `${home}/issue${chosen}`, label: "One person" },
        { href: `${home}/issue/file${chosen}`, label: "From a file" },
      ]}
      current={`${home}${current}${chosen}`}
    />
  );
}
