import type { SettingEdit } from '@shared/domain/settings-view'
import type { EngineService } from '../../core/engine/engine-service'
import { errorCodes, RequestError } from '../app-server/request-error'
import type { RequestHandlers, writeRequests } from './protocol/client-requests'

/** What a client may write. Everything that decides what may run, where, whom it talks to and who is told is the person's alone. */
const writable: ReadonlySet<string> = new Set([
  ...['model', 'model_provider', 'review_model'],
  ...['model_reasoning_effort', 'model_reasoning_summary', 'model_verbosity'],
])

interface Wish {
  readonly edits: readonly { readonly keyPath: string; readonly value: SettingEdit['value'] }[]
  readonly filePath: string | undefined
  readonly expectedVersion: string | undefined
}

const refused = (message: string, why: string): RequestError =>
  new RequestError(message, errorCodes.invalid, { config_write_error_code: why })

/** Answers the requests that write config.toml (docs/spec/app-server-v2.md). */
export function writeHandlers(
  world: () => Promise<{ readonly engine: EngineService }>,
): Pick<RequestHandlers, keyof typeof writeRequests> {
  async function write({ edits, filePath, expectedVersion }: Wish) {
    const closed = edits.find(({ keyPath }) => !writable.has(keyPath))
    if (closed)
      throw refused(
        `${JSON.stringify(closed.keyPath)} is not a client's to write; expected ${[...writable].join(', ')}`,
        'configLayerReadonly',
      )
    const { engine } = await world()
    const { file, version } = await engine.readSettings()
    if (filePath !== undefined && filePath !== file)
      throw refused(`filePath: expected ${file}, or none`, 'configLayerReadonly')
    const reply = await engine.writeSettings(
      expectedVersion ?? version,
      edits.map(({ keyPath: key, value }) => ({ key, value })),
    )
    switch (reply.kind) {
      case 'written':
        return {
          status: 'ok',
          version: reply.view.version,
          filePath: file,
          overriddenMetadata: null,
        } as const
      case 'conflict':
        throw refused(
          `config.toml is not the version that was expected; it is ${reply.view.version} now`,
          'configVersionConflict',
        )
      case 'refused':
        throw refused(reply.message, 'configValidationError')
    }
  }
  return {
    'config/value/write': ({ keyPath, value, ...where }) => write({ edits: [{ keyPath, value }], ...where }),
    'config/batchWrite': write,
  }
}
