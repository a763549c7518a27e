import { beforeAll, expect, it } from "vitest";
import { findFreePort } from "@/lib/kernel/free-port";
import { createIssuer } from "../support/badges/issuing";
import { startMixedLoad } from "../support/http/mixed-load";
import { signInAtHost } from "../support/accounts/browser-session";
import { hasHaproxy, startHaproxy } from "../support/platform/haproxy";
import { startTwoHosts } from "../support/platform/hosts";
import { isLong } from "../support/platform/long";
import { ensureBuilt } from "../support/platform/product";
import { hasRedis } from "../support/platform/redis";
import { until } from "../support/until";

// Two hosts behind HAProxy with the configuration of docs/operating/upgrades.md.

const LANES = 6;
const STEP = 150;
const STEP_MS = 240_000;
const UNREACHABLE_URL = "http://127.0.0.1:9/nobody";
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);

beforeAll(() => ensureBuilt(), 600_000);

it.runIf(isLong && hasRedis() && hasHaproxy())(
  `no request fails while each host is restarted (seed ${seed})`,
  async () => {
    const port = await findFreePort();
    const installation = await startTwoHosts({
      APP_URL: `http://127.0.0.1:${port}`,
      TRUSTED_PROXIES: "1",
      DRAIN_SECONDS: "10",
    });
    const hosts = installation.hosts;
    const portOf = (address: string): number => Number(new URL(address).port);
    const proxy = await startHaproxy(port, [portOf(hosts[0].address), portOf(hosts[1].address)]);
    try {
      const issuer = await createIssuer({ ...hosts[0], origin: hosts[0].address }, UNREACHABLE_URL);
      const { admin_email: email, admin_password: password } = issuer;
      const address = { address: hosts[0].address, origin: proxy.origin };
      const cookie = await signInAtHost(address, { email, password });
      const load = startMixedLoad({ issuer, cookie }, proxy.origin, { lanes: LANES, seed });
      const proceed = (what: string): Promise<unknown> => {
        const count = load.requests() + STEP;
        return until(what, () => load.requests() >= count || load.failures.length > 0, STEP_MS);
      };
      await proceed("both hosts serve");
      for (const host of hosts) {
        expect((await host.stop()).code).toBe(0);
        await proceed("one host serves");
        await installation.restart(host);
        await proceed("both serve again");
      }
      await load.finish();
      process.stderr.write(
        `HAProxy: ${load.requests()} requests, ${load.failures.length} failures, longest response ${load.longestMs()} ms\n` +
          proxy.log(),
      );
      expect(load.failures).toEqual([]);
    } finally {
      await proxy.stop();
      await installation.remove();
    }
  },
);
