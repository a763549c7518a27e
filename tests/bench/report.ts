import { median } from "./children";

export type Print = (text: string) => void;

/**
 * A figure of this service beside a reference, measured in turns in the same run. `rounds` has both for each round.
 * The ratio is this service's figure divided by the reference's.
 */
export type Comparison = {
  name: string;
  unit: string;
  rounds: { ours: number; reference: number }[];
  /** The most or the least that the ratio should be. Without one the figure is only shown. */
  goal?: { atMost: number } | { atLeast: number };
};

const lines: string[] = [];

const shown = (value: number, unit: string): string =>
  `${value >= 100 ? value.toFixed(0) : value.toPrecision(2)} ${unit}`;

type Goal = NonNullable<Comparison["goal"]>;

const isMet = (ratio: number, goal: Goal): boolean =>
  "atMost" in goal ? ratio <= goal.atMost : ratio >= goal.atLeast;

const describeGoal = (goal: Goal, ratio: number): string =>
  `${"atMost" in goal ? `at most ${goal.atMost}` : `at least ${goal.atLeast}`}: ${isMet(ratio, goal) ? "met" : "missed"}`;

/** Prints one line of the table of figures and keeps it for `printReport`: medians, the ratio's spread and its goal. */
export function report(print: Print, { name, unit, rounds, goal }: Comparison): void {
  const ours = median(rounds.map((round) => round.ours));
  const reference = median(rounds.map((round) => round.reference));
  const ratios = rounds.map((round) => round.ours / round.reference).toSorted((one, other) => one - other);
  const ratio = median(ratios);
  const spread = `${ratios[0]?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)}`;
  const figures = [shown(reference, unit), shown(ours, unit), ratio.toFixed(2), spread];
  const line = `| ${[name, ...figures, goal ? describeGoal(goal, ratio) : ""].join(" | ")} |`;
  lines.push(line);
  print(`  ${line}`);
}

/** Prints all figures of this run as one table. */
export function printReport(print: Print): void {
  if (lines.length === 0) return;
  print("\n| | reference | this service | ratio | spread | goal |\n| --- | --- | --- | --- | --- | --- |");
  for (const line of lines) print(line);
}
