import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";
import type { SignedRequest } from "@/lib/learning/lti/parameters";

/** Debian's package belongs to Debian's own Python, which may come after another one in PATH. */
const PYTHONS = ["python3", "/usr/bin/python3"];

/** Finds a Python that has oauthlib (package python3-oauthlib). Undefined if this machine has none. */
export const findPythonWithOauthlib = (): string | undefined =>
  PYTHONS.find((python) => spawnSync(python, ["-c", "import oauthlib.oauth1"]).status === 0);

const Answer = z.object({ base: z.string(), signature: z.string() });
export type Answer = z.infer<typeof Answer>;

export type Oracle = {
  /** The base string and signature of a request according to oauthlib. */
  ask: (request: SignedRequest, secret: string) => Promise<Answer>;
  end: () => void;
};

/** Starts one Python for many requests, which it processes in order. */
export function startOauthlib(python: string): Oracle {
  const child = spawn(python, [join(import.meta.dirname, "oauthlib-oracle.py")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  // A child that has ended is noticed by the request that it leaves open.
  child.stdin.on("error", () => undefined);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (request: SignedRequest, secret: string): Promise<Answer> => {
    child.stdin.write(`${JSON.stringify({ ...request, secret })}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error("oauthlib ended: what it said stands above.");
    return Answer.parse(JSON.parse(value));
  };
  return { ask, end: () => child.stdin.end() };
}
