import type { ConfigFile } from '@shared/domain/settings'
import { createCustomPrompts } from './adapters/home-files/custom-prompts'
import { createDecisionLog } from './adapters/home-files/decision-log'
import { createKeptFiles } from './adapters/home-files/kept-files'
import { createMessageHistory } from './adapters/home-files/message-history'
import { createRecordSearch } from './adapters/store-jsonl/find-in-records'
import type { HomeFiles } from './core/home-files'
import type { Clock, Log } from './core/ports'

/** What lies in the home beside configuration. */
export function composeHomeFiles(
  home: string,
  {
    log,
    clock,
    settings,
  }: {
    readonly log: Log
    readonly clock: Clock
    readonly settings: { config(): Pick<ConfigFile, 'history'> }
  },
): HomeFiles {
  return {
    prompts: createCustomPrompts(home, log),
    history: createMessageHistory({
      home,
      persistence: () => settings.config().history?.persistence ?? 'save-all',
      now: () => clock.now(),
    }),
    records: createRecordSearch(home),
    kept: createKeptFiles(home),
    decisions: createDecisionLog(home),
  }
}
