import type { AgentEvent } from '../domain/agent-event'
import type { NamingFolders } from '../domain/named-path'
import { didMore, type RunPromise } from '../domain/run-promise'
import { pathInWords } from './path'
import { messages } from './spoken'

/** So many changes are named in a sentence. */
const mostNamed = 3

/** What a run did beyond what was shown, as a list. It holds names, which are untrusted. */
function beyond({ more, moreCount, hosts }: RunPromise, naming: NamingFolders | undefined): string {
  const say = messages().promise
  const named = more.slice(0, mostNamed).map(({ path, kind }) => say.did[kind](pathInWords(path, naming)))
  const others = moreCount - named.length
  return [
    ...named,
    ...(others > 0 ? [say.others(others)] : []),
    ...(hosts.length > 0 ? [say.tried(hosts.slice(0, mostNamed).join(', '))] : []),
  ].join(', ')
}

/** How a run came out beside what was shown, in a sentence or two. */
export function promiseInWords(
  { promise, suspended }: Pick<Extract<AgentEvent, { type: 'command.compared' }>, 'promise' | 'suspended'>,
  naming: NamingFolders | undefined,
): string {
  const say = messages().promise
  if (didMore(promise)) {
    const more = say.more(beyond(promise, naming))
    return suspended ? `${more} ${say.suspended}` : more
  }
  switch (promise.watched) {
    case 'all':
      return say.kept[promise.by]
    case 'part':
      return say.part
    case 'named':
      return say.notWatched
  }
}

/** Of folders that a run could only empty, as its yes had said. They hold names, which are untrusted. */
export const staysInWords = (folders: readonly string[], naming?: NamingFolders): string =>
  messages().promise.stays(folders.map((folder) => pathInWords(folder, naming)).join(', '))

/** Why a yes that was given before does not count, as a sentence. */
export const suspendedInWords = (exceeded: RunPromise, naming: NamingFolders | undefined): string =>
  messages().promise.asksAgain(beyond(exceeded, naming))
