import { recordFailure } from "@/lib/access/account-activity/service";
import { rateLimitKey } from "@/lib/kernel/client-address";
import { clock } from "@/lib/kernel/clock";
import {
  resetLimit,
  refundPoint,
  consumePoint,
  takePoint,
  type RateLimitPolicy,
  type RateLimitResult,
} from "@/lib/platform/limits/rate-limit";
import { getRequestContext } from "@/lib/kernel/request-context";
import { digest } from "@/lib/kernel/secrets";
import { readKnownDevice, type DeviceOwner } from "./devices";

const WINDOW_SECONDS = 15 * 60;

/** Wrong passwords of a known device, which other clients cannot use up. */
const DEVICE_POLICY: RateLimitPolicy = { name: "password-device", points: 10, seconds: WINDOW_SECONDS };
/** Wrong passwords of an account from one address, from unknown devices. */
const CLIENT_POLICY: RateLimitPolicy = { name: "password-client", points: 10, seconds: WINDOW_SECONDS };
/** Wrong passwords of an account from all unknown devices. Above this, these devices are slowed down. */
const ACCOUNT_POLICY: RateLimitPolicy = { name: "password-account", points: 10, seconds: WINDOW_SECONDS };
/** While slowed down: attempts from one address. */
const SLOWED_CLIENT_POLICY: RateLimitPolicy = {
  name: "password-slowed-client",
  points: 3,
  seconds: WINDOW_SECONDS,
};
/** While slowed down: attempts from all unknown devices, in a window so short that no one is locked out for long. */
const SLOWED_ACCOUNT_POLICY: RateLimitPolicy = { name: "password-slowed", points: 10, seconds: 60 };

const DAY_SECONDS = 24 * 3600;
/** Wrong codes of a second factor. Only who knows the password can try one, so the limits are strict and last long. */
const CODE_POLICIES: RateLimitPolicy[] = [
  { name: "code", points: 10, seconds: WINDOW_SECONDS },
  { name: "code-day", points: 30, seconds: DAY_SECONDS },
];
/** Wrong codes of an account from all devices. */
const ACCOUNT_CODE_POLICY: RateLimitPolicy = { name: "code-account", points: 100, seconds: DAY_SECONDS };

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 4_000;

/** The target of an attempt: an account, or an address without one, which is counted in the same way. */
type AttemptTarget = DeviceOwner | { email: string };

/** An allowed attempt. Only wrong passwords count: call `forgive` when the password was right. */
type Attempt = { refund: () => Promise<void> };

type LimitKey = [RateLimitPolicy, string];

// Addresses are stored as digests, so that very long input takes no memory.
const accountKey = (target: AttemptTarget): string =>
  "id" in target ? target.id : digest(target.email).toString("base64url");

const clientKey = (account: string): string =>
  `${account} ${rateLimitKey(getRequestContext()?.address ?? "unknown")}`;

const takeOrThrow = ([policy, key]: LimitKey): Promise<RateLimitResult> =>
  takePoint(policy, key, "Too many wrong passwords or codes. Try again later.");

const slowedDelay = ({ remaining }: RateLimitResult): number =>
  Math.min(FIRST_DELAY_MS * 2 ** (SLOWED_ACCOUNT_POLICY.points - 1 - remaining), MAX_DELAY_MS);

/**
 * Takes an attempt while an account is under attack, and waits: longer for each attempt of a minute, up to four
 * seconds.
 */
async function takeSlowedAttempt(account: string): Promise<LimitKey[]> {
  const counts: LimitKey[] = [
    [SLOWED_CLIENT_POLICY, clientKey(account)],
    [SLOWED_ACCOUNT_POLICY, account],
  ];
  let delay = 0;
  // In sequence, so that an address without attempts left takes none from the others.
  for (const count of counts) delay = slowedDelay(await takeOrThrow(count));
  await clock.wait(delay);
  return counts;
}

