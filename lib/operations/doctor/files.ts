import { access, lstat, readdir, statfs } from "node:fs/promises";
import { join } from "node:path";
import { isPrivateEntry } from "@/lib/kernel/private-files";
import { isBuildNeeded } from "@/lib/operations/installation/build";
import { listSome, type Check, type Examined, type Finding } from "./finding";

const MIN_FREE_BYTES = 1024 ** 3;
const GROUP_AND_OTHERS = 0o077;

const formatGigabytes = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GB`;

async function listReadable(dataDir: string): Promise<string[]> {
  const entries = (await readdir(dataDir)).filter(isPrivateEntry).map((name) => join(dataDir, name));
  const open: string[] = [];
  for (const path of [dataDir, ...entries]) {
    const info = await lstat(path);
    if (!info.isSymbolicLink() && (info.mode & GROUP_AND_OTHERS) !== 0) open.push(path);
  }
  return open;
}

const isMissing = (dataDir: string): Promise<boolean> =>
  access(dataDir).then(
    () => false,
    () => true,
  );

/** Files on this machine. */
export const FILE_CHECKS: Check<Examined>[] = [
  {
    name: "data-directory",
    run: async ({ env: { DATA_DIR } }) => {
      if (await isMissing(DATA_DIR)) return [];
      const open = await listReadable(DATA_DIR);
      if (open.length === 0) return [];
      return [
        {
          problem: `Other accounts of this machine can read ${listSome(open)}.`,
          reason: "The files contain secrets, personal data and links that open accounts.",
          remedy: `Run: chmod -R go-rwx ${DATA_DIR}`,
        },
      ];
    },
  },
  {
    name: "disk-space",
    run: async (examined) => {
      const { DATA_DIR } = examined.env;
      if (await isMissing(DATA_DIR)) return [];
      const { bavail, bsize } = await statfs(DATA_DIR);
      return judgeFreeSpace(examined, bavail * bsize);
    },
  },
  {
    name: "build",
    run: async () =>
      (await isBuildNeeded())
        ? [
            {
              problem: "There is no build of the present sources.",
              reason: "The next start builds first, and the service is away for that minute.",
              remedy:
                "In a folder that no running service uses, run: npm ci && npm run build (docs/operating/upgrades.md).",
            },
          ]
        : [],
  },
];

/** What happens on a full disk depends on what is stored there besides the cache of drawings, which may be missing. */
function describeFullDisk({ env: { SMTP_URL }, isEmbedded }: Examined): string {
  if (isEmbedded) return "On a full disk the database stops, and with it the service.";
  return SMTP_URL
    ? "On a full disk, cards and certificates cannot be cached. Each request draws them again, which is slow."
    : "Without SMTP_URL e-mails are files there. On a full disk they cannot be written, and links do not arrive.";
}

/** Judges the free space of the disk with DATA_DIR. */
export const judgeFreeSpace = (examined: Examined, freeBytes: number): Finding[] =>
  freeBytes >= MIN_FREE_BYTES
    ? []
    : [
        {
          problem: `The disk with ${examined.env.DATA_DIR} has ${formatGigabytes(freeBytes)} left.`,
          reason: describeFullDisk(examined),
          remedy:
            `Enlarge the disk or free space. ${join(examined.env.DATA_DIR, "made")} may be deleted at any time: ` +
            "cards and certificates are drawn again.",
        },
      ];
