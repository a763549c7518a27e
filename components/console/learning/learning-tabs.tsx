import { PageTabs } from "@/components/ui/page-tabs";

export type LearningPage = "" | "/integrations" | "/launch_debugger";

const PAGES: { path: LearningPage; label: string; isAdministrators: boolean }[] = [
  { path: "", label: "Apps", isAdministrators: true },
  { path: "/integrations", label: "Integrations", isAdministrators: false },
  { path: "/launch_debugger", label: "Launch debugger", isAdministrators: true },
];

type LearningTabsProps = { home: string; current: LearningPage; administers: boolean };

/** Tabs for the pages of the section. Only administrators see more than the integrations. */
export function LearningTabs({ home, current, administers }: LearningTabsProps) {
  const shown = PAGES.filter(({ isAdministrators }) => administers || !isAdministrators);
  const base = `${home}/learning`;
  return (
    <PageTabs
      label="Learning"
      tabs={shown.map(({ path, label }) => ({ href: base + path, label }))}
      current={base + current}
    />
  );
}
