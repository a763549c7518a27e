import { readCookie, buildHostCookie, hostCookieName } from "@/lib/kernel/cookies";
import { getRequestContext } from "@/lib/kernel/request-context";
import { isPurposeToken, createPurposeToken, randomText } from "@/lib/kernel/secrets";

// Device cookies, as OWASP describes them ("Slow Down Online Guessing Attacks with Device Cookies"): a browser that
// signed in before has its own count of wrong passwords, which other browsers cannot use up.

const DEVICE_COOKIE = "badges.devices";
const PURPOSE = "known-device";
/** The longest lifetime of a cookie that browsers allow. */
const LIFETIME_SECONDS = 400 * 24 * 3_600;
/** Several people may share a browser. The account used longest ago is dropped first. */
const MAX_ACCOUNTS = 5;

/** The account of a device. A change of the password and signing out everywhere increment the version. */
export type DeviceOwner = { id: string; sessionVersion: number };

/** The entry of one account in the cookie: its id, a nonce and the proof of both, joined by full stops. */
const ENTRY_PATTERN = /^([0-9a-f-]{36})\.(\w{22})\.([\w-]{43})$/;

const deviceTokenSubject = ({ id, sessionVersion }: DeviceOwner, nonce: string): string =>
  `${id}:${sessionVersion}:${nonce}`;

const readEntries = (): string[] => {
  const value = readCookie(getRequestContext()?.cookies, hostCookieName(DEVICE_COOKIE)) ?? "";
  return value.split("~", MAX_ACCOUNTS).filter((entry) => ENTRY_PATTERN.test(entry));
};

/** Returns the nonce of the device that sent this request. Null when it has not signed in to the account before. */
export function readKnownDevice(owner: DeviceOwner): string | null {
  for (const entry of readEntries()) {
    const [, id, nonce = "", proof = ""] = ENTRY_PATTERN.exec(entry) ?? [];
    if (id === owner.id && isPurposeToken(proof, PURPOSE, deviceTokenSubject(owner, nonce))) return nonce;
  }
  return null;
}

/**
 * Makes the browser that sent this request a known device of the account. Call it only after the person has proved to
 * own the account. The cookie grants no access: it only decides which count a wrong password is added to.
 */
export function rememberDevice(owner: DeviceOwner): void {
  const context = getRequestContext();
  if (!context) return;
  const nonce = randomText(22);
  const entry = `${owner.id}.${nonce}.${createPurposeToken(PURPOSE, deviceTokenSubject(owner, nonce))}`;
  const others = readEntries().filter((other) => !other.startsWith(`${owner.id}.`));
  const value = [entry, ...others].slice(0, MAX_ACCOUNTS).join("~");
  context.setCookies.push(buildHostCookie(DEVICE_COOKIE, value, LIFETIME_SECONDS));
}
