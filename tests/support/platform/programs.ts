import { spawnSync } from "node:child_process";

const isInstalled = (program: string): boolean => spawnSync(program, ["-v"]).status === 0;

const run = (command: string, ...parameters: string[]): boolean =>
  spawnSync(command, parameters, {
    stdio: "ignore",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  }).status === 0;

/** Returns whether this machine has a program that prints its version for -v. As root on Debian, installs its package. */
export const hasProgram = (program: string, debianPackage: string): boolean =>
  isInstalled(program) ||
  (process.getuid?.() === 0 &&
    run("apt-get", "update", "-q") &&
    run("apt-get", "install", "-yq", "--no-install-recommends", debianPackage) &&
    isInstalled(program));
