import { Logo } from "@/components/ui/logo";
import { failureOf } from "./failure-words";

/** A launch that failed, in words; of what came with the request it shows a known code at most. */
export function FailureView({ code: given }: { code: unknown }) {
  const { words, code } = failureOf(given);
  return (
    <main className="mx-auto w-full max-w-xl px-5 py-10 sm:py-16">
      <Logo className="size-9" />
      <h1 className="font-heading mt-6 text-[1.75rem] leading-tight sm:text-4xl">{words.title}</h1>
      <p className="mt-4 text-base text-ink-soft">{words.text}</p>
      <p className="mt-4 text-base">{words.next}</p>
      <section className="mt-10 border-t border-line pt-5 text-sm text-ink-soft" aria-labelledby="keeper">
        <h2 id="keeper" className="font-medium text-ink">
          For whoever looks after the link
        </h2>
        <p className="mt-1">{words.keeper}</p>
        {code ? (
          <p className="mt-3">
            Code <code className="font-mono text-[0.8125rem] text-ink">{code}</code>
          </p>
        ) : null}
      </section>
    </main>
  );
}
