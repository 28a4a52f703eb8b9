import { readGitCall } from '../../shell/openings/git-openings'
import type { View } from '../checks/rule'
import type { SimpleCommand } from '../../shell/graph'
import { listed } from './file-effect'

const valued = /^(-o|--push-option|--repo|--receive-pack|--exec)$/

/** The name on the other side of a refspec: `HEAD:main` is main, `+dev` is dev, `:old` is old. */
const remoteName = (refspec: string): string => refspec.slice(refspec.lastIndexOf(':') + 1).replace(/^\+/, '')

/** What a push does, without the full stop: which branches it sends, overwrites or deletes, and where. */
export function pushEffect(command: SimpleCommand, view: View, forced: boolean): string {
  const texts = readGitCall(command.words.slice(1)).rest.map(({ text }) => text)
  const operands = texts.filter((text, at) => !text.startsWith('-') && !valued.test(texts[at - 1] ?? ''))
  const has = (option: RegExp): boolean => texts.some((text) => option.test(text))
  const repository = view.repository(command)
  const remote = operands[0] ?? repository?.upstream?.remote ?? 'the remote'
  const refspecs = operands.slice(1)
  const current = repository?.branch ?? 'the current branch'
  const named = (some: readonly string[]): string => listed(some.map(remoteName))
  if (has(/^--mirror$/)) return `Overwrites and deletes every branch and tag on ${remote}`
  if (has(/^(-d|--delete)$/)) return `Deletes ${named(refspecs)} on ${remote}`
  const everything = has(/^--all$|^--branches$/) ? 'every branch' : undefined
  const all = everything ?? (refspecs.length > 0 ? named(refspecs) : current)
  if (!forced) {
    const { ahead } = repository?.upstream ?? {}
    return ahead === undefined || operands.length > 0 || everything !== undefined
      ? `Sends ${all} to ${remote}`
      : `Sends ${ahead} ${ahead === 1 ? 'commit' : 'commits'} on ${current} to ${remote}`
  }
  if (has(/^--prune$/)) return `Deletes branches on ${remote} that are not here`
  const deleted = refspecs.filter((text) => text.startsWith(':'))
  const general = has(/^(-[a-zA-Z]*f[a-zA-Z]*|--force.*|--forc)$/)
  const overwritten = refspecs.filter((text) => !text.startsWith(':') && (general || text.startsWith('+')))
  if (overwritten.length === 0 && deleted.length > 0) return `Deletes ${named(deleted)} on ${remote}`
  const also = deleted.length > 0 ? `, and deletes ${named(deleted)}` : ''
  return `Overwrites ${overwritten.length > 0 ? named(overwritten) : all} on ${remote}${also}`
}
