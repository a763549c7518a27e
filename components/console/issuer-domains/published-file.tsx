import { Download } from "lucide-react";
import { buttonClass } from "@/components/ui/button";
import { CodeBox } from "@/components/ui/code-box";
import { CopyButton } from "@/components/ui/copy-button";
import type { FileFinding } from "@/lib/credentials/issuer-domains/schema";

const RESULT_TEXTS: Record<FileFinding["result"], string> = {
  found: "Found.",
  missing: "There is no file at this address.",
  different: "The file at this address is not right.",
  unreachable: "The file could not be read.",
  unavailable: "This could not be checked. Try again later.",
};

/** What the last check found, with each problem. A file that is found may still have a problem that is not urgent. */
function LastCheck({ found: { result, problems } }: { found: FileFinding }) {
  const isGood = result === "found" && problems.length === 0;
  return (
    <div className={`text-sm ${isGood ? "text-positive" : "text-caution"}`}>
      <p>
        <span className="font-medium">Last check:</span> {RESULT_TEXTS[result]}
      </p>
      {problems.length > 0 ? (
        <ul className="mt-1 list-disc ps-5">
          {problems.map((problem) => (
            <li key={problem} className="wrap-anywhere">
              {problem}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

type PublishedFileProps = { name: string; url: string; content: object; found: FileFinding | null };

/** A file to publish on the website of the domain: its address, its content to copy or download, and the last check. */
export function PublishedFile({ name, url, content, found }: PublishedFileProps) {
  const text = JSON.stringify(content, null, 2);
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <CodeBox label={`Address of ${name}`} text={url} />
      <div className="flex flex-wrap items-center gap-3">
        <CopyButton text={text} label={`Copy ${name}`} />
        <a
          href={`data:application/json,${encodeURIComponent(text)}`}
          download={name}
          className={buttonClass({ variant: "secondary", size: "small" })}
        >
          <Download className="size-4" aria-hidden="true" />
          Download {name}
        </a>
      </div>
      <details className="min-w-0 text-sm">
        <summary className="inline-flex min-h-8 cursor-pointer items-center text-accent underline underline-offset-4">
          Show the content of {name}
        </summary>
        <pre
          tabIndex={0}
          aria-label={`Content of ${name}`}
          className="mt-2 max-h-96 overflow-auto rounded-lg border border-line bg-sunken p-3 font-mono text-[0.8125rem] leading-relaxed break-all whitespace-pre-wrap"
        >
          {text}
        </pre>
      </details>
      {found ? <LastCheck found={found} /> : null}
    </div>
  );
}
