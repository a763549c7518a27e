import { Console } from "node:console";
import dns, { type LookupAddress } from "node:dns";
import { createInterface } from "node:readline";
import type { Job, JobResult } from "./verdict";

// Runs other people's verifiers: reads a job from each line of its input and writes the result as a line.

// Some print on their own, and the output is for results.
globalThis.console = new Console(process.stderr);

// Nothing but localhost is reachable, so that verdicts are the same with and without a network.
const lookup = (name: string, ...rest: unknown[]): void => {
  const done = rest.at(-1) as (
    error: Error | null,
    addresses?: LookupAddress[] | string,
    family?: number,
  ) => void;
  if (name !== "localhost") return done(new Error(`The tests do not fetch from ${name}.`));
  const isList = (rest[0] as { all?: boolean } | undefined)?.all;
  return isList ? done(null, [{ address: "127.0.0.1", family: 4 }]) : done(null, "127.0.0.1", 4);
};
Object.assign(dns, { lookup });

const { VERIFY } = await import("./verifier-libraries");

async function run({ id, verifier, credential }: Job): Promise<JobResult> {
  try {
    return { id, verdict: await VERIFY[verifier](credential) };
  } catch (error) {
    return { id, error: `${verifier}: ${error instanceof Error ? error.stack : String(error)}` };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await run(JSON.parse(line) as Job))}\n`);
}
process.exit(0);
