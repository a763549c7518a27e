import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";

// Simulates an Inngest server: accepts events, drops those whose id it has seen, queues runs within the limits that the
// functions registered, and executes them over the signed HTTP protocol of 4.24 (one request for each step, 206 with
// ops, 200 at the end), one by one or with several workers, which start 33 runs a second as a real server does. It can
// refuse, hang, respond late, lose acknowledged events, and start no runs for as long as a test needs. It does not support
// sleeps or the retries of a failed step: a run whose request fails has failed.

export type DueEvent = { id?: string; name: string; data: Record<string, unknown> };
type Op = {
  id: string;
  op: string;
  name?: string;
  displayName?: string;
  data?: unknown;
  error?: unknown;
  opts?: unknown;
};
type StepState = { type: "data"; data: unknown };

export type Run = {
  fnId: string;
  event: DueEvent;
  state: "queued" | "running" | "done" | "failed";
  /** What limits how many runs execute at a time, and the limit. */
  limit: { key: string; most: number } | null;
  /** Names of the steps, in the order of their completion. */
  steps: string[];
  output: unknown;
  requests: number;
};

/** How long a real server (1.43) takes to start a run. It starts one after the other. */
const START_MS = 30;

type Options = {
  signingKey: string;
  now?: () => Date;
  endpoint: () => string;
};

/** The part of a function's registration that this server uses. */
type RegisteredFunction = {
  id: string;
  triggers: { event?: string; cron?: string }[];
  concurrency?: { key?: string; limit: number }[];
};

const eventField = (path: string, event: DueEvent): string =>
  String(
    path
      .split(".")
      .slice(1)
      .reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], event),
  );

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

const listen = (server: Server, port = 0): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

type Method = "GET" | "POST" | "PUT";
export type RouteHandlers = Record<Method, (request: Request, context: unknown) => Promise<Response>>;

