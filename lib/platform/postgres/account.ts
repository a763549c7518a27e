import { chown, stat } from "node:fs/promises";
import { platform } from "node:os";
import { resolve } from "node:path";
import { runCommand } from "@/lib/platform/postgres/binaries";

/** The account that runs the server's programs: our own, or another one if we are root, which PostgreSQL refuses. */
export interface ServerAccount {
  /** The account's ids if it is not our own. */
  owner?: { uid: number; gid: number; name: string };
  /** Arguments before the command: setpriv with the one capability that is needed, usually nothing. */
  prefix: string[];
}

interface UnixAccount {
  uid: number;
  gid: number;
  name: string;
}

/** Returns the ids and the name of an account, given by name or id; null if it does not exist. */
async function findUnixAccount(account: string): Promise<UnixAccount | null> {
  const [uid, gid, name] = await Promise.all(
    ["-u", "-g", "-un"].map((flag) => runCommand("id", [flag, account])),
  );
  if (uid?.code !== 0 || gid?.code !== 0 || name?.code !== 0) return null;
  return { uid: Number(uid.output), gid: Number(gid.output), name: name.output.trim() };
}

/** Chooses the owner of an existing cluster unless that is root, or `postgres`, or `nobody`. Throws if none exists. */
async function chooseUnprivilegedAccount(clusterDirectory: string): Promise<UnixAccount> {
  const owner = await stat(clusterDirectory).then(
    ({ uid }) => uid,
    () => 0,
  );
  const candidates = [...(owner === 0 ? [] : [String(owner)]), "postgres", "nobody"];
  for (const candidate of candidates) {
    const account = await findUnixAccount(candidate);
    if (account !== null && account.uid !== 0) return account;
  }
  throw new Error(
    "PostgreSQL does not run as root, and no account named postgres or nobody exists to run it as. " +
      "Run as an ordinary user, or set DATABASE_URL.",
  );
}

/** Checks access with a process of that account, so that access control lists and capabilities count too. */
async function canAccess(account: UnixAccount, prefix: string[], paths: string[]): Promise<boolean> {
  const script = 'for path; do test -r "$path" && test -x "$path" || exit 1; done';
  const [file = "/bin/sh", ...args] = [...prefix, "/bin/sh", "-c", script, "sh", ...paths];
  const ids = prefix.length === 0 ? { uid: account.uid, gid: account.gid } : {};
  return (await runCommand(file, args, { ...ids, cwd: "/" })).code === 0;
}

/** Builds a command prefix that switches to the account but keeps one capability of root, and can gain no other. */
function buildSetprivPrefix(capability: string, { uid, gid }: UnixAccount): string[] {
  const capabilitySet = `-all,+${capability}`;
  return [
    "setpriv",
    `--reuid=${uid}`,
    `--regid=${gid}`,
    "--clear-groups",
    `--inh-caps=${capabilitySet}`,
    `--ambient-caps=${capabilitySet}`,
    `--bounding-set=${capabilitySet}`,
    // Without it, access(2), with which initdb finds its programs, ignores the capability.
    "--securebits=+no_setuid_fixup",
  ];
}

/**
 * Lists command prefixes that switch to the account, the least privileged first: no capability, reading everything,
 * ignoring all file modes (which containers permit).
 */
function listCommandPrefixes(account: UnixAccount): string[][] {
  if (platform() !== "linux") return [[]];
  return [[], buildSetprivPrefix("dac_read_search", account), buildSetprivPrefix("dac_override", account)];
}

function buildUnreachableError(account: UnixAccount, paths: string[]): Error {
  return new Error(
    `PostgreSQL does not run as root, so it runs as ${account.name}, but that account cannot access all of\n` +
      `  ${paths.join("\n  ")}\nAllow it to enter the parent directories (for example: chmod o+x /root), ` +
      "move the project and DATA_DIR elsewhere, run everything as an ordinary user, or set DATABASE_URL.",
  );
}

/**
 * Chooses the account that runs the server. An ordinary user runs it directly. Root runs it as an unprivileged account,
 * which becomes the owner of `parent` (the cluster's parent directory), so that it can enter the directory and
 * others cannot; the files of root in it still belong to root. If the account cannot access `parent` or the programs,
 * as is usual below /root (mode 0700), it keeps the one capability that is needed. Throws an error with the remedy if
 * that is not enough.
 */
export async function chooseServerAccount(
  clusterDirectory: string,
  paths: { parent: string; programs: string[] },
): Promise<ServerAccount> {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const owner = await chooseUnprivilegedAccount(clusterDirectory);
  // A container may forbid this even to root. Then a capability helps.
  await chown(paths.parent, owner.uid, owner.gid).catch(() => undefined);
  const requiredPaths = [resolve(paths.parent), ...paths.programs];
  for (const prefix of listCommandPrefixes(owner)) {
    if (await canAccess(owner, prefix, requiredPaths)) return { owner, prefix };
  }
  throw buildUnreachableError(owner, requiredPaths);
}
