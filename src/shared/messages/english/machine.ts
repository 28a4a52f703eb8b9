import { isMachineTarget, type MachineServer } from '../../domain/machine-server'

const outside = 'a server on this machine, outside the sandbox'

function place(target: string, more?: string): string {
  const notes = [...(isMachineTarget(target) ? [outside] : []), ...(more === undefined ? [] : [more])]
  return notes.length === 0 ? target : `${target} (${notes.join('; ')})`
}

const server = ({ program = 'a program that cannot be seen', user }: MachineServer): string =>
  user === undefined ? program : `${program}, run by ${user}`

/** Places that are reached over a network, and what listens on this machine. */
export const machine = {
  place,
  servers: (servers: readonly MachineServer[] | undefined) => {
    if (servers === undefined) return 'what listens there is not known'
    return servers.length === 0 ? 'nothing listens there now' : servers.map(server).join('; ')
  },
} as const
