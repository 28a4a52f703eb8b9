import { isDeepStrictEqual } from 'node:util'
import type { HookAgent } from '@shared/domain/hook-agent'
import {
  applyEdits,
  findNodeAtLocation,
  modify,
  parse,
  parseTree,
  printParseErrorCode,
  type EditResult,
  type JSONPath,
  type ParseError,
} from 'jsonc-parser'
import { z } from 'zod'
import type { HookWay, InstalledHook, WantedHooks } from '../../core/ports/hook-settings'

const Groups = z.array(z.looseObject({ hooks: z.array(z.unknown()).optional() }))
const Settings = z.looseObject({ hooks: z.record(z.string(), Groups).optional() })
type Settings = z.infer<typeof Settings>

/** What some editors put before a text; JSON does not know it, and it stays where it is. */
const mark = '\uFEFF'
const withoutMark = (text: string): string => (text.startsWith(mark) ? text.slice(1) : text)
const markOf = (text: string): string => (text.startsWith(mark) ? mark : '')

/** The settings in a text, which may hold comments. Throws an error that says what is wrong with it, and where. */
export function readSettings(text: string): Settings {
  const errors: ParseError[] = []
  const value: unknown = parse(withoutMark(text), errors, { allowTrailingComma: true })
  const [first] = errors
  if (first) {
    const line = text.slice(0, first.offset).split('\n').length
    throw new Error(`it is no valid JSON: line ${String(line)}: ${printParseErrorCode(first.error)}`)
  }
  const read = Settings.safeParse(value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new Error(`${issue?.path.join('.') || 'it'} is not what hooks are kept in: ${issue?.message ?? ''}`)
}

/** The handlers that are ours, each with how it reaches the hook gateway. */
export function hooksIn(text: string, agent: HookAgent): readonly InstalledHook[] {
  return Object.entries(readSettings(text).hooks ?? {}).flatMap(([event, groups]) =>
    groups
      .flatMap(({ hooks = [] }) => hooks.flatMap((each) => wayOf(agent, each) ?? []))
      .map((way) => ({ event, way })),
  )
}

/** How the handlers that are ours reach the hook gateway. */
export const waysIn = (text: string, agent: HookAgent): readonly HookWay[] =>
  hooksIn(text, agent).map(({ way }) => way)

/** One change of a text: a value is set, put into a list, or taken out (undefined). Throws where something else would change. */
function set(text: string, path: JSONPath, value: unknown, insert = false): string {
  const tabs = /^\t/m.test(text)
  const [, spaces = '  '] = /^( +)\S/m.exec(text) ?? []
  const formattingOptions = {
    ...{ insertSpaces: !tabs, tabSize: tabs ? 1 : spaces.length },
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  }
  // What is taken out is only taken out: nothing round it is laid out anew.
  const edits =
    lastItem(text, path, value) ??
    modify(text, path, value, {
      ...(value !== undefined && { formattingOptions }),
      isArrayInsertion: insert,
    })
  const after = applyEdits(text, edits)
  if (!isDeepStrictEqual(readSettings(after), changed(readSettings(text), path, value)))
    throw new Error('it cannot be edited without changing something else')
  return after
}

/** Takes the last of several out of a list, which the library does only where white space follows. Undefined: it is something else. */
function lastItem(text: string, path: JSONPath, value: unknown): EditResult | undefined {
  const items = findNodeAtLocation(
    parseTree(text) ?? { type: 'null', offset: 0, length: 0 },
    path.slice(0, -1),
  )
  const [before, last] = items?.children?.slice(-2) ?? []
  const ours = items?.type === 'array' && path.at(-1) === (items.children?.length ?? 0) - 1
  if (value !== undefined || !ours || !before || !last) return undefined
  const offset = before.offset + before.length
  return [{ offset, length: last.offset + last.length - offset, content: '' }]
}

/** The same change of what was read: what the text has to say afterwards. */
function changed(whole: unknown, [key, ...rest]: JSONPath, value: unknown): unknown {
  if (key === undefined) return value
  const copy = Array.isArray(whole) ? [...(whole as unknown[])] : { ...(whole as Record<string, unknown>) }
  const part = copy as Record<string | number, unknown>
  if (rest.length > 0 || value !== undefined) part[key] = changed(part[key] ?? {}, rest, value)
  else if (Array.isArray(copy)) copy.splice(Number(key), 1)
  else Reflect.deleteProperty(copy, key)
  return copy
}

/** The text without our handlers, and without what only they were in. Everything else stays as it is written. */
export function withoutHooks(text: string, agent: HookAgent): string {
  return markOf(text) + taken(withoutMark(text), agent)
}

function taken(text: string, agent: HookAgent): string {
  let now = text
  for (;;) {
    const { hooks = {} } = readSettings(now)
    const found = Object.entries(hooks).flatMap(([event, groups]) =>
      groups.flatMap(({ hooks: handlers = [] }, group) =>
        handlers.flatMap((each, at) => (wayOf(agent, each) ? [{ event, groups, group, handlers, at }] : [])),
      ),
    )
    const [first] = found
    if (!first) return now
    const { event, groups, group, handlers, at } = first
    const path: JSONPath =
      handlers.length > 1
        ? ['hooks', event, group, 'hooks', at]
        : groups.length > 1
          ? ['hooks', event, group]
          : Object.keys(hooks).length > 1
            ? ['hooks', event]
            : ['hooks']
    now = set(now, path, undefined)
  }
}

/** The text with our handlers in it, in place of earlier ones of ours. */
export function withHooks(text: string, agent: HookAgent, { way, events, retries }: WantedHooks): string {
  const plain = withoutMark(text)
  let now = taken(plain.trim() === '' ? '{}\n' : plain, agent)
  for (const event of events) {
    const handler = handlerOf(agent, event === 'PreToolUse' && retries ? forRetries(way) : way)
    const group = { matcher: '*', hooks: [handler] }
    const there = readSettings(now).hooks?.[event]
    now = there ? set(now, ['hooks', event, there.length], group, true) : set(now, ['hooks', event], [group])
  }
  return markOf(text) + now
}

/** A day: the agent waits as long as a person may take. */
const patienceSeconds = 86_400

const paths: Readonly<Record<HookAgent, string>> = { 'claude-code': 'claude', codex: 'codex' }

/** The same way, for a hook that asks nobody. */
const forRetries = (way: HookWay): HookWay =>
  way.kind === 'http' ? { ...way, retriesOnly: true } : { ...way, command: `${way.command} --retries` }

/** One handler of a hook, in the form that the agent's settings have. */
function handlerOf(agent: HookAgent, way: HookWay): object {
  if (way.kind === 'program') return { type: 'command', command: way.command, timeout: patienceSeconds }
  return {
    type: 'http',
    url: `http://127.0.0.1:${String(way.port)}/${paths[agent]}${way.retriesOnly ? '/retries' : ''}`,
    timeout: patienceSeconds,
    headers: { Authorization: `Bearer ${way.token}` },
  }
}

const Handler = z.union([
  z.object({
    type: z.literal('http'),
    url: z.string(),
    headers: z.object({ Authorization: z.string().startsWith('Bearer ') }),
  }),
  z.object({ type: z.literal('command'), command: z.string() }),
])

/** How a handler reaches the hook gateway; undefined for one that is not ours. */
function wayOf(agent: HookAgent, handler: unknown): HookWay | undefined {
  const read = Handler.safeParse(handler).data
  if (read === undefined) return undefined
  if (read.type === 'command')
    return / desk hook (?<agent>[a-z-]+)( |$)/.exec(read.command)?.groups?.['agent'] === agent
      ? { kind: 'program', command: read.command }
      : undefined
  const [, port, path, retries] =
    /^http:\/\/127\.0\.0\.1:(\d{1,5})\/([a-z]+)(\/retries)?$/.exec(read.url) ?? []
  if (path !== paths[agent]) return undefined
  const token = read.headers.Authorization.slice('Bearer '.length)
  return { kind: 'http', port: Number(port), token, ...(retries !== undefined && { retriesOnly: true }) }
}
