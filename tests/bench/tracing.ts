import { child, endChild } from "./children";
import { processorMs } from "./process-cost";
import { report, type Comparison, type Print } from "./report";
import { createSubject, issue, type Subject } from "./subject";

// The processor time of a round varies by a tenth. The median of so many rounds shows a difference of some hundredths.
const ROUNDS = 31;
const WARM_UP = 4_000;
const PER_ROUND = 1_000;

type Cost = { perSecond: number; server: number };

async function measure(one: Subject): Promise<Cost> {
  const [server] = await one.product.servers();
  const pid = server?.pid ?? 0;
  const before = await processorMs(pid);
  const { perSecond, failures } = await issue(one.product.origin, one, PER_ROUND);
  if (failures > 0) throw new Error(`${failures} of ${PER_ROUND} badges were not issued`);
  return { perSecond, server: ((await processorMs(pid)) - before) / PER_ROUND };
}

/**
 * Compares issuing without traces, with the default share of them, and with all of them recorded. Rounds alternate. The
 * collector takes everything at once.
 */
export async function tracing(print: Print): Promise<void> {
  const collector = await child<string>("receiver.ts");
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.first };
  const subjects: Subject[] = [];
  for (const env of [{}, traced, { ...traced, OTEL_TRACES_SAMPLER: "always_on" }])
    subjects.push(await createSubject(1, env));
  try {
    for (const one of subjects) await issue(one.product.origin, one, WARM_UP);
    const rounds: Cost[][] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const costs = new Map<Subject, Cost>();
      // The one that begins changes, so that none gains by its place.
      const turn = round % subjects.length;
      for (const one of [...subjects.slice(turn), ...subjects.slice(0, turn)])
        costs.set(one, await measure(one));
      rounds.push(subjects.flatMap((one) => costs.get(one) ?? []));
    }
    print(`\nIssuing with traces (${ROUNDS} rounds of ${PER_ROUND}), beside issuing without`);
    const compare = (index: number, key: keyof Cost): Comparison["rounds"] =>
      rounds.map((costs) => ({ ours: costs[index]?.[key] ?? 0, reference: costs[0]?.[key] ?? 0 }));
    const goal = { atMost: 1.03 };
    const share = "with the default share of traces";
    report(print, {
      name: `processor time of an issue ${share}`,
      unit: "ms",
      rounds: compare(1, "server"),
      goal,
    });
    report(print, {
      name: `issues ${share}`,
      unit: "/s",
      rounds: compare(1, "perSecond"),
      goal: { atLeast: 0.97 },
    });
    report(print, {
      name: "processor time of an issue with all traces",
      unit: "ms",
      rounds: compare(2, "server"),
    });
    report(print, { name: "issues with all traces", unit: "/s", rounds: compare(2, "perSecond") });
  } finally {
    for (const one of subjects) await one.product.remove();
    await endChild(collector.process);
  }
}
