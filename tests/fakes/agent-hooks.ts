import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One line of what was recorded of a real program: a hook's event, what it was sent or what it was answered. */
export interface RecordedHook {
  readonly event: string
  readonly way: 'in' | 'out'
  readonly body: Record<string, unknown>
}

/** What was recorded of a real agent's hooks, in order. */
export function recordedHooks(agent: 'claude' | 'codex'): readonly RecordedHook[] {
  const text = readFileSync(join(import.meta.dirname, `${agent}-hooks.log`), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [, event = '', arrows, json = ''] = /^(\w+) (<<|>>) (.*)$/.exec(line) ?? []
      return { event, way: arrows === '<<' ? 'in' : 'out', body: JSON.parse(json) as Record<string, unknown> }
    })
}

/** The recorded body of a hook for a tool; with other fields where they are given. */
export function hookBody(
  agent: 'claude' | 'codex',
  event: string,
  tool: string,
  change: Record<string, unknown> = {},
): Record<string, unknown> {
  const found = recordedHooks(agent).find(
    (each) => each.way === 'in' && each.event === event && each.body['tool_name'] === tool,
  )
  if (!found) throw new Error(`nothing recorded of ${event} for ${tool}`)
  return { ...found.body, ...change }
}
