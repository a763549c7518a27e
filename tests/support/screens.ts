import type { Demonstration } from "./demonstration";

/** A page that people meet; `name` names its pictures. */
export type Screen = { name: string; path: string };

/** Every page of the console, as the folders of app/(console) have them, with what the demonstration organization has. */
export function consoleScreens({ home, places }: Demonstration): Screen[] {
  const course = `/learning/integrations/${places.learningIntegration}`;
  const pages: [name: string, path: string][] = [
    ["overview", ""],
    ["badge-templates", "/badge_templates"],
    ["new-badge-template", "/badge_templates/new"],
    ["badge-template", `/badge_templates/${places.template}`],
    ["issue", "/issue"],
    ["issued-badges", "/issued_badges"],
    ["issued-badge", `/issued_badges/${places.badge}`],
    ["authorization-tokens", "/developer/authorization_tokens"],
    ["learning-apps", "/learning"],
    ["learning-integrations", "/learning/integrations"],
    ["learning-integration", course],
    ["learning-students", `${course}/students`],
    ["learning-gradables", `${course}/gradables`],
    ["learning-grades", `${course}/grades`],
    ["learning-rules", `${course}/rules`],
    ["learning-new-rule", `${course}/rules/new`],
    ["learning-rule", `${course}/rules/${places.template}`],
    ["learning-log", `${course}/logs`],
    ["learning-launch-debugger", "/learning/launch_debugger"],
  ];
  return pages.map(([name, path]) => ({ name, path: home + path }));
}

/** Pages of people who are not signed in. */
export const openScreens = ({ places }: Demonstration): Screen[] => [
  { name: "sign-in", path: "/sign-in" },
  { name: "public-badge", path: `/badges/${places.badge}` },
];
