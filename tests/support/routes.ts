import type { Handler } from "@/lib/http/endpoint";

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof METHODS)[number];

type AnyHandler = Partial<Handler> &
  ((request: Request, context: { params: Promise<Record<string, string | string[]>> }) => Promise<Response>);

export type Route = { pattern: string; handlers: Record<Method | "OPTIONS", AnyHandler> };

const modules = import.meta.glob<Route["handlers"]>("../../app/\\(api\\)/**/route.ts", {
  eager: true,
});

const patternOf = (file: string): string =>
  file
    .replace(/^.*\/app/, "")
    .replace(/\/\([^/]+\)/g, "")
    .replace(/\/route\.ts$/, "");

/** The routes of the organization-level interface, as the folders of app/(api) spell them. */
export const routes: Route[] = Object.entries(modules)
  .filter(([file]) => file.includes("/app/(api)/"))
  .map(([file, handlers]) => ({ pattern: patternOf(file), handlers }));

/** The operations that have a spec: `METHOD /pattern`. */
export const operations = routes.flatMap(({ pattern, handlers }) =>
  METHODS.flatMap((method) => {
    const { spec } = handlers[method];
    return spec ? [{ id: `${method} ${pattern}`, method, pattern, spec, handler: handlers[method] }] : [];
  }),
);

const matcher = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replace(/\[\.\.\.(\w+)\]/g, "(?<$1>.+)").replace(/\[(\w+)\]/g, "(?<$1>[^/]+)")}/?$`);

const table = routes
  .map((route) => ({ ...route, expression: matcher(route.pattern) }))
  .toSorted((one, other) => Number(one.pattern.includes("...")) - Number(other.pattern.includes("...")))
  .toSorted(
    (one, other) => (one.pattern.match(/\[/g)?.length ?? 0) - (other.pattern.match(/\[/g)?.length ?? 0),
  );

/** Sends a request to the real handler that Next would choose; the path may carry `/v1`. */
export async function dispatch(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.replace(/^\/v1(?=\/)/, "");
  for (const { pattern, expression, handlers } of table) {
    const match = expression.exec(path);
    if (!match) continue;
    const params = Object.fromEntries(
      Object.entries(match.groups ?? {}).map(([name, value]) => {
        const isRest = pattern.includes(`[...${name}]`);
        return [name, isRest ? value.split("/").map(decodeURIComponent) : decodeURIComponent(value)];
      }),
    );
    return handlers[request.method as keyof Route["handlers"]](request, { params: Promise.resolve(params) });
  }
  throw new Error(`No route for ${path}`);
}
