import { cutShownText } from "@/lib/kernel/cut-text";
import type { Exchange } from "@/components/api";
import { CodeBox } from "@/components/ui/code-box";
import { Facts } from "@/components/ui/facts";
import { Tag } from "@/components/ui/tag";

/** Headers that tell something about the answer; the others are the transport's. */
const TOLD = [
  "content-type",
  "location",
  "x-request-id",
  "idempotent-replayed",
  "ratelimit",
  "retry-after",
  "www-authenticate",
  "allow",
];
const SHOWN_CHARACTERS = 20_000;

function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

const toneOf = (status: number) => (status < 300 ? "positive" : status < 400 ? "caution" : "negative");

/** What came back: status, time, the headers that matter, and the body. */
export function ExchangeView({ exchange }: { exchange: Exchange }) {
  const { status, headers, body, ms } = exchange;
  const text = readable(body);
  const told = headers.filter(([name]) => TOLD.includes(name));
  const size = `${text.length.toLocaleString("en")} characters`;
  return (
    <section aria-label="Answer" className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <Tag tone={toneOf(status)}>{status}</Tag>
        <span className="text-sm text-ink-soft tabular-nums">{Math.round(ms).toLocaleString("en")} ms</span>
      </div>
      <Facts
        facts={told.map(([term, value]) => ({
          term,
          value: <code className="text-[0.8125rem]">{value}</code>,
        }))}
      />
      {body === "" ? (
        <p className="text-sm text-ink-soft">No body.</p>
      ) : (
        <CodeBox
          label="Answer body"
          text={cutShownText(text, SHOWN_CHARACTERS)}
          {...(text.length > SHOWN_CHARACTERS ? { hint: `Only the beginning is shown, of ${size}.` } : {})}
        />
      )}
    </section>
  );
}
