import { PageTabs } from "@/components/ui/page/page-tabs";

export type SettingsPage =
  | ""
  | "/certificates"
  | "/domain"
  | "/signing_keys"
  | "/members"
  | "/invitations"
  | "/security"
  | "/single_sign_on"
  | "/mails"
  | "/service_moves"
  | "/audit_log";

const PAGES: { path: SettingsPage; label: string }[] = [
  { path: "", label: "Profile" },
  { path: "/certificates", label: "Certificates" },
  { path: "/domain", label: "Domain" },
  { path: "/signing_keys", label: "Signing keys" },
  { path: "/members", label: "Members" },
  { path: "/invitations", label: "Invitations" },
  { path: "/security", label: "Security" },
  { path: "/single_sign_on", label: "Single sign-on" },
  { path: "/mails", label: "E-mails" },
  { path: "/service_moves", label: "Move in" },
  { path: "/audit_log", label: "Audit log" },
];

/** The tabs of the section. */
export const SettingsTabs = ({ home, current }: { home: string; current: SettingsPage }) => (
  <PageTabs
    label="Settings"
    tabs={PAGES.map(({ path, label }) => ({ href: `${home}/settings${path}`, label }))}
    current={`${home}/settings${current}`}
  />
);
