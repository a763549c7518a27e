import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { VERIFICATION_SNIPPETS } from "@/components/console/webhooks/verification-code";
import { buildSignatureHeaders, createWebhookSecret } from "@/lib/platform/outbound/standard-webhooks";

type Harness = { file: string; code: string; command: string[]; compile?: string[] };

/** Programs that call a snippet with the arguments secret, id, timestamp, signatures, body, and print its result. */
const HARNESSES: Record<string, Harness> = {
  Node: {
    file: "main.mjs",
    code: `import { verifyWebhook } from "./verify_webhook.mjs";
console.log(verifyWebhook(...process.argv.slice(2)));`,
    command: [process.execPath, "main.mjs"],
  },
  Python: {
    file: "main.py",
    code: `import sys
from verify_webhook import verify_webhook
print(verify_webhook(*sys.argv[1:5], sys.argv[5].encode()))`,
    command: ["python3", "main.py"],
  },
  Ruby: {
    file: "main.rb",
    code: `require_relative "verify_webhook"
puts verify_webhook(*ARGV)`,
    command: ["ruby", "main.rb"],
  },
  PHP: {
    file: "main.php",
    code: `<?php require "verify_webhook.php";
echo verify_webhook(...array_slice($argv, 1)) ? "true" : "false";`,
    command: ["php", "main.php"],
  },
  Java: {
    file: "Main.java",
    code: `public class Main {
  public static void main(String[] a) throws Exception {
    System.out.println(VerifyWebhook.verify(a[0], a[1], a[2], a[3], a[4].getBytes("UTF-8")));
  }
}`,
    command: ["java", "-Dsun.jnu.encoding=UTF-8", "Main"],
    compile: ["javac", "Main.java", "VerifyWebhook.java"],
  },
};

const isInstalled = ([program = ""]: string[]): boolean =>
  !spawnSync(program, [program === "java" || program === "javac" ? "-version" : "--version"]).error;

const BODY = '{"event_type":"webhook.test"}';
const ID = "0190a5b4-0000-7000-8000-000000000000";

describe.each(VERIFICATION_SNIPPETS)("the code for $language", ({ language, file, code }) => {
  const harness = HARNESSES[language];
  if (!harness) throw new Error(`No program runs the code for ${language}.`);
  const isRunnable = [harness.command, harness.compile ?? harness.command].every(isInstalled);
  const folder = mkdtempSync(join(tmpdir(), "verify-webhook-"));
  const secret = createWebhookSecret();
  afterAll(() => rmSync(folder, { recursive: true }));
  beforeAll(() => {
    writeFileSync(join(folder, file), code);
    writeFileSync(join(folder, harness.file), harness.code);
    const [compiler, ...files] = harness.compile ?? [];
    if (isRunnable && compiler) execFileSync(compiler, files, { cwd: folder });
  }, 60_000);

  const verify = (headers: Record<string, string>, body: string): string => {
    const [program = "", ...given] = harness.command;
    const { "webhook-id": id = "", "webhook-timestamp": at = "", "webhook-signature": signed = "" } = headers;
    const input = [...given, secret, id, at, signed, body];
    return execFileSync(program, input, { cwd: folder, encoding: "utf8" }).trim().toLowerCase();
  };
  const sign = (secrets: string[], ageSeconds = 0) =>
    buildSignatureHeaders(ID, new Date(Date.now() - ageSeconds * 1000), BODY, secrets);

  it.runIf(isRunnable)(
    "accepts a delivery as it is signed, also during a rotation",
    () => {
      expect(verify(sign([secret]), BODY)).toBe("true");
      expect(verify(sign([createWebhookSecret(), secret]), BODY)).toBe("true");
    },
    60_000,
  );

  it.runIf(isRunnable)(
    "refuses an altered body, another secret, an old timestamp and a timestamp that is none",
    () => {
      expect(verify(sign([secret]), BODY.replace("test", "fake"))).toBe("false");
      expect(verify(sign([createWebhookSecret()]), BODY)).toBe("false");
      expect(verify(sign([secret], 600), BODY)).toBe("false");
      expect(verify({ ...sign([secret]), "webhook-timestamp": "now" }, BODY)).toBe("false");
    },
    60_000,
  );
});
