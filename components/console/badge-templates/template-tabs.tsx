import { PageTabs } from "@/components/ui/page/page-tabs";

/** Tabs for the organization's templates, and for the endorsements of badges. */
export const TemplateTabs = ({ home, current }: { home: string; current: "" | "/endorsements" }) => (
  <PageTabs
    label="Badge templates and endorsements"
    tabs={[
      { href: `${home}/badge_templates`, label: "Templates" },
      { href: `${home}/badge_templates/endorsements`, label: "Endorsements" },
    ]}
    current={`${home}/badge_templates${current}`}
  />
);
