import { PageTabs } from "@/components/ui/page/page-tabs";

const PAGES = [
  { path: "/authorization_tokens", label: "Authorization tokens" },
  { path: "/oauth_applications", label: "OAuth applications" },
  { path: "/webhooks", label: "Webhooks" },
  { path: "/events", label: "Events" },
  { path: "/requests", label: "Requests" },
  { path: "/test_mails", label: "Mail inbox" },
  { path: "/api_reference", label: "API reference" },
] as const;

export type DeveloperPage = (typeof PAGES)[number]["path"];

type DeveloperTabsProps = {
  home: string;
  current: DeveloperPage;
  /** The pages that this person may see. */
  pages: readonly DeveloperPage[];
};

/** The tabs of the section. Only administrators see credentials. Every member sees webhooks and the API reference. */
export const DeveloperTabs = ({ home, current, pages }: DeveloperTabsProps) => (
  <PageTabs
    label="Developer"
    tabs={PAGES.filter(({ path }) => pages.includes(path)).map(({ path, label }) => ({
      href: `${home}/developer${path}`,
      label,
    }))}
    current={`${home}/developer${current}`}
  />
);
