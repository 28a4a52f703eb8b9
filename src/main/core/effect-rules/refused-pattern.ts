import { keyStores } from '../policy/credential-stores'
import { privateStores } from '../policy/private-stores'
import { agentFolders } from '../policy/tool-settings'
import { isWithin } from '../shell/paths'
import { literalPlace, type PathPattern, type PatternPlaces } from './path-pattern'

/** Where no rule may write: what the system is made of, and what it hands out as files. */
const system = new Set([
  ...['bin', 'boot', 'dev', 'etc', 'lib', 'lib32', 'lib64', 'proc', 'run', 'sbin', 'sys', 'usr'],
])

/** What holds keys, passwords or what is private, below the home folder. */
const stores = [...keyStores, ...privateStores]

/**
 * Why a rule may not have this pattern, as a clause; undefined: it may. `engine` are the places that the program is made of and keeps
 * things in, and `workspace` is absent while it is not known where the rule will be used: it is looked at again then.
 */
export function whyRefused(
  pattern: PathPattern,
  {
    home,
    workspace,
    engine,
  }: Omit<PatternPlaces, 'workspace'> & {
    readonly workspace?: string | undefined
    readonly engine: readonly string[]
  },
): string | undefined {
  const { from, parts } = pattern
  if (parts.includes('.git')) return 'it is of git’s own files'
  const agents = parts.find((part) => agentFolders.includes(part))
  if (agents !== undefined) return `${agents} decides what agents do`
  if (from === 'workspace' && workspace === undefined) return undefined
  const place = literalPlace(pattern, { home, workspace: workspace ?? '/' })
  if (place === '/') return 'it is the whole system'
  if (isWithin(home, place)) return 'it holds the home folder'
  const below = (folder: string): boolean => isWithin(place, folder) || isWithin(folder, place)
  const part = place.split('/', 2)[1] ?? ''
  if (system.has(part)) return `/${part} belongs to the system`
  if (engine.some(below)) return 'it holds what this program is made of, or keeps'
  // Where the workspace itself holds a store, what lies in it is left out one by one.
  if (from === 'workspace' || !isWithin(place, home)) return undefined
  const own = place.slice(home.length + 1)
  const store = stores.find((name) => isWithin(own, name) || isWithin(name, own))
  return store === undefined ? undefined : `~/${store} holds keys, passwords or what is private`
}
