import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { describe, expect, it, onTestFinished } from "vitest";
import { smtpTransport, type Mail, type MailTransport } from "@/lib/mail/transport";

type Received = { recipients: string[]; sender: string; mail: Promise<Email> };

const mail: Mail = {
  id: "0199c0de-0000-7000-8000-000000000001",
  to: { name: "Ada Lovelace", address: "ada@example.org" },
  replyTo: { name: "Analytical Society", address: "help@example.org" },
  subject: "A badge",
  html: "<p>Hello</p>",
  text: "Hello",
};

const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode });

function transportTo(port: number): MailTransport {
  const transport = smtpTransport(
    `smtp://127.0.0.1:${port}`,
    "Badges <badges@example.org>",
    "badges.example.org",
  );
  onTestFinished(() => transport.close());
  return transport;
}

/** A mail server on a free port of loopback that keeps what it accepts. */
async function startServer(options: SMTPServerOptions = {}) {
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
  return { received, transport: transportTo((server.server.address() as AddressInfo).port) };
}

describe("sending over SMTP", () => {
  it("hands over one mail for one recipient", async () => {
    const { received, transport } = await startServer();
    expect(await transport.send(mail)).toEqual({ state: "sent" });
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ recipients: ["ada@example.org"], sender: "badges@example.org" });
    expect(await received[0]?.mail).toMatchObject({
      from: { name: "Badges", address: "badges@example.org" },
      to: [{ name: "Ada Lovelace", address: "ada@example.org" }],
      replyTo: [{ name: "Analytical Society", address: "help@example.org" }],
      messageId: `<${mail.id}@badges.example.org>`,
      subject: "A badge",
    });
  });

  it.each([
    "Eve <eve@example.org>, Ada",
    "Ada\r\nTo: eve@example.org",
    "eve@example.org;",
    '"',
    "=?utf-8?q?=0ABcc:_eve?=",
  ])("keeps to its one recipient when the name is %j", async (name) => {
    const { received, transport } = await startServer();
    await transport.send({ ...mail, to: { name, address: "ada@example.org" } });
    expect(received.map(({ recipients }) => recipients)).toEqual([["ada@example.org"]]);
    expect((await received[0]?.mail)?.to?.map(({ address }) => address)).toEqual(["ada@example.org"]);
  });

  it("repeats the Message-ID of a mail that is sent again", async () => {
    const { received, transport } = await startServer();
    await transport.send(mail);
    await transport.send(mail);
    const mails = await Promise.all(received.map((one) => one.mail));
    expect(mails.map(({ messageId }) => messageId)).toEqual([mails[0]?.messageId, mails[0]?.messageId]);
  });

  it("tries again after a 4xx for the recipient", async () => {
    const { transport } = await startServer({
      onRcptTo: (_address, _session, callback) => callback(refusal(451, "greylisted, come back")),
    });
    const delivery = await transport.send(mail);
    expect(delivery).toMatchObject({ state: "temporary", reason: expect.stringContaining("451") });
  });

  it("gives up after a 5xx for the recipient", async () => {
    const { received, transport } = await startServer({
      onRcptTo: (_address, _session, callback) => callback(refusal(550, "no such mailbox")),
    });
    const delivery = await transport.send(mail);
    expect(delivery).toMatchObject({
      state: "permanent",
      reason: expect.stringContaining("no such mailbox"),
    });
    expect(received).toEqual([]);
  });

  it("gives up after a 5xx for the message", async () => {
    const { transport } = await startServer({
      onData: (stream, _session, callback) => {
        stream.resume().on("end", () => callback(refusal(554, "refused by policy")));
      },
    });
    expect(await transport.send(mail)).toMatchObject({ state: "permanent" });
  });

  it.each([
    ["the sender", { onMailFrom: (_address, _session, callback) => callback(refusal(553, "not allowed")) }],
    ["the connection", { onConnect: (_session, callback) => callback(refusal(554, "go away")) }],
  ] as [string, SMTPServerOptions][])(
    "blames nobody's mailbox for a 5xx about %s",
    async (_what, options) => {
      const { transport } = await startServer(options);
      expect(await transport.send(mail)).toMatchObject({ state: "temporary" });
    },
  );

  it("tries again when nobody listens", async () => {
    const vacant = createServer();
    await once(vacant.listen(0, "127.0.0.1"), "listening");
    const { port } = vacant.address() as AddressInfo;
    await new Promise((resolve) => vacant.close(resolve));
    expect(await transportTo(port).send(mail)).toMatchObject({ state: "temporary" });
  });

  it("tries again when the server hangs up in the middle", async () => {
    const server = createServer((socket) => {
      socket.on("error", () => undefined).once("data", () => socket.destroy());
      socket.write("220 hello\r\n");
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void server.close());
    const delivery = await transportTo((server.address() as AddressInfo).port).send(mail);
    expect(delivery).toMatchObject({ state: "temporary" });
  });
});
