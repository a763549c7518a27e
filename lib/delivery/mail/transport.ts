import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { parseSender } from "@/lib/delivery/mail-designs/installation-sender";
import { clock } from "@/lib/kernel/clock";
import { truncateText } from "@/lib/kernel/truncate-text";
import { requireNoTransaction } from "@/lib/kernel/waits";
import { env } from "@/lib/kernel/env";
import { PRIVATE_DIRECTORY, writeWholeFile } from "@/lib/kernel/private-files";
import type { SenderColumns } from "./subject-queries";

type MailAddress = { name: string; address: string };

export type Mail = {
  /** The id of the outbox message: the same at each attempt, and so is the Message-ID that contains it. */
  id: string;
  /** The name of the sender, with the address of the installation. Without it the installation's name is used. */
  fromName?: string | null;
  to: MailAddress;
  replyTo: MailAddress | null;
  subject: string;
  html: string;
  text: string;
};

/** `temporary` can be retried; `permanent` means that the receiver rejected this mail. */
export type SendResult = { state: "sent" } | { state: "temporary" | "permanent"; reason: string };

export type MailTransport = {
  /** Sends a mail. Rejects only for internal errors (a full disk, for example). */
  send: (mail: Mail) => Promise<SendResult>;
  close: () => void;
};

/** Connections to the mail server, each with one mail at a time. */
export const MAX_CONNECTIONS = 8;

// Measured from the moment a mail waits for a connection. The lease of its message is a minute, and no socket time-out
// detects a server that sends its replies very slowly.
const SEND_DEADLINE_MS = 45_000;
const TIMEOUTS = {
  dnsTimeout: 5_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};

/** The longest part of a mail server's reply that is stored. */
const MAX_REASON_LENGTH = 300;

const CONTROL = /\p{Cc}+/gu;

/** Returns text for a header on one line, whatever it contains. */
const toOneLine = (text: string): string => text.replace(CONTROL, " ").trim();

const toHeaderAddress = ({ name, address }: MailAddress): MailAddress => ({ name: toOneLine(name), address });

/** Only the name is the organization's: the address must be one that the mail server may send from (SPF, DKIM). */
const buildFrom = (sender: string, name: string | null | undefined): MailAddress | string =>
  name ? toHeaderAddress({ name, address: parseSender(sender).address }) : sender;

/** Addresses are objects: in a string, a comma would add a second recipient and a line break would add a header. */
const buildMessage = (mail: Mail, from: string, host: string) => ({
  messageId: `<${mail.id}@${host}>`,
  date: clock.now(),
  from: buildFrom(from, mail.fromName),
  to: toHeaderAddress(mail.to),
  ...(mail.replyTo ? { replyTo: toHeaderAddress(mail.replyTo) } : {}),
  subject: toOneLine(mail.subject),
  html: mail.html,
  text: mail.text,
  headers: { "Auto-Submitted": "auto-generated" },
  disableFileAccess: true,
  disableUrlAccess: true,
});

type SmtpError = Error & { code?: string; command?: string; responseCode?: number; response?: string };

/** True when the server's error is about this recipient or message; errors of the sign-in and the sender are ours. */
const isAboutMail = ({ code, command }: SmtpError): boolean =>
  code === "EMESSAGE" || (code === "EENVELOPE" && (command === "RCPT TO" || command === "DATA"));

/** Classifies a failed attempt: the receiver's 5xx is permanent, everything else is temporary. */
function toSendResult(fault: SmtpError): SendResult {
  const { code, responseCode = 0, response } = fault;
  const word = responseCode ? `smtp ${response ?? responseCode}` : (code ?? fault.message);
  const reason = truncateText(toOneLine(word), MAX_REASON_LENGTH);
  return { state: isAboutMail(fault) && responseCode >= 500 ? "permanent" : "temporary", reason };
}

/**
 * Creates a transport that sends over SMTP, with connections that stay open between mails. `ehloName` is the name of this
 * client; by default the name of the machine, or its address.
 */
export function createSmtpTransport(
  smtpUrl: string,
  from: string,
  host: string,
  ehloName?: string,
): MailTransport {
  const pool = createTransport({
    url: smtpUrl,
    ...(ehloName === undefined ? {} : { name: ehloName }),
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    maxRequeues: 1,
    ...TIMEOUTS,
  });
  return {
    send: async (mail) => {
      requireNoTransaction("Sending a mail");
      try {
        await pool.sendMail({
          ...buildMessage(mail, from, host),
          signal: AbortSignal.timeout(SEND_DEADLINE_MS),
        });
        return { state: "sent" };
      } catch (error) {
        if (error instanceof Error) return toSendResult(error);
        throw error;
      }
    },
    close: () => pool.close(),
  };
}

/**
 * Creates a transport that writes each mail to a file, completely or not at all (for installations without a mail
 * server).
 */
export function createFileTransport(directory: string, from: string, host: string): MailTransport {
  const writer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    send: async (mail) => {
      requireNoTransaction("Sending a mail");
      const { message: bytes } = await writer.sendMail(buildMessage(mail, from, host));
      const name = `${clock.now().toISOString().replace(/[:.]/g, "-")}-${mail.id}`;
      await mkdir(directory, { recursive: true, mode: PRIVATE_DIRECTORY });
      await writeWholeFile(join(directory, `${name}.eml`), bytes as Buffer);
      return { state: "sent" };
    },
    close: () => writer.close(),
  };
}

/** The folder of e-mails that are written to files. */
export const mailDirectory = (): string => join(env().DATA_DIR, "mail");

let currentTransport: MailTransport | undefined;

/** Returns the transport of this process: SMTP if SMTP_URL is set, otherwise files in DATA_DIR/mail. */
export function getMailTransport(): MailTransport {
  const { SMTP_URL, SMTP_EHLO_NAME, MAIL_FROM, APP_URL } = env();
  const host = new URL(APP_URL).hostname;
  currentTransport ??= SMTP_URL
    ? createSmtpTransport(SMTP_URL, MAIL_FROM, host, SMTP_EHLO_NAME)
    : createFileTransport(mailDirectory(), MAIL_FROM, host);
  return currentTransport;
}

/** Closes the connections of this process. Mails that are being sent are finished first. */
export function closeMailTransport(): void {
  currentTransport?.close();
  currentTransport = undefined;
}

type Sending = SenderColumns & { supportEmail: string | null };

/**
 * Builds the sender and the address for replies of an organization's mail: those that it has chosen, otherwise the
 * installation's name and the organization's support address. `name` is the organization's.
 */
export function buildSender(
  name: string,
  { senderName, replyToAddress, supportEmail }: Sending,
): Pick<Mail, "fromName" | "replyTo"> {
  const address = replyToAddress ?? supportEmail;
  return { fromName: senderName, replyTo: address ? { name: senderName ?? name, address } : null };
}
