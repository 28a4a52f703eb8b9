import type { Answer, RecordedRequest } from './model-server'

interface Input {
  readonly role?: string
  readonly content?: string | readonly { readonly text?: string }[]
}

/** What a session was asked first: the first message that a person, or the agent that started it, wrote. */
function taskOf({ body }: RecordedRequest): string {
  const { input = [] } = body as { input?: readonly Input[] }
  const messages = input
    .filter(({ role }) => role === 'user')
    .map(({ content = '' }) => (typeof content === 'string' ? content : (content[0]?.text ?? '')))
  return messages.find((text) => !text.startsWith('<') && !text.startsWith('# ')) ?? ''
}

/** A script for sessions that run side by side: each plays the answers under what it was asked first, in order. */
export function byTask(
  tasks: Readonly<Record<string, readonly Answer[]>>,
): (request: RecordedRequest) => Answer | undefined {
  const played = new Map<string, number>()
  return (request) => {
    const task = taskOf(request)
    const at = played.get(task) ?? 0
    played.set(task, at + 1)
    return tasks[task]?.[at]
  }
}

/** Whether a request is of the session that was asked this first. */
export const isOf =
  (task: string) =>
  (request: RecordedRequest): boolean =>
    taskOf(request) === task

const call = (id: string, name: string, args: Readonly<Record<string, unknown>>): Answer => ({
  calls: [{ id, name, arguments: args }],
})

/** A scripted call of spawn_agent, with the id `spawn-NAME`. */
export const spawnCall = (
  name: string,
  message: string,
  more: Readonly<Record<string, unknown>> = {},
): Answer => call(`spawn-${name}`, 'spawn_agent', { name, message, ...more })

/** A scripted wait. */
export const waitCall = (id: string, args: Readonly<Record<string, unknown>> = {}): Answer =>
  call(id, 'wait', args)

/** A scripted call of send_input or close_agent, to an agent by its name. */
export const agentCall = (
  id: string,
  name: 'send_input' | 'close_agent',
  args: Readonly<Record<string, unknown>>,
): Answer => call(id, name, args)

/** The outputs of a session's calls as its model got them in a request, by the calls' ids. */
export function outputsIn({ body }: RecordedRequest): Readonly<Record<string, string>> {
  const { input = [] } = body as {
    input?: readonly { readonly type?: string; readonly call_id?: string; readonly output?: unknown }[]
  }
  return Object.fromEntries(
    input.flatMap(({ type, call_id: id = '', output }) =>
      type === 'function_call_output'
        ? [[id, typeof output === 'string' ? output : JSON.stringify(output)]]
        : [],
    ),
  )
}
