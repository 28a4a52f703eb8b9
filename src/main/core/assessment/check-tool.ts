import type { FloorReason } from '@shared/domain/facts'
import type { McpRequest } from '@shared/domain/mcp-result'
import type { CheckedRequest } from './checked-request'

/** Arguments that servers commonly run as they are. */
const runsText = /^(command|cmd|shell_command|script|bash)$/i

/** The texts among the arguments that the server is likely to run. */
function runTexts(given: McpRequest['invocation']['arguments']): readonly string[] {
  return Object.entries(given).flatMap(([name, value]) => {
    if (!runsText.test(name)) return []
    if (typeof value === 'string') return [value]
    const words = Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
    return words.length === 0 ? [] : [words.join(' ')]
  })
}

/**
 * Facts and floor of a call of an MCP server's tool. What a server does with a call cannot be checked, so that it is at least
 * medium, whatever the server says; an argument that looks like a command is looked at as one and can raise that.
 */
export async function checkTool(
  { invocation, annotations }: McpRequest,
  look: (argv: readonly string[]) => Promise<CheckedRequest>,
): Promise<CheckedRequest> {
  const unknown: FloorReason[] = [
    { rule: 'tool.unchecked', level: 'medium' },
    ...(annotations.destructive === true
      ? [{ rule: 'tool.destructive', level: 'medium', category: 'data_deletion' } as const]
      : []),
  ]
  const effect = {
    act: { kind: 'call-tool', server: invocation.server, tool: invocation.tool },
  } as const
  const looked = await Promise.all(runTexts(invocation.arguments).map((text) => look(['bash', '-c', text])))
  const found = looked.find(({ floor }) => floor.level === 'high') ?? looked[0]
  const raised = found?.floor.level === 'high' ? found.floor : undefined
  return {
    facts: found
      ? { ...found.facts, effect }
      : { effect, rows: [], lookThrough: [], targets: [], hosts: [], complete: true },
    floor: raised
      ? { ...raised, reasons: [...raised.reasons, ...unknown] }
      : {
          level: 'medium',
          reasons: unknown,
          categories: unknown.flatMap(({ category }) => category ?? []),
        },
    changing: found ? looked.some(({ changing }) => changing) : annotations.readOnly !== true,
    ...{ read: [], shown: [] },
    seenThrough: false,
  }
}
