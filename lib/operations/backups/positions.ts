/** Positions in the write-ahead log (LSN) as PostgreSQL writes them (`16/B374D848`), as numbers of bytes. */

/** Bytes of a file of the log. The embedded server uses the default. */
export const SEGMENT_BYTES = 16n * 1024n * 1024n;

export function parsePosition(text: string): bigint {
  const [high = "0", low = "0"] = text.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

export const formatPosition = (position: bigint): string =>
  `${(position >> 32n).toString(16).toUpperCase()}/${(position & 0xffffffffn).toString(16).toUpperCase()}`;

/** Formats a position with a fixed length, so that names sort by it. */
export const padPosition = (position: bigint): string => position.toString(16).padStart(16, "0");

const padHex = (value: bigint): string => value.toString(16).toUpperCase().padStart(8, "0");

/** Returns the name of the file of the log that contains a position. */
export function segmentFileName(timeline: number, position: bigint): string {
  const segment = position / SEGMENT_BYTES;
  const perLog = 0x1_0000_0000n / SEGMENT_BYTES;
  return padHex(BigInt(timeline)) + padHex(segment / perLog) + padHex(segment % perLog);
}
