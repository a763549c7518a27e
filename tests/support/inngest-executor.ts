import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

// A stand-in for an Inngest server: takes events, runs functions over the signed HTTP protocol of 4.24 (one request a
// step, 206 with ops, 200 at the end), and sleeps on a clock that the test moves. What it cannot do: concurrency
// limits, and the retries of a step that failed.

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
  state: "running" | "sleeping" | "done" | "failed";
  wakesAt: Date | null;
  /** Names of the steps, in the order of their completion. */
  steps: string[];
  output: unknown;
  requests: number;
};

type Options = {
  signingKey: string;
  now: () => Date;
  endpoint: () => string;
  functionOf: (event: DueEvent) => string;
};

async function bodyOf(request: IncomingMessage): Promise<string> {
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
      const text = await bodyOf(request);
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

/** `t=…&s=…` over JSON with sorted keys: what Inngest sends, and the SDK checks. */
export function signatureOf(body: unknown, signingKey: string, at = new Date()): string {
  const time = String(Math.round(at.getTime() / 1000));
  const key = signingKey.replace(/^signkey-\w+-/, "");
  const text = canonical(body) + time;
  return `t=${time}&s=${createHmac("sha256", key).update(text).digest("hex")}`;
}

export class InngestExecutor {
  /** Every event that was acknowledged, duplicates included. */
  readonly events: DueEvent[] = [];
  readonly runs: Run[] = [];
  readonly registrations: { url: string }[] = [];
  /** Acknowledges events and forgets them, as a server does that is killed in time. */
  losesEvents = false;
  /** Takes requests and never answers them, as a server that hangs does; `unanswered` counts them. */
  isSilent = false;
  unanswered = 0;
  private readonly known = new Set<string>();
  private readonly memory = new Map<Run, Record<string, StepState>>();
  private server: Server | undefined;
  private port = 0;
  private serial = 0;

  constructor(private readonly options: Options) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Takes events (again, at the same address). */
  async start(): Promise<void> {
    this.server = createServer((request, response) => {
      void (async () => {
        const body = JSON.parse(await bodyOf(request)) as unknown;
        if (this.isSilent) {
          this.unanswered += 1;
          return;
        }
        const answer = this.take(request.url ?? "", body);
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
      })();
    });
    this.port = await listen(this.server, this.port);
  }

  async stop(): Promise<void> {
    if (this.server) await close(this.server);
    this.server = undefined;
  }

  private take(path: string, body: unknown): object {
    if (path.startsWith("/fn/register")) {
      this.registrations.push(body as { url: string });
      return { ok: true, modified: true, status: 200 };
    }
    const events = [body].flat() as DueEvent[];
    const ids = events.map((event) => {
      this.events.push(event);
      const id = event.id ?? `executor-${(this.serial += 1)}`;
      // Inngest drops an event whose id it saw in the last 24 hours: even one that it has lost meanwhile.
      if (!this.known.has(id) && !this.losesEvents) this.begin(this.options.functionOf(event), event);
      this.known.add(id);
      return id;
    });
    return { ids, status: 200 };
  }

  /** Begins a run, as an event does that arrives. */
  begin(fnId: string, event: DueEvent): Run {
    const run: Run = { fnId, event, state: "running", wakesAt: null, steps: [], output: null, requests: 0 };
    this.runs.push(run);
    this.memory.set(run, {});
    return run;
  }

  /** A server without a past. */
  forget(): void {
    for (const past of [this.events, this.runs, this.registrations]) past.splice(0);
    this.known.clear();
    this.memory.clear();
    this.losesEvents = false;
    this.isSilent = false;
    this.unanswered = 0;
  }

  /** What a cron does. */
  async invoke(fnId: string): Promise<Run> {
    const run = this.begin(fnId, { name: "inngest/scheduled.timer", data: { cron: "* * * * *" } });
    await this.advance(run);
    return run;
  }

  /** Works on every run until each one sleeps or is over. */
  async settle(): Promise<void> {
    for (let run = this.ready(); run; run = this.ready()) await this.advance(run);
  }

  private ready(): Run | undefined {
    const now = this.options.now();
    return this.runs.find(
      ({ state, wakesAt }) =>
        state === "running" || (state === "sleeping" && wakesAt !== null && wakesAt <= now),
    );
  }

  /** The earliest moment at which a sleeping run wants to go on. */
  nextWake(): Date | null {
    const times = this.runs.flatMap(({ state, wakesAt }) =>
      state === "sleeping" && wakesAt ? [wakesAt.getTime()] : [],
    );
    return times.length > 0 ? new Date(Math.min(...times)) : null;
  }

  private async advance(run: Run): Promise<void> {
    run.state = "running";
    while (run.state === "running") await this.request(run);
  }

  private async request(run: Run): Promise<void> {
    const steps = this.memory.get(run) ?? {};
    const event = { ts: this.options.now().getTime(), ...run.event };
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
    } else if (op.op === "Sleep") {
      run.state = "sleeping";
      run.wakesAt = new Date(op.name ?? "");
      steps[op.id] = { type: "data", data: null };
    } else {
      run.state = "failed";
      run.output = op.error;
    }
    run.steps.push(op.displayName ?? op.name ?? op.id);
  }

  /** One signed request of the protocol. */
  post(
    fnId: string,
    body: unknown,
    signature = signatureOf(body, this.options.signingKey),
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
