import type { CustomPrompt } from '@shared/domain/custom-prompt'
import type { AcpAgentCommand, SessionAgent } from '@shared/domain/acp-agent-settings'
import { expandPrompt, splitArguments } from '@shared/domain/prompt-text'

/** What can be typed behind a slash besides a person's own prompts. */
export const builtInCommands = [
  'agents',
  'compact',
  'effort',
  'model',
  'policy',
  'redo',
  'review',
  'undo',
] as const
export type BuiltInCommand = (typeof builtInCommands)[number]

/** What a draft comes to. `text` of a prompt is what would be sent, undefined where that is too long. */
export type DraftMeaning =
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'built-in'; readonly name: BuiltInCommand; readonly rest: string }
  | { readonly kind: 'prompt'; readonly name: string; readonly text: string | undefined }

/** Those of ours that mean something where an agent of another maker works. */
const offeredWithAcpAgents: readonly BuiltInCommand[] = ['policy', 'redo', 'undo']

/** What stands before the name of a command of such an agent where one of ours, or a prompt, is called so, and may before any. */
const acpAgentPrefix = 'agent:'

/** What stands before the name of a prompt that is called like a command, and may before any. */
const ownPrefix = 'prompts:'

const isBuiltIn = (name: string): name is BuiltInCommand =>
  (builtInCommands as readonly string[]).includes(name)

/** A prompt as it is typed: by its name, with `prompts:` before it where a command has that name. */
export const promptCall = ({ name }: Pick<CustomPrompt, 'name'>): string =>
  isBuiltIn(name) ? `${ownPrefix}${name}` : name

/**
 * Reads a draft: a command, a prompt of the person's own, or else a message as it stands, `/etc/hosts` too. With an `acpAgent` at work what is
 * none of these is for it, its own commands among that. Runs nothing.
 */
export function readDraft(
  draft: string,
  prompts: readonly CustomPrompt[],
  acpAgent: SessionAgent | undefined,
): DraftMeaning {
  const [, name = '', rest = ''] = /^\/(\S+)\s*([^]*)$/.exec(draft.trim()) ?? []
  if (acpAgent && name.startsWith(acpAgentPrefix))
    return { kind: 'message', text: `/${draft.trim().slice(1 + acpAgentPrefix.length)}` }
  if (isBuiltIn(name) && acpAgent && !offeredWithAcpAgents.includes(name))
    return { kind: 'message', text: draft }
  if (isBuiltIn(name)) return { kind: 'built-in', name, rest }
  const wanted = name.startsWith(ownPrefix) ? name.slice(ownPrefix.length) : name
  const prompt = wanted === '' ? undefined : prompts.find((each) => each.name === wanted)
  if (prompt === undefined) return { kind: 'message', text: draft }
  return { kind: 'prompt', name, text: expandPrompt(prompt.content, splitArguments(rest)) }
}

/** A part of a draft that can be completed: what was typed of it, and the place that a completion takes. */
export interface OpenToken {
  readonly kind: 'slash' | 'mention'
  readonly query: string
  readonly from: number
  readonly to: number
}

/** The command at the very beginning, or the `@file` behind white space, that the caret stands at the end of. */
export function openTokenAt(draft: string, caret: number): OpenToken | undefined {
  const before = draft.slice(0, caret)
  if (/\S/.test(draft[caret] ?? ' ')) return undefined
  const slash = /^\/(\S*)$/.exec(before)?.[1]
  if (slash !== undefined) return { kind: 'slash', query: slash, from: 0, to: caret }
  const mention = /(?:^|\s)@([^\s@]+)$/.exec(before)?.[1]
  if (mention === undefined) return undefined
  return { kind: 'mention', query: mention, from: caret - mention.length - 1, to: caret }
}

/** One row that completes a token. `insert` takes the token's place. */
export interface Completion {
  readonly insert: string
  readonly label: string
  readonly hint?: string
  readonly detail?: string
}

/** How a command is offered. */
export interface CommandMessages {
  readonly detail: string
  readonly hint?: string
}

/** A command of an ACP agent's as it is typed: by its name, with `agent:` before it where a command of ours or a prompt has that name. */
function acpAgentCall({ name }: AcpAgentCommand, prompts: readonly CustomPrompt[]): string {
  const taken =
    offeredWithAcpAgents.some((each) => each === name) || prompts.some((each) => each.name === name)
  return taken ? `${acpAgentPrefix}${name}` : name
}

/**
 * The commands and prompts that fit what was typed, those that begin with it first. A command without words is not offered; of an `acpAgent` at
 * work its own are, behind the others.
 */
export function slashCompletions(
  query: string,
  prompts: readonly CustomPrompt[],
  words: Readonly<Partial<Record<BuiltInCommand, CommandMessages>>>,
  acpAgent: SessionAgent | undefined,
): readonly Completion[] {
  const rows: Completion[] = [
    ...builtInCommands
      .filter((name) => words[name] !== undefined && (!acpAgent || offeredWithAcpAgents.includes(name)))
      .map((name) => ({ insert: `/${name}`, label: `/${name}`, ...words[name] })),
    ...prompts.map((prompt) => ({
      insert: `/${promptCall(prompt)}`,
      label: `/${promptCall(prompt)}`,
      detail: (prompt.description ?? prompt.content).slice(0, 200),
      ...(prompt.argumentHint !== undefined && { hint: prompt.argumentHint.slice(0, 100) }),
    })),
    ...(acpAgent?.commands ?? []).map((command) => ({
      insert: `/${acpAgentCall(command, prompts)}`,
      label: `/${acpAgentCall(command, prompts)}`,
      ...(command.description !== '' && { detail: command.description }),
      ...(command.hint !== undefined && { hint: command.hint }),
    })),
  ]
  const wanted = query.toLowerCase()
  const place = ({ label }: Completion): number => label.toLowerCase().indexOf(wanted)
  const begins = rows.filter((row) => place(row) === 1 || wanted === '')
  return [...begins, ...rows.filter((row) => place(row) > 1 && wanted !== '')]
}

/** A path as it stands in a message: behind an @, in quotes where it holds white space or a quote. */
export const mentionOf = (path: string): string =>
  /[\s"]/.test(path) ? `@${JSON.stringify(path)}` : `@${path}`

/** The draft with a token completed and a space behind it, and where the caret stands then. */
export function completed(
  draft: string,
  token: OpenToken,
  insert: string,
): { readonly draft: string; readonly caret: number } {
  const rest = draft.slice(token.to)
  const gap = /^\s/.test(rest) ? '' : ' '
  return { draft: draft.slice(0, token.from) + insert + gap + rest, caret: token.from + insert.length + 1 }
}
