import { z } from 'zod'

/**
 * `[otel]` (docs/spec/configuration.md). Off unless an exporter is named. `environment` is an attribute of every record. Prompts are
 * recorded by their length only unless `log_user_prompt` is on. `endpoint` is the full address, `/v1/logs` included.
 */
export const TelemetrySettings = z.strictObject({
  environment: z.string().min(1).max(100).default('dev'),
  log_user_prompt: z.boolean().default(false),
  exporter: z
    .union([
      z.literal('none'),
      z.strictObject({
        'otlp-http': z.strictObject({
          endpoint: z.url({ protocol: /^https?$/ }),
          headers: z.record(z.string(), z.string()).default({}),
        }),
      }),
      z.strictObject({ file: z.strictObject({ path: z.string().min(1) }) }),
    ])
    .default('none'),
})
export type TelemetrySettings = z.infer<typeof TelemetrySettings>
