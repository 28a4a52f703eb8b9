import { FaultError } from './fault'
import type { HostSettings } from './host-settings'

/** What is started for a host: its command, and behind it what starts the engine there. */
export const hostCommand = ({
  command,
  engine,
  confinement,
}: Pick<HostSettings, 'command' | 'engine' | 'confinement'>): readonly string[] => [
  ...command,
  engine,
  'attach',
  ...(confinement === undefined ? [] : ['--confinement', confinement]),
]

/** There is no host of this name in config.toml; it has these. */
export const noSuchHost = (name: string, names: readonly string[]): FaultError =>
  new FaultError({
    code: 'bad-request',
    message: `There is no host ${JSON.stringify(name)}; expected ${names.join(', ') || 'one that is made by [hosts.NAME] in config.toml'}.`,
  })
