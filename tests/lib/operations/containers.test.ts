import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { listVariables } from "@/lib/kernel/env";
import { REQUEST_SECONDS, STOP_SECONDS } from "@/lib/kernel/stop-limits";
import { TABLE_BODY_LIMIT } from "@/lib/http/endpoints/body";
import { DOCTOR } from "@/lib/operations/doctor/command";
import { COMMANDS } from "@/lib/operations/installation/commands";
import { readParts } from "@/lib/operations/installation/environment";

// oxlint-disable-next-line typescript/no-explicit-any -- tests read what they assert
type Yaml = any;

const KUBERNETES = "deploy/kubernetes";
const IMAGE = "badges";
/** What our image runs: `command` replaces its entry point. */
type Container = {
  name: string;
  image: string;
  command?: string[];
  args?: string[];
  env: string[];
  file: string;
};

const dockerfile = readFileSync("Dockerfile", "utf8");
const compose: Yaml = parse(readFileSync("compose.yaml", "utf8"), { merge: true });
const services: [string, Yaml][] = Object.entries(compose.services);
const isOurs = (image: string): boolean => image.includes(IMAGE);

const manifests: { file: string; manifest: Yaml }[] = readdirSync(KUBERNETES).flatMap((file) =>
  parseAllDocuments(readFileSync(join(KUBERNETES, file), "utf8")).map((document) => ({
    file,
    manifest: document.toJS() as Yaml,
  })),
);
const ofKind = (...kinds: string[]): Yaml[] =>
  manifests.map(({ manifest }) => manifest).filter(({ kind }) => kinds.includes(kind as string));
/** What has a template of pods. */
const workloads = [
  ...ofKind("Deployment", "Job"),
  ...ofKind("CronJob").map(({ spec }) => spec.jobTemplate as Yaml),
];
const pods = workloads.map(({ spec }) => spec.template.spec);
const podContainers: Yaml[] = pods.flatMap(({ containers }) => containers);

const configured = ofKind("ConfigMap", "Secret").flatMap(({ data = {}, stringData = {} }) => [
  ...Object.keys(data as object),
  ...Object.keys(stringData as object),
]);

const ourContainers: Container[] = [
  ...services
    .filter(([, { image }]) => isOurs(image as string))
    .map(([name, { image, entrypoint, command, environment }]) => ({
      name,
      image,
      command: entrypoint,
      args: command,
      env: Object.keys(environment as object),
      file: "compose.yaml",
    })),
  ...podContainers.map(({ name, image, command, args }) => ({
    name,
    image,
    command,
    args,
    env: configured,
    file: KUBERNETES,
  })),
];

const variables = listVariables().map(({ name }) => name);
const imagePort = /\bPORT=(\d+)/.exec(dockerfile)?.[1];

describe("the Dockerfile", () => {
  const copied = [...dockerfile.matchAll(/^COPY --from=build (?:--\S+ )*(\/app\/.+)$/gm)].flatMap(
    ([, text = ""]) => text.split(" ").slice(0, -1),
  );
  // What npm and the build create.
  const created = ["/app/node_modules", "/app/.next", "/app/.build"];

  it("copies files that exist", () => {
    expect(copied.length).toBeGreaterThan(created.length);
    const missing = copied.filter(
      (path) => !created.includes(path) && !existsSync(path.slice("/app/".length)),
    );
    expect(missing).toEqual([]);
  });

  it("builds from a context that has every source of the build", () => {
    const admitted = readFileSync(".dockerignore", "utf8")
      .split("\n")
      .filter((line) => line.startsWith("!"))
      .map((line) => line.slice(1));
    expect(admitted.filter((path) => !existsSync(path))).toEqual([]);
    const build = readFileSync("lib/operations/installation/build.ts", "utf8");
    const [, list = ""] = /const SOURCES = \[([^\]]+)\]/.exec(build) ?? [];
    const needed = [...list.matchAll(/"([^"]+)"/g)].map(([, path = ""]) => path);
    expect(needed.length).toBeGreaterThan(5);
    expect(needed.filter((path) => !admitted.includes(path.split("/")[0] ?? ""))).toEqual([]);
  });

  it("runs as an account that is not root, and checks the health on its own port", () => {
    expect(dockerfile).toMatch(/^USER 1000:1000$/m);
    expect(dockerfile).toContain("http://127.0.0.1:${process.env.PORT}/healthz");
    expect(dockerfile).toMatch(new RegExp(`^EXPOSE ${imagePort}$`, "m"));
  });
});

