import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = process.cwd();

/** Another version of the product in a folder of its own. */
export type Version = { folder: string; remove: () => Promise<void> };

export type NextVersion = Version & {
  addMigration: (name: string, sql: string) => Promise<void>;
  removeMigration: (name: string) => Promise<void>;
};

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), "badges-version-"));

/** Creates a version that has the build of this one, and migrations of its own: what differs is the database alone. */
export async function createNextVersion(): Promise<NextVersion> {
  const folder = await newFolder();
  for (const name of await readdir(root))
    if (name !== "prisma") await symlink(join(root, name), join(folder, name));
  await mkdir(join(folder, "prisma"));
  for (const name of ["schema", "generated"])
    await symlink(join(root, "prisma", name), join(folder, "prisma", name));
  const migrations = join(folder, "prisma", "migrations");
  await cp(join(root, "prisma", "migrations"), migrations, { recursive: true });
  return {
    folder,
    addMigration: async (name, sql) => {
      await mkdir(join(migrations, name));
      await writeFile(join(migrations, name, "migration.sql"), sql);
    },
    removeMigration: (name) => rm(join(migrations, name), { recursive: true }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Checks out an earlier commit with its own packages. Its first start builds it. */
export async function checkOutVersion(commit: string): Promise<Version> {
  const folder = join(await newFolder(), "checkout");
  const git = (...args: string[]) => run("git", ["-C", root, ...args]);
  await git("worktree", "add", "--detach", folder, commit);
  const remove = async (): Promise<void> => {
    await git("worktree", "remove", "--force", folder);
  };
  try {
    await run("npm", ["ci"], { cwd: folder });
    return { folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
