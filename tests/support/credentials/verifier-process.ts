import { Console } from "node:console";
import dns, { type LookupAddress } from "node:dns";
import { createInterface } from "node:readline";
import tls, { type ConnectionOptions, type TLSSocket } from "node:tls";
import type { Job, JobResult } from "./verdict";

// Runs other people's verifiers: reads a job from each line of its input and writes the result as a line.

// Some print on their own, and the output is for results.
globalThis.console = new Console(process.stderr);

const { SITE_DOMAIN, SITE_PORT } = process.env;

// Nothing but localhost and one website is reachable, so that verdicts are the same with and without a network.
const lookup = (name: string, ...rest: unknown[]): void => {
  const done = rest.at(-1) as (
    error: Error | null,
    addresses?: LookupAddress[] | string,
    family?: number,
  ) => void;
  if (name !== "localhost" && name !== SITE_DOMAIN)
    return done(new Error(`The tests do not fetch from ${name}.`));
  const isList = (rest[0] as { all?: boolean } | undefined)?.all;
  return isList ? done(null, [{ address: "127.0.0.1", family: 4 }]) : done(null, "127.0.0.1", 4);
};
Object.assign(dns, { lookup });

// The website has another port than 443, which is not free everywhere.
const connect = tls.connect as (options: ConnectionOptions, ...rest: unknown[]) => TLSSocket;
Object.assign(tls, {
  connect: (options: ConnectionOptions, ...rest: unknown[]) => {
    const isSite = SITE_DOMAIN !== "" && [options.host, options.servername].includes(SITE_DOMAIN);
    return connect(isSite ? { ...options, port: Number(SITE_PORT) } : options, ...rest);
  },
});

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
