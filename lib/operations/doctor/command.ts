import { commandWithoutPreparation, type Command } from "@/lib/operations/installation/command-line";
import { examineInstallation } from "./examine";
import type { Report } from "./report";

const indent = (text: string): string => text.replaceAll("\n", "\n           ");

function formatReport({ findings, passed, skipped }: Report): string {
  const problems = findings.map(
    ({ check, problem, reason, remedy }) =>
      `${check}\n  problem  ${indent(problem)}\n  why      ${indent(reason)}\n  mend     ${indent(remedy)}\n`,
  );
  const problemCount = findings.length === 1 ? "1 problem" : `${findings.length} problems`;
  const notChecked = skipped.map(({ check, reason }) => `  ${check}: ${reason}`);
  return [
    ...problems,
    ...(notChecked.length > 0 ? ["Not checked:", ...notChecked, ""] : []),
    `${passed.length} checks passed, ${problemCount} found, ${skipped.length} not checked`,
  ].join("\n");
}

/** `admin doctor`: what is wrong with the installation, and how to mend it (docs/operating/doctor.md). */
export const DOCTOR: Command = commandWithoutPreparation<Report>({
  name: "doctor",
  help: `Checks the installation: variables, files, mail server, Redis, Inngest, public address, database, keys, queue,
domains and backups. Says what is wrong, what follows from it, and what mends it. Changes nothing. Exit code 0 if all is well, 1 if
there is something to mend. A stopped embedded database is started for the time of the checks.
With --json prints {"findings": [{"check", "problem", "reason", "remedy"}], "passed", "skipped": [{"check", "reason"}]}.
docs/operating/doctor.md explains each check.`,
  run: examineInstallation,
  isFailure: ({ findings }) => findings.length > 0,
  format: formatReport,
});
