import { PageTabs } from "@/components/ui/page/page-tabs";

/** Tabs for the organizations that issue for this one, and for those it issues for. */
export const IssuerTabs = ({ home, current }: { home: string; current: "" | "/grantors" }) => (
  <PageTabs
    label="Issuers and grantors"
    tabs={[
      { href: `${home}/issuers`, label: "Issuing for you" },
      { href: `${home}/issuers/grantors`, label: "You issue for" },
    ]}
    current={`${home}/issuers${current}`}
  />
);
