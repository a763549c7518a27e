import { startScratchPostgres } from "@/lib/platform/postgres/scratch";
import { createDataDir, removeDataDir, startProduct, type Product, type ProductOptions } from "./product";
import { findFreePort } from "@/lib/kernel/free-port";
import { startRedis, type RedisServer } from "./redis";
import { startTcpBalancer, type TcpBalancer } from "./tcp-balancer";

/** A product as one host of an installation. `origin` is the balancer's, `address` leads to this host alone. */
export type Host = Product & { address: string };

export type Installation = {
  origin: string;
  databaseUrl: string;
  balancer: TcpBalancer;
  redis: RedisServer;
  hosts: [Host, Host];
  /** Starts a host again with its own data directory and port, and perhaps with other variables. */
  restart: (host: Host, changes?: ProductOptions["env"]) => Promise<Host>;
  remove: () => Promise<void>;
};

type Part = { stop: () => Promise<void> };

/**
 * Starts two hosts of one installation at the same time behind a balancer: they have a database, a Redis and their
 * environment in common, and no file. `env` is for both. `database`: default an empty one.
 */
export async function startTwoHosts(
  env: ProductOptions["env"] = {},
  database?: { url: string },
): Promise<Installation> {
  const parts: Part[] = [];
  const remove = async (): Promise<void> => {
    for (const part of parts.toReversed()) await part.stop();
  };
  const own = <Started extends Part>(part: Started): Started => {
    parts.push(part);
    return part;
  };
  try {
    const databaseUrl = database?.url ?? own(await startScratchPostgres()).url;
    const redis = await startRedis();
    own({ stop: redis.end });
    const balancer = own(await startTcpBalancer());
    const common = {
      DATABASE_URL: databaseUrl,
      REDIS_URL: redis.url,
      APP_URL: balancer.origin,
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
      SESSION_SECRET: "a session secret that only tests know",
      ...env,
    };
    const start = async (
      dataDir: string,
      port: number,
      changes: ProductOptions["env"] = {},
    ): Promise<Host> => {
      const product = await startProduct({ dataDir, env: { ...common, PORT: String(port), ...changes } });
      own({ stop: product.remove });
      return { ...product, address: `http://127.0.0.1:${port}` };
    };
    const startHost = async (): Promise<Host> => {
      const [dataDir, port] = [await createDataDir(), await findFreePort()];
      own({ stop: () => removeDataDir(dataDir) });
      return start(dataDir, port);
    };
    const portOf = ({ address }: Host): number => Number(new URL(address).port);
    const starting = [startHost(), startHost()] as const;
    // If one does not start, the other one has to be removed too.
    await Promise.allSettled(starting);
    const hosts = await Promise.all(starting);
    balancer.setHosts(hosts.map(portOf));
    const restart = (host: Host, changes?: ProductOptions["env"]): Promise<Host> =>
      start(host.dataDir, portOf(host), changes);
    return { origin: balancer.origin, databaseUrl, balancer, redis, hosts, restart, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
