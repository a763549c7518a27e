import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

// What the rooms and domains of lib import from each other, read from their files, and a picture of it.

/** The rooms and their domains in `lib`, and which of them import each other, each pair as `from to`. */
export type RoomImports = {
  domains: Record<string, string[]>;
  byRoom: Set<string>;
  byDomain: Set<string>;
};

const IMPORT = /(?:from|import\()\s*"@\/lib\/([a-z-]+)\/([a-z-]+)/g;

/** Lists the names of the folders in a folder, sorted. */
export const listFolders = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();

const listSources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name));

const add = (pairs: Set<string>, from: string, to: string): void =>
  void (from !== to && pairs.add(`${from} ${to}`));

/** Reads the imports between the rooms and domains of lib. The kernel has no domains. */
export function readRoomImports(root: string): RoomImports {
  const lib = join(root, "lib");
  const found: RoomImports = { domains: {}, byRoom: new Set(), byDomain: new Set() };
  for (const room of listFolders(lib)) {
    found.domains[room] = room === "kernel" ? [] : listFolders(join(lib, room));
    for (const file of listSources(join(lib, room))) {
      const [domain = ""] = file.slice(join(lib, room).length + 1).split(/[\\/]/);
      for (const [, toRoom = "", toDomain = ""] of readFileSync(file, "utf8").matchAll(IMPORT)) {
        add(found.byRoom, room, toRoom);
        add(found.byDomain, `${room}/${domain}`, `${toRoom}/${toDomain}`);
      }
    }
  }
  return found;
}

/** Lists the domains that import each other in circles, within their rooms. */
export function listCircles({ domains, byDomain }: RoomImports): string[] {
  const all = Object.entries(domains).flatMap(([room, names]) => names.map((name) => `${room}/${name}`));
  const inRoom = [...byDomain]
    .map((key) => key.split(" ") as [string, string])
    .filter(([from, to]) => from.split("/")[0] === to.split("/")[0]);
  let left = new Set(all);
  for (;;) {
    // Those that import none of the others are in no circle.
    const next = new Set(
      [...left].filter((one) => inRoom.some(([from, to]) => from === one && left.has(to))),
    );
    if (next.size === left.size) return [...left];
    left = next;
  }
}

const ROW = 58;
const LEFT = 24;
const BOX = 640;
const INK = "#1f2933";

/** Breaks a list of names into lines of at most this many characters. */
function breakLines(names: string[], length: number): string[] {
  const lines: string[] = [];
  for (const name of names) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + name.length + 2 <= length)
      lines[lines.length - 1] = `${last}, ${name}`;
    else lines.push(name);
  }
  return lines;
}

function drawRoom(room: string, names: string[], row: number): string {
  const top = row * ROW + 12;
  const lines = breakLines(names, 116).map(
    (line, index) => `<text x="${LEFT + 12}" y="${top + 30 + index * 12}" font-size="10">${line}</text>`,
  );
  return [
    `<rect x="${LEFT}" y="${top}" width="${BOX}" height="${ROW - 8}" rx="6" fill="#eef2f7" stroke="#9aa5b1"/>`,
    `<text x="${LEFT + 12}" y="${top + 17}" font-size="13" font-weight="bold">${room}</text>`,
    ...lines,
  ].join("\n");
}

/** An arrow beside the boxes: to the right down, to the left up, which no room may do. */
function drawImport(from: number, to: number): string {
  const [start, end] = [from * ROW + 12 + ROW / 2, to * ROW + 12 + ROW / 2 - 10];
  const isDown = to > from;
  const x = isDown ? LEFT + BOX : LEFT;
  const reach = (Math.abs(to - from) * 16 + 20) * (isDown ? 1 : -1);
  return `<path d="M${x} ${start} C${x + reach} ${start} ${x + reach} ${end} ${x} ${end}" fill="none" stroke="${isDown ? "#3e6fb0" : "#c0262d"}" stroke-opacity="0.5" stroke-width="1.5"/>`;
}

/** Draws the rooms as an SVG, from top to bottom, with an arrow to each room that it imports. */
export function drawRooms(rooms: readonly string[], { domains, byRoom }: RoomImports): string {
  const height = rooms.length * ROW + 24;
  const boxes = rooms.map((room, row) => drawRoom(room, domains[room] ?? [], row));
  const arrows = [...byRoom].toSorted().map((key) => {
    const [from = "", to = ""] = key.split(" ");
    return drawImport(rooms.indexOf(from), rooms.indexOf(to));
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1010 ${height}" font-family="system-ui, sans-serif" fill="${INK}">`,
    `<rect width="1010" height="${height}" fill="#ffffff"/>`,
    ...arrows,
    ...boxes,
    "</svg>",
    "",
  ].join("\n");
}
