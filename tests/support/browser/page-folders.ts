import { readdir } from "node:fs/promises";

/** The addresses of the pages of a folder of `app`, as the folders spell them. */
export async function pagePatterns(root: string): Promise<string[]> {
  const files = await readdir(root, { recursive: true });
  return files
    .filter((file) => file === "page.tsx" || file.endsWith("/page.tsx"))
    .map((file) => `/${file.replace(/\/?page\.tsx$/, "")}`.replace(/\/$/, ""));
}

/** Of these patterns the ones that no path is of. */
export const forgottenOf = (patterns: string[], paths: string[]): string[] =>
  patterns.filter((pattern) => {
    const expression = new RegExp(`^${pattern.replace(/\[\w+\]/g, "[^/]+")}$`);
    return !paths.some((path) => expression.test(path.replace(/\?.*/, "")));
  });
