import { readdir } from "node:fs/promises";

/** Lists the addresses of the pages in a folder of `app`, as the folders spell them. */
export async function listPagePatterns(root: string): Promise<string[]> {
  const files = await readdir(root, { recursive: true });
  return files
    .filter((file) => file === "page.tsx" || file.endsWith("/page.tsx"))
    .map((file) => `/${file.replace(/\/?page\.tsx$/, "")}`.replace(/\/$/, ""));
}

/** Lists those patterns that match none of the paths. */
export const listUnvisitedPatterns = (patterns: string[], paths: string[]): string[] =>
  patterns.filter((pattern) => {
    const expression = new RegExp(`^${pattern.replace(/\[\w+\]/g, "[^/]+")}$`);
    return !paths.some((path) => expression.test(path.replace(/\?.*/, "")));
  });
