import { once } from "node:events";
import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { onTestFinished } from "vitest";
import { createSmtpTransport, type MailTransport } from "@/lib/delivery/mail/transport";

type Received = { recipients: string[]; sender: string; mail: Promise<Email> };

/** A response other than success, for the callbacks of the server. */
export const buildRefusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode });

/** The transport to a mail server on loopback. It is closed at the end of the test. */
export function createTransportTo(port: number, ehloName?: string): MailTransport {
  const transport = createSmtpTransport(
    `smtp://127.0.0.1:${port}`,
    "Badges <badges@example.org>",
    "badges.example.org",
    ehloName,
  );
  onTestFinished(() => transport.close());
  return transport;
}

/** Starts a mail server on a free loopback port that stores the mails it accepts. */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        const sender = session.envelope.mailFrom ? session.envelope.mailFrom.address : "";
        received.push({ recipients, sender, mail: PostalMime.parse(Buffer.concat(chunks)) });
        callback();
      });
    },
    ...options,
  });
  server.on("error", () => undefined);
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  return { received, port, transport: createTransportTo(port) };
}
