import { firstCharacters } from '@shared/domain/first-characters'
import type { HookAgent } from '@shared/domain/hook-agent'
import { z } from 'zod'
import { withProtoNamed } from '../text/with-proto-named'

/**
 * The hooks that are answered here. `PermissionRequest`: the agent would ask; `PreToolUse`: it is about to call, asked or not;
 * `PermissionDenied`: its own reviewer has refused the call.
 */
export const HookEvent = z.enum(['PermissionRequest', 'PreToolUse', 'PermissionDenied'])
export type HookEvent = z.infer<typeof HookEvent>

/** One place of a file that is to become another text; an empty `from` is a file that is to be made. */
export interface TextEdit {
  readonly from: string
  readonly to: string
  readonly everywhere: boolean
}

/**
 * What an agent wants. `write`: a whole file; `edits`: texts of one file; `patch`: in the form of apply_patch. `tool`: anything
 * else, by the name and with the arguments that the agent gives it. All of it is untrusted.
 */
export type Wanted =
  | {
      readonly kind: 'command'
      readonly script: string
      readonly claim: string | undefined
      /** What else its run depends on, as JSON with its names in order; undefined: nothing. */
      readonly besides?: string | undefined
    }
  | { readonly kind: 'write'; readonly path: string; readonly content: string }
  | { readonly kind: 'edits'; readonly path: string; readonly edits: readonly TextEdit[] }
  | { readonly kind: 'patch'; readonly body: string }
  | { readonly kind: 'tool' }

/** What a hook asks. `input` is the agent's own form of what it wants; `tool` its name for that. */
export interface HookAsk {
  readonly agent: HookAgent
  readonly event: HookEvent
  readonly session: string
  readonly cwd: string
  readonly callId: string | undefined
  /** Which prompt of the session it works for, and which agent in it, as a text to compare. */
  readonly within: string
  /** Why the agent's own reviewer refused it; untrusted. Undefined: it did not. */
  readonly refusal?: string | undefined
  /** Nobody is to be asked about it: it is only let through where a yes to just this call waits for it. */
  readonly retriesOnly?: true
  readonly tool: string
  readonly input: Readonly<Record<string, z.core.util.JSONType>>
  readonly wanted: Wanted
}

/** A hook's body as it was read. `passes`: there is nothing to decide, and the agent goes on by its own rules. */
export type HookRead =
  | { readonly kind: 'asks'; readonly ask: HookAsk }
  | { readonly kind: 'passes' }
  | { readonly kind: 'malformed'; readonly problem: string }

const Body = z.object({
  session_id: z.string().min(1).max(200),
  cwd: z
    .string()
    .max(4096)
    .regex(/^(\/|[A-Za-z]:[\\/])[^\0]*$/, 'an absolute path'),
  hook_event_name: z.string().max(100),
  tool_name: z.string().min(1).max(200),
  tool_input: z.record(z.string(), z.json()),
  tool_use_id: z.string().min(1).max(200).optional(),
  prompt_id: z.string().max(200).optional(),
  agent_id: z.string().max(200).optional(),
  reason: z
    .string()
    .transform((text) => firstCharacters(text, 2000))
    .optional()
    .catch(undefined),
})

/** Claude Code alone has a hook for what its reviewer refuses. */
const eventOf = (agent: HookAgent, name: string): HookEvent | undefined => {
  const event = HookEvent.safeParse(name).data
  return event === 'PermissionDenied' && agent !== 'claude-code' ? undefined : event
}

/** A command is looked at as one whatever is said of it. */
const Command = z.looseObject({
  command: z.string().min(1),
  description: z
    .string()
    .transform((text) => text.slice(0, 20_000))
    .optional()
    .catch(undefined),
})
/** As the agent takes it as well: it has `~` for a home, leaves white space out, and composes letters. */
const Path = z
  .string()
  .min(1)
  .max(4096)
  .refine((path) => !path.startsWith('~') && path === path.trim().normalize('NFC'))
/* A member that is not known may change what is done: such a call is shown with all of its arguments. */
const Write = z.strictObject({ file_path: Path, content: z.string() })
const Edit = z.strictObject({
  old_string: z.string(),
  new_string: z.string(),
  replace_all: z.boolean().default(false),
})
const OneEdit = Edit.extend({ file_path: Path })
const ManyEdits = z.strictObject({ file_path: Path, edits: z.array(Edit).min(1).max(1000) })

