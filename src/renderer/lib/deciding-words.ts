import type { ApprovalRequest } from '@shared/domain/approval'
import { partsOfLine, type LinePart } from '@shared/domain/command-parts'
import { shellTokens, type ShellToken } from './shell-text'

/** What the facts, the checks and the evidence say the level and the effect hang on, as it may stand in the command. */
function deciding({ effect, assessment, stop }: ApprovalRequest): readonly string[] {
  const { act } = effect
  const names =
    'names' in act
      ? (act.names ?? []).flatMap((each) =>
          typeof each === 'string' ? [each] : [each.name, each.path ?? ''],
        )
      : []
  const hosts = 'hosts' in act ? act.hosts : []
  const { facts, floor } = assessment
  const scripts = facts?.lookThrough.filter(({ lines }) => lines.some(({ marked }) => marked)) ?? []
  return [
    ...names,
    ...hosts,
    ...stop.evidence.map(({ target }) => target),
    ...(facts?.targets ?? []).flatMap(({ access, name = '', path }) =>
      access === 'read' ? [] : [name, path],
    ),
    ...(floor?.reasons ?? []).flatMap(({ level, detail = '' }) => (level === floor?.level ? [detail] : [])),
    ...scripts.flatMap(({ title }) => title.split(/[\s,]+/)),
  ].filter((text) => text.length > 1)
}

const bare = (token: string): string =>
  token
    .replace(/^(['"])([^]*)\1$/, '$2')
    .replace(/^(?:~|\.{1,2})\//, '')
    .replace(/\/$/, '')

/**
 * A piece of a command; `decides`: it is what the level or the effect hangs on. `part`: with it the command of that number begins, where
 * the line has several; `stopped`: with it ends the one that was stopped. For the eye: no decision rests on it.
 */
export interface MarkedToken extends ShellToken {
  readonly decides: boolean
  readonly part?: number
  readonly stopped?: true
}

/** The command's pieces, in order, and which of them decide. */
export function decidingTokens(script: string, request: ApprovalRequest): readonly MarkedToken[] {
  const found = deciding(request)
  const decides = ({ kind, text }: ShellToken): boolean => {
    if (kind === 'operator' || kind === 'flag' || text.trim() === '') return false
    const word = bare(text)
    if (word.length < 2) return false
    return found.some(
      (each) =>
        each === text ||
        bare(each) === word ||
        (word.includes('/') && each.endsWith(`/${word}`)) ||
        (kind !== 'program' && each.endsWith(`/${word}`)),
    )
  }
  const tokens = shellTokens(script).map((token) => ({ ...token, decides: decides(token) }))
  return withParts(tokens, partsOfLine(script, request.assessment.facts?.line))
}

function withParts(tokens: readonly MarkedToken[], parts: readonly LinePart[]): readonly MarkedToken[] {
  let from = 0
  return tokens.map((token) => {
    const to = from + token.text.length
    const begins = parts.find((part) => part.from >= from && part.from < to)
    const ends = parts.some((part) => part.stopped && part.to > from && part.to <= to)
    from = to
    return { ...token, ...(begins && { part: begins.number }), ...(ends && { stopped: true }) }
  })
}
