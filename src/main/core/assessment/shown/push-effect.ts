import type { Act } from '@shared/domain/effect'
import { readGitCall } from '../../shell/nested/git-call'
import type { View } from '../checks/rule'
import type { SimpleCommand } from '../../shell/graph'

type PushAct = Extract<Act, { kind: 'push' }>

const valued = /^(-o|--push-option|--repo|--receive-pack|--exec)$/

/** The name on the other side of a refspec: `HEAD:main` is main, `+dev` is dev, `:old` is old. */
const remoteName = (refspec: string): string => refspec.slice(refspec.lastIndexOf(':') + 1).replace(/^\+/, '')

/** What a push does: which branches it sends, overwrites or deletes, and where. */
export function pushAct(command: SimpleCommand, view: View, forced: boolean): PushAct {
  const texts = readGitCall(command.words.slice(1)).rest.map(({ text }) => text)
  const operands = texts.filter((text, at) => !text.startsWith('-') && !valued.test(texts[at - 1] ?? ''))
  const has = (option: RegExp): boolean => texts.some((text) => option.test(text))
  const repository = view.repository(command)
  const remote = operands[0] ?? repository?.upstream?.remote
  const refspecs = operands.slice(1)
  const current = repository?.branch === undefined ? [] : [repository.branch]
  const push: PushAct = {
    kind: 'push',
    verb: 'send',
    scope: refspecs.length > 0 ? 'named' : 'current',
    branches: refspecs.length > 0 ? refspecs.map(remoteName) : current,
    deletes: [],
    ...(remote === undefined ? {} : { remote }),
  }
  if (has(/^--mirror$/)) return { ...push, verb: 'overwrite', scope: 'mirror', branches: [] }
  if (has(/^(-d|--delete)$/))
    return { ...push, verb: 'delete', branches: [], deletes: refspecs.map(remoteName) }
  const everything = has(/^--all$|^--branches$/)
  // What is there is replaced, if it is what was last seen there.
  const leased = !forced && has(/^--force-(with-lease|if-includes)/)
  if (has(/^--tags$/) && !has(/^--prune$/) && !everything && refspecs.length === 0)
    return { ...push, verb: forced || leased ? 'overwrite' : 'send', scope: 'tags', branches: [] }
  if (leased && refspecs.every((text) => !text.startsWith(':')))
    return { ...push, verb: 'overwrite', ...(everything && { scope: 'every-branch', branches: [] }) }
  const all: PushAct = everything ? { ...push, scope: 'every-branch', branches: [] } : push
  if (!forced) {
    const { ahead } = repository?.upstream ?? {}
    return ahead === undefined || operands.length > 0 || everything ? all : { ...push, commits: ahead }
  }
  if (has(/^--prune$/)) return { ...push, verb: 'delete', scope: 'pruned', branches: [] }
  const deletes = refspecs.filter((text) => text.startsWith(':')).map(remoteName)
  const general = has(/^(-[a-zA-Z]*f[a-zA-Z]*|--force.*|--forc)$/)
  const overwritten = refspecs.filter((text) => !text.startsWith(':') && (general || text.startsWith('+')))
  if (overwritten.length === 0 && deletes.length > 0)
    return { ...push, verb: 'delete', branches: [], deletes }
  return overwritten.length === 0
    ? { ...all, verb: 'overwrite', deletes }
    : { ...push, verb: 'overwrite', branches: overwritten.map(remoteName), deletes }
}
