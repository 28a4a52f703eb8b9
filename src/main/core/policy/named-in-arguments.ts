import { fromHome } from '@shared/domain/named-path'
import { normalise } from '../shell/paths'

/** What a call's arguments name, as far as their form tells: places on this machine, absolute, of which nobody knows what happens there, hosts, and a command line. */
export interface NamedInArguments {
  readonly mentioned: readonly string[]
  readonly hosts: readonly string[]
  readonly command?: readonly string[]
  /** There is more than is looked at, which may name anything. */
  readonly unread?: true
}

/** So many texts of a call are looked at, of so many characters each. */
const most = { texts: 200, length: 4096 }
const ofPlace =
  /^(abs(olute)?_?)?((file|dir(ectory)?|folder|notebook|target|destination|dest|source|output|root|project)_?)?(path|file|filename|uri|dir(ectory)?|folder|paths|files)$/i
const ofCommand = /^(command|cmd|script|command_?line)$/i

/**
 * Reads the arguments of a tool that nothing is known of. An absolute path and an address count wherever they stand, a relative path where it is called one: from
 * `folder`. What a text says beside that is nobody's to guess.
 */
export function namedInArguments(
  value: unknown,
  { folder, home }: { readonly folder: string; readonly home: string },
): NamedInArguments {
  const mentioned = new Set<string>()
  const hosts = new Set<string>()
  let command: readonly string[] | undefined
  const state = { left: most.texts, unread: false }
  const text = (whole: string, name: string): void => {
    if (state.left <= 0) {
      state.unread = true
      return
    }
    state.left -= 1
    // No path is so long, and an address says its host at its beginning.
    const isCut = whole.length > most.length || whole.includes('\0')
    if (isCut && ofCommand.test(name)) state.unread = true
    const said = whole.slice(0, most.length)
    const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/is.exec(said) ?? []
    if (scheme !== '') {
      const host = scheme === 'file' ? undefined : URL.parse(said)?.hostname
      if (host) hosts.add(host)
      if (scheme === 'file') mentioned.add(normalise(rest.slice(Math.max(0, rest.indexOf('/')))))
      return
    }
    if (isCut) return
    if (ofCommand.test(name)) command ??= ['bash', '-lc', said]
    if (/[\n\r]/.test(said)) return
    if (said.startsWith('/')) mentioned.add(normalise(said))
    else if (said === '~' || said.startsWith('~/')) mentioned.add(normalise(fromHome(said, home)))
    else if (ofPlace.test(name)) mentioned.add(normalise(`${folder}/${said}`))
  }
  const look = (each: unknown, name: string, depth: number): void => {
    if (typeof each === 'string') text(each, name)
    else if (Array.isArray(each)) {
      const words = each.filter((word) => typeof word === 'string')
      if (ofCommand.test(name) && words.length === each.length && words.length > 0) command ??= words
      for (const one of each) look(one, name, depth)
    } else if (typeof each === 'object' && each !== null && depth <= 0) state.unread = true
    else if (typeof each === 'object' && each !== null)
      for (const [key, one] of Object.entries(each)) look(one, key, depth - 1)
  }
  look(value, '', 8)
  return {
    ...{ mentioned: [...mentioned], hosts: [...hosts] },
    ...(command && { command }),
    ...(state.unread && { unread: true as const }),
  }
}
