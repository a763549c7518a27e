import { truncateAtGrapheme } from "@/lib/kernel/truncate-text";
import type { RawResponse } from "@/components/api";
import { CodeBox } from "@/components/ui/code-box";
import { Facts } from "@/components/ui/facts";
import { Tag } from "@/components/ui/tag";

/** Headers that say something about the response. The others belong to the transport. */
const SHOWN_HEADERS = [
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

function formatBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

const statusTone = (status: number) => (status < 300 ? "positive" : status < 400 ? "caution" : "negative");

/** A response: status, time, the relevant headers and the body. */
export function ResponseView({ exchange }: { exchange: RawResponse }) {
  const { status, headers, body, ms } = exchange;
  const text = formatBody(body);
  const shownHeaders = headers.filter(([name]) => SHOWN_HEADERS.includes(name));
  const size = `${text.length.toLocaleString("en")} characters`;
  return (
    <section aria-label="Response" className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <Tag tone={statusTone(status)}>{status}</Tag>
        <span className="text-sm text-ink-soft tabular-nums">{Math.round(ms).toLocaleString("en")} ms</span>
      </div>
      <Facts
        facts={shownHeaders.map(([term, value]) => ({
          term,
          value: <code className="text-[0.8125rem]">{value}</code>,
        }))}
      />
      {body === "" ? (
        <p className="text-sm text-ink-soft">Empty response body.</p>
      ) : (
        <CodeBox
          label="Response body"
          text={truncateAtGrapheme(text, SHOWN_CHARACTERS)}
          {...(text.length > SHOWN_CHARACTERS
            ? { hint: `Only the first ${SHOWN_CHARACTERS.toLocaleString("en")} of ${size} are shown.` }
            : {})}
        />
      )}
    </section>
  );
}
