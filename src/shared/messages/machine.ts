import type { MachineServer } from '../domain/machine-server'
import { messages } from './spoken'

/** A `host:port` for a person, with what is said of it in brackets; the machine's own loopback is never left as a bare name. */
export const placeInWords = (target: string, more?: string): string => messages().machine.place(target, more)

/** What listens on a port of this machine; undefined: that is not known. Names of programs are untrusted. */
export const serversInWords = (servers: readonly MachineServer[] | undefined): string =>
  messages().machine.servers(servers)
