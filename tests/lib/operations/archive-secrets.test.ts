import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openFolderStore } from "@/lib/operations/backups/folder-store";
import type { FilesContent } from "@/lib/operations/backups/manifest";
import { writeStream } from "@/lib/operations/backups/parts";
import { addArchiveSecrets, readStoredSecrets } from "@/lib/operations/backups/secret-files";
import { type BackupStore, createBackupStore } from "@/lib/operations/backups/store";

const ARCHIVE = "backup_0a1b";
let folder: string;
let store: BackupStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "badges-secrets-"));
  store = createBackupStore(openFolderStore(folder), Buffer.alloc(32, 1));
});
afterEach(() => rm(folder, { recursive: true }));

const files = (key: string, previous: string): Buffer =>
  Buffer.from(
    JSON.stringify({
      "secrets.json": JSON.stringify({
        ENCRYPTION_KEY: key,
        ENCRYPTION_KEY_PREVIOUS: previous,
        SESSION_SECRET: "s",
      }),
      "postgres-credentials.json": "{}",
    }),
  );

it("keeps every key of an archive when the key changes twice and the operator removes the old one in between", async () => {
  const stored = await writeStream(store, "backups/b/secrets", Readable.from([files("one", "")]));
  const content: FilesContent = {
    kind: "files",
    timeline: 1,
    start_position: "0/1",
    end_position: "0/2",
    archive: ARCHIVE,
    files: stored,
    file_list: stored,
    secrets: stored,
  };
  for (const [key, previous] of [
    ["two", ""],
    ["three", "two"],
    ["four", "three"],
  ] as const)
    await addArchiveSecrets(store, ARCHIVE, files(key, previous));
  const secrets = await readStoredSecrets(store, content);
  expect(JSON.parse(secrets["secrets.json"] ?? "")).toEqual({
    ENCRYPTION_KEY: "four",
    ENCRYPTION_KEY_PREVIOUS: "three,two,one",
    SESSION_SECRET: "s",
  });
  expect(secrets["postgres-credentials.json"]).toBe("{}");
});
