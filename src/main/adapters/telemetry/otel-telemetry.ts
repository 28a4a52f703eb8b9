import { constants } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { SeverityNumber } from '@opentelemetry/api'
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchLogRecordProcessor, LoggerProvider, type LogRecordProcessor } from '@opentelemetry/sdk-logs'
import { namedInJson } from '@shared/domain/hidden-characters'
import type { TelemetrySettings } from '@shared/domain/settings'
import type { Redact } from '../../core/redaction/redact-secrets'
import { isKernels } from '../../core/shell/paths'
import type { Telemetry } from '../../core/telemetry/telemetry'

/** What records are made with. `env` is asked for the terminal's own name for itself. */
export interface OtelWorld {
  readonly version: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly redact: Redact
}

/** How long the end of the process may wait for records that are still to be sent. */
const closingMs = 2000

/**
 * Telemetry through OpenTelemetry's logs SDK, sent in batches. Every text goes through `redact`; prompts are recorded by
 * their length alone unless the settings ask for their text. Load this module only when an exporter is configured.
 */
export function createOtelTelemetry(
  settings: TelemetrySettings & { readonly exporter: Exclude<TelemetrySettings['exporter'], 'none'> },
  { version, env, redact }: OtelWorld,
): Telemetry {
  const { exporter: chosen, environment, log_user_prompt: withPrompts } = settings
  const provider = new LoggerProvider({
    resource: resourceFromAttributes({
      'service.name': 'countersign',
      'service.version': version,
      'deployment.environment.name': environment,
    }),
    processors: [
      'file' in chosen ? createFileProcessor(chosen.file.path) : otlpProcessor(chosen['otlp-http']),
    ],
  })
  const models = new Map<string, string>()
  const logger = provider.getLogger('countersign', version)
  return {
    record({ sessionId, ...subject }, { name, attributes }) {
      const now = new Date()
      const model = subject.model ?? models.get(sessionId) ?? ''
      models.set(sessionId, model)
      const reported: Record<string, string | number | boolean> = {}
      for (const [key, value] of Object.entries<string | number | boolean>(attributes))
        reported[key] = typeof value === 'string' ? redact(value) : value
      if (name === 'user_prompt' && !withPrompts) reported['prompt'] = '[REDACTED]'
      const common = {
        'event.name': `countersign.${name}`,
        'event.timestamp': now.toISOString(),
        'conversation.id': sessionId,
        'app.version': version,
        'terminal.type': env['TERM_PROGRAM'] ?? env['TERM'] ?? '',
        model,
        slug: model,
      }
      logger.emit({
        eventName: `countersign.${name}`,
        timestamp: now,
        severityNumber: SeverityNumber.INFO,
        attributes: { ...common, ...reported },
      })
    },
    async close() {
      const bound = new Promise<void>((resolve) => setTimeout(resolve, closingMs).unref())
      // What cannot be delivered is lost: telemetry never keeps the application.
      await Promise.race([provider.shutdown().catch(() => undefined), bound])
    },
  }
}

const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW } = constants

/**
 * Appends each record as one JSON line, in which nothing is hidden, in order, for its owner alone. What cannot be written is lost, and so is what a link would lead elsewhere, unless the kernel made
 * it (`/dev/stderr`): where a session's commands may write they can put one in the file's place.
 */
function createFileProcessor(path: string): LogRecordProcessor {
  const flag = O_WRONLY | O_APPEND | O_CREAT | (isKernels(path) ? 0 : O_NOFOLLOW)
  let writing: Promise<unknown> = Promise.resolve()
  const written = async (): Promise<void> => {
    await writing
  }
  return {
    onEmit({ hrTime: [seconds, nanos], eventName, attributes, resource }) {
      const line = namedInJson(
        JSON.stringify({
          time_unix_nano: `${String(seconds)}${String(nanos).padStart(9, '0')}`,
          name: eventName,
          attributes,
          resource: resource.attributes,
        }),
      )
      writing = writing
        .then(() => appendFile(path, `${line}\n`, { mode: 0o600, flag }))
        .catch(() => undefined) // see above
    },
    forceFlush: written,
    shutdown: written,
  }
}

function otlpProcessor(server: {
  readonly endpoint: string
  readonly headers: Record<string, string>
}): BatchLogRecordProcessor {
  const exporter = new OTLPLogExporter({
    url: server.endpoint,
    headers: server.headers,
    // With its repetitions: an endpoint that is away must not hold the end of the process.
    timeoutMillis: closingMs,
  })
  return new BatchLogRecordProcessor({ exporter, scheduledDelayMillis: 1000 })
}
