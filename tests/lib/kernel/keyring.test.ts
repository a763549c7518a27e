import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createKeyring } from "@/lib/kernel/keyring";
import { encryptInOldFormat, createOldToken } from "../../support/operations/old-secrets";

const [key, former] = [randomBytes(32), randomBytes(32)];
const ring = createKeyring(key);
/** Node's error for a tag that is wrong or cut. */
const REFUSED = /unable to authenticate|authentication tag|initialization vector/;
const COLUMN = "organizations.webhook_secret";

describe("an encrypted value", () => {
  it("is readable in its own row and column only", () => {
    const value = ring.encrypt("whsec_1", COLUMN, "one");
    expect(ring.decrypt(value, COLUMN, "one")).toBe("whsec_1");
    expect(() => ring.decrypt(value, COLUMN, "other")).toThrow("unable to authenticate");
    expect(() => ring.decrypt(value, "learning_apps.secret", "one")).toThrow("unable to authenticate");
  });

  it("is refused when a single bit of it was changed, and when it was cut", () => {
    const value = ring.encrypt("whsec_1", COLUMN, "one");
    for (let at = 0; at < value.length; at += 1) {
      const changed = Buffer.from(value);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(() => ring.decrypt(changed, COLUMN, "one"), `byte ${at}`).toThrow(REFUSED);
      expect(() => ring.decrypt(value.subarray(0, at), COLUMN, "one"), `cut at ${at}`).toThrow(REFUSED);
    }
  });

  it("contains the id of its key, and is readable while that key is configured", () => {
    const value = createKeyring(former).encrypt("whsec_1", COLUMN, "one");
    expect(createKeyring(key, [former]).decrypt(value, COLUMN, "one")).toBe("whsec_1");
    expect(() => ring.decrypt(value, COLUMN, "one")).toThrow("unable to authenticate");
    expect(value.subarray(0, 5)).toEqual(createKeyring(former).header);
    expect(ring.header).not.toEqual(createKeyring(former).header);
  });

  it("is readable in the former format, under any of the keys", () => {
    expect(ring.decrypt(encryptInOldFormat("old", key), COLUMN, "one")).toBe("old");
    const both = createKeyring(key, [former, randomBytes(32)]);
    expect(both.decrypt(encryptInOldFormat("old", former), COLUMN, "one")).toBe("old");
    expect(() => ring.decrypt(encryptInOldFormat("old", former), COLUMN, "one")).toThrow(
      "unable to authenticate",
    );
  });
});

describe("a signed subject", () => {
  it("is valid for its purpose and its subject only", () => {
    const token = ring.sign("accept", "one");
    expect(ring.isSigned(token, "accept", "one")).toBe(true);
    expect(ring.isSigned(token, "accept", "other")).toBe(false);
    expect(ring.isSigned(token, "merge", "one")).toBe(false);
    expect(ring.isSigned(`${token}=`, "accept", "one")).toBe(false);
    expect(ring.isSigned("", "accept", "one")).toBe(false);
  });

  it("is valid as it was signed before, and under a key that was current before", () => {
    const old = createOldToken("accept", "one", key);
    expect(old).not.toBe(ring.sign("accept", "one"));
    expect(ring.isSigned(old, "accept", "one")).toBe(true);
    const changed = createKeyring(randomBytes(32), [key]);
    expect(changed.isSigned(ring.sign("accept", "one"), "accept", "one")).toBe(true);
    expect(changed.isSigned(old, "accept", "one")).toBe(true);
    expect(createKeyring(former).isSigned(old, "accept", "one")).toBe(false);
  });

  it("has the same published salts as before", () => {
    expect(ring.signLegacy("salt", "one")).toBe(createOldToken("salt", "one", key));
  });
});
