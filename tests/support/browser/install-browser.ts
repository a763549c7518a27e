import { spawnSync } from "node:child_process";
import { findBrowser } from "./browser";

const run = (command: string, ...parameters: string[]): boolean => {
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync(command, parameters, { stdio: "inherit", env: environment }).status === 0;
};

const runPlaywright = (...parameters: string[]) =>
  run("npx", "--no-install", "playwright", "install", ...parameters);

/** The browser tests need a Chromium: uses an installed one, or the first of these ways that works. */
function install(): boolean {
  if (findBrowser()) return true;
  const isRoot = process.getuid?.() === 0;
  const install = (name: string) => run("apt-get", "install", "-yq", name);
  const withPackages =
    isRoot && run("apt-get", "update", "-q") && (install("chromium-headless-shell") || install("chromium"));
  if (withPackages && findBrowser()) return true;
  runPlaywright("chromium", ...(isRoot ? ["--with-deps"] : []));
  return findBrowser() !== null;
}

if (!install()) {
  process.stderr.write(
    "No Chromium was found, and none could be installed. Set CHROMIUM to the path of one.\n",
  );
  process.exit(1);
}
