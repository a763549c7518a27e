import Bowser from "bowser";

const LONGEST_HEADER = 512;
const LONGEST_NAME = 40;

const major = (version = ""): string => version.split(".", 1)[0] ?? "";

/** The name and version at the start of a `User-Agent` header, such as `curl/8.5.0`. */
const programOf = (userAgent: string): string =>
  (/^[\w.+-]+(?:\/[\w.+-]+)?/.exec(userAgent)?.[0] ?? "").slice(0, LONGEST_NAME);

/** Formats a `User-Agent` header for people, such as `Firefox 140, Windows`; empty when nothing is known. */
export function describeBrowser(header: string): string {
  const userAgent = header.slice(0, LONGEST_HEADER).trim();
  if (userAgent === "") return "";
  const { browser, os } = Bowser.parse(userAgent);
  if (!browser.name || !os.name) return programOf(userAgent);
  return (
    `${browser.name} ${major(browser.version)}`.trim().slice(0, LONGEST_NAME) +
    `, ${os.name}`.slice(0, LONGEST_NAME)
  );
}
