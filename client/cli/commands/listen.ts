import { randomBytes } from "node:crypto";
import { signWebhook, type BadgeEvent } from "../../src/client.ts";
import { text, type Command } from "../command.ts";
import { connect } from "../connect.ts";
import { POSITION_HELP, POSITION_OPTIONS } from "../event-position.ts";
import { followEvents } from "../follow-events.ts";
import { readPrivate, secretFile, writePrivate } from "../stored-files.ts";
import { paint, printJson, printNote, printPainted, usageError, withoutControls } from "../terminal.ts";

/** As the service. */
const TIMEOUT_MS = 10_000;

type Forwarded = { status: number | null; error: string | null; ms: number };

/** Returns the secret of the environment, or the one of earlier runs, or a new one. */
async function readSecret(): Promise<string> {
  const given = process.env.BADGES_WEBHOOK_SECRET;
  if (given) return given;
  const stored = await readPrivate<{ secret: string }>(secretFile());
  if (stored) return stored.secret;
  const secret = `whsec_${randomBytes(24).toString("base64")}`;
  await writePrivate(secretFile(), { secret });
  return secret;
}

function parseTarget(given: string | undefined): string {
  if (given === undefined)
    throw usageError(
      "--forward-to is missing. Example: badges listen --forward-to http://localhost:4000/webhook",
    );
  const address = /^https?:\/\//.test(given) ? given : `http://${given}`;
  if (!URL.canParse(address)) throw usageError(`“${given}” is not an address.`);
  return address;
}

const explain = (error: unknown): string => {
  const { name, cause, message } = error as Error & { cause?: { code?: string; message?: string } };
  if (name === "TimeoutError") return "no response in 10 s";
  if (cause?.code === "ECONNREFUSED") return "nothing listens there (ECONNREFUSED)";
  return cause?.code ?? cause?.message ?? message;
};

/** Sends an event as the service sends webhooks. The id of the webhook is that of the event, and stays the same. */
async function forward(
  event: BadgeEvent,
  target: string,
  secret: string,
  signal: AbortSignal,
): Promise<Forwarded> {
  const { id, organization_id, event_type, occurred_at } = event;
  const now = new Date();
  const body = JSON.stringify({
    id,
    organization_id,
    event_type,
    occurred_at,
    delivered_at: now.toISOString(),
  });
  const headers = { "content-type": "application/json", ...(await signWebhook(id, body, secret, now)) };
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const response = await fetch(target, {
      method: "POST",
      headers,
      body,
      redirect: "manual",
      signal: limit,
    });
    await response.body?.cancel();
    return { status: response.status, error: null, ms: Date.now() - now.getTime() };
  } catch (error) {
    return { status: null, error: explain(error), ms: Date.now() - now.getTime() };
  }
}

function report({ id, event_type }: BadgeEvent, { status, error, ms }: Forwarded): void {
  const outcome = status === null ? `failed: ${error ?? ""}` : String(status);
  const isDelivered = status !== null && status >= 200 && status < 300;
  const time = new Date().toISOString().slice(11, 19);
  printPainted([
    paint("dim", time),
    paint(isDelivered ? "green" : "red", outcome),
    paint("dim", `${ms} ms`),
    withoutControls(event_type),
    withoutControls(id),
  ]);
}

export const listen: Command = {
  name: "listen",
  summary: "Forward events to a program on this machine, signed like webhooks",
  help: `Usage: badges listen --forward-to URL [options]

Forwards events as they happen to an address, also one that only this machine can reach. Requests have the body and
the signature of webhooks. Nothing is set up on the server: its webhook_url stays as it is.

The signing secret is printed, and stays the same in later runs. Set BADGES_WEBHOOK_SECRET to use another one.
A request that fails is shown and not repeated. To send it again, start with --after and the id of the event before.

Options:
  --forward-to URL    Where to send the events
${POSITION_HELP.replace("with all fields", "with the result")}

Examples:
  badges listen --forward-to http://localhost:4000/webhook
  badges listen --forward-to localhost:4000/webhook --type badge.created --resume`,
  options: { ...POSITION_OPTIONS, "forward-to": { type: "string" } },
  async run(values, signal) {
    const target = parseTarget(text(values, "forward-to"));
    const client = await connect();
    const secret = await readSecret();
    printNote(`Signing secret: ${secret}`);
    await followEvents(
      client,
      values,
      { purpose: `listen ${target}`, started: `Forwarding events to ${target}.`, signal },
      async (event) => {
        const result = await forward(event, target, secret, signal);
        if (signal.aborted) return;
        if (values.json === true) printJson({ event_id: event.id, event_type: event.event_type, ...result });
        else report(event, result);
      },
    );
    return 0;
  },
};
