import { BackupError } from "./object-cipher";

const BLOCK_BYTES = 512;

/** An entry of a tar. Its content must be read before the next entry. */
export type TarEntry = { name: string; isDirectory: boolean; size: number; content: AsyncGenerator<Buffer> };

const readText = (header: Buffer, start: number, length: number): string => {
  const field = header.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.toString("utf8", 0, end === -1 ? length : end);
};

/** Reads from a stream the number of bytes that is requested, in the pieces in which they arrive. */
function createByteReader(source: AsyncIterator<Buffer>) {
  let rest = Buffer.alloc(0);
  async function* read(length: number): AsyncGenerator<Buffer> {
    for (let missing = length; missing > 0;) {
      if (rest.length === 0) {
        const { value, done } = await source.next();
        if (done) throw new BackupError("The files of the backup end too early.");
        rest = Buffer.from(value);
      }
      const piece = rest.subarray(0, missing);
      rest = rest.subarray(piece.length);
      missing -= piece.length;
      yield piece;
    }
  }
  const readAll = async (length: number): Promise<Buffer> => {
    const pieces: Buffer[] = [];
    for await (const piece of read(length)) pieces.push(piece);
    return Buffer.concat(pieces);
  };
  return { read, readAll };
}

const TYPES: Record<string, "file" | "directory"> = { "0": "file", "\0": "file", "5": "directory" };

/** Reads the tar that PostgreSQL's base backup sends: plain files and directories with short names. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const bytes = createByteReader(source[Symbol.asyncIterator]());
  for (;;) {
    const header = await bytes.readAll(BLOCK_BYTES);
    const name = readText(header, 0, 100);
    if (name === "") return; // two empty blocks are the end
    const type = TYPES[String.fromCharCode(header[156] ?? 0)];
    const size = Number.parseInt(readText(header, 124, 12).trim() || "0", 8);
    if (type === undefined || !Number.isSafeInteger(size))
      throw new BackupError(
        `The files of the backup have an entry that is neither file nor directory: ${name}`,
      );
    yield { name, isDirectory: type === "directory", size, content: bytes.read(size) };
    await bytes.readAll((BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES);
  }
}
