import type { ReactNode } from "react";
import { QueryProvider } from "./query-provider";
import { Brand } from "@/components/ui/page/brand";
import { Toaster } from "@/components/ui/overlay/toaster";
import {
  OrganizationSwitcher,
  AccountMenu,
  type OrganizationChoice,
  type SignedInAccount,
} from "./account-menus";
import { NoticeBell } from "@/components/console/notices/bell";
import { NarrowMenu } from "./narrow-menu";
import { Navigation } from "./navigation";
import type { Section } from "./sections";
import { TestModeBanner, TestModeSwitch, type TestMode } from "./test-mode";
import { PaletteButton, PaletteProvider } from "./palette";

type ConsoleFrameProps = {
  organizationId: string;
  organization: OrganizationChoice;
  organizations: OrganizationChoice[];
  color: string | null;
  person: SignedInAccount;
  sections: Section[];
  testMode: TestMode;
  children: ReactNode;
  /** How many notices the person has not read. */
  unreadNotices: number;
};

const SKIP_LINK = [
  "sr-only rounded-lg bg-accent text-sm font-medium text-on-accent focus:px-4 focus:py-2",
  "focus:not-sr-only focus:fixed focus:start-3 focus:top-3 focus:z-60",
].join(" ");

/** The frame around the pages of the console: a sidebar on wide screens, a bar with a menu on narrow ones. */
export function ConsoleFrame(props: ConsoleFrameProps) {
  const { organizationId, organization, organizations, color, person, sections, testMode, children } = props;
  const { unreadNotices } = props;
  const home = `/console/${organization.slug}`;
  const head = (
    <div className="flex flex-col gap-1">
      <OrganizationSwitcher current={organization} organizations={organizations} />
      <TestModeSwitch organizationId={organizationId} mode={testMode} />
    </div>
  );
  const foot = <AccountMenu person={person} home={home} />;
  const scope = {
    organizationId,
    home,
    sections,
    organizations: organizations.map(({ slug, name }) => ({ slug, name })),
  };
  return (
    <Brand color={color} className="min-h-dvh lg:grid lg:grid-cols-[16rem_minmax(0,1fr)]">
      <a href="#content" className={SKIP_LINK}>
        Skip to content
      </a>
      <QueryProvider>
        <PaletteProvider scope={scope}>
          <aside className="sticky top-0 hidden h-dvh flex-col gap-4 overflow-y-auto border-e border-line bg-sunken p-4 lg:flex">
            {head}
            <div className="flex items-center gap-1">
              <PaletteButton />
              <NoticeBell home={home} unread={unreadNotices} />
            </div>
            <Navigation home={home} sections={sections} />
            <div className="mt-auto border-t border-line pt-3">{foot}</div>
          </aside>
          <header className="sticky top-0 z-30 flex items-center gap-2 border-b border-line bg-canvas px-3 py-1.5 lg:hidden">
            <NarrowMenu home={home} sections={sections} head={head} foot={foot} />
            <span className="min-w-0 truncate text-sm font-semibold">{organization.name}</span>
            <PaletteButton narrow />
            <NoticeBell home={home} unread={unreadNotices} />
          </header>
          <main
            id="content"
            tabIndex={-1}
            className="mx-auto w-full max-w-6xl px-5 py-8 outline-none sm:px-10 lg:py-12"
          >
            <TestModeBanner organizationId={organizationId} home={home} mode={testMode} />
            {children}
          </main>
          <Toaster />
        </PaletteProvider>
      </QueryProvider>
    </Brand>
  );
}
