import { chown, stat } from "node:fs/promises";
import { platform } from "node:os";
import { resolve } from "node:path";
import { runCommand } from "@/lib/platform/postgres/binaries";

/** How the server's programs are started: as ourselves, or, since PostgreSQL refuses root, as another account. */
export interface ServerAccount {
  /** The account's ids when it is not our own. */
  owner?: { uid: number; gid: number; name: string };
  /** Words put before the command (setpriv with the one capability that is needed), usually none. */
  prefix: string[];
}

interface Identity {
  uid: number;
  gid: number;
  name: string;
}

async function lookUp(account: string): Promise<Identity | null> {
  const [uid, gid, name] = await Promise.all(
    ["-u", "-g", "-un"].map((flag) => runCommand("id", [flag, account])),
  );
  if (uid?.code !== 0 || gid?.code !== 0 || name?.code !== 0) return null;
  return { uid: Number(uid.output), gid: Number(gid.output), name: name.output.trim() };
}

/** The owner of an existing cluster stays its owner; otherwise `postgres` where there is one, else `nobody`. */
async function unprivilegedIdentity(clusterDirectory: string): Promise<Identity> {
  const owner = await stat(clusterDirectory).then(
    ({ uid }) => uid,
    () => 0,
  );
  const candidates = [...(owner === 0 ? [] : [String(owner)]), "postgres", "nobody"];
  for (const candidate of candidates) {
    const identity = await lookUp(candidate);
    if (identity !== null && identity.uid !== 0) return identity;
  }
  throw new Error(
    "PostgreSQL does not run as root, and no account named postgres or nobody exists to run it as. " +
      "Run as an ordinary user, or set DATABASE_URL.",
  );
}

/** Asked of the kernel by a process of that account, so that access lists and capabilities count too. */
async function canReach(account: Identity, prefix: string[], paths: string[]): Promise<boolean> {
  const script = 'for path; do test -r "$path" && test -x "$path" || exit 1; done';
  const [file = "/bin/sh", ...args] = [...prefix, "/bin/sh", "-c", script, "sh", ...paths];
  const ids = prefix.length === 0 ? { uid: account.uid, gid: account.gid } : {};
  return (await runCommand(file, args, { ...ids, cwd: "/" })).code === 0;
}

/** Becomes the account but keeps one capability of root's, and no way to any other. */
function keeping(capability: string, { uid, gid }: Identity): string[] {
  const only = `-all,+${capability}`;
  return [
    "setpriv",
    `--reuid=${uid}`,
    `--regid=${gid}`,
    "--clear-groups",
    `--inh-caps=${only}`,
    `--ambient-caps=${only}`,
    `--bounding-set=${only}`,
    "--securebits=+no_setuid_fixup", // or access(2), with which initdb looks for its programs, ignores it
  ];
}

/** From the weakest on: no privilege, to pass closed directories, to ignore all modes (what containers have). */
function waysToBecome(account: Identity): string[][] {
  if (platform() !== "linux") return [[]];
  return [[], keeping("dac_read_search", account), keeping("dac_override", account)];
}

function unreachable(identity: Identity, paths: string[]): Error {
  return new Error(
    `PostgreSQL does not run as root, so it is run as ${identity.name}; but that account cannot reach all of\n` +
      `  ${paths.join("\n  ")}\nLet it pass the directories above (for example: chmod o+x /root), ` +
      "move the project and DATA_DIR elsewhere, run everything as an ordinary user, or set DATABASE_URL.",
  );
}

/**
 * Decides as whom the server runs. As an ordinary user: as that user. As root: as an unprivileged account, which
 * becomes the owner of `parent` (of the cluster), so that it may pass that while others may not; root's own files in
 * there stay root's. Where the account cannot reach `parent` or the programs, as is usual below /root (mode 0700), it
 * keeps the one capability that is needed for that. Throws, with the remedy, if nothing helps.
 */
export async function chooseAccount(
  clusterDirectory: string,
  paths: { parent: string; programs: string[] },
): Promise<ServerAccount> {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const owner = await unprivilegedIdentity(clusterDirectory);
  // A container may not let root do that; then a capability helps.
  await chown(paths.parent, owner.uid, owner.gid).catch(() => undefined);
  const needed = [resolve(paths.parent), ...paths.programs];
  for (const prefix of waysToBecome(owner)) {
    if (await canReach(owner, prefix, needed)) return { owner, prefix };
  }
  throw unreachable(owner, needed);
}
