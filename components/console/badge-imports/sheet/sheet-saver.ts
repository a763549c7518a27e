import { MAX_SHEET_CHANGES } from "@/lib/badges/imports/choices";
import type { BadgeImportSheet } from "@/lib/badges/imports/schema";
import type { Edit, RowContent } from "./sheet-rows";

/** How long after an edit it is sent, so that edits in quick succession are checked together. */
const DELAY_MS = 500;

type Change = { number: number; cells: string[] | null; is_ragged?: boolean };

/** Whether all edits are stored. The failure is that of the last attempt. */
export type SaveState = { isSaved: boolean; failure: Error | null };

type Connection = {
  send: (changes: Change[]) => Promise<BadgeImportSheet>;
  onChecked: (sheet: BadgeImportSheet, isPending: (number: number) => boolean) => void;
  onState: (state: SaveState) => void;
};

const toChange = ([number, content]: [number, RowContent | null]): Change =>
  content === null ? { number, cells: null } : { number, ...content };

/** Sends the edits of a sheet in their order, some together, one request at a time. */
export class SheetSaver {
  readonly #pending = new Map<number, RowContent | null>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | null = null;

  constructor(readonly connection: Connection) {}

  readonly isPending = (number: number): boolean => this.#pending.has(number);

  add(edits: Edit[]): void {
    for (const { number, after } of edits) this.#pending.set(number, after);
    this.connection.onState({ isSaved: false, failure: null });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.flush().catch(() => undefined);
    }, DELAY_MS);
  }

  /** Forgets the edits that are not stored. */
  discard(): void {
    clearTimeout(this.#timer);
    this.#pending.clear();
  }

  /** Sends all edits now. Throws the failure when they could not be stored; they are kept for the next attempt. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    while (this.#sending) await this.#sending;
    if (this.#pending.size === 0) return;
    this.#sending = this.#sendAll();
    try {
      await this.#sending;
    } finally {
      this.#sending = null;
    }
  }

  async #sendAll(): Promise<void> {
    while (this.#pending.size > 0) {
      const batch = [...this.#pending].slice(0, MAX_SHEET_CHANGES);
      try {
        const checked = await this.connection.send(batch.map(toChange));
        for (const [number, content] of batch)
          if (this.#pending.get(number) === content) this.#pending.delete(number);
        this.connection.onChecked(checked, this.isPending);
      } catch (error) {
        const failure = error instanceof Error ? error : new Error("Something went wrong.");
        this.connection.onState({ isSaved: false, failure });
        throw failure;
      }
    }
    this.connection.onState({ isSaved: true, failure: null });
  }
}

let current: SheetSaver | null = null;

/** Names the saver of the sheet on this page. */
export function setCurrentSaver(saver: SheetSaver | null): void {
  current = saver;
}

/** Waits until the edits of the sheet on this page are stored. Throws when they cannot be. */
export const flushSheet = async (): Promise<void> => current?.flush();
