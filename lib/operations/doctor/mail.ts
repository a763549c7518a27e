import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { createTransport } from "nodemailer";
import { isLoopback } from "@/lib/kernel/origins";
import { judgeCertificate } from "./certificate";
import { describeFailure, isLocal, type Check, type Examined, type Finding } from "./finding";
import { inspectSender } from "./sender";

const TIMEOUT_MS = 10_000;

const failedConversation = (url: URL, error: unknown): Finding => ({
  problem: `The mail server ${url.host} does not work: ${describeFailure(error)}`,
  reason:
    "No e-mail leaves: people do not hear of their badges and cannot reset passwords. E-mails wait in the queue.",
  remedy:
    "Correct SMTP_URL (smtp://USER:PASSWORD@HOST:587 or smtps://…:465), or mend that server, and restart.",
});

/**
 * Has the conversation that sending begins with: EHLO with the name that sending uses (undefined: the machine's), STARTTLS if
 * it is offered, and the sign-in.
 */
async function converse(smtpUrl: string, name: string | undefined): Promise<void> {
  const transport = createTransport({
    url: smtpUrl,
    ...(name === undefined ? {} : { name }),
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
async function openEncrypted(url: URL, ehloName: string | undefined): Promise<TLSSocket | null> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const names = { ...(isIP(host) ? {} : { servername: host }), rejectUnauthorized: false };
  const isImplicit = url.protocol === "smtps:";
  const port = Number(url.port) || (isImplicit ? 465 : 587);
  if (isImplicit) return whenSecure(connectTls({ host, port, timeout: TIMEOUT_MS, ...names }));
  const socket = connectTcp({ host, port, timeout: TIMEOUT_MS });
  socket.once("timeout", () => socket.destroy(new Error("timed out")));
  await ask(socket, null);
  const isOffered = /^250[- ]STARTTLS\r$/m.test(await ask(socket, `EHLO ${ehloName ?? "doctor.invalid"}`));
  if (!isOffered) {
    socket.destroy();
    return null;
  }
  await ask(socket, "STARTTLS");
  return whenSecure(connectTls({ socket, ...names }));
}

async function inspectEncryption(url: URL, ehloName: string | undefined): Promise<Finding[]> {
  const socket = await openEncrypted(url, ehloName);
  if (socket === null)
    return isLoopback(url)
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

async function inspectServer(smtpUrl: string, ehloName: string | undefined): Promise<Finding[]> {
  const url = new URL(smtpUrl);
  try {
    await converse(smtpUrl, ehloName);
    return await inspectEncryption(url, ehloName);
  } catch (error) {
    return [failedConversation(url, error)];
  }
}

/** Whether e-mails leave and arrive. */
export const MAIL_CHECKS: Check<Examined>[] = [
  {
    name: "mail-server",
    run: async (examined) => {
      const { SMTP_URL, SMTP_EHLO_NAME, DATA_DIR } = examined.env;
      if (SMTP_URL !== undefined) return inspectServer(SMTP_URL, SMTP_EHLO_NAME);
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
