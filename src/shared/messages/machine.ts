import { isMachineTarget, type MachineServer } from '../domain/machine-server'
import { messages } from './spoken'

/** A `host:port` for a person, with what is said of it in brackets; the machine's own loopback is never left as a bare name. */
export function placeInWords(target: string, more?: string): string {
  const notes = [
    ...(isMachineTarget(target) ? [messages().machine.outside] : []),
    ...(more === undefined ? [] : [more]),
  ]
  return notes.length === 0 ? target : `${target} (${notes.join('; ')})`
}

/** What listens at a place of this machine; undefined: that is not known. */
export function serversInWords(servers: readonly MachineServer[] | undefined): string {
  const say = messages().machine
  if (servers === undefined) return say.notKnown
  const named = servers.map(({ program = say.unseen, user }) =>
    user === undefined ? program : say.runBy(program, user),
  )
  return named.length === 0 ? say.nothing : named.join('; ')
}
