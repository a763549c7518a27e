import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Job, JobResult, Verdict, Verifier } from "./verdict";

export type Verifiers = {
  /** Asks one verifier about a credential in JSON or a JWT. Throws if the verifier fails instead of giving a verdict. */
  verify: (verifier: Verifier, credential: object | string) => Promise<Verdict>;
  stop: () => Promise<void>;
};

type Waiting = { resolve: (verdict: Verdict) => void; reject: (error: Error) => void };

/**
 * Starts a process with other people's verifiers, which fetch DID documents and status lists over https themselves.
 * `certificateFile`: the certificate that they trust, as Node reads it only at the start of a process. `site`: a website on
 * this machine, to which they are sent for its domain.
 */
export function startVerifiers(
  certificateFile: string,
  site: { domain: string; port: number } = { domain: "", port: 0 },
): Verifiers {
  const child = spawn(
    process.execPath,
    ["--import", "tsx", "tests/support/credentials/verifier-process.ts"],
    {
      env: {
        ...process.env,
        NODE_EXTRA_CA_CERTS: certificateFile,
        SITE_DOMAIN: site.domain,
        SITE_PORT: String(site.port),
      },
      stdio: ["pipe", "pipe", "pipe"],
    },
  );
  const waiting = new Map<number, Waiting>();
  let errors = "";
  let isOver = false;
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  createInterface({ input: child.stdout }).on("line", (line) => {
    const result = JSON.parse(line) as JobResult;
    const job = waiting.get(result.id);
    waiting.delete(result.id);
    if ("verdict" in result) job?.resolve(result.verdict);
    else job?.reject(new Error(result.error));
  });
  child.once("close", (code) => {
    isOver = true;
    for (const { reject } of waiting.values())
      reject(new Error(`The verifiers ended with ${code}:\n${errors}`));
  });
  let last = 0;
  return {
    verify: (verifier, credential) =>
      new Promise((resolve, reject) => {
        if (isOver) reject(new Error(`The verifiers have ended:\n${errors}`));
        const job: Job = { id: (last += 1), verifier, credential };
        waiting.set(job.id, { resolve, reject });
        child.stdin.write(`${JSON.stringify(job)}\n`);
      }),
    stop: async () => {
      if (isOver) return;
      const closed = once(child, "close");
      child.stdin.end();
      await closed;
    },
  };
}
