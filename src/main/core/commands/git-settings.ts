import type { Offer } from '@shared/domain/approval'
import type { GitSetting, Grant } from '@shared/domain/grant'
import type { SimpleCommand } from '../shell/graph'
import { readGitCall, type GitCall } from '../shell/nested/git-call'
import type { ShellParser } from '../shell/parse'

/** What may stand beside the one call of git: shells that were looked into, and what changes nothing. */
const beside = new Set(['bash', 'sh', 'dash', 'zsh', 'cd', 'true', 'echo'])

/** A key as git prints it: its section and its last part in small letters. Undefined where git would take it for none. */
function keyOf(text: string): string | undefined {
  const [, section = '', sub = '', key = ''] =
    /^([A-Za-z0-9-]+)(\.[^\n\0]+)?\.([A-Za-z][A-Za-z0-9-]*)$/.exec(text) ?? []
  return section === '' ? undefined : `${section.toLowerCase()}${sub}.${key.toLowerCase()}`
}

function setting(name: string, value: string | undefined): readonly GitSetting[] {
  const key = keyOf(name)
  if (key === undefined || (value !== undefined && /[\n\r\0]/.test(value))) return []
  return [{ name: key, ...(value === undefined ? {} : { value }) }]
}

function ofConfig(words: readonly string[]): readonly GitSetting[] {
  const [verb, ...more] = /^(set|unset)$/.test(words[0] ?? '') ? words : ['', ...words]
  const options = more.filter((word) => word.startsWith('-'))
  const [name, value, ...rest] = more.filter((word) => !word.startsWith('-'))
  if (name === undefined || rest.length > 0) return []
  const isUnset = verb === 'unset' || options.some((word) => word.startsWith('--unset'))
  const known = isUnset ? /^--(local|all|unset|unset-all)$/ : /^--(local|add|append|all|replace-all)$/
  if (!options.every((word) => known.test(word))) return []
  if (isUnset) return value === undefined ? setting(name, undefined) : []
  return value === undefined ? [] : setting(name, value)
}

function ofRemote([verb, name, url, ...rest]: readonly string[]): readonly GitSetting[] {
  if (name === undefined || url === undefined || rest.length > 0) return []
  if ([name, url].some((word) => word.startsWith('-'))) return []
  const address = setting(`remote.${name}.url`, url)
  if (verb === 'set-url') return address
  return verb === 'add'
    ? [...address, ...setting(`remote.${name}.fetch`, `+refs/heads/*:refs/remotes/${name}/*`)]
    : []
}

/** What a call of git does to the configuration of the repository that it is in, where that is all it does. */
function ofCall({ options, subcommand, rest }: GitCall): readonly GitSetting[] {
  if (options.length > 0 && !(options.length === 2 && options[0]?.text === '-C')) return []
  if (!rest.every(({ known, glob }) => known && !glob)) return []
  const words = rest.map(({ text }) => text)
  if (subcommand === 'config') return ofConfig(words)
  return subcommand === 'remote' ? ofRemote(words) : []
}

const isPlain = (command: SimpleCommand): boolean =>
  command.assignments.length === 0 &&
  command.redirects.every(({ mode }) => mode === 'duplicate') &&
  command.host === undefined &&
  !(command.elevated || command.looped || command.background)

/**
 * The keys of git's configuration that a command changes, with their values, where changing them by one call of git is all that it does.
 * Empty for every other: what it would change is then not known key by key.
 */
export async function gitSettingsOf(
  command: readonly string[],
  home: string,
  parser: ShellParser,
): Promise<readonly GitSetting[]> {
  const { commands, unreadable } = await parser.read(command, home)
  const [call, ...others] = commands.filter(({ program }) => !beside.has(program))
  if (!call || others.length > 0 || unreadable.length > 0) return []
  if (call.program !== 'git' || !commands.every(isPlain)) return []
  return ofCall(readGitCall(call.words.slice(1)))
}

/**
 * Offers in which a file of git's configuration is opened, with exactly these keys of it in the file's place, and for one run: the next
 * one sets others. As they are where no key is known, the sandbox cannot hold to it, or they have such keys already and these did not do.
 */
export function withGitSettings(
  offers: readonly Offer[],
  settings: readonly GitSetting[],
  lays: (grant: Grant) => boolean,
): readonly Offer[] {
  if (settings.length === 0) return offers
  const narrowed = (grant: Grant): Grant => {
    if (grant.kind !== 'write' || grant.extent !== 'file' || !grant.path.endsWith('/config')) return grant
    const exact: Grant = { kind: 'git-settings', path: grant.path, settings: [...settings] }
    return lays(exact) ? exact : grant
  }
  return offers.map((offer) => {
    if (offer.kind !== 'only-this' || offer.grants.some(({ kind }) => kind === 'git-settings')) return offer
    const grants = offer.grants.map(narrowed)
    const isExact = grants.some((grant, at) => grant !== offer.grants[at])
    return isExact ? { ...offer, grants, scopes: ['once'] } : offer
  })
}
