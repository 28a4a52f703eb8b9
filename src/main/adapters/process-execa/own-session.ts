import { existsSync } from 'node:fs'

/** Where util-linux's setsid lies: in the system's own folders, which no workspace shapes. */
const places = ['/usr/bin/setsid', '/bin/setsid', '/run/current-system/sw/bin/setsid']

/**
 * What goes in front of a command so that it leads a session and process group of its own, and, with `terminal`, so that
 * its standard input is that session's terminal: Ctrl-C and job control need it. Undefined: this system has no setsid.
 */
export function ownSession(terminal: boolean): readonly string[] | undefined {
  const program = places.find((place) => existsSync(place))
  if (program === undefined) return undefined
  return terminal ? [program, '-c', '-w'] : [program, '-w']
}
