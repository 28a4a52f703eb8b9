import type { EngineService } from '../../core/engine-service'
import type { RequestHandlers } from './protocol/client-requests'
import type { settingsRequests } from './protocol/settings-requests'
import { RequestError } from './request-error'
import { savedConfig } from './saved-config'

/** Answers the requests about the configuration (docs/spec/wire.md). An edit keeps the file's comments and order. */
export function settingsHandlers(
  world: () => Promise<{ readonly engine: EngineService }>,
): Pick<RequestHandlers, keyof typeof settingsRequests> {
  return {
    getUserSavedConfig: async () => {
      const { engine } = await world()
      return { config: savedConfig(await engine.readSettings()) }
    },

    setDefaultModel: async ({ model, reasoningEffort }) => {
      const { engine } = await world()
      const { version: read } = await engine.readSettings()
      const reply = await engine.writeSettings(read, [
        { key: 'model', value: model ?? null },
        { key: 'model_reasoning_effort', value: reasoningEffort ?? null },
      ])
      switch (reply.kind) {
        case 'written':
          return {}
        case 'conflict':
          throw new RequestError('config.toml was changed at the same time; expected the request once more')
        case 'refused':
          throw new RequestError(reply.message)
      }
    },
  }
}
