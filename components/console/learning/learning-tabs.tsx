import { PageTabs } from "@/components/ui/page/page-tabs";

export type LearningPage = "" | "/integrations" | "/launch_debugger";

const PAGES: { path: LearningPage; label: string; isAdministratorOnly: boolean }[] = [
  { path: "", label: "Apps", isAdministratorOnly: true },
  { path: "/integrations", label: "Integrations", isAdministratorOnly: false },
  { path: "/launch_debugger", label: "Launch debugger", isAdministratorOnly: true },
];

type LearningTabsProps = { home: string; current: LearningPage; isAdministrator: boolean };

/** Tabs for the pages of the section. Only administrators see more than the integrations. */
export function LearningTabs({ home, current, isAdministrator }: LearningTabsProps) {
  const shown = PAGES.filter(({ isAdministratorOnly }) => isAdministrator || !isAdministratorOnly);
  const base = `${home}/learning`;
  return (
    <PageTabs
      label="Learning"
      tabs={shown.map(({ path, label }) => ({ href: base + path, label }))}
      current={base + current}
    />
  );
}
