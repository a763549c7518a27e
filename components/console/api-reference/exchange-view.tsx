import { cutShownText } from "@/lib/kernel/cut-text";
import type { Exchange } from "@/components/api";
import { CodeBox } from "@/components/ui/code-box";
import { Facts } from "@/components/ui/facts";
import { Tag } from "@/components/ui/tag";

/** Headers that say something about the response. The others belong to the transport. */
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

/** A response: status, time, the relevant headers and the body. */
export function ExchangeView({ exchange }: { exchange: Exchange }) {
  const { status, headers, body, ms } = exchange;
  const text = readable(body);
  const told = headers.filter(([name]) => TOLD.includes(name));
  const size = `${text.length.toLocaleString("en")} characters`;
  return (
    <section aria-label="Response" className="flex min-w-0 flex-col gap-4">
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
        <p className="text-sm text-ink-soft">Empty response body.</p>
      ) : (
        <CodeBox
          label="Response body"
          text={cutShownText(text, SHOWN_CHARACTERS)}
          {...(text.length > SHOWN_CHARACTERS
            ? { hint: `Only the first ${SHOWN_CHARACTERS.toLocaleString("en")} of ${size} are shown.` }
            : {})}
        />
      )}
    </section>
  );
}