async function takeUnknownDeviceAttempt(account: string): Promise<Attempt> {
  const client: LimitKey = [CLIENT_POLICY, clientKey(account)];
  await takeOrThrow(client);
  const { isAllowed } = await consumePoint(ACCOUNT_POLICY, account);
  const slowed = isAllowed ? [] : await takeSlowedAttempt(account);
  const refund = async (): Promise<void> => {
    await resetLimit(...client);
    for (const count of [[ACCOUNT_POLICY, account] as const, ...slowed]) await refundPoint(...count);
  };
  return { refund };
}

/**
 * Takes an attempt before the password is checked, so that concurrent attempts cannot exceed the limit. A device that
 * signed in to the account before has ten of its own in 15 minutes. Other devices have ten from each address. After
 * ten from all addresses they are slowed down, to three from an address and ten a minute from all. A known device
 * therefore cannot be locked out by others, and the owner can still sign in on a new device during an attack.
 */
async function takeAttempt(target: AttemptTarget): Promise<Attempt> {
  const device = "id" in target ? readKnownDevice(target) : null;
  // A device that used up its own count is treated as unknown.
  if (device === null || !(await consumePoint(DEVICE_POLICY, device)).isAllowed)
    return takeUnknownDeviceAttempt(accountKey(target));
  return { refund: () => resetLimit(DEVICE_POLICY, device) };
}

/**
 * Takes an attempt with a code of a second factor: ten in 15 minutes and thirty a day for each known device, as many for
 * all other devices together, and a hundred a day for all. The right password resets none of these counts, because
 * an attacker who tries codes knows it.
 */
async function takeCodeAttempt(owner: DeviceOwner): Promise<Attempt> {
  const device = readKnownDevice(owner);
  const key = device === null ? owner.id : `${owner.id} ${device}`;
  for (const policy of CODE_POLICIES) await takeOrThrow([policy, key]);
  await takeOrThrow([ACCOUNT_CODE_POLICY, owner.id]);
  const refund = async (): Promise<void> => {
    for (const policy of CODE_POLICIES) await resetLimit(policy, key);
    await refundPoint(ACCOUNT_CODE_POLICY, owner.id);
  };
  return { refund };
}

async function recordRefusal(target: AttemptTarget, take: () => Promise<Attempt>): Promise<Attempt> {
  try {
    return await take();
  } catch (error) {
    if ("id" in target) recordFailure(target.id, "locked_out");
    throw error;
  }
}

/** Runs the check of an attempt, which returns null for what is wrong. A failure on our side counts as no attempt. */
async function checkAttempt<Result>(
  { refund }: Attempt,
  check: () => Promise<Result | null>,
): Promise<Result | null> {
  const result = await check().catch(async (error: unknown) => {
    await refund();
    throw error;
  });
  if (result !== null) await refund();
  return result;
}

/**
 * Checks a password with `check`, which returns null for a wrong one. Wrong ones are counted and recorded. Throws 429
 * with `Retry-After`, without calling `check`, when no attempt is left (`takeAttempt`).
 */
export async function tryPassword<Result>(
  target: AttemptTarget,
  check: () => Promise<Result | null>,
): Promise<Result | null> {
  const attempt = await recordRefusal(target, () => takeAttempt(target));
  const result = await checkAttempt(attempt, check);
  if (result === null && "id" in target) recordFailure(target.id, "wrong_password");
  return result;
}

/** Checks a code of a second factor with `check`. Wrong ones have limits of their own (`takeCodeAttempt`), else as above. */
export async function tryCode(owner: DeviceOwner, check: () => Promise<boolean>): Promise<boolean> {
  const attempt = await recordRefusal(owner, () => takeCodeAttempt(owner));
  const isRight = (await checkAttempt(attempt, async () => (await check()) || null)) ?? false;
  if (!isRight) recordFailure(owner.id, "wrong_code");
  return isRight;
}

/** Resets the counts of wrong passwords of an account, and of the address of this request. */
export async function clearWrongPasswords(id: string): Promise<void> {
  for (const policy of [CLIENT_POLICY, SLOWED_CLIENT_POLICY]) await resetLimit(policy, clientKey(id));
  for (const policy of [ACCOUNT_POLICY, SLOWED_ACCOUNT_POLICY]) await resetLimit(policy, id);
}
