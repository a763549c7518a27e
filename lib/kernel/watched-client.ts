import { Socket } from "node:net";
import { setImmediate as afterReading } from "node:timers/promises";
import pg from "pg";

/** How long a connection may be silent before it is checked, where nothing else is set. (Also in lib/kernel/env.ts.) */
const SILENCE_MS = 3_000;

/** The bounds of a connection, beside what pg knows of it. */
export type WatchedConfig = pg.ClientConfig & {
  /** How long the server may be silent before another connection asks for the statement; to connect, twice as long. */
  silenceMs?: number;
  /** How long a statement may be silent altogether, also when nobody can say what became of it. */
  longestMs?: number;
};

/** Whether the server process with this id still works on what it was sent. */
type Verdict = (processId: number) => boolean;

const UNKNOWN: Verdict = () => true;
const UNREACHABLE: Verdict = () => false;

// A process that waits for its client, while that waits for an answer, has lost one of the two on the way.
const AT_WORK = `SELECT pg_backend_pid() AS own, ARRAY(
  SELECT pid FROM pg_stat_activity WHERE state NOT LIKE 'idle%' AND wait_event_type IS DISTINCT FROM 'Client'
) AS working`;

const destroy = (client: pg.Client, reason: string): void =>
  void client.connection.stream.destroy(new Error(`Connection terminated: ${reason}`));

/** Calls `react` whenever a connection was silent for this long; what came while this process was busy is read first. */
function onSilence(client: pg.Client, silenceMs: number, react: (socket: Socket) => void): void {
  // Below the one of TLS, when there is TLS: its bytes are counted too.
  const { stream: socket } = client.connection;
  if (!(socket instanceof Socket)) return;
  socket.setTimeout(silenceMs).on("timeout", () => {
    const { bytesRead } = socket;
    void afterReading().then(() => {
      if (socket.bytesRead === bytesRead) react(socket);
    });
  });
}

const asking = new Map<string, Promise<Verdict>>();

/** Asks on a connection of its own; an error in the server's words is an answer too. */
async function askServer(
  key: string,
  { silenceMs = SILENCE_MS, ...config }: WatchedConfig,
): Promise<Verdict> {
  const client = new pg.Client(config) as pg.Client & { readonly processID: number };
  client.on("error", () => undefined);
  onSilence(client, silenceMs, () => destroy(client, "no answer"));
  try {
    // Whoever comes to doubt after the question was asked, asks another one.
    await client.connect().finally(() => asking.delete(key));
    const { rows } = await client.query<{ own: number; working: number[] }>(AT_WORK);
    const working = rows[0]?.working ?? [];
    // Behind a pooler the ids of processes are the pooler's own, and say nothing.
    return rows[0]?.own === client.processID ? (processId) => working.includes(processId) : UNKNOWN;
  } catch (error) {
    return error instanceof pg.DatabaseError ? UNKNOWN : UNREACHABLE;
  } finally {
    void client.end();
  }
}

/** One question for all connections that are in doubt at the same time. */
function verdict(config: WatchedConfig): Promise<Verdict> {
  const key = config.connectionString ?? "";
  const asked = asking.get(key) ?? askServer(key, config);
  asking.set(key, asked);
  return asked;
}

const open = new Set<WatchedClient>();

/**
 * A connection that notices when its traffic gets lost without a word (a firewall that forgot it, a machine that is
 * gone): a statement that was silent for `silenceMs` is looked for on another connection. When the server cannot be
 * reached, or does not work on the statement, the connection is destroyed, so that the statement fails and nobody gets
 * the connection again; a statement that is merely slow goes on. (pg's own `query_timeout` gives up slow statements, and
 * leaves a connection that answers the next question with the answer to the last.)
 */
export class WatchedClient extends pg.Client {
  declare readonly processID: number;
  declare readonly readyForQuery: boolean;
  private readonly config: WatchedConfig;
  private isConnected = false;
  private silence = { bytesRead: -1, times: 0 };
  private isIdle = (): boolean => false;

  constructor(config: WatchedConfig = {}) {
    super(config);
    this.config = config;
    this.once("connect", () => {
      this.isConnected = true;
      open.add(this);
    });
    this.once("end", () => open.delete(this));
    onSilence(this, config.silenceMs ?? SILENCE_MS, (socket) => void this.check(socket));
  }

  private async check(socket: Socket): Promise<void> {
    const { silenceMs = SILENCE_MS, longestMs = Infinity } = this.config;
    const { bytesRead } = socket;
    const times = this.silence.bytesRead === bytesRead ? this.silence.times + 1 : 1;
    this.silence = { bytesRead, times };
    if (!this.isConnected) return this.checkConnecting(socket);
    // Whoever ended it waits for nothing any more.
    if (socket.writableEnded) socket.destroy();
    if (this.readyForQuery) {
      this.isIdle = () =>
        this.readyForQuery && this.getTransactionStatus() === "I" && socket.bytesRead === bytesRead;
      return;
    }
    const isAtWork = (await verdict(this.config))(this.processID);
    await afterReading();
    if (socket.bytesRead !== bytesRead) return;
    if (isAtWork && times * silenceMs <= longestMs) socket.setTimeout(silenceMs);
    else this.giveUp();
  }

  private checkConnecting(socket: Socket): void {
    if (this.silence.times === 1) socket.setTimeout(this.config.silenceMs ?? SILENCE_MS);
    else destroy(this, "no answer while connecting");
  }

  /** Connections that were idle meanwhile are probably lost as well: the next request opens its own. */
  private giveUp(): void {
    const { connectionString } = this.config;
    for (const other of open) {
      const isSuspect = other.config.connectionString === connectionString && other.isIdle();
      if (isSuspect || other === this) destroy(other, "the database does not answer");
    }
  }
}
