import { resolve } from 'node:path'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { toFault } from '@shared/domain/fault'
import type { z } from 'zod'
import type { CallClient } from './call-client'
import { callFlags } from './call-config'
import { beginConversation, type Conversation, type McpEngine } from './mcp-conversation'
import type { Engines } from '../cli/engines'
import { faultText } from './fault-text'
import { runTurn } from './run-turn'
import { BeginInput, isTool, ReplyInput, toolKinds, type CallOutput } from './tools'

/** So many calls may run at once. */
const maxRunning = 64

function toolError(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] }
}

function problemsOf(error: z.ZodError): string {
  const lines = error.issues.slice(0, 5).map(({ path, message }) => {
    const where = path.map(String).join('.')
    return where === '' ? message : `${where}: ${message}`
  })
  return lines.join('; ').slice(0, 2000)
}

/** The tools' work, and the conversations that they have begun. A bad call is a result with `isError`, never a throw. */
export class ToolCalls {
  readonly #engines: Engines<McpEngine>
  readonly #cwd: string
  readonly #conversations = new Map<string, Conversation>()
  #running = 0

  /** `cwd` is where a call works that names no folder. */
  constructor(engines: Engines<McpEngine>, cwd: string) {
    this.#engines = engines
    this.#cwd = cwd
  }

  /** Runs one call to its end. */
  async call(name: string, given: unknown, client: CallClient): Promise<CallToolResult> {
    if (!isTool(name))
      return toolError(
        `There is no tool ${JSON.stringify(name.slice(0, 80))}; expected one of: ${Object.keys(toolKinds).join(', ')}.`,
      )
    if (this.#running >= maxRunning)
      return toolError(`${String(maxRunning)} calls are running; expected one of them to end first.`)
    this.#running += 1
    try {
      return await (toolKinds[name] === 'begin'
        ? this.#begin(name, given, client)
        : this.#reply(name, given, client))
    } catch (error) {
      return toolError(faultText(toFault(error)))
    } finally {
      this.#running -= 1
    }
  }

  async #begin(name: string, given: unknown, client: CallClient): Promise<CallToolResult> {
    const read = BeginInput.safeParse(given)
    if (!read.success) return toolError(`Invalid arguments for ${name}: ${problemsOf(read.error)}`)
    const input = read.data
    const instructions = input['base-instructions']
    const composed = await this.#engines.for({
      flags: callFlags(input),
      ...(instructions === undefined ? {} : { instructions }),
    })
    const conversation = await beginConversation(composed, {
      cwd: resolve(this.#cwd, input.cwd ?? '.'),
      model: input.model,
      approvalPolicy: input['approval-policy'],
      sandboxMode: input.sandbox,
    })
    this.#conversations.set(conversation.id, conversation)
    return this.#turn(conversation, input.prompt, client)
  }

  async #reply(name: string, given: unknown, client: CallClient): Promise<CallToolResult> {
    const read = ReplyInput.safeParse(given)
    if (!read.success) return toolError(`Invalid arguments for ${name}: ${problemsOf(read.error)}`)
    const { conversationId, prompt } = read.data
    const conversation = this.#conversations.get(conversationId)
    if (!conversation)
      return toolError(
        `There is no conversation ${JSON.stringify(conversationId.slice(0, 80))}; expected the conversationId of a call that this server has answered or is answering.`,
      )
    if (conversation.running)
      return toolError(
        `A turn of conversation ${conversationId} is running; expected the message after its end.`,
      )
    return this.#turn(conversation, prompt, client)
  }

  async #turn(conversation: Conversation, prompt: string, client: CallClient): Promise<CallToolResult> {
    conversation.running = true
    try {
      const { failed, content, notes } = await runTurn(conversation, prompt, client)
      const output: CallOutput = {
        conversationId: conversation.id,
        content,
        ...(notes.length === 0 ? {} : { notes: [...notes] }),
      }
      return {
        content: [content, ...notes].map((text) => ({ type: 'text', text })),
        structuredContent: output,
        ...(failed ? { isError: true } : {}),
      }
    } finally {
      conversation.running = false
    }
  }
}