/** What only reads, or only concerns the agent itself: nobody is asked but where the agent would ask. */
const readsOnly: ReadonlySet<string> = new Set([
  ...['Read', 'Glob', 'Grep', 'LS', 'NotebookRead', 'TodoRead', 'TodoWrite', 'BashOutput', 'TaskOutput'],
  ...['ToolSearch', 'ExitPlanMode', 'EnterPlanMode', 'AskUserQuestion', 'update_plan', 'view_image'],
])

/** codex hands a patch over as a command. */
const Patch = z.strictObject({ command: z.string().min(1) })

const asEdit = ({ old_string: from, new_string: to, replace_all: everywhere }: z.infer<typeof Edit>) => ({
  ...{ from, to, everywhere },
})

/** What says nothing about what a command does: how long it may take, and what is as if it were not said. */
const isIdle = (name: string, value: unknown): boolean =>
  (name === 'timeout' && typeof value === 'number') ||
  (['dangerouslyDisableSandbox', 'run_in_background'].includes(name) && (value === false || value === null))

/** The members of a command's input beside those that are shown by themselves. */
function besidesOf(input: Readonly<Record<string, unknown>>): string | undefined {
  const names = Object.keys(input)
    .filter((name) => name !== 'command' && name !== 'description' && !isIdle(name, input[name]))
    .toSorted()
  return names.length === 0
    ? undefined
    : JSON.stringify(Object.fromEntries(names.map((name) => [name, input[name]])))
}

/** What a call of this tool wants. What is not in the form that its name promises is shown as what it is: a call with arguments. */
export function wantedOf(agent: HookAgent, tool: string, input: unknown): Wanted {
  const as = <T>(schema: z.ZodType<T>, wanted: (read: T) => Wanted): Wanted => {
    const read = schema.safeParse(input)
    return read.success ? wanted(read.data) : { kind: 'tool' }
  }
  if (tool === 'Bash')
    return as(Command, ({ command: script, description: claim, ...others }) => {
      const besides = besidesOf(others)
      return { kind: 'command', script, claim, ...(besides !== undefined && { besides }) }
    })
  if (agent === 'codex')
    return tool === 'apply_patch'
      ? as(Patch, ({ command: body }) => ({ kind: 'patch', body }))
      : { kind: 'tool' }
  switch (tool) {
    case 'Write':
      return as(Write, ({ file_path: path, content }) => ({ kind: 'write', path, content }))
    case 'Edit':
      return as(OneEdit, ({ file_path: path, ...edit }) => ({ kind: 'edits', path, edits: [asEdit(edit)] }))
    case 'MultiEdit':
      return as(ManyEdits, ({ file_path: path, edits }) => ({
        ...{ kind: 'edits', path },
        edits: edits.map(asEdit),
      }))
    default:
      return { kind: 'tool' }
  }
}

/** Reads the body of a hook, a parsed JSON value. Never throws: what it does not know is malformed, with what was expected. */
export function readHook(agent: HookAgent, body: unknown): HookRead {
  try {
    const read = Body.safeParse(withProtoNamed(body))
    if (!read.success) {
      const [issue] = read.error.issues
      return { kind: 'malformed', problem: `${issue?.path.join('.') ?? 'the body'}: ${issue?.message ?? ''}` }
    }
    const { session_id: session, cwd, tool_name: tool, tool_input: input, tool_use_id: callId } = read.data
    const { prompt_id: prompt = null, agent_id: worker = null, reason = '' } = read.data
    const event = eventOf(agent, read.data.hook_event_name)
    if (event === undefined) return { kind: 'passes' }
    if (event !== 'PermissionRequest' && readsOnly.has(tool)) return { kind: 'passes' }
    const within = JSON.stringify([prompt, worker])
    const ask = { agent, event, session, cwd, callId, within, tool, input }
    const refusal = event === 'PermissionDenied' ? { refusal: reason } : {}
    return { kind: 'asks', ask: { ...ask, ...refusal, wanted: wantedOf(agent, tool, input) } }
  } catch {
    return { kind: 'malformed', problem: 'the body is nested too deeply' } // the one thing that this throws for
  }
}
