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
