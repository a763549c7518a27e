import { load, type Load } from "./load";
import { processorMs } from "./process-cost";
import { report, type Comparison, type Print } from "./report";
import { createSubject, credential, issue, LANES, type Subject } from "./subject";

const ROUNDS = 5;
const WARM_UP = 2_000;

type Kind = {
  name: string;
  goal: number;
  requests: number;
  send: (subject: Subject, count: number) => Promise<Load>;
};

const read =
  (path: string, expect: number, method: "GET" | "OPTIONS" = "GET", authorization?: string): Kind["send"] =>
  (subject, count) =>
    load(subject.product.origin, count, LANES, {
      method,
      path: `/v1/organizations/${subject.made.organization_id}${path}`,
      headers: { authorization: authorization ?? credential(subject.made) },
      expect,
    });

/** The goals are ratios of processor time. */
const KINDS: Kind[] = [
  { name: "a constant (OPTIONS)", goal: 0.2, requests: 1_000, send: read("", 204, "OPTIONS") },
  { name: "401", goal: 0.2, requests: 1_000, send: read("", 401, "GET", "Bearer none") },
  { name: "an organization", goal: 0.4, requests: 1_000, send: read("", 200) },
  {
    name: "an issue",
    goal: 0.6,
    requests: 500,
    send: (subject, count) => issue(subject.product.origin, subject, count),
  },
  { name: "a list of 50 badges", goal: 0.7, requests: 150, send: read("/badges?page=2", 200) },
];

/** Returns the processor time of the server process for one of these requests, in milliseconds. */
async function measure(subject: Subject, { name, requests, send }: Kind): Promise<number> {
  const [server] = await subject.product.servers();
  const before = await processorMs(server?.pid ?? 0);
  const { failures } = await send(subject, requests);
  if (failures > 0) throw new Error(`${failures} of ${requests} requests failed: ${name}`);
  return ((await processorMs(server?.pid ?? 0)) - before) / requests;
}

/** Compares requests that the server routes itself with the same requests through Next's router (decision 0089). */
export async function routing(print: Print): Promise<void> {
  const subjects = [await createSubject(1), await createSubject(1, { API_THROUGH_NEXT: "1" })] as const;
  try {
    for (const subject of subjects) {
      await issue(subject.product.origin, subject, WARM_UP);
      for (const kind of KINDS) await kind.send(subject, kind.requests);
    }
    print(`\nProcessor time of a request: our own routing and Next's router (${ROUNDS} rounds, medians)`);
    for (const kind of KINDS) {
      const { name, goal } = kind;
      const rounds: Comparison["rounds"] = [];
      for (let round = 0; round < ROUNDS; round += 1)
        rounds.push({ ours: await measure(subjects[0], kind), reference: await measure(subjects[1], kind) });
      report(print, { name, unit: "ms", rounds, goal: { atMost: goal } });
    }
  } finally {
    for (const { product } of subjects) await product.remove();
  }
}
