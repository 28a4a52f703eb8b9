import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A model of Anthropic's messages format on loopback, which calls `Bash` with each of these commands in turn and then says `done`. */
export interface ScriptedMessages {
  readonly url: string
  /** What the calls came back with, as the model was told, in order. */
  readonly results: readonly string[]
  close(): Promise<void>
}

interface Body {
  readonly model: string
  readonly messages: readonly { readonly content: unknown }[]
}

/** Starts it. Whatever else is asked of it is not found. */
export async function scriptedMessages(commands: readonly string[]): Promise<ScriptedMessages> {
  let results: readonly string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (!/^\/v1\/messages(\?|$)/.test(request.url ?? '')) {
        response.writeHead(404, { 'content-type': 'application/json' })
        response.end('{"type":"error","error":{"type":"not_found_error","message":"none"}}')
        return
      }
      const { model, messages } = JSON.parse(Buffer.concat(chunks).toString()) as Body
      results = messages.flatMap(({ content }) =>
        Array.isArray(content) && content.some((each: { type?: string }) => each.type === 'tool_result')
          ? [JSON.stringify(content)]
          : [],
      )
      const command = commands[results.length]
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(streamOf(model, results.length, command))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    get results() {
      return results
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}

/** One answer as it is streamed: a call of `Bash`, or without a command the last word. */
function streamOf(model: string, step: number, command: string | undefined): string {
  const usage = { input_tokens: 10, output_tokens: 5 }
  const id = `toolu_${String(step)}`
  const [block, delta, reason] =
    command === undefined
      ? [{ type: 'text', text: '' }, { type: 'text_delta', text: 'done' }, 'end_turn']
      : [
          { type: 'tool_use', id, name: 'Bash', input: {} },
          {
            type: 'input_json_delta',
            partial_json: JSON.stringify({ command, description: `Step ${String(step)}` }),
          },
          'tool_use',
        ]
  const message = { id: `msg_${String(step)}`, type: 'message', role: 'assistant', model, content: [], usage }
  const events = [
    { type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null } },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage },
    { type: 'message_stop' },
  ]
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
}