describe("images", () => {
  it("have a version that is not latest", () => {
    const images = [
      ...services.map(([, { image }]) => image as string),
      ...podContainers.map(({ image }) => image as string).filter((image) => image !== IMAGE),
      ...[...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image = ""]) => image),
    ];
    // ${BADGES_IMAGE:-badges:local} has its version inside the default.
    const versions = images.map((image) => /:([\w.-]+)\}?$/.exec(image)?.[1] ?? "latest");
    expect(versions).not.toContain("latest");
    const [{ images: renamed }] = ofKind("Kustomization");
    expect(renamed).toEqual([
      { name: IMAGE, newName: expect.any(String), digest: expect.stringMatching(/^sha256:[\da-f]{64}$/) },
    ]);
  });
});

describe("containers of the service", () => {
  it("get only variables that exist, and those that a database of one's own and doctor require", () => {
    const required = ["DATABASE_URL", "ENCRYPTION_KEY", "SESSION_SECRET", "WEB_CONCURRENCY"];
    expect(ourContainers.length).toBe(11);
    for (const { name, env } of ourContainers) {
      expect(env.filter((variable) => !variables.includes(variable))).toEqual([]);
      expect(env, name).toEqual(expect.arrayContaining(required));
    }
  });

  it("start parts and programs that exist", () => {
    const programs =
      /PROGRAMS = \[([^\]]+)\]/.exec(readFileSync("lib/kernel/programs.ts", "utf8"))?.[1] ?? "";
    const replaced = ourContainers.flatMap(({ command }) => (command ? [command[1] ?? ""] : []));
    const [migrate, operate] = [".build/migrate.js", ".build/operator.js"];
    expect(replaced.toSorted()).toEqual([migrate, migrate, ...Array<string>(5).fill(operate)]);
    for (const program of ["migrate", "operator"]) expect(programs).toContain(`"${program}"`);
    for (const { args } of ourContainers.filter(({ command }) => !command))
      expect(() => readParts(args ?? [], "postgresql://localhost")).not.toThrow();
    const started = ourContainers.map(({ file, name, args }) => `${file} ${args?.join(" ") ?? name}`);
    expect(new Set(started).size).toBe(11);
  });

  it("run commands of the operator that exist, every day or week", () => {
    const jobs = ofKind("CronJob");
    const run = jobs.map(({ spec }) => spec.jobTemplate.spec.template.spec.containers[0].args as string[]);
    const given = ["backup create", "backup verify", "audit verify", "doctor"];
    expect(run.map((args) => args.join(" ").replace(/ --.*/, ""))).toEqual(given);
    expect([...COMMANDS, DOCTOR].map(({ name }) => name)).toEqual(expect.arrayContaining(given));
    for (const { spec } of jobs) {
      expect(spec.schedule).toMatch(/^\d+ \d+ \* \* [*0-6]$/);
      // Another try could hide a failure, and create a second backup.
      expect([spec.concurrencyPolicy, spec.jobTemplate.spec.backoffLimit]).toEqual(["Forbid", 0]);
    }
    const page = readFileSync("docs/operating/containers.md", "utf8");
    for (const args of run) expect(page).toContain(`operator ${args.join(" ")}`);
  });

  it("give the key of the backups only to the jobs that read the store", () => {
    const withKey = workloads
      .map(({ spec }) => spec.template.spec.containers[0] as Yaml)
      .filter(({ envFrom }) => (envFrom as Yaml[]).some((one) => one.secretRef?.name === "badges-backup"))
      .map(({ name }) => name as string);
    expect(withKey).toEqual(["backup", "verify", "doctor"]);
    const composed = services.flatMap(([name, { environment }]) => (environment.BACKUP_KEY ? [name] : []));
    expect(composed).toEqual(["operator"]);
  });
});

