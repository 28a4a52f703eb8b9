/** One tool call of a scripted answer. Arguments that are not text are sent as JSON; ids are made up when absent. */
export interface ScriptedCall {
  readonly name: string
  readonly arguments: string | Readonly<Record<string, unknown>>
  readonly id?: string
}

/** What the scripted model says, in the order reasoning, text, calls. */
export interface Speech {
  readonly reasoning?: string
  readonly text?: string
  readonly calls?: readonly ScriptedCall[]
  /** How the answer ends; `done` when absent. */
  readonly finish?: 'done' | 'length' | 'content-filter'
  readonly usage?: { readonly input: number; readonly cached: number; readonly output: number }
}

const defaultUsage = { input: 120, cached: 20, output: 30 }

/** The answer as Chat Completions events, each one SSE frame. */
export function chatFrames(speech: Speech, number: number): string[] {
  const chunk = (choices: unknown[], more: object = {}) =>
    frame({
      id: `chatcmpl-${number}`,
      object: 'chat.completion.chunk',
      created: 1,
      model: 'scripted',
      choices,
      ...more,
    })
  const delta = (part: object) => chunk([{ index: 0, delta: part, finish_reason: null }])
  const calls = callsOf(speech, number)
  const finish = {
    done: calls.length > 0 ? 'tool_calls' : 'stop',
    length: 'length',
    'content-filter': 'content_filter',
  }
  const { input, cached, output } = speech.usage ?? defaultUsage
  return [
    delta({ role: 'assistant', content: '' }),
    ...pieces(speech.reasoning).map((reasoning_content) => delta({ reasoning_content })),
    ...pieces(speech.text).map((content) => delta({ content })),
    ...calls.flatMap(({ id, name, json }, index) => [
      delta({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
      ...pieces(json).map((piece) => delta({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ]),
    chunk([{ index: 0, delta: {}, finish_reason: finish[speech.finish ?? 'done'] }]),
    chunk([], {
      usage: {
        prompt_tokens: input,
        completion_tokens: output,
        total_tokens: input + output,
        prompt_tokens_details: { cached_tokens: cached },
      },
    }),
    'data: [DONE]\n\n',
  ]
}

/** The answer as Responses events, each one SSE frame. */
export function responsesFrames(speech: Speech, number: number): string[] {
  const frames: string[] = []
  const send = (type: string, fields: object) =>
    frames.push(`event: ${type}\n${frame({ type, sequence_number: frames.length, ...fields })}`)
  const response = { id: `resp_${number}`, object: 'response', created_at: 1, model: 'scripted', error: null }
  send('response.created', { response: { ...response, status: 'in_progress', output: [] } })
  send('response.in_progress', { response: { ...response, status: 'in_progress', output: [] } })
  const output = outputItems(speech, number)
  for (const [output_index, { started, deltas, done }] of output.entries()) {
    const place = { output_index, item_id: done.id }
    send('response.output_item.added', { output_index, item: started })
    for (const { type, text } of deltas)
      send(type, { ...place, content_index: 0, summary_index: 0, delta: text })
    send('response.output_item.done', { output_index, item: done })
  }
  const finish = speech.finish ?? 'done'
  const { input, cached, output: spoken } = speech.usage ?? defaultUsage
  const reason = finish === 'length' ? 'max_output_tokens' : 'content_filter'
  send(finish === 'done' ? 'response.completed' : 'response.incomplete', {
    response: {
      ...response,
      status: finish === 'done' ? 'completed' : 'incomplete',
      incomplete_details: finish === 'done' ? null : { reason },
      output: output.map(({ done }) => done),
      usage: {
        input_tokens: input,
        input_tokens_details: { cached_tokens: cached },
        output_tokens: spoken,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: input + spoken,
      },
    },
  })
  return frames
}

interface OutputItem {
  readonly started: object
  readonly deltas: readonly { readonly type: string; readonly text: string }[]
  readonly done: { readonly id: string; readonly type: string; readonly [field: string]: unknown }
}

function outputItems(speech: Speech, number: number): OutputItem[] {
  const items: OutputItem[] = []
  const deltas = (type: string, text: string | undefined) =>
    pieces(text).map((piece) => ({ type, text: piece }))
  if (speech.reasoning !== undefined) {
    const base = { id: `rs_${number}`, type: 'reasoning' }
    items.push({
      started: { ...base, summary: [] },
      deltas: deltas('response.reasoning_summary_text.delta', speech.reasoning),
      done: {
        ...base,
        summary: [{ type: 'summary_text', text: speech.reasoning }],
        encrypted_content: `enc-${number}`,
      },
    })
  }
  if (speech.text !== undefined) {
    const base = { id: `msg_${number}`, type: 'message', role: 'assistant' }
    items.push({
      started: { ...base, status: 'in_progress', content: [] },
      deltas: deltas('response.output_text.delta', speech.text),
      done: {
        ...base,
        status: 'completed',
        content: [{ type: 'output_text', text: speech.text, annotations: [] }],
      },
    })
  }
  for (const { id, name, json } of callsOf(speech, number)) {
    const base = { id: `fc_${id}`, type: 'function_call', call_id: id, name }
    items.push({
      started: { ...base, status: 'in_progress', arguments: '' },
      deltas: deltas('response.function_call_arguments.delta', json),
      done: { ...base, status: 'completed', arguments: json },
    })
  }
  return items
}

function callsOf({ calls = [] }: Speech, number: number): { id: string; name: string; json: string }[] {
  return calls.map((call, index) => ({
    id: call.id ?? `call_${number}_${index}`,
    name: call.name,
    json: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
  }))
}

/** Text in small pieces, as models stream it. */
function pieces(text = ''): string[] {
  return text.match(/[^]{1,6}/gu) ?? []
}

function frame(body: object): string {
  return `data: ${JSON.stringify(body)}\n\n`
}
