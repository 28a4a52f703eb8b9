import type { Messages } from '../spoken'
import { isMachineTarget, type MachineServer } from '../../domain/machine-server'

const outside = 'ein Server auf diesem Rechner, außerhalb der Sandbox'

function place(target: string, more?: string): string {
  const notes = [...(isMachineTarget(target) ? [outside] : []), ...(more === undefined ? [] : [more])]
  return notes.length === 0 ? target : `${target} (${notes.join('; ')})`
}

const server = ({ program = 'ein Programm, das nicht zu sehen ist', user }: MachineServer): string =>
  user === undefined ? program : `${program}, gestartet von ${user}`

/** Places that are reached over a network, and what listens on this machine. */
export const machine = {
  place,
  servers: (servers: readonly MachineServer[] | undefined) => {
    if (servers === undefined) return 'was dort lauscht, ist nicht bekannt'
    return servers.length === 0 ? 'dort lauscht jetzt nichts' : servers.map(server).join('; ')
  },
} as const satisfies Messages['machine']
