import { recordFailure } from "@/lib/identity/account-activity/service";
import { addressKey } from "@/lib/kernel/client-address";
import { clock } from "@/lib/kernel/clock";
import { tooManyRequests } from "@/lib/kernel/errors";
import { forget, giveBack, take, type Policy, type Taken } from "@/lib/platform/limits/rate-limit";
import { requestContext } from "@/lib/kernel/request-context";
import { digest } from "@/lib/kernel/secrets";
import { knownDevice, type DeviceOwner } from "./devices";

const WINDOW_SECONDS = 15 * 60;

/** Wrong passwords of a known device, which other clients cannot use up. */
const OF_DEVICE: Policy = { name: "password-device", points: 10, seconds: WINDOW_SECONDS };
/** Wrong passwords of an account from one address, from unknown devices. */
const OF_CLIENT: Policy = { name: "password-client", points: 10, seconds: WINDOW_SECONDS };
/** Wrong passwords of an account from all unknown devices. Above this, these devices are slowed down. */
const OF_ACCOUNT: Policy = { name: "password-account", points: 10, seconds: WINDOW_SECONDS };
/** While slowed down: attempts from one address. */
const SLOWED_CLIENT: Policy = { name: "password-slowed-client", points: 3, seconds: WINDOW_SECONDS };
/** While slowed down: attempts from all unknown devices, in a window so short that no one is locked out for long. */
const SLOWED_ACCOUNT: Policy = { name: "password-slowed", points: 10, seconds: 60 };

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 4_000;

/** The target of an attempt: an account, or an address without one, which is counted in the same way. */
type Tried = DeviceOwner | { email: string };

/** An allowed attempt. Only wrong passwords count: call `forgive` when the password was right. */
type Attempt = { forgive: () => Promise<void> };

type Count = [Policy, string];

// Addresses are stored as digests, so that very long input takes no memory.
const accountKey = (tried: Tried): string =>
  "id" in tried ? tried.id : digest(tried.email).toString("base64url");

const clientKey = (account: string): string =>
  `${account} ${addressKey(requestContext()?.address ?? "unknown")}`;

const refuse = ({ resetSeconds }: Taken) =>
  tooManyRequests("Too many wrong passwords. Try again later.", resetSeconds);

async function takeOrRefuse([policy, key]: Count): Promise<Taken> {
  const taken = await take(policy, key);
  if (!taken.isAllowed) throw refuse(taken);
  return taken;
}

const delayOf = ({ remaining }: Taken): number =>
  Math.min(FIRST_DELAY_MS * 2 ** (SLOWED_ACCOUNT.points - 1 - remaining), LONGEST_DELAY_MS);

/**
 * Takes an attempt while an account is under attack, and waits: longer for each attempt of a minute, up to four
 * seconds.
 */
async function takeSlowed(account: string): Promise<Count[]> {
  const counts: Count[] = [
    [SLOWED_CLIENT, clientKey(account)],
    [SLOWED_ACCOUNT, account],
  ];
  let delay = 0;
  // In sequence, so that an address without attempts left takes none from the others.
  for (const count of counts) delay = delayOf(await takeOrRefuse(count));
  await clock.wait(delay);
  return counts;
}

async function takeUnknown(account: string): Promise<Attempt> {
  const client: Count = [OF_CLIENT, clientKey(account)];
  await takeOrRefuse(client);
  const { isAllowed } = await take(OF_ACCOUNT, account);
  const slowed = isAllowed ? [] : await takeSlowed(account);
  const forgive = async (): Promise<void> => {
    await forget(...client);
    for (const count of [[OF_ACCOUNT, account] as const, ...slowed]) await giveBack(...count);
  };
  return { forgive };
}

/**
 * Takes an attempt before the password is checked, so that concurrent attempts cannot exceed the limit. A device that
 * signed in to the account before has ten of its own in 15 minutes. Other devices have ten from each address. After
 * ten from all addresses they are slowed down, to three from an address and ten a minute from all. A known device
 * therefore cannot be locked out by others, and the owner can still sign in on a new device during an attack.
 */
async function takeAttempt(tried: Tried): Promise<Attempt> {
  const device = "id" in tried ? knownDevice(tried) : null;
  // A device that used up its own count is treated as unknown.
  if (device === null || !(await take(OF_DEVICE, device)).isAllowed) return takeUnknown(accountKey(tried));
  return { forgive: () => forget(OF_DEVICE, device) };
}

async function takeRecorded(tried: Tried): Promise<Attempt> {
  try {
    return await takeAttempt(tried);
  } catch (error) {
    if ("id" in tried) recordFailure(tried.id, "locked_out");
    throw error;
  }
}

/**
 * Checks a password with `check`, which returns null for a wrong one. Wrong ones are counted and recorded. Throws 429
 * with `Retry-After`, without calling `check`, when no attempt is left (`takeAttempt`).
 */
export async function tryPassword<Result>(
  tried: Tried,
  check: () => Promise<Result | null>,
): Promise<Result | null> {
  const { forgive } = await takeRecorded(tried);
  const result = await check().catch(async (error: unknown) => {
    // The password was not checked: an outage of the database must lock no one out.
    await forgive();
    throw error;
  });
  if (result !== null) await forgive();
  else if ("id" in tried) recordFailure(tried.id, "wrong_password");
  return result;
}

/** Resets the counts of wrong passwords of an account, and of the address of this request. */
export async function forgiveAccount(id: string): Promise<void> {
  for (const policy of [OF_CLIENT, SLOWED_CLIENT]) await forget(policy, clientKey(id));
  for (const policy of [OF_ACCOUNT, SLOWED_ACCOUNT]) await forget(policy, id);
}
