import { randomUUID } from 'node:crypto'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { toFault } from '@shared/domain/fault'
import { z } from 'zod'
import { promptAnswer } from '../../core/hook-gateway/hook-answer'
import { readHook } from '../../core/hook-gateway/hook-body'
import type { EngineService } from '../../core/engine/engine-service'
import type { Windows } from '../../core/remote-approvals/windows'
import { faultText } from './fault-text'

/** As Claude Code calls it; what it adds later is passed over, since it only tells more. */
const PromptInput = z.looseObject({
  tool_name: z.string().describe('The tool that the agent wants to use.'),
  input: z.record(z.string(), z.json()).describe('Its arguments.'),
  tool_use_id: z.string().optional(),
})

/** What it is asked with. `cwd` is the agent's folder, which starts this server in it. */
export interface PromptParts {
  readonly engine: EngineService
  readonly windows: Windows
  readonly cwd: string
  readonly complain: (line: string) => void
}

/** The tool for `--permission-prompt-tool` of Claude Code. */
export interface PermissionPrompt {
  readonly listing: {
    readonly name: string
    readonly title: string
    readonly description: string
    readonly inputSchema: { type: 'object' } & Record<string, unknown>
  }
  /** Answers one call. What nobody decided is a no: this protocol has no word for "ask yourself". Never rejects. */
  call(given: unknown, signal: AbortSignal): Promise<CallToolResult>
  /** Asks nobody any more. */
  close(): void
}

/** Its name on the server. */
export const promptTool = 'approve'

/**
 * What Claude Code asks by this tool is asked as what it asks by a hook (decision 138): rules answer it, or whoever sits at an open window of
 * this home, else it is denied. The calls of one server are one session of the agent's.
 */
export function permissionPrompt({ engine, windows, cwd, complain }: PromptParts): PermissionPrompt {
  const session = `permission-prompt ${randomUUID()}`
  const asked = windows.ask(engine, {
    from: { program: 'mcp-server', folder: cwd, pid: process.pid },
    mine: ({ desk }) => desk?.session === session,
    unasked: ({ id }) => void engine.decide(id, { kind: 'deny' }, 'engine').catch(() => undefined),
    say: complain,
  })
  const problem = (text: string): CallToolResult => ({ isError: true, content: [{ type: 'text', text }] })
  return {
    listing: {
      name: promptTool,
      title: 'Decide on a call of a tool',
      description:
        'For --permission-prompt-tool of Claude Code. Asks the person at Countersign whether a call of a tool may be made; it does nothing by itself.',
      inputSchema: { ...z.toJSONSchema(PromptInput, { io: 'input' }), type: 'object' },
    },
    async call(given, signal) {
      const read = PromptInput.safeParse(given)
      if (!read.success)
        return problem('Expected {"tool_name": string, "input": object, "tool_use_id"?: string}.')
      const { tool_name, tool_use_id } = read.data
      // As it came: a schema leaves out what is called `__proto__`.
      const { input: tool_input } = given as z.input<typeof PromptInput>
      const about = { session_id: session, cwd, hook_event_name: 'PermissionRequest' }
      const hook = readHook('claude-code', {
        ...{ ...about, tool_name, tool_input },
        ...(tool_use_id !== undefined && { tool_use_id }),
      })
      if (hook.kind !== 'asks')
        return problem(
          `This is no call of a tool: ${hook.kind === 'malformed' ? hook.problem : 'it asks nothing'}.`,
        )
      try {
        const answer = promptAnswer(hook.ask, await engine.hookGateway.ask(hook.ask, signal))
        return { content: [{ type: 'text', text: JSON.stringify(answer) }] }
      } catch (error) {
        return problem(faultText(toFault(error)))
      }
    },
    close() {
      asked.close()
    },
  }
}
