import { Socket } from "node:net";
import { setImmediate as afterReading } from "node:timers/promises";
import pg from "pg";
import { markErrorsOf } from "./database-origin";
import { traceStatements } from "./statement-spans";

/** The default time a connection may be silent before it is checked. (Also in lib/kernel/env.ts.) */
const DEFAULT_SILENCE_MS = 3_000;

/** The limits of a connection, in addition to pg's own. */
export type WatchedConfig = pg.ClientConfig & {
  /**
   * How long the server may be silent before another connection checks the statement; twice as long while connecting.
   */
  silenceMs?: number;
  /** How long a statement may be silent altogether, even if its state cannot be checked. */
  longestMs?: number;
};

/** Whether the server process with this id is still working on its statement. */
type IsWorking = (processId: number) => boolean;

const ASSUME_WORKING: IsWorking = () => true;
const ASSUME_LOST: IsWorking = () => false;

// If a process waits for its client while the client waits for a response, one of the two messages was lost.
const ACTIVE_PROCESSES_SQL = `SELECT pg_backend_pid() AS own, ARRAY(
  SELECT pid FROM pg_stat_activity WHERE state NOT LIKE 'idle%' AND wait_event_type IS DISTINCT FROM 'Client'
) AS working`;

const destroy = (client: pg.Client, reason: string): void =>
  void client.connection.stream.destroy(new Error(`Connection terminated: ${reason}`));

/**
 * Calls `onSilent` when a connection was silent for this long. Data that arrived while this process was busy is read
 * first.
 */
function onSilence(client: pg.Client, silenceMs: number, onSilent: (socket: Socket) => void): void {
  // The socket below TLS, if there is TLS, so that its bytes count too.
  const { stream: socket } = client.connection;
  if (!(socket instanceof Socket)) return;
  socket.setTimeout(silenceMs).on("timeout", () => {
    const { bytesRead } = socket;
    void afterReading().then(() => {
      if (socket.bytesRead === bytesRead) onSilent(socket);
    });
  });
}

const pendingChecks = new Map<string, Promise<IsWorking>>();

/** Queries the working processes on a separate connection. An error from the server is also a response. */
async function queryActiveProcesses(
  key: string,
  { silenceMs = DEFAULT_SILENCE_MS, ...config }: WatchedConfig,
): Promise<IsWorking> {
  const client = new pg.Client(config) as pg.Client & { readonly processID: number };
  client.on("error", () => undefined);
  onSilence(client, silenceMs, () => destroy(client, "no answer"));
  try {
    // A connection that gets into doubt after this query has started needs another query.
    await client.connect().finally(() => pendingChecks.delete(key));
    const { rows } = await client.query<{ own: number; working: number[] }>(ACTIVE_PROCESSES_SQL);
    const working = rows[0]?.working ?? [];
    // Behind a pooler the process ids are the pooler's own and have no meaning here.
    return rows[0]?.own === client.processID ? (processId) => working.includes(processId) : ASSUME_WORKING;
  } catch (error) {
    return error instanceof pg.DatabaseError ? ASSUME_WORKING : ASSUME_LOST;
  } finally {
    void client.end();
  }
}

/** Shares one check among all connections that are in doubt at the same time. */
function checkServer(config: WatchedConfig): Promise<IsWorking> {
  const key = config.connectionString ?? "";
  const asked = pendingChecks.get(key) ?? queryActiveProcesses(key, config);
  pendingChecks.set(key, asked);
  return asked;
}

const openClients = new Set<WatchedClient>();

/**
 * A connection that detects when its traffic is lost silently (dropped by a firewall, or a dead machine). A statement
 * that was silent for `silenceMs` is checked on another connection. If the server cannot be reached or is not working
 * on the statement, the connection is destroyed, so that the statement fails and the pool does not reuse the
 * connection. A statement that is only slow continues. (pg's own `query_timeout` gives up on slow statements, and
 * leaves a connection that answers the next query with the result of the last.)
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
    // The server may end a connection between its first message and its first statement, in the same packet. The
    // statement fails then; without a listener the process would end.
    this.on("error", () => undefined);
    markErrorsOf(this, "connect");
    markErrorsOf(this, "query");
    traceStatements(this);
    this.once("connect", () => {
      this.isConnected = true;
      openClients.add(this);
    });
    this.once("end", () => openClients.delete(this));
    onSilence(this, config.silenceMs ?? DEFAULT_SILENCE_MS, (socket) => void this.check(socket));
  }

  private async check(socket: Socket): Promise<void> {
    const { silenceMs = DEFAULT_SILENCE_MS, longestMs = Infinity } = this.config;
    const { bytesRead } = socket;
    const times = this.silence.bytesRead === bytesRead ? this.silence.times + 1 : 1;
    this.silence = { bytesRead, times };
    if (!this.isConnected) return this.checkConnecting(socket);
    // The client has already ended it, so no response is expected.
    if (socket.writableEnded) socket.destroy();
    if (this.readyForQuery) {
      this.isIdle = () =>
        this.readyForQuery && this.getTransactionStatus() === "I" && socket.bytesRead === bytesRead;
      return;
    }
    const isAtWork = (await checkServer(this.config))(this.processID);
    await afterReading();
    if (socket.bytesRead !== bytesRead) return;
    if (isAtWork && times * silenceMs <= longestMs) socket.setTimeout(silenceMs);
    else this.giveUp();
  }

  private checkConnecting(socket: Socket): void {
    if (this.silence.times === 1) socket.setTimeout(this.config.silenceMs ?? DEFAULT_SILENCE_MS);
    else destroy(this, "no answer while connecting");
  }

  /** Connections that were idle in this time are probably lost as well: the next request opens a new one. */
  private giveUp(): void {
    const { connectionString } = this.config;
    for (const other of openClients) {
      const isSuspect = other.config.connectionString === connectionString && other.isIdle();
      if (isSuspect || other === this) destroy(other, "the database does not answer");
    }
  }
}
