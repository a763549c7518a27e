import { createServer, type IncomingMessage } from "node:http";

/**
 * A bare node:http server. It fetches each path once from the service at the given origin, and then sends the same
 * headers and bytes from memory.
 */
const [origin = ""] = process.argv.slice(2);

type Known = { status: number; headers: [string, string][]; bytes: Buffer };
const known = new Map<string, Known>();

async function find(request: IncomingMessage): Promise<Known> {
  const path = request.url ?? "/";
  const found = known.get(path);
  if (found) return found;
  const response = await fetch(origin + path, { headers: { accept: request.headers.accept ?? "*/*" } });
  const bytes = Buffer.from(await response.arrayBuffer());
  const skipped = new Set([
    "connection",
    "keep-alive",
    "transfer-encoding",
    "content-encoding",
    "content-length",
  ]);
  const headers = [...response.headers].filter(([name]) => !skipped.has(name));
  const answer = { status: response.status, headers, bytes };
  known.set(path, answer);
  return answer;
}

const server = createServer((request, response) => {
  void find(request).then(({ status, headers, bytes }) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    response.writeHead(status, { "Content-Length": bytes.length }).end(bytes);
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address && typeof address === "object") process.send?.(`http://127.0.0.1:${address.port}`);
});
process.on("disconnect", () => process.exit(0));
