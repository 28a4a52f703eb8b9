// A scripted model server in a process of its own, in the chat format and in Gemini's: a line "run: COMMAND" of the last message is a call
// of the agent's shell tool with it, anything else is answered "All done.". It prints its port.
import { createServer, type ServerResponse } from 'node:http'

const tool = 'run_shell_command'
interface Part {
  readonly text?: string
}
interface Asked {
  readonly tools?: readonly unknown[]
  readonly messages?: readonly { readonly role: string; readonly content?: string | readonly Part[] | null }[]
  readonly contents?: readonly { readonly parts?: readonly Part[] }[]
}

/** The command that the last message asks for. */
function wanted({ tools = [], messages, contents }: Asked): { readonly command: string } | undefined {
  if (!JSON.stringify(tools).includes(`"${tool}"`)) return undefined
  const content = messages ? messages.at(-1)?.content : contents?.at(-1)?.parts
  const text =
    typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join('\n')
  const command = /^run: (.+)$/m.exec(text)?.[1]
  return command === undefined ? undefined : { command }
}

/** One piece of a stream, or all of an answer. */
function gemini(asked: Asked): object {
  const args = wanted(asked)
  const parts = [args ? { functionCall: { name: tool, args } } : { text: 'All done.' }]
  return {
    candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
  }
}

let calls = 0
function chat(asked: Asked): readonly object[] {
  const args = wanted(asked)
  calls += 1
  const given = { name: tool, arguments: JSON.stringify({ ...args, is_background: false }) }
  const call = { index: 0, id: `call_${String(calls)}`, type: 'function', function: given }
  const delta = { role: 'assistant', ...(args ? { tool_calls: [call] } : { content: 'All done.' }) }
  const frame = { id: 'chat-1', created: 1, model: 'scripted', object: 'chat.completion.chunk' }
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }
  const reason = args ? 'tool_calls' : 'stop'
  return [
    { ...frame, choices: [{ index: 0, delta, finish_reason: null }] },
    { ...frame, choices: [{ index: 0, delta: {}, finish_reason: reason }], usage },
  ]
}

function reply(path: string, asked: Asked, response: ServerResponse): void {
  if (path.includes(':generateContent')) {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(gemini(asked)))
    return
  }
  response.setHeader('content-type', 'text/event-stream')
  const frames = asked.messages ? chat(asked) : [gemini(asked)]
  response.write(frames.map((each) => `data: ${JSON.stringify(each)}\n\n`).join(''))
  response.end(asked.messages ? 'data: [DONE]\n\n' : '')
}

const server = createServer((request, response) => {
  let text = ''
  request.on('data', (piece: Buffer) => {
    text += piece.toString()
  })
  request.on('end', () => {
    if (request.method === 'POST') reply(request.url ?? '', JSON.parse(text) as Asked, response)
    else response.end(JSON.stringify({ data: [{ id: 'scripted', object: 'model' }] }))
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${String(typeof address === 'object' && address ? address.port : 0)}\n`)
})
