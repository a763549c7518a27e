import { z } from "zod";
import { flag } from "./variable-types";

const address = z
  .url({ protocol: /^https?$/, error: "must be an http(s) address such as http://collector:4318" })
  .optional();

/** The ways to select traces that OpenTelemetry names for OTEL_TRACES_SAMPLER. */
const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

/** The variables of traces, with the names that OpenTelemetry specifies. */
export const TRACING_VARIABLES = {
  OTEL_EXPORTER_OTLP_ENDPOINT: address.describe(
    "Address of an OpenTelemetry collector, such as http://collector:4318. Without it no traces are recorded.",
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address.describe(
    "Complete address for traces, if it is not /v1/traces at OTEL_EXPORTER_OTLP_ENDPOINT.",
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .literal("http/json", { error: "must be http/json, the only protocol that is supported" })
    .default("http/json")
    .describe("The protocol of the collector: http/json."),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .optional()
    .describe("Headers for the collector, as name=value, separated by commas."),
  OTEL_SERVICE_NAME: z.string().default("badges").describe("The name of this service in traces."),
  OTEL_RESOURCE_ATTRIBUTES: z
    .string()
    .optional()
    .describe("Attributes of all traces, as name=value, separated by commas."),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLERS, { error: `must be one of ${SAMPLERS.join(", ")}` })
    .default("parentbased_traceidratio")
    .describe("Which traces are recorded, as OpenTelemetry names it."),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: "must be a number from 0 to 1" })
    .min(0)
    .max(1)
    .default(0.05)
    .describe("The part of all traces that a sampler with traceidratio records, from 0 to 1."),
  TRACEPARENT_TRUSTED: flag.describe(
    "1 continues the traces of clients (traceparent). Only behind a proxy that sets or removes this header.",
  ),
};
