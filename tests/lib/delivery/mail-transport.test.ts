import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import type { SMTPServerOptions } from "smtp-server";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Mail } from "@/lib/delivery/mail/transport";
import { ehloName } from "@/lib/kernel/variable-types";
import { buildRefusal, startMailServer, createTransportTo } from "../../support/delivery/mail-server";

const mail: Mail = {
  id: "0199c0de-0000-7000-8000-000000000001",
  to: { name: "Ada Lovelace", address: "ada@example.org" },
  replyTo: { name: "Analytical Society", address: "help@example.org" },
  subject: "A badge",
  html: "<p>Hello</p>",
  text: "Hello",
};

describe("sending over SMTP", () => {
  it("delivers one mail to one recipient", async () => {
    const { received, transport } = await startMailServer();
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
  ])("sends to its one recipient only when the name is %j", async (name) => {
    const { received, transport } = await startMailServer();
    await transport.send({ ...mail, to: { name, address: "ada@example.org" } });
    expect(received.map(({ recipients }) => recipients)).toEqual([["ada@example.org"]]);
    expect((await received[0]?.mail)?.to?.map(({ address }) => address)).toEqual(["ada@example.org"]);
  });

  it("introduces itself by the name that is set, and otherwise by its own", async () => {
    const names: string[] = [];
    const { transport, port } = await startMailServer({
      onMailFrom: (_address, session, callback) => {
        names.push(session.hostNameAppearsAs);
        callback();
      },
    });
    expect(await createTransportTo(port, "badges.example.org").send(mail)).toEqual({ state: "sent" });
    expect(await transport.send(mail)).toEqual({ state: "sent" });
    expect(names).toEqual(["badges.example.org", expect.not.stringContaining("badges.example.org")]);
  });

  it.each([
    ["badges.example.org", true],
    ["[192.0.2.1]", true],
    ["[IPv6:2001:db8::1]", true],
    ["localhost", false],
    ["badges_example.org", false],
    ["badges.example.org\r\nMAIL FROM:<a@b>", false],
  ])("SMTP_EHLO_NAME: %j is valid: %s", (name, isValid) => {
    expect(ehloName.safeParse(name).success).toBe(isValid);
  });

  it("repeats the Message-ID of a mail that is sent again", async () => {
    const { received, transport } = await startMailServer();
    await transport.send(mail);
    await transport.send(mail);
    const mails = await Promise.all(received.map((one) => one.mail));
    expect(mails.map(({ messageId }) => messageId)).toEqual([mails[0]?.messageId, mails[0]?.messageId]);
  });

  it("tries again after a 4xx for the recipient", async () => {
    const { transport } = await startMailServer({
      onRcptTo: (_address, _session, callback) => callback(buildRefusal(451, "greylisted, come back")),
    });
    const delivery = await transport.send(mail);
    expect(delivery).toMatchObject({ state: "temporary", reason: expect.stringContaining("451") });
  });

  it("gives up after a 5xx for the recipient", async () => {
    const { received, transport } = await startMailServer({
      onRcptTo: (_address, _session, callback) => callback(buildRefusal(550, "no such mailbox")),
    });
    const delivery = await transport.send(mail);
    expect(delivery).toMatchObject({
      state: "permanent",
      reason: expect.stringContaining("no such mailbox"),
    });
    expect(received).toEqual([]);
  });

  it("gives up after a 5xx for the message", async () => {
    const { transport } = await startMailServer({
      onData: (stream, _session, callback) => {
        stream.resume().on("end", () => callback(buildRefusal(554, "refused by policy")));
      },
    });
    expect(await transport.send(mail)).toMatchObject({ state: "permanent" });
  });

  it.each([
    [
      "the sender",
      { onMailFrom: (_address, _session, callback) => callback(buildRefusal(553, "not allowed")) },
    ],
    ["the connection", { onConnect: (_session, callback) => callback(buildRefusal(554, "go away")) }],
  ] as [string, SMTPServerOptions][])(
    "does not mark the recipient's mailbox as bad for a 5xx about %s",
    async (_what, options) => {
      const { transport } = await startMailServer(options);
      expect(await transport.send(mail)).toMatchObject({ state: "temporary" });
    },
  );

  it("tries again when the server is not reachable", async () => {
    const vacant = createServer();
    await once(vacant.listen(0, "127.0.0.1"), "listening");
    const { port } = vacant.address() as AddressInfo;
    await new Promise((resolve) => vacant.close(resolve));
    expect(await createTransportTo(port).send(mail)).toMatchObject({ state: "temporary" });
  });

  it("tries again when the server closes the connection in the middle", async () => {
    const server = createServer((socket) => {
      socket.on("error", () => undefined).once("data", () => socket.destroy());
      socket.write("220 hello\r\n");
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void server.close());
    const delivery = await createTransportTo((server.address() as AddressInfo).port).send(mail);
    expect(delivery).toMatchObject({ state: "temporary" });
  });
});
