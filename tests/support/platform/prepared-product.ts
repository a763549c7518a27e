import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { acquireInstanceLock } from "@/lib/platform/postgres/instance-lock";
import { ensureBuilt, createDataDir, startProduct, type Product, type ProductOptions } from "./product";

// Most of a minute goes into the first start of a product (database, migrations, demonstration) and into filling it for
// tests. So there is one first start in a run. Each kind is filled once, on a copy of it, and tests start on a copy of that.

/** The directory of this run's prepared products. Programs that need a single product have none. */
const VARIABLE = "PREPARED_PRODUCTS";

const PATIENCE_MS = 600_000;

type Fill<Facts> = (product: Product) => Promise<Facts>;

/** The data about a filled product: JSON, and what it printed in the meantime. */
type Filled<Facts> = { facts: Facts; log: string };

/** A product, and the data about what was filled in. */
export type Prepared<Facts> = { product: Product; facts: Facts };

/** Starts a test run. Returns the function that ends it. */
export async function createPreparedProducts(): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), "badges-prepared-"));
  process.env[VARIABLE] = directory;
  return () => rm(directory, { recursive: true, force: true });
}

async function readFilled<Facts>(file: string): Promise<Filled<Facts> | null> {
  const text = await readFile(file, "utf8").catch(() => null);
  return text === null ? null : (JSON.parse(text) as Filled<Facts>);
}

/** Copies the data directory of a product that has been stopped. The files of the database keep their owner. */
const copyData = (from: string, to: string) => promisify(execFile)("cp", ["-a", `${from}/.`, to]);

const dataOf = (place: string): string => join(place, "data");

/** A product that is unchanged since its first start. */
const NEW = "new";
const fillNothing = (): Promise<null> => Promise.resolve(null);

/** Starts a product in this data directory: for the first time, or on a copy of the one that was started before. */
async function startForFilling(directory: string, name: string, dataDir: string): Promise<Product> {
  if (name === NEW) return startProduct({ dataDir });
  const { log } = await prepare(directory, NEW, fillNothing);
  await copyData(dataOf(join(directory, NEW)), dataDir);
  const product = await startProduct({ dataDir });
  return { ...product, log: () => log + product.log() };
}

/** Starts a product, fills it and stops it, unless that was done before. One at a time: other callers wait for it. */
async function prepare<Facts>(directory: string, name: string, fill: Fill<Facts>): Promise<Filled<Facts>> {
  const place = join(directory, name);
  const [dataDir, file] = [dataOf(place), join(place, "filled.json")];
  const lock = await acquireInstanceLock(place, { temporary: true, waitTimeoutMs: PATIENCE_MS });
  try {
    const before = await readFilled<Facts>(file);
    if (before) return before;
    await rm(dataDir, { recursive: true, force: true });
    await mkdir(dataDir, { mode: 0o755 });
    const product = await startForFilling(directory, name, dataDir);
    try {
      const facts = await fill(product);
      await product.stop();
      const filled = { facts, log: product.log() };
      await writeFile(`${file}.new`, JSON.stringify(filled));
      await rename(`${file}.new`, file);
      return filled;
    } catch (error) {
      await product.remove();
      throw error;
    }
  } finally {
    await lock.release();
  }
}

/** Fills a product that is not shared. */
async function startUnshared<Facts>(fill: Fill<Facts>, options: ProductOptions): Promise<Prepared<Facts>> {
  const product = await startProduct(options);
  try {
    return { product, facts: await fill(product) };
  } catch (error) {
    await product.remove();
    throw error;
  }
}

/**
 * Starts the built product with the data that `fill` creates. Its facts must be JSON and valid at another origin.
 * `options` apply to this start, not to the filling. The caller must remove the product.
 */
export async function startPrepared<Facts>(
  name: string,
  fill: Fill<Facts>,
  options: ProductOptions = {},
): Promise<Prepared<Facts>> {
  await ensureBuilt();
  const directory = process.env[VARIABLE];
  if (directory === undefined) return startUnshared(fill, options);
  const { facts, log } = await prepare(directory, name, fill);
  const dataDir = await createDataDir();
  await copyData(dataOf(join(directory, name)), dataDir);
  const product = await startProduct({ ...options, dataDir });
  return { product: { ...product, log: () => log + product.log() }, facts };
}

/** Starts a product that is unchanged since its first start. */
export const startNewProduct = async (options?: ProductOptions): Promise<Product> =>
  (await startPrepared(NEW, fillNothing, options)).product;
