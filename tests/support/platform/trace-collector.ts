import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { until } from "../until";

type Value = { stringValue?: string; intValue?: number | string; boolValue?: boolean };
type Attribute = { key: string; value: Value };

type WireSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes?: Attribute[];
  links?: { traceId: string }[];
  status?: { code?: number };
};

type Export = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: WireSpan[] }[] }[];
};

/** A span as the collector received it, with its attributes and those of its process as plain values. */
export type ReceivedSpan = Omit<WireSpan, "attributes"> & {
  attributes: Record<string, unknown>;
  resource: Record<string, unknown>;
};

const toObject = (attributes: Attribute[] = []): Record<string, unknown> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.boolValue]),
  );

const readSpans = ({ resourceSpans }: Export): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap(({ spans }) => spans)
      .map((span) => ({
        ...span,
        attributes: toObject(span.attributes),
        resource: toObject(resource.attributes),
      })),
  );

/** Starts a collector of traces (OTLP over HTTP, JSON) on a free port of this machine. */
export async function startCollector() {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const headers: Record<string, unknown>[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on("data", (chunk: Buffer) => chunks.push(chunk))
      .on("end", () => {
        const body = Buffer.concat(chunks).toString("utf8");
        bodies.push(body);
        headers.push(request.headers);
        spans.push(...readSpans(JSON.parse(body) as Export));
        response.writeHead(200, { "content-type": "application/json" }).end("{}");
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** Everything that it received, as text. */
    bodies,
    headers,
    spans,
    /** Resolves with the spans once they fulfil the condition. */
    wait: (description: string, condition: (spans: ReceivedSpan[]) => boolean): Promise<ReceivedSpan[]> =>
      until(description, () => condition(spans) && spans),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
