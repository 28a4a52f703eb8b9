import { AcpAgentCommand, maxAcpAgentCommands } from '@shared/domain/acp-agent-settings'
import { quoteCommand } from '@shared/domain/quote-shell'
import { z } from 'zod'
import type { AcpAgentCall, AcpAgentDiff, AcpAgentUpdate } from '../../core/acp-agents/acp-agent'
import { withProtoNamed } from '../../core/text/with-proto-named'

/** Of one text of an agent so much is kept, in characters; the rest is left out of its middle. */
const maxText = 200_000
/** So many calls are known of one prompt; the oldest is forgotten for a new one. */
const maxCalls = 500
/** So many characters of calls are known, of the last one in any case. */
const maxKnown = 64_000_000
const maxParts = 50
const maxName = 2000

/** Head and tail of a text that is too long. */
function bounded(text: string): string {
  if (text.length <= maxText) return text
  const half = maxText / 2
  return `${text.slice(0, half)}\n… (${String(text.length - maxText)} characters left out)\n${text.slice(-half)}`
}

const Text = z.string().transform(bounded)
const Name = z.string().transform((text) => text.slice(0, maxName))
const Record = z.record(z.string(), z.unknown())

const Block = z.looseObject({ type: z.string(), text: Text.optional(), uri: Name.optional() })

const Part = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('content'), content: Block }),
  z.looseObject({
    type: z.literal('diff'),
    path: z.string().max(4096),
    oldText: Text.nullish(),
    newText: Text,
  }),
  z.looseObject({ type: z.literal('terminal') }),
])

const Diff = z.looseObject({
  type: z.literal('diff'),
  oldText: z.unknown().optional(),
  newText: z.unknown().optional(),
})

/** A call as it is told, whole or in part: what is absent stays as it was. */
export const ReportedCall = z.looseObject({
  toolCallId: z.string().min(1).max(500),
  title: Name.nullish(),
  kind: z.string().max(40).nullish(),
  status: z.string().max(40).nullish(),
  content: z.array(z.unknown()).nullish(),
  locations: z.array(z.unknown()).nullish(),
  rawInput: z.unknown().optional(),
  rawOutput: z.unknown().optional(),
})

const ReportedUpdate = z.discriminatedUnion('sessionUpdate', [
  z.looseObject({ sessionUpdate: z.literal('agent_message_chunk'), content: Block }),
  z.looseObject({ sessionUpdate: z.literal('agent_thought_chunk'), content: Block }),
  ReportedCall.extend({ sessionUpdate: z.literal('tool_call') }),
  ReportedCall.extend({ sessionUpdate: z.literal('tool_call_update') }),
  z.looseObject({ sessionUpdate: z.literal('plan'), entries: z.array(z.unknown()) }),
  z.looseObject({ sessionUpdate: z.literal('current_mode_update'), currentModeId: Name }),
  z.looseObject({
    sessionUpdate: z.literal('available_commands_update'),
    availableCommands: z.array(z.unknown()),
  }),
])

const PlanEntry = z.looseObject({
  content: Name,
  status: z.enum(['pending', 'in_progress', 'completed']).catch('pending'),
})

const oneLine = (most: number) =>
  z.string().transform((text) => text.replace(/\s+/g, ' ').trim().slice(0, most))
