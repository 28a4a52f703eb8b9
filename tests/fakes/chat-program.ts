// A scripted model server in a process of its own: ports of the engine's own process are closed to commands. It speaks the chat format,
// calls the tool that its argument names with the arguments there, once in a conversation, and says "All done." then.
import { createServer, type ServerResponse } from 'node:http'

const [, , given = '{}'] = process.argv
const { tool, args } = JSON.parse(given) as { readonly tool: string; readonly args: unknown }

interface Asked {
  readonly stream?: boolean
  readonly messages?: readonly { readonly role: string }[]
  readonly tools?: readonly { readonly function?: { readonly name?: string } }[]
}

function reply(asked: Asked, response: ServerResponse): void {
  const called = asked.messages?.some(({ role }) => role === 'tool') === true
  const offered = asked.tools?.some((each) => each.function?.name === tool) === true
  const call = {
    index: 0,
    id: 'call_1',
    type: 'function',
    function: { name: tool, arguments: JSON.stringify(args) },
  }
  const message = offered && !called ? { tool_calls: [call] } : { content: 'All done.' }
  const reason = offered && !called ? 'tool_calls' : 'stop'
  const frame = (delta: object, finish: string | null): object => ({
    ...{ id: 'chat-1', created: 1, model: 'scripted', object: 'chat.completion.chunk' },
    choices: [{ index: 0, delta, finish_reason: finish }],
  })
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }
  if (asked.stream !== true) {
    const choices = [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: reason }]
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        id: 'chat-1',
        object: 'chat.completion',
        created: 1,
        model: 'scripted',
        choices,
        usage,
      }),
    )
    return
  }
  response.setHeader('content-type', 'text/event-stream')
  for (const each of [frame({ role: 'assistant', ...message }, null), { ...frame({}, reason), usage }])
    response.write(`data: ${JSON.stringify(each)}\n\n`)
  response.end('data: [DONE]\n\n')
}

const server = createServer((request, response) => {
  let text = ''
  request.on('data', (piece: Buffer) => {
    text += piece.toString()
  })
  request.on('end', () => {
    if (request.method === 'POST') reply(JSON.parse(text) as Asked, response)
    else response.end(JSON.stringify({ data: [{ id: 'scripted', object: 'model' }] }))
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${String(typeof address === 'object' && address ? address.port : 0)}\n`)
})
