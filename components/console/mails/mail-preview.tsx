import Link from "next/link";

type Width = "wide" | "narrow";

type MailPreviewProps = {
  mail: { subject: string; html: string; text: string };
  lang: string;
  width: Width;
  /** The address of this page with another width. */
  hrefOf: (width: Width) => string;
};

const WIDTHS: { value: Width; label: string }[] = [
  { value: "wide", label: "Wide" },
  { value: "narrow", label: "Narrow" },
];

const WidthSwitch = ({ width, hrefOf }: Pick<MailPreviewProps, "width" | "hrefOf">) => (
  <nav aria-label="Width" className="flex gap-4 text-sm">
    {WIDTHS.map(({ value, label }) => (
      <Link
        key={value}
        prefetch={false}
        scroll={false}
        href={hrefOf(value)}
        aria-current={value === width ? "true" : undefined}
        className="inline-flex min-h-8 items-center aria-[current]:font-semibold aria-[current]:no-underline"
      >
        {label}
      </Link>
    ))}
  </nav>
);

/**
 * A mail as a reader shows it, in a frame that runs nothing, opens nothing and sends nothing; and its text part. The
 * frame is as tall as it needs to be for most mails, and scrolls for the rest.
 */
export const MailPreview = ({ mail, lang, width, hrefOf }: MailPreviewProps) => (
  <>
    <section aria-labelledby="mail-html" className="mb-10">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <h2 id="mail-html" className="min-w-0 text-lg wrap-anywhere">
          <span className="block text-[0.8125rem] font-normal text-ink-faint">Subject</span>
          <span lang={lang} className="font-semibold">
            {mail.subject}
          </span>
        </h2>
        <WidthSwitch width={width} hrefOf={hrefOf} />
      </div>
      {/* Not for the keyboard: its links lead nowhere, a frame cannot show its focus, and the text says the same. */}
      <iframe
        title="The mail as it looks"
        tabIndex={-1}
        lang={lang}
        sandbox=""
        srcDoc={mail.html}
        className={`h-[52rem] w-full rounded-xl border border-line bg-white ${width === "narrow" ? "max-w-90" : ""}`}
      />
    </section>
    <section aria-labelledby="mail-text">
      <h2 id="mail-text" className="mb-3 font-semibold">
        Text part
      </h2>
      <pre
        lang={lang}
        className="max-w-[84ch] rounded-xl border border-line bg-sunken p-5 font-mono text-[0.8125rem] leading-relaxed wrap-anywhere whitespace-pre-wrap"
      >
        {mail.text}
      </pre>
    </section>
  </>
);
