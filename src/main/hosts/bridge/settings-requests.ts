import type { settingsContract } from '@shared/ipc/settings-contract'
import type { RequestOf, ResponseOf } from '@shared/ipc/contract'
import { countDecisions } from '../../core/engine/decision-counts'
import type { EngineService } from '../../core/engine/engine-service'

type Channel = keyof typeof settingsContract

/** What it takes of a host: its engine, and the system's file browser where it has one. */
interface SettingsHost {
  readonly engine: EngineService
  openFolder?(path: string): Promise<void>
}

/** The handlers of what a person sets up. */
export function settingsRequests(host: SettingsHost): {
  readonly [C in Channel]: (request: RequestOf<C>) => Promise<ResponseOf<C>>
} {
  const { engine } = host
  return {
    'model.list': ({ fresh }) => engine.catalogue.list(fresh ?? false),
    'model.save-key': async ({ provider, key }) => ({ place: await engine.catalogue.saveKey(provider, key) }),
    'model.remove-key': async ({ provider }) => {
      await engine.catalogue.removeKey(provider)
      return {}
    },
    'model.add-provider': (added) => engine.catalogue.addProvider(added),
    'model.providers': () => Promise.resolve({ providers: [...engine.catalogue.providers()] }),
    'model.test': ({ provider }) => engine.catalogue.test(provider),
    'settings.read': ({ cwd }) => engine.readSettings(cwd),
    'settings.write': ({ version, edits }) => engine.writeSettings(version, edits),
    'doctor.run': async () => {
      const { sandbox, checks } = await engine.doctor()
      return { sandbox, checks: [...checks] }
    },
    'decisions.count': async () => countDecisions(await engine.home.decisions.read(), Date.now()),
    'history.replay': ({ days }) => engine.home.past.replay(Date.now() - days * 86_400_000),
    'rules.import': ({ write }) => engine.home.past.importRules(write),
    'desk.look': async () => ({ agents: [...(await engine.home.connections.look())] }),
    'desk.connect': (wish) => engine.home.connections.connect(wish),
    'kept.read': () => engine.home.kept.read(),
    'kept.show': async () => {
      if (host.openFolder === undefined) return { kind: 'unsupported' }
      await host.openFolder((await engine.home.kept.read()).home)
      return { kind: 'shown' }
    },
  }
}