describe("compose.yaml", () => {
  it.each(services)("confines %s", (_name, service: Yaml) => {
    expect(service).toMatchObject({
      user: expect.stringMatching(/^[1-9]\d*:/) as string,
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
    });
  });

  it("publishes the port of the image, and waits for services that exist", () => {
    // 127.0.0.1 of the host by default.
    const address = "${PUBLISHED_ADDRESS:-127.0.0.1}";
    expect(compose.services.web.ports).toEqual([`${address}:\${PORT:-${imagePort}}:${imagePort}`]);
    expect(services.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(["web"]);
    expect(dockerfile).toMatch(/^ENV .*\bHOST=\*/m);
    const names = services.map(([name]) => name);
    const awaited = services.flatMap(([, { depends_on: others = {} }]) => Object.keys(others as object));
    expect(awaited.filter((name) => !names.includes(name))).toEqual([]);
    for (const part of ["web", "runner"])
      expect(compose.services[part].depends_on.migrate.condition).toBe("service_completed_successfully");
  });

  it("gives each service a role and a database of its own in PostgreSQL, and none the superuser", () => {
    const { POSTGRES_USER: superuser, ...passwords } = compose.services.postgres.environment;
    expect(superuser).toBe("postgres");
    const urls = [
      compose["x-environment"].DATABASE_URL,
      compose.services.inngest.environment.INNGEST_POSTGRES_URI,
    ];
    const signIns = urls.map((url: string) =>
      /^postgresql:\/\/(\w+):(\$\{\w+:\?\})@postgres:5432\/(\w+)$/.exec(url)?.slice(1),
    );
    expect(signIns).toEqual([
      ["badges", passwords.BADGES_PASSWORD, "badges"],
      ["inngest", passwords.INNGEST_PASSWORD, "inngest"],
    ]);
    // Three different secrets.
    expect(new Set(Object.values(passwords)).size).toBe(3);
    const script = readFileSync("deploy/postgres-roles.sh", "utf8");
    for (const variable of ["BADGES_PASSWORD", "INNGEST_PASSWORD"])
      expect(script).toContain(`"$${variable}"`);
  });

  it("gives Redis a password, which the service and Inngest send", () => {
    const { environment, command, healthcheck } = compose.services.redis;
    const password = environment.REDISCLI_AUTH as string;
    expect(password).toMatch(/^\$\{\w+:\?\}$/);
    expect(command.at(-1)).toContain("requirepass");
    expect(healthcheck.test).toEqual(["CMD", "redis-cli", "ping"]);
    expect(compose["x-environment"].REDIS_URL).toContain(`redis://:${password}@redis:`);
    expect(compose.services.inngest.environment.INNGEST_REDIS_URI).toContain(`redis://:${password}@redis:`);
  });

  it("gets every secret from the steps of its document", () => {
    const text = readFileSync("compose.yaml", "utf8");
    const required = new Set([...text.matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name));
    const page = readFileSync("docs/operating/containers.md", "utf8");
    const created = [...page.matchAll(/echo "(\w+)=/g)].map(([, name]) => name);
    expect(new Set(created)).toEqual(required);
  });

  it("lets Inngest call the service at the address that it was given, not at that of users", () => {
    const address = new URL("/api/inngest", compose["x-environment"].INNGEST_SERVE_ORIGIN as string);
    expect(compose.services.inngest.command).toContain(`--sdk-url=${address.href}`);
    expect(services.map(([name]) => name)).toContain(address.hostname);
    expect(address.port).toBe(imagePort);
  });

  it("leaves connections to PostgreSQL, which has 100, for the service beside Inngest", () => {
    const [, limit] =
      /--postgres-max-open-conns=(\d+)/.exec(compose.services.inngest.command.join(" ")) ?? [];
    expect(Number(limit)).toBeLessThanOrEqual(50);
  });

  it("checks the health of every service that keeps running, so that --wait means something", () => {
    const checked = services.filter(
      ([, { image, healthcheck, restart }]) =>
        restart === "unless-stopped" && !isOurs(image as string) && !healthcheck,
    );
    expect(checked.map(([name]) => name)).toEqual([]);
  });

  it("mounts files that exist and volumes that are declared", () => {
    const mounted = services.flatMap(([, { volumes = [] }]) =>
      (volumes as string[]).map((volume) => volume.split(":")[0] ?? ""),
    );
    expect(mounted.filter((one) => one.startsWith("./") && !existsSync(one))).toEqual([]);
    expect(new Set(mounted.filter((one) => !one.startsWith("./")))).toEqual(
      new Set(Object.keys(compose.volumes as object)),
    );
  });
});

describe("the manifests of Kubernetes", () => {
  it("are all in the kustomization, except the template of the secret", () => {
    const [{ resources }] = ofKind("Kustomization");
    const files = new Set(manifests.map(({ file }) => file));
    expect(new Set([...resources, "kustomization.yaml", "secret.example.yaml"])).toEqual(files);
  });

  it.each(podContainers.map((one) => [one.name as string, one]))("confine %s", (_name, container: Yaml) => {
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
    expect(container.resources.limits.memory).toMatch(/Mi$/);
  });

  it("run pods without root, under the seccomp profile of the runtime", () => {
    expect(pods).toHaveLength(7);
    for (const pod of pods)
      expect(pod.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 1000,
        seccompProfile: { type: "RuntimeDefault" },
      });
  });

  it("probe paths that the parts serve, on the port of the image", () => {
    const [web, runner] = ["web", "runner"].map((part) => podContainers.find(({ name }) => name === part));
    for (const { ports, ...container } of [web, runner]) {
      expect(String(ports[0].containerPort)).toBe(imagePort);
      for (const probe of ["startupProbe", "readinessProbe", "livenessProbe"])
        expect(container[probe].httpGet.port).toBe(ports[0].name);
      expect(container.readinessProbe.httpGet.path).toBe("/healthz");
    }
    expect(existsSync(join("public", web.livenessProbe.httpGet.path as string))).toBe(true);
    expect(readFileSync("lib/operations/jobs/probe-server.ts", "utf8")).toContain(
      `"${runner.livenessProbe.httpGet.path}"`,
    );
  });

  it("select the pods that exist", () => {
    const labels = ofKind("Deployment").map(({ spec }) => spec.template.metadata.labels as object);
    const selectors = [
      ...ofKind("PodDisruptionBudget").map(({ spec }) => spec.selector.matchLabels as object),
      ...ofKind("Deployment").map(({ spec }) => spec.selector.matchLabels as object),
      ...ofKind("Service").map(({ spec }) => spec.selector as object),
    ];
    expect(selectors).toHaveLength(5);
    for (const selector of selectors) expect(labels).toContainEqual(selector);
  });

  it("admit the connections that each pod needs, on the port of the image, and no others", () => {
    const policies = ofKind("NetworkPolicy");
    const podLabels = workloads.map(({ spec }) => spec.template.metadata.labels as Record<string, string>);
    const policiesOf = (labels: Record<string, string>): Yaml[] =>
      policies.filter(({ spec }) =>
        Object.entries(spec.podSelector.matchLabels as object).every(
          ([name, value]) => labels[name] === value,
        ),
      );
    for (const labels of podLabels) {
      const types = policiesOf(labels).flatMap(({ spec }) => spec.policyTypes as string[]);
      expect(new Set(types), JSON.stringify(labels)).toEqual(new Set(["Ingress", "Egress"]));
    }
    const from = (component: string): string[] =>
      policiesOf({ "app.kubernetes.io/name": "badges", "app.kubernetes.io/component": component })
        .flatMap(({ spec }) => (spec.ingress ?? []) as Yaml[])
        .flatMap(({ from: sources, ports }) => {
          expect(ports).toEqual([{ port: Number(imagePort), protocol: "TCP" }]);
          return (sources as Yaml[]).map(
            (one) => one.namespaceSelector.matchLabels["kubernetes.io/metadata.name"],
          );
        });
    expect([from("web"), from("runner")]).toEqual([["ingress-nginx", "monitoring"], ["monitoring"]]);
    for (const job of "migration backup verify audit doctor".split(" ")) expect(from(job), job).toEqual([]);
    const open = policies
      .flatMap(({ spec }) => (spec.egress ?? []) as Yaml[])
      .flatMap(({ to }) => to as Yaml[])
      .find(({ ipBlock }) => ipBlock?.cidr === "0.0.0.0/0");
    expect(open.ipBlock.except).toEqual(
      expect.arrayContaining(["10.0.0.0/8", "169.254.0.0/16", "192.168.0.0/16"]),
    );
  });

  it("let the ingress pass on bodies as large as the service takes", () => {
    const [{ metadata }] = ofKind("Ingress");
    const [, megabytes] =
      /^(\d+)m$/.exec(metadata.annotations["nginx.ingress.kubernetes.io/proxy-body-size"]) ?? [];
    expect(Number(megabytes) * 1024 * 1024).toBeGreaterThan(TABLE_BODY_LIMIT);
  });
});

describe("the time to stop", () => {
  const minimum = (drain: number): number => STOP_SECONDS + drain;

  it("of processes is longer than that of requests", () => {
    expect(STOP_SECONDS).toBeGreaterThan(REQUEST_SECONDS);
  });

  it("of pods is longer than the service takes", () => {
    const drain = Number(ofKind("ConfigMap")[0].data.DRAIN_SECONDS);
    for (const { spec } of ofKind("Deployment"))
      expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(minimum(drain));
  });

  it("of compose.yaml is longer than the service takes", () => {
    for (const part of ["web", "runner"]) {
      const { stop_grace_period: period, environment } = compose.services[part];
      expect(environment).not.toHaveProperty("DRAIN_SECONDS");
      expect(Number(/^(\d+)s$/.exec(period as string)?.[1])).toBeGreaterThan(minimum(0));
    }
  });

  it("of the unit of systemd is longer than the service with its database takes", () => {
    const unit = readFileSync("docs/operating.md", "utf8");
    const drain = Number(/^Environment=DRAIN_SECONDS=(\d+)$/m.exec(unit)?.[1] ?? 0);
    const database = 90;
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(minimum(drain) + database - 1);
    expect(unit).toMatch(/^KillMode=mixed$/m);
  });

  it("is the same in all documents", () => {
    const page = (name: string): string => readFileSync(name, "utf8").replaceAll(/\s+/g, " ");
    expect(page("docs/operating.md")).toContain(`up to ${REQUEST_SECONDS} seconds`);
    expect(page("docs/operating.md")).toContain(`After ${STOP_SECONDS} seconds`);
    expect(page("docs/operating/upgrades.md")).toContain(`up to ${REQUEST_SECONDS} seconds`);
    expect(page("docs/operating/containers.md")).toContain(`more than ${STOP_SECONDS} seconds plus`);
  });
});
