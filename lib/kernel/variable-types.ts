import { Resolver } from "node:dns";
import { z } from "zod";

/** Whether Node accepts these as DNS servers. It throws when it does not. */
function areDnsServers(servers: string[]): boolean {
  try {
    new Resolver().setServers(servers);
    return servers.length > 0;
  } catch {
    return false;
  }
}

const flagChoice = z.enum(["0", "1", "true", "false", ""], { error: "must be 1 or 0" });

/** 1 or true; 0, false or empty. */
export const flag = flagChoice.default("0").transform((value) => value === "1" || value === "true");

/** 1, true or empty; 0 or false. */
export const flagUnlessOff = flagChoice.default("1").transform((value) => value !== "0" && value !== "false");

/** 1 or true; 0 or false; undefined for neither. */
export const flagIfGiven = flagChoice
  .optional()
  .transform((value) => (value ? value === "1" || value === "true" : undefined));

/** The first part of an address, without a path. */
export const origin = z
  .url({ protocol: /^https?$/, error: "must be an http(s) address such as https://www.example.org" })
  .transform((value) => new URL(value))
  .refine((url) => url.pathname === "/" && !url.search && !url.hash, "must be an origin without a path")
  .transform((url) => url.origin);

/** Addresses separated by commas or spaces. */
export const dnsServers = z
  .string()
  .transform((value) => value.split(/[\s,]+/).filter((server) => server !== ""))
  .refine(areDnsServers, "must be IP addresses of DNS servers such as 192.0.2.53,[2001:db8::53]:5353");

/** The name of a client in SMTP: a host name with at least two labels, or an address in brackets (RFC 5321, 4.1.3). */
export const ehloName = z
  .string()
  .max(255)
  .regex(
    /^(([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d]([a-z\d-]{0,61}[a-z\d])?|\[\d{1,3}(\.\d{1,3}){3}\]|\[IPv6:[\da-f:.]+\])$/i,
    "must be a complete host name such as host.example.org, or an address such as [192.0.2.1]",
  );

/** A name in one line. It becomes part of texts, in which these characters have a meaning. */
export const installationName = z
  .string()
  .trim()
  .max(60, "must have at most 60 characters")
  .regex(/^[^{}<>\p{Cc}]*$/u, "must not have braces, angle brackets or line breaks")
  .optional()
  .transform((value) => (value === "" ? undefined : value));
