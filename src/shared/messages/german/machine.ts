import type { Messages } from '../spoken'

/** Places that are reached over a network, and what listens on this machine. */
export const machine: Messages['machine'] = {
  outside: 'ein Server auf diesem Rechner, außerhalb der Sandbox',
  unseen: 'ein Programm, das nicht zu sehen ist',
  runBy: (program, user) => `${program}, gestartet von ${user}`,
  notKnown: 'was dort lauscht, ist nicht bekannt',
  nothing: 'dort lauscht jetzt nichts',
}
