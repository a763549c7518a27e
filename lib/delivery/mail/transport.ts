import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { clock } from "@/lib/kernel/clock";
import { cutText } from "@/lib/kernel/cut-text";
import { env } from "@/lib/kernel/env";
import { PRIVATE_DIRECTORY, PRIVATE_FILE } from "@/lib/kernel/private-files";

type MailAddress = { name: string; address: string };

export type Mail = {
  /** Of the outbox message: the same at each attempt, and so is the Message-ID made of it. */
  id: string;
  to: MailAddress;
  replyTo: MailAddress | null;
  subject: string;
  html: string;
  text: string;
};

/** `temporary` is worth another attempt; `permanent` is the receiver's word on this mail. */
type Delivery = { state: "sent" } | { state: "temporary" | "permanent"; reason: string };

export type MailTransport = {
  /** Hands a mail over; rejects only for our own faults (a full disk, say). */
  send: (mail: Mail) => Promise<Delivery>;
  close: () => void;
};

/** Connections to the mail server, each with one mail at a time. */
export const CONNECTIONS = 8;

// From the moment a mail waits for a connection. The lease of its message is a minute, and a server that drips its
// replies is noticed by no socket time-out.
const DEADLINE_MS = 45_000;
const TIMEOUTS = {
  dnsTimeout: 5_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};

/** Of what a mail server answers, as much as is kept. */
const LONGEST_REASON = 300;

const CONTROL = /\p{Cc}+/gu;

/** Text of a header: never more than one line, whatever a name contains. */
const oneLine = (text: string): string => text.replace(CONTROL, " ").trim();

const addressed = ({ name, address }: MailAddress): MailAddress => ({ name: oneLine(name), address });

/** Addresses are objects: in a string, a comma would send a second mail and a line break would write a header. */
const message = (mail: Mail, from: string, host: string) => ({
  messageId: `<${mail.id}@${host}>`,
  date: clock.now(),
  from,
  to: addressed(mail.to),
  ...(mail.replyTo ? { replyTo: addressed(mail.replyTo) } : {}),
  subject: oneLine(mail.subject),
  html: mail.html,
  text: mail.text,
  headers: { "Auto-Submitted": "auto-generated" },
  disableFileAccess: true,
  disableUrlAccess: true,
});

type SmtpFault = Error & { code?: string; command?: string; responseCode?: number; response?: string };

/** True for what the server said of this recipient or message; the sign-in and the sender are our own matter. */
const isAboutMail = ({ code, command }: SmtpFault): boolean =>
  code === "EMESSAGE" || (code === "EENVELOPE" && (command === "RCPT TO" || command === "DATA"));

/** What a failed attempt means: the receiver's 5xx is final, everything else may pass. */
function judge(fault: SmtpFault): Delivery {
  const { code, responseCode = 0, response } = fault;
  const word = responseCode ? `smtp ${response ?? responseCode}` : (code ?? fault.message);
  const reason = cutText(oneLine(word), LONGEST_REASON);
  return { state: isAboutMail(fault) && responseCode >= 500 ? "permanent" : "temporary", reason };
}

/** Sends over SMTP, with connections kept open between mails. */
export function smtpTransport(smtpUrl: string, from: string, host: string): MailTransport {
  const pool = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: CONNECTIONS,
    maxRequeues: 1,
    ...TIMEOUTS,
  });
  return {
    send: async (mail) => {
      try {
        await pool.sendMail({ ...message(mail, from, host), signal: AbortSignal.timeout(DEADLINE_MS) });
        return { state: "sent" };
      } catch (error) {
        if (error instanceof Error) return judge(error);
        throw error;
      }
    },
    close: () => pool.close(),
  };
}

/** Writes each mail as a file instead, whole or not at all (an installation without a mail server). */
export function fileTransport(directory: string, from: string, host: string): MailTransport {
  const writer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    send: async (mail) => {
      const { message: bytes } = await writer.sendMail(message(mail, from, host));
      const name = `${clock.now().toISOString().replace(/[:.]/g, "-")}-${mail.id}`;
      await mkdir(directory, { recursive: true, mode: PRIVATE_DIRECTORY });
      const temporary = join(directory, `.${name}.tmp`);
      await writeFile(temporary, bytes as Buffer, { mode: PRIVATE_FILE });
      await rename(temporary, join(directory, `${name}.eml`));
      return { state: "sent" };
    },
    close: () => writer.close(),
  };
}

let current: MailTransport | undefined;

/** The transport of this process: SMTP_URL when it is set, otherwise files below DATA_DIR/mail. */
export function mailTransport(): MailTransport {
  const { SMTP_URL, MAIL_FROM, DATA_DIR, APP_URL } = env();
  const host = new URL(APP_URL).hostname;
  current ??= SMTP_URL
    ? smtpTransport(SMTP_URL, MAIL_FROM, host)
    : fileTransport(join(DATA_DIR, "mail"), MAIL_FROM, host);
  return current;
}

/** Ends the connections of this process; mails in the middle of their delivery finish it first. */
export function closeTransport(): void {
  current?.close();
  current = undefined;
}
