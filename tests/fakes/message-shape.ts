import type { Message } from './app-server-client'

/** The types that stand at each path of some messages, and in how many of them the path is there. */
export type Shape = ReadonlyMap<string, { readonly types: ReadonlySet<string>; readonly count: number }>

/** Objects whose keys are data, not names. */
const maps = new Set(['changes', 'fileChanges'])

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function walk(value: unknown, path: string, seen: Map<string, Set<string>>): void {
  const types = seen.get(path) ?? new Set()
  types.add(typeOf(value))
  seen.set(path, types)
  if (Array.isArray(value)) for (const each of value) walk(each, `${path}[]`, seen)
  else if (typeof value === 'object' && value !== null) {
    const byName = !maps.has(path.split('.').at(-1) ?? '')
    for (const [key, each] of Object.entries(value)) walk(each, `${path}.${byName ? key : '*'}`, seen)
  }
}

/** The shape of several messages of one kind. */
export function shapeOf(messages: readonly Message[]): Shape {
  const all = new Map<string, { types: Set<string>; count: number }>()
  for (const message of messages) {
    const seen = new Map<string, Set<string>>()
    walk(message, '', seen)
    for (const [path, types] of seen) {
      const known = all.get(path) ?? { types: new Set<string>(), count: 0 }
      for (const type of types) known.types.add(type)
      all.set(path, { types: known.types, count: known.count + 1 })
    }
  }
  return all
}

/**
 * Server messages by kind: `event:<type>`, `request:<method>`, `notification:<method>`, `error`, and `answer:<method>` by
 * the request that the client made under that id.
 */
export function byKind(
  messages: readonly Message[],
  asked: ReadonlyMap<unknown, string>,
): Map<string, Message[]> {
  const kinds = new Map<string, Message[]>()
  for (const message of messages) {
    const { method, id } = message
    const kind =
      typeof method !== 'string'
        ? 'error' in message
          ? 'error'
          : `answer:${asked.get(id) ?? 'unknown'}`
        : method.startsWith('codex/event/')
          ? `event:${method.slice('codex/event/'.length)}`
          : 'id' in message
            ? `request:${method}`
            : `notification:${method}`
    kinds.set(kind, [...(kinds.get(kind) ?? []), message])
  }
  return kinds
}
