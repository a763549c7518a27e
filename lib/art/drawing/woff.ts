import { inflateSync } from "node:zlib";

/**
 * Reads the advance widths of a WOFF file, in em by code point. A code point missing here has no glyph in the file.
 */
export function readAdvances(woff: Buffer): Map<number, number> {
  const tables = readTables(woff);
  const unitsPerEm = requireTable(tables, "head").readUInt16BE(18);
  const longMetrics = requireTable(tables, "hhea").readUInt16BE(34);
  const hmtx = requireTable(tables, "hmtx");
  const widths = new Map<number, number>();
  for (const [code, glyph] of readCharacterMap(requireTable(tables, "cmap"))) {
    widths.set(code, hmtx.readUInt16BE(Math.min(glyph, longMetrics - 1) * 4) / unitsPerEm);
  }
  return widths;
}

function requireTable(tables: Map<string, Buffer>, tag: string): Buffer {
  const found = tables.get(tag);
  if (!found) throw new Error(`The font has no ${tag} table`);
  return found;
}

/**
 * Reads the tables of a WOFF 1.0 file: a directory of 20-byte entries after a 44-byte header. A table is deflated if
 * that made it smaller.
 */
function readTables(woff: Buffer): Map<string, Buffer> {
  const tables = new Map<string, Buffer>();
  const count = woff.readUInt16BE(12);
  for (let entry = 44; entry < 44 + count * 20; entry += 20) {
    const offset = woff.readUInt32BE(entry + 4);
    const stored = woff.subarray(offset, offset + woff.readUInt32BE(entry + 8));
    const deflated = stored.length < woff.readUInt32BE(entry + 12);
    tables.set(woff.toString("latin1", entry, entry + 4), deflated ? inflateSync(stored) : stored);
  }
  return tables;
}

/** Lists the code points of the basic plane for which a WOFF file has a glyph. */
export const readCodePoints = (woff: Buffer): Set<number> =>
  new Set(readCharacterMap(requireTable(readTables(woff), "cmap")).keys());

/** Reads the format 4 subtable (segments of the basic plane), which fontsource's files have. */
function readCharacterMap(cmap: Buffer): Map<number, number> {
  const glyphs = new Map<number, number>();
  for (let index = 0; index < cmap.readUInt16BE(2); index++) {
    const subtable = cmap.subarray(cmap.readUInt32BE(8 + index * 8));
    if (subtable.readUInt16BE(0) === 4) readSegments(subtable, glyphs);
  }
  return glyphs;
}

function readSegments(subtable: Buffer, glyphs: Map<number, number>): void {
  const doubled = subtable.readUInt16BE(6);
  for (let at = 0; at < doubled; at += 2) {
    const last = subtable.readUInt16BE(14 + at);
    const first = subtable.readUInt16BE(16 + doubled + at);
    const delta = subtable.readUInt16BE(16 + doubled * 2 + at);
    const rangeAt = 16 + doubled * 3 + at;
    const range = subtable.readUInt16BE(rangeAt);
    for (let code = first; code <= last && code < 0xffff; code++) {
      const listed = range === 0 ? code : subtable.readUInt16BE(rangeAt + range + (code - first) * 2);
      const glyph = listed === 0 ? 0 : (listed + delta) & 0xffff;
      if (glyph !== 0) glyphs.set(code, glyph);
    }
  }
}

/** Pads a table to whole words of four bytes. */
const padTable = (data: Buffer): Buffer => Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);

/** Builds a font file of its tables, in the container that WOFF compresses. `flavor` is its first four bytes. */
export function buildSfnt(tables: Map<string, Buffer>, flavor = 0x00010000): Buffer {
  const power = Math.floor(Math.log2(tables.size));
  const header = Buffer.alloc(12 + 16 * tables.size);
  header.writeUInt32BE(flavor, 0);
  header.writeUInt16BE(tables.size, 4);
  header.writeUInt16BE(16 * 2 ** power, 6);
  header.writeUInt16BE(power, 8);
  header.writeUInt16BE(16 * (tables.size - 2 ** power), 10);
  const parts: Buffer[] = [header];
  let offset = header.length;
  let entry = 12;
  for (const [tag, data] of tables) {
    const padded = padTable(data);
    header.write(tag, entry, "latin1");
    // No reader of these fonts checks the checksums, which stay 0.
    header.writeUInt32BE(offset, entry + 8);
    header.writeUInt32BE(data.length, entry + 12);
    parts.push(padded);
    offset += padded.length;
    entry += 16;
  }
  return Buffer.concat(parts);
}

/** Unpacks a WOFF 1.0 file, for readers that know no compressed fonts. */
export const toSfnt = (woff: Buffer): Buffer => buildSfnt(readTables(woff), woff.readUInt32BE(4));
