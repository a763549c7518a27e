import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { basicHeaders, ORIGIN } from "../http/client";
import { dispatch } from "../http/routes";

/** The lists whose downloads are moved in, by the name of their file. */
const LISTS = {
  organizations: "",
  badge_templates: "/badge_templates",
  badges: "/badges",
  employees: "/employees",
};

/** Writes the lists of an organization into a folder, as the product offers them for download: unchanged. */
export async function downloadCsv(organizationId: string, token: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, path] of Object.entries(LISTS)) {
    const list = path === "" ? "" : `/${organizationId}${path}`;
    const url = `${ORIGIN}/v1/organizations${list}?format=csv`;
    const response = await dispatch(new Request(url, { headers: basicHeaders(token) }));
    if (response.status !== 200) throw new Error(`${url}: ${response.status} ${await response.text()}`);
    await writeFile(join(folder, `${name}.csv`), Buffer.from(await response.arrayBuffer()));
  }
}
