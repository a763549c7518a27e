import type { FieldChange } from "@/lib/access/audit/schema";

// An erasure of audit entries is itself an entry of the log: it says which fields of which positions it emptied.

/** The action of the entry that records an erasure. Its subject is the organization. */
export const ERASE_ACTION = "audit_entry.erase";

/** The fields that were erased, each with the positions of its entries. */
export type ErasedPositions = Map<string, number[]>;

/**
 * What the log records of erased fields: for each field the positions of its entries, each with the position of the latest
 * entry that records its erasure, or Infinity while that waits for its link.
 */
export type RecordedErasures = Map<string, Map<number, number>>;

/** Writes positions in a short form: `3-5,9`. */
function encodePositions(positions: number[]): string {
  const ranges: { from: number; to: number }[] = [];
  for (const position of positions.toSorted((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last?.to === position - 1) last.to = position;
    else ranges.push({ from: position, to: position });
  }
  return ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(",");
}

const RANGE_PATTERN = /^(\d{1,10})(?:-(\d{1,10}))?$/;

/** One entry records at most so many positions of a field, more than the service erases at once. */
const MAX_POSITIONS = 1_000;

/** Reads positions. Returns none of a text that no erasure writes. */
function decodePositions(text: string): number[] {
  const positions: number[] = [];
  for (const range of text.split(",")) {
    const [, from, to = from] = RANGE_PATTERN.exec(range) ?? [];
    if (from === undefined || Number(to) - Number(from) >= MAX_POSITIONS) return [];
    for (let position = Number(from); position <= Number(to); position += 1) positions.push(position);
    if (positions.length > MAX_POSITIONS) return [];
  }
  return positions;
}

/** Builds the changes of the entry that records an erasure: its id, and the positions of each field that it emptied. */
export const buildErasureChanges = (erasureId: string, erased: ErasedPositions): FieldChange[] => [
  { field: "erasure", from: null, to: erasureId },
  ...[...erased].map(([field, positions]) => ({ field, from: encodePositions(positions), to: null })),
];

/** Reads entries that record erasures, in the order of their own positions; null is that of one that has no link yet. */
export function readErasureChanges(
  rows: { position: number | null; changes: FieldChange[] | null }[],
): RecordedErasures {
  const erasures: RecordedErasures = new Map();
  for (const { position: recordedAt, changes } of rows)
    for (const { field, from } of changes ?? []) {
      const recorded = erasures.get(field) ?? new Map<number, number>();
      for (const position of decodePositions(from ?? "")) recorded.set(position, recordedAt ?? Infinity);
      erasures.set(field, recorded);
    }
  return erasures;
}

/** Whether later entries of the log record the erasure of all these fields of a position. */
export const isErasureRecorded = (
  position: number,
  erased: Record<string, string>,
  erasures: RecordedErasures,
): boolean => Object.keys(erased).every((field) => (erasures.get(field)?.get(position) ?? 0) > position);
