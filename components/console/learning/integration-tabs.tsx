"use client";

import { usePathname } from "next/navigation";
import { PageTabs } from "@/components/ui/page/page-tabs";

const PAGES = [
  { path: "", label: "Connection" },
  { path: "/students", label: "Students" },
  { path: "/gradables", label: "Gradables" },
  { path: "/grades", label: "Grades" },
  { path: "/rules", label: "Rules" },
  { path: "/logs", label: "Log" },
];

/** Tabs for the pages of an integration. */
export function IntegrationTabs({ base }: { base: string }) {
  const pathname = usePathname();
  const tabs = PAGES.map(({ path, label }) => ({ href: base + path, label }));
  const below = tabs.slice(1).find(({ href }) => pathname === href || pathname.startsWith(`${href}/`));
  return <PageTabs label="Integration" tabs={tabs} current={below?.href ?? base} />;
}