/** A slash before its name belongs to how it is called. */
const Command = z
  .looseObject({
    name: z.string().transform((name) => name.replace(/^\//, '')),
    description: oneLine(200).catch(''),
    input: z
      .looseObject({ hint: oneLine(100) })
      .nullish()
      .catch(undefined),
  })
  .transform(({ name, description, input }): AcpAgentCommand => {
    return { name, description, ...(input?.hint !== undefined && { hint: input.hint }) }
  })
  .refine((command) => AcpAgentCommand.safeParse(command).success)

/** Whether this is told of an agent's commands, whatever the conversation. */
export function reportsCommands(params: unknown): boolean {
  const { update } = (params ?? {}) as { readonly update?: { readonly sessionUpdate?: unknown } | null }
  return update?.sessionUpdate === 'available_commands_update'
}

const blockText = ({ type, text, uri }: z.infer<typeof Block>): string => text ?? `[${uri ?? type}]`

/** What can be read of a list, at most so many; the rest is left out. */
function readable<T>(schema: z.ZodType<T>, list: readonly unknown[], most = maxParts): readonly T[] {
  return list.slice(0, most).flatMap((each) => {
    const read = schema.safeParse(each)
    return read.success ? [read.data] : []
  })
}

const statuses = { in_progress: 'running', completed: 'completed', failed: 'failed' } as const
const statusOf = (text: string): AcpAgentCall['status'] =>
  text in statuses ? statuses[text as keyof typeof statuses] : 'pending'

/** The command line in what a tool was given: a text, or words, of which a shell's script is meant alone where it is all of them. */
function commandOf({ command, cmd }: Readonly<Record<string, unknown>>): string | undefined {
  const given = command ?? cmd
  if (typeof given === 'string') return given
  if (!Array.isArray(given) || !given.every((word) => typeof word === 'string')) return undefined
  const [shell = '', option = '', script, ...more] = given
  const isScript = /^(\/(usr\/)?bin\/)?(ba|z)?sh$/.test(shell) && /^-l?c$/.test(option) && more.length === 0
  return isScript && script !== undefined ? script : quoteCommand(given)
}

type Gap = AcpAgentCall['gap']

const tooLong = (text: unknown): boolean => typeof text === 'string' && text.length > maxText

/** What is not kept of what a call changes, and so not shown: whole parts of it, or the middle of a text. */
function gapInContent(content: readonly unknown[], diffs: readonly AcpAgentDiff[]): Gap {
  const parts = content.flatMap((part) => Diff.safeParse(part).data ?? [])
  if (parts.length > diffs.length) return 'parts'
  return parts.some(({ oldText, newText }) => tooLong(oldText) || tooLong(newText)) ? 'texts' : undefined
}

/** Where something is not kept of a call, by the member that it was told in: each stands until that is told anew. */
interface Gaps {
  readonly title: Gap
  readonly input: Gap
  readonly content: Gap
  readonly locations: Gap
}
const none: Gaps = { title: undefined, input: undefined, content: undefined, locations: undefined }

/** The text of what a tool gave back, where it is in one of the forms that agents use. */
function outputOf(raw: unknown): string {
  if (typeof raw === 'string') return bounded(raw)
  const read = Record.safeParse(raw)
  if (!read.success) return ''
  const { output, stdout, stderr, formatted_output: formatted, aggregated_output: aggregated } = read.data
  const found = [
    formatted,
    aggregated,
    output,
    [stdout, stderr].filter((each) => typeof each === 'string').join(''),
  ]
  return bounded(found.find((each): each is string => typeof each === 'string' && each !== '') ?? '')
}

function exitCodeOf(raw: unknown): number | undefined {
  const read = Record.safeParse(raw)
  if (!read.success) return undefined
  const { exit_code: one, exitCode: other } = read.data
  const code = one ?? other
  return typeof code === 'number' && Number.isInteger(code) ? code : undefined
}

const sizeOf = ({ before = '', after }: AcpAgentDiff): number => before.length + after.length

/** The calls of one conversation, each as all that was said of it. */
export class KnownCalls {
  readonly #calls = new Map<string, AcpAgentCall>()
  readonly #gaps = new Map<string, Gaps>()
  readonly #sizes = new Map<string, { readonly input: number; readonly all: number }>()
  #known = 0

  /** Takes what is told of a call into what is known of it. */
  take(reported: z.infer<typeof ReportedCall>): AcpAgentCall {
    const id = reported.toolCallId
    const before = this.#calls.get(id)
    const input = Record.safeParse(withProtoNamed(reported.rawInput)).data
    const parts = reported.content ? readable(Part, reported.content) : undefined
    const texts = parts?.flatMap((part) => (part.type === 'content' ? [blockText(part.content)] : []))
    const diffs = parts?.flatMap((part): AcpAgentDiff[] =>
      part.type === 'diff'
        ? [{ path: part.path, before: part.oldText ?? undefined, after: part.newText }]
        : [],
    )
    const paths =
      reported.locations &&
      readable(z.looseObject({ path: z.string().max(4096) }), reported.locations).map(({ path }) => path)
    const said = outputOf(reported.rawOutput)
    const shown = texts?.join('\n') ?? ''
    const given = input && Object.keys(input).length > 0 ? input : undefined
    const command = given && commandOf(given)
    const status = reported.status ? statusOf(reported.status) : (before?.status ?? 'pending')
    // What is told is told whole, and none is none. At the end of a call it is what came of it.
    const ended = status === 'completed' || status === 'failed'
    const changed = diffs && (diffs.length > 0 || !ended) ? diffs : undefined
    const were = this.#gaps.get(id) ?? none
    const gaps: Gaps = {
      // One that is as long as is kept may have been longer.
      title:
        typeof reported.title !== 'string'
          ? were.title
          : reported.title.length < maxName
            ? undefined
            : 'texts',
      input: given ? (tooLong(command) ? 'texts' : undefined) : were.input,
      content: changed ? gapInContent(reported.content ?? [], changed) : were.content,
      locations: paths
        ? paths.length < (reported.locations?.length ?? 0)
          ? 'texts'
          : undefined
        : were.locations,
    }
    this.#gaps.set(id, gaps)
    const told = [gaps.title, gaps.input, gaps.content, gaps.locations]
    const gap = told.find((each) => each === 'parts') ?? told.find((each) => each !== undefined)
    const call: AcpAgentCall = {
      id,
      title: reported.title ?? before?.title ?? '',
      kind: reported.kind ?? before?.kind ?? 'other',
      status,
      input: given ?? before?.input ?? {},
      command: given ? command && bounded(command) : before?.command,
      paths: paths ?? before?.paths ?? [],
      diffs: changed ?? before?.diffs ?? [],
      output: said === '' ? (shown === '' ? (before?.output ?? '') : bounded(shown)) : said,
      exitCode: exitCodeOf(reported.rawOutput) ?? before?.exitCode,
      ...(gap && { gap }),
    }
    this.#calls.delete(id)
    this.#calls.set(id, call)
    this.#measure(id, reported, call)
    for (const oldest of this.#calls.keys()) {
      if (oldest === id || (this.#calls.size <= maxCalls && this.#known <= maxKnown)) break
      this.#calls.delete(oldest)
      this.#gaps.delete(oldest)
      this.#known -= this.#sizes.get(oldest)?.all ?? 0
      this.#sizes.delete(oldest)
    }
    return call
  }

  /**
   * The same of a call that it asks about. One that runs something and was given nothing has its command in its title, as Gemini's have it:
   * without that nothing would be checked of it. A title that was cut is no command.
   */
  takeAsked(reported: z.infer<typeof ReportedCall>): AcpAgentCall {
    const call = this.take(reported)
    if (call.kind !== 'execute' || Object.keys(call.input).length > 0) return call
    const whole = call.title !== '' && call.title.length < maxName
    const named = { ...call, command: whole ? call.title : undefined }
    this.#calls.set(call.id, named)
    return named
  }

  /** Notes how large a call is; what it was given is measured only when it is told. */
  #measure(id: string, reported: z.infer<typeof ReportedCall>, { diffs, output }: AcpAgentCall): void {
    const before = this.#sizes.get(id)
    const input =
      reported.rawInput === undefined ? (before?.input ?? 0) : JSON.stringify(reported.rawInput).length
    const all = diffs.reduce((sum, each) => sum + sizeOf(each), input + output.length)
    this.#known += all - (before?.all ?? 0)
    this.#sizes.set(id, { input, all })
  }

  /** Reads one update; undefined for what is none, and for kinds that nothing is made of. Never throws. */
  read(update: unknown): AcpAgentUpdate | undefined {
    const { data: reported } = ReportedUpdate.safeParse(update)
    switch (reported?.sessionUpdate) {
      case 'agent_message_chunk':
        return { kind: 'message', text: blockText(reported.content) }
      case 'agent_thought_chunk':
        return { kind: 'thought', text: blockText(reported.content) }
      case 'tool_call':
      case 'tool_call_update':
        return { kind: 'call', call: this.take(reported) }
      case 'plan':
        return {
          kind: 'plan',
          steps: readable(PlanEntry, reported.entries).map(({ content, status }) => ({
            step: content,
            status,
          })),
        }
      case 'current_mode_update':
        return { kind: 'mode', name: reported.currentModeId }
      case 'available_commands_update': {
        const commands = readable(Command, reported.availableCommands, maxAcpAgentCommands)
        return {
          kind: 'commands',
          commands: [...new Map(commands.map((each) => [each.name, each])).values()],
        }
      }
      case undefined:
        return undefined
    }
  }
}
