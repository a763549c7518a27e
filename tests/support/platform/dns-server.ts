import { createSocket } from "node:dgram";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

const TXT = 16;
const CLASS_IN = 1;
const HEADER_BYTES = 12;
/** The position of the question's name, which the responses reference by this pointer (RFC 1035, 4.1.4). */
const NAME_POINTER = 0xc000 | HEADER_BYTES;

export const RCODES = { found: 0, serverFailed: 2, missing: 3, refused: 5 } as const;
type Rcode = (typeof RCODES)[keyof typeof RCODES];

type Question = { name: string; type: number; bytes: Buffer };

function parseQuestion(query: Buffer): Question {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  // The empty label, type and class end it.
  return {
    name: labels.join(".").toLowerCase(),
    type: query.readUInt16BE(at + 1),
    bytes: query.subarray(HEADER_BYTES, at + 5),
  };
}

/** A record holds a text in pieces of at most 255 bytes. */
function encodeTxtData(text: string): Buffer {
  const bytes = Buffer.from(text);
  const pieces = Array.from({ length: Math.max(1, Math.ceil(bytes.length / 255)) }, (_, index) =>
    bytes.subarray(index * 255, (index + 1) * 255),
  );
  return Buffer.concat(pieces.flatMap((piece) => [Buffer.of(piece.length), piece]));
}

function encodeTxtRecord(text: string): Buffer {
  const data = encodeTxtData(text);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(NAME_POINTER, 0);
  head.writeUInt16BE(TXT, 2);
  head.writeUInt16BE(CLASS_IN, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function buildResponse(query: Buffer, question: Question, rcode: Rcode, texts: string[]): Buffer {
  const head = Buffer.alloc(HEADER_BYTES);
  query.copy(head, 0, 0, 2);
  head.writeUInt16BE(0x8180 | rcode, 2); // a response, recursion desired and available
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(texts.length, 6);
  return Buffer.concat([head, question.bytes, ...texts.map(encodeTxtRecord)]);
}

/** Starts a DNS server on this machine over UDP. It serves only the TXT records that tests set. */
export async function startDnsServer() {
  const records = new Map<string, string[]>();
  const failures = new Map<string, Rcode | "silent">();
  const asked: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) => {
    const question = parseQuestion(query);
    asked.push(question.name);
    const failure = failures.get(question.name) ?? failures.get("*");
    if (failure === "silent") return;
    const texts = question.type === TXT ? records.get(question.name) : [];
    const rcode = failure ?? (texts ? RCODES.found : RCODES.missing);
    socket.send(
      buildResponse(query, question, rcode, failure === undefined ? (texts ?? []) : []),
      port,
      address,
    );
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const { port } = socket.address() as AddressInfo;
  return {
    /** Its address in the format of DNS_SERVERS. */
    address: `127.0.0.1:${port}`,
    /** The names of all queries so far. */
    asked,
    /** Sets the TXT records of a name. Without texts, the name has none. */
    put: (name: string, ...texts: string[]): void => {
      failures.delete(name);
      if (texts.length > 0) records.set(name, texts);
      else records.delete(name);
    },
    /** Makes queries for a name fail, or with `*` all queries. */
    fail: (name: string, how: Rcode | "silent"): void => void failures.set(name, how),
    /** Ends every failure. */
    heal: (): void => failures.clear(),
    stop: async (): Promise<void> => {
      socket.close();
      await once(socket, "close");
    },
  };
}

export type DnsServer = Awaited<ReturnType<typeof startDnsServer>>;
