import { CodeTabs } from "@/components/ui/code-tabs";

type Snippet = { language: string; file: string; code: string };

/** Functions that check the signature of a webhook (Standard Webhooks). Each takes the body as it was received. */
export const VERIFICATION_SNIPPETS: readonly Snippet[] = [
  {
    language: "Node",
    file: "verify_webhook.mjs",
    code: String.raw`import { createHmac, timingSafeEqual } from "node:crypto";

export function verifyWebhook(secret, id, timestamp, signatures, body) {
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!(age <= 300)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const digest = createHmac("sha256", key).update(id + "." + timestamp + "." + body).digest("base64");
  const expected = Buffer.from("v1," + digest);
  return signatures.split(" ").some((signature) => {
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
`,
  },
  {
    language: "Python",
    file: "verify_webhook.py",
    code: String.raw`import base64
import hashlib
import hmac
import time


def verify_webhook(secret, webhook_id, timestamp, signatures, body):
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{webhook_id}.{timestamp}.".encode() + body
    digest = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    expected = b"v1," + digest
    return any(hmac.compare_digest(given.encode(), expected) for given in signatures.split(" "))
`,
  },
  {
    language: "Ruby",
    file: "verify_webhook.rb",
    code: String.raw`require "openssl"

def verify_webhook(secret, id, timestamp, signatures, body)
  return false unless timestamp.match?(/\A\d+\z/)
  return false if (Time.now.to_i - timestamp.to_i).abs > 300

  key = secret.delete_prefix("whsec_").unpack1("m")
  digest = [OpenSSL::HMAC.digest("SHA256", key, "#{id}.#{timestamp}.#{body}")].pack("m0")
  expected = "v1,#{digest}"
  signatures.split(" ").any? do |given|
    given.bytesize == expected.bytesize && OpenSSL.fixed_length_secure_compare(given, expected)
  end
end
`,
  },
  {
    language: "PHP",
    file: "verify_webhook.php",
    code: String.raw`<?php

function verify_webhook($secret, $id, $timestamp, $signatures, $body)
{
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $key = base64_decode(preg_replace('/^whsec_/', '', $secret));
    $digest = base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $signatures) as $given) {
        if (hash_equals("v1,$digest", $given)) {
            return true;
        }
    }
    return false;
}
`,
  },
  {
    language: "Java",
    file: "VerifyWebhook.java",
    code: String.raw`import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class VerifyWebhook {
  public static boolean verify(String secret, String id, String timestamp, String signatures, byte[] body)
      throws GeneralSecurityException {
    if (!timestamp.matches("[0-9]{1,15}")) return false;
    long age = Math.abs(System.currentTimeMillis() / 1000 - Long.parseLong(timestamp));
    if (age > 300) return false;
    byte[] key = Base64.getDecoder().decode(secret.replaceFirst("^whsec_", ""));
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
    String digest = Base64.getEncoder().encodeToString(mac.doFinal(body));
    byte[] expected = ("v1," + digest).getBytes(StandardCharsets.UTF_8);
    for (String given : signatures.split(" ")) {
      if (MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), expected)) return true;
    }
    return false;
  }
}
`,
  },
];

const SAMPLES = VERIFICATION_SNIPPETS.map(({ language, file, code }) => ({ language, label: file, code }));

/** Code that checks the signature of a webhook, in the language that is chosen. */
export const VerificationCode = () => (
  <div className="flex flex-col gap-4">
    <p className="text-sm text-ink-soft">
      Pass the headers <code>webhook-id</code>, <code>webhook-timestamp</code> and{" "}
      <code>webhook-signature</code>, and the body exactly as received. Requests older than 5 minutes are
      refused.
    </p>
    <CodeTabs samples={SAMPLES} />
  </div>
);