/** Serves the real handlers of a route over HTTP, as Next does. */
export async function serveRoute(
  handlers: RouteHandlers,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    void (async () => {
      const method = request.method as Method;
      const text = await readBody(request);
      const headers = Object.entries(request.headers).map(
        ([name, value]) => [name, String(value)] as [string, string],
      );
      const url = `http://localhost:3000${request.url ?? ""}`;
      const answer = await handlers[method](new Request(url, { method, headers, body: text || null }), {});
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
    })();
  });
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}/api/inngest`, close: () => close(server) };
}

/** JSON with sorted keys (RFC 8785, as far as our bodies need it). */
const canonical = (body: unknown): string =>
  JSON.stringify(body, (_key, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );

/** `t=…&s=…` over JSON with sorted keys: what Inngest sends and the SDK verifies. */
export function buildSignature(body: unknown, signingKey: string, time = new Date()): string {
  const seconds = String(Math.round(time.getTime() / 1000));
  const key = signingKey.replace(/^signkey-\w+-/, "");
  const text = canonical(body) + seconds;
  return `t=${seconds}&s=${createHmac("sha256", key).update(text).digest("hex")}`;
}

export class InngestExecutor {
  /** Every acknowledged event, including duplicates. */
  readonly events: DueEvent[] = [];
  readonly runs: Run[] = [];
  readonly registrations: { url: string; functions: RegisteredFunction[] }[] = [];
  /** Acknowledges events and loses them, like a server that is killed before it stores them. */
  isLosingEvents = false;
  /** Refuses the event key. */
  isRefusing = false;
  /** Accepts requests without responding, like a server that hangs. `unanswered` counts them. */
  isSilent = false;
  unanswered = 0;
  /** The highest number of runs of one limit that were queued or running at the same time. */
  maxOutstanding = 0;
  private functions: RegisteredFunction[] = [];
  private readonly known = new Set<string>();
  private readonly memory = new Map<Run, Record<string, StepState>>();
  private server: Server | undefined;
  private port = 0;
  private serial = 0;
  private lastStart: Promise<void> = Promise.resolve();

  constructor(private readonly options: Options) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts accepting events (also again, at the same address). */
  async start(): Promise<void> {
    this.server = createServer((request, response) => {
      void (async () => {
        const body = JSON.parse(await readBody(request)) as unknown;
        if (this.isSilent) {
          this.unanswered += 1;
          return;
        }
        const isRefused = this.isRefusing && !request.url?.startsWith("/fn/register");
        const answer = isRefused
          ? { error: "Event key not found" }
          : this.acceptEvents(request.url ?? "", body);
        response.writeHead(isRefused ? 401 : 200, { "content-type": "application/json" });
        response.end(JSON.stringify(answer));
      })();
    });
    this.port = await listen(this.server, this.port);
  }

  async stop(): Promise<void> {
    if (this.server) await close(this.server);
    this.server = undefined;
  }

  /** Asks the service for its functions, as a server does when it learns the service's address. */
  async register(): Promise<void> {
    const signature = buildSignature({}, this.options.signingKey);
    const headers = { "x-inngest-signature": signature };
    const answer = await fetch(this.options.endpoint(), { method: "PUT", headers, body: "{}" });
    if (!answer.ok) throw new Error(`The service did not register: ${answer.status}`);
  }

  private acceptEvents(path: string, body: unknown): object {
    if (path.startsWith("/fn/register")) {
      const registration = body as { url: string; functions: RegisteredFunction[] };
      this.registrations.push(registration);
      this.functions = registration.functions;
      return { ok: true, modified: true, status: 200 };
    }
    const events = [body].flat() as DueEvent[];
    const ids = events.map((event) => {
      this.events.push(event);
      const id = event.id ?? `executor-${(this.serial += 1)}`;
      // Inngest drops an event whose id it saw in the last 24 hours, even if it has lost the event since.
      if (!this.known.has(id) && !this.isLosingEvents) this.trigger(event);
      this.known.add(id);
      return id;
    });
    return { ids, status: 200 };
  }

  private trigger(event: DueEvent): void {
    for (const { id, triggers } of this.functions)
      if (triggers.some((trigger) => trigger.event === event.name)) this.begin(id, event);
  }

  private findLimit(fnId: string, event: DueEvent): Run["limit"] {
    const [first] = this.functions.find(({ id }) => id === fnId)?.concurrency ?? [];
    return first ? { key: first.key ? eventField(first.key, event) : fnId, most: first.limit } : null;
  }

  /** Starts a run, as an incoming event does. */
  begin(fnId: string, event: DueEvent): Run {
    const limit = this.findLimit(fnId, event);
    const run: Run = { fnId, event, state: "queued", limit, steps: [], output: null, requests: 0 };
    this.runs.push(run);
    this.memory.set(run, {});
    this.maxOutstanding = Math.max(this.maxOutstanding, this.unfinished(limit?.key).length);
    return run;
  }

  private unfinished(key: string | undefined): Run[] {
    return this.runs.filter(
      ({ limit, state }) => limit?.key === key && (state === "queued" || state === "running"),
    );
  }

  /** Drops all events and runs but keeps the registered functions. */
  dropEventsAndRuns(): void {
    for (const past of [this.events, this.runs, this.registrations]) past.splice(0);
    this.known.clear();
    this.memory.clear();
    this.isLosingEvents = false;
    this.isRefusing = false;
    this.isSilent = false;
    this.unanswered = 0;
    this.maxOutstanding = 0;
  }

  /** Triggers a cron function. */
  async invoke(fnId: string): Promise<Run> {
    const run = this.begin(fnId, { name: "inngest/scheduled.timer", data: { cron: "* * * * *" } });
    await this.runNextStep(run);
    return run;
  }

  /** Executes the queued runs one after the other. */
  async runQueued(): Promise<void> {
    for (let run = this.next(); run; run = this.next()) await this.runNextStep(run);
  }

  /** Processes the queue with this many concurrent requests until the returned `stop` is called. */
  work(workers: number): { stop: () => Promise<void> } {
    let stopped = false;
    const lane = async (): Promise<void> => {
      while (!stopped) {
        const run = this.next();
        if (run) await this.startAndStep(run);
        else await setTimeout(5);
      }
    };
    const lanes = Promise.all(Array.from({ length: workers }, lane));
    return {
      stop: async () => {
        stopped = true;
        await lanes;
      },
    };
  }

  /** Returns the next run that may execute: a function limits how many runs with the same key execute at a time. */
  private next(): Run | undefined {
    return this.runs.find(
      ({ state, limit }) =>
        state === "queued" &&
        (!limit || this.unfinished(limit.key).filter((one) => one.state === "running").length < limit.most),
    );
  }

  private async runNextStep(run: Run): Promise<void> {
    do await this.step(run);
    while (run.state === "queued");
  }

  private async startAndStep(run: Run): Promise<void> {
    run.state = "running";
    if (run.requests === 0) await (this.lastStart = this.lastStart.then(() => setTimeout(START_MS)));
    await this.step(run);
  }

  /** Sends one request of a run, which then waits in the queue for its next one or is finished. */
  private async step(run: Run): Promise<void> {
    run.state = "running";
    await this.request(run).catch((error: unknown) => {
      run.state = "failed";
      run.output = error;
    });
    // A slot is occupied only while a step executes.
    if (run.state === "running") run.state = "queued";
  }

  private async request(run: Run): Promise<void> {
    const steps = this.memory.get(run) ?? {};
    const event = { ts: (this.options.now?.() ?? new Date()).getTime(), ...run.event };
    const stack = { stack: Object.keys(steps), current: Object.keys(steps).length };
    const ctx = {
      run_id: `run-${this.runs.indexOf(run)}`,
      attempt: 0,
      disable_immediate_execution: false,
      use_api: false,
      stack,
    };
    const response = await this.post(run.fnId, { version: 2, event, events: [event], steps, ctx });
    run.requests += 1;
    const text = await response.text();
    if (response.status === 206) {
      for (const op of JSON.parse(text) as Op[]) this.perform(run, op, steps);
      return;
    }
    run.state = response.status === 200 ? "done" : "failed";
    run.output = JSON.parse(text) as unknown;
  }

  private perform(run: Run, op: Op, steps: Record<string, StepState>): void {
    if (op.op === "StepRun" || op.op === "Step") {
      steps[op.id] = { type: "data", data: op.data ?? null };
    } else {
      run.state = "failed";
      run.output = op.error;
    }
    run.steps.push(op.displayName ?? op.name ?? op.id);
  }

  /** Sends one signed request of the protocol. */
  post(
    fnId: string,
    body: unknown,
    signature = buildSignature(body, this.options.signingKey),
  ): Promise<Response> {
    return fetch(`${this.options.endpoint()}?fnId=${fnId}&stepId=step`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(signature ? { "x-inngest-signature": signature } : {}),
      },
      body: canonical(body),
    });
  }
}
