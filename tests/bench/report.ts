import { median } from "./children";

export type Print = (text: string) => void;

/** The most or the least that a figure should be; `eachAtMost` counts for the worst round and not for the median. */
type Goal = { atMost: number } | { atLeast: number } | { eachAtMost: number };

/**
 * A figure of this service beside a reference, measured in turns in the same run. `rounds` has both for each round.
 * The ratio is this service's figure divided by the reference's.
 */
export type Comparison = {
  name: string;
  unit: string;
  rounds: { ours: number; reference: number }[];
  /** Without a goal the figure is only shown. */
  goal?: Goal;
};

const lines: string[] = [];

const show = (value: number, unit: string): string =>
  `${value >= 10 ? value.toFixed(0) : value.toFixed(2)} ${unit}`.trim();

/** Says whether figures in ascending order meet a goal. */
function describeGoal(goal: Goal | undefined, figures: number[], unit = ""): string {
  if (!goal) return "";
  if ("atLeast" in goal)
    return `at least ${goal.atLeast}${unit}: ${median(figures) >= goal.atLeast ? "met" : "missed"}`;
  if ("atMost" in goal)
    return `at most ${goal.atMost}${unit}: ${median(figures) <= goal.atMost ? "met" : "missed"}`;
  return `each at most ${goal.eachAtMost}${unit}: ${(figures.at(-1) ?? 0) <= goal.eachAtMost ? "met" : "missed"}`;
}

function addLine(print: Print, cells: string[]): void {
  const line = `| ${cells.join(" | ")} |`;
  lines.push(line);
  print(`  ${line}`);
}

const ascending = (values: number[]): number[] => values.toSorted((one, other) => one - other);

/** Prints one line of the table of figures and keeps it for `printReport`: medians, the ratio's spread and its goal. */
export function report(print: Print, { name, unit, rounds, goal }: Comparison): void {
  const ours = median(rounds.map((round) => round.ours));
  const reference = median(rounds.map((round) => round.reference));
  const ratios = ascending(rounds.map((round) => round.ours / round.reference));
  const spread = `${ratios[0]?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)}`;
  addLine(print, [
    name,
    show(reference, unit),
    show(ours, unit),
    median(ratios).toFixed(2),
    spread,
    describeGoal(goal, ratios),
  ]);
}

/** The same for a figure without a reference, such as a size. */
export function reportFigure(
  print: Print,
  { name, unit, values, goal }: { name: string; unit: string; values: number[]; goal?: Goal },
): void {
  const figures = ascending(values);
  const [least = 0, most = 0] = [figures[0], figures.at(-1)];
  const spread = figures.length > 1 ? `${show(least, unit)} to ${show(most, unit)}` : "";
  addLine(print, [
    name,
    "",
    show(median(figures), unit),
    "",
    spread,
    describeGoal(goal, figures, ` ${unit}`),
  ]);
}

/** Prints all figures of this run as one table. */
export function printReport(print: Print): void {
  if (lines.length === 0) return;
  print("\n| | reference | this service | ratio | spread | goal |\n| --- | --- | --- | --- | --- | --- |");
  for (const line of lines) print(line);
}
