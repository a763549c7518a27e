import type { ReactNode } from "react";
import { escapeHtml } from "@/lib/kernel/escape-html";
import type { MailWidth } from "./mail-width";

type MailPreviewProps = {
  mail: { subject: string; html: string; text: string };
  /** The language of the mail. Leave it out when it is not known. */
  lang?: string;
  /** Lets links open a new tab. Without it they do nothing. */
  isLinked?: boolean;
  width: MailWidth;
  /** The control that chooses the width. */
  widthSwitch: ReactNode;
};

const LINKED = "allow-popups allow-popups-to-escape-sandbox";

/** Lets the links of a mail open a new tab, because the frame is no place for pages, and names its document. */
const withLinks = ({ html, subject }: MailPreviewProps["mail"]): string =>
  html.replace(
    /<head[^>]*>/i,
    (head) => `${head}<base target="_blank"><title>${escapeHtml(subject)}</title>`,
  );

/**
 * An e-mail as a mail program shows it, in a sandboxed frame without scripts and forms, and its plain text part.
 * The frame has a fixed height that fits most e-mails. Longer ones scroll.
 */
export const MailPreview = ({ mail, lang, isLinked = false, width, widthSwitch }: MailPreviewProps) => (
  <>
    <section aria-labelledby="mail-html" className="mb-10">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <h2 id="mail-html" className="min-w-0 text-lg wrap-anywhere">
          <span className="block text-[0.8125rem] font-normal text-ink-faint">Subject</span>
          <span lang={lang} className="font-semibold">
            {mail.subject}
          </span>
        </h2>
        {widthSwitch}
      </div>
      {/* Not focusable: a frame cannot show its focus, and the text below has the same content. */}
      <iframe
        title="E-mail preview"
        tabIndex={-1}
        lang={lang}
        sandbox={isLinked ? LINKED : ""}
        srcDoc={isLinked ? withLinks(mail) : mail.html}
        className={`h-[52rem] w-full rounded-xl border border-line bg-white ${width === "narrow" ? "max-w-90" : ""}`}
      />
    </section>
    <section aria-labelledby="mail-text">
      <h2 id="mail-text" className="mb-3 font-semibold">
        {" "}
        Plain text version{" "}
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
