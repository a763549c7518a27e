import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { createTransport } from "nodemailer";
import { parseSender } from "@/lib/delivery/mail-designs/installation-sender";
import { resolveTxt } from "@/lib/platform/outbound/resolve-txt";
import { judgeCertificate } from "./certificate";
import { describeFailure, isLocal, type Check, type Examined, type Finding } from "./finding";

const TIMEOUT_MS = 10_000;
const LOOPBACK = /^(localhost|127\..*|\[::1\])$/;

const failedConversation = (url: URL, error: unknown): Finding => ({
  problem: `The mail server ${url.host} does not work: ${describeFailure(error)}`,
  reason:
    "No e-mail leaves: people do not hear of their badges and cannot reset passwords. E-mails wait in the queue.",
  remedy:
    "Correct SMTP_URL (smtp://USER:PASSWORD@HOST:587 or smtps://…:465), or mend that server, and restart.",
});

/** Has the conversation that sending begins with: EHLO, STARTTLS if it is offered, and the sign-in. */
async function converse(smtpUrl: string): Promise<void> {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Sends a command and returns the reply, whose last line has a space after its code (RFC 5321, 4.2.1). */
function ask(socket: Socket, command: string | null): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const onData = (part: Buffer): void => {
      text += part.toString("latin1");
      if (!/^\d{3} .*\r\n$/m.test(text)) return;
      socket.off("data", onData);
      resolve(text);
    };
    socket
      .on("data", onData)
      .once("error", reject)
      .once("close", () => reject(new Error("closed")));
    if (command !== null) socket.write(`${command}\r\n`);
  });
}

const whenSecure = (socket: TLSSocket): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    socket.once("secureConnect", () => resolve(socket)).once("error", reject);
  });

/** Opens the encrypted connection that mails are sent through; null if the server offers none. */
async function openEncrypted(url: URL): Promise<TLSSocket | null> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const names = { ...(isIP(host) ? {} : { servername: host }), rejectUnauthorized: false };
  const isImplicit = url.protocol === "smtps:";
  const port = Number(url.port) || (isImplicit ? 465 : 587);
  if (isImplicit) return whenSecure(connectTls({ host, port, timeout: TIMEOUT_MS, ...names }));
  const socket = connectTcp({ host, port, timeout: TIMEOUT_MS });
  socket.once("timeout", () => socket.destroy(new Error("timed out")));
  await ask(socket, null);
  const isOffered = /^250[- ]STARTTLS\r$/m.test(await ask(socket, "EHLO doctor.invalid"));
  if (!isOffered) {
    socket.destroy();
    return null;
  }
  await ask(socket, "STARTTLS");
  return whenSecure(connectTls({ socket, ...names }));
}

async function inspectEncryption(url: URL): Promise<Finding[]> {
  const socket = await openEncrypted(url);
  if (socket === null)
    return LOOPBACK.test(url.hostname)
      ? []
      : [
          {
            problem: `The mail server ${url.host} offers no encryption.`,
            reason: "E-mails with links that open accounts, and the password of SMTP_URL, travel readable.",
            remedy: "Set SMTP_URL to a server with STARTTLS or smtps://, and restart.",
          },
        ];
  const certificate = socket.getPeerCertificate();
  socket.destroy();
  return judgeCertificate(`of the mail server ${url.host}`, certificate, "Then no e-mail leaves.");
}

async function inspectServer(smtpUrl: string): Promise<Finding[]> {
  const url = new URL(smtpUrl);
  try {
    await converse(smtpUrl);
    return await inspectEncryption(url);
  } catch (error) {
    return [failedConversation(url, error)];
  }
}

/** What receivers look up to decide whether a mail is genuine. */
const RECORDS = [
  {
    type: "SPF",
    record: (domain: string) => domain,
    pattern: /^v=spf1(\s|$)/i,
    example: (domain: string) =>
      `a TXT record at ${domain}, such as "v=spf1 include:YOUR-MAIL-PROVIDER -all"`,
  },
  {
    type: "DMARC",
    record: (domain: string) => `_dmarc.${domain}`,
    pattern: /^v=DMARC1/i,
    example: (domain: string) => `a TXT record at _dmarc.${domain}, such as "v=DMARC1; p=quarantine"`,
  },
];

/** DMARC of a subdomain may stand at the domain above it (RFC 7489, 6.6.3). */
const parentOf = (domain: string): string => domain.split(".").slice(-2).join(".");

async function inspectRecord(domain: string, { type, record, pattern, example }: (typeof RECORDS)[number]) {
  const names = type === "DMARC" ? [...new Set([domain, parentOf(domain)])] : [domain];
  for (const name of names) {
    const result = await resolveTxt(record(name));
    if (result.kind === "failure")
      return [
        {
          problem: `The ${type} record of ${domain} cannot be looked up: ${result.message}`,
          reason: "Domains of organizations are checked with the same servers.",
          remedy: "Mend the system's resolver, or set DNS_SERVERS to servers that respond.",
        },
      ];
    if (result.texts.some((text) => pattern.test(text))) return [];
  }
  return [
    {
      problem: `${domain}, the domain of MAIL_FROM, has no ${type} record.`,
      reason: "Receivers put e-mails of such senders among spam, or refuse them.",
      remedy: `Publish ${example(domain)}, or set MAIL_FROM to an address of a domain that has one.`,
    },
  ];
}

async function inspectSender({ env }: Examined): Promise<Finding[]> {
  const { address } = parseSender(env.MAIL_FROM);
  const domain = address.split("@").at(-1)?.toLowerCase() ?? "";
  if (!domain.includes("."))
    return [
      {
        problem: `MAIL_FROM is ${address}, which is no public address.`,
        reason: "Mail servers refuse such a sender.",
        remedy: 'Set MAIL_FROM, for example to "Badges <badges@example.org>", and restart.',
      },
    ];
  return (await Promise.all(RECORDS.map((record) => inspectRecord(domain, record)))).flat();
}

/** Whether e-mails leave and arrive. */
export const MAIL_CHECKS: Check<Examined>[] = [
  {
    name: "mail-server",
    run: async (examined) => {
      const { SMTP_URL, DATA_DIR } = examined.env;
      if (SMTP_URL !== undefined) return inspectServer(SMTP_URL);
      if (isLocal(examined)) return [];
      return [
        {
          problem: `SMTP_URL is not set: each e-mail is a file in ${DATA_DIR}/mail.`,
          reason: "No e-mail leaves: people do not hear of their badges and cannot reset passwords.",
          remedy: "Set SMTP_URL to your mail server, and restart.",
        },
      ];
    },
  },
  {
    name: "mail-sender",
    skip: ({ env }) => (env.SMTP_URL === undefined ? "SMTP_URL is not set" : null),
    run: inspectSender,
  },
];
