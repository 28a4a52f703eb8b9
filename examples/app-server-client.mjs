// A client of `countersign app-server` in plain Node. One prompt, its events in short, approvals asked on the terminal.
//
//   node examples/app-server-client.mjs "list the files here"
//
// COUNTERSIGN names the program (default: the build of this checkout).
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const program = process.env['COUNTERSIGN'] ?? join(import.meta.dirname, '../out/main/cli.js')
const prompt = process.argv[2]
if (prompt === undefined) {
  console.error('expected a prompt: node examples/app-server-client.mjs "list the files here"')
  process.exit(2)
}

const server = spawn(process.execPath, [program, 'app-server'], { stdio: ['pipe', 'pipe', 'inherit'] })
const person = createInterface({ input: process.stdin })
const typed = person[Symbol.asyncIterator]()

/** @type {Map<number, (result: Record<string, unknown>) => void>} */
const waiting = new Map()
let lastId = 0

/** @param {unknown} message */
const send = (message) => server.stdin.write(`${JSON.stringify(message)}\n`)

/**
 * @param {string} method
 * @param {unknown} params
 * @returns {Promise<Record<string, unknown>>}
 */
const request = (method, params) =>
  new Promise((done) => {
    lastId += 1
    waiting.set(lastId, done)
    send({ id: lastId, method, params })
  })

/**
 * One line from the person; empty where nobody is there, which is a no.
 * @param {string} question
 * @returns {Promise<string>}
 */
async function ask(question) {
  process.stderr.write(question)
  const line = await typed.next()
  return line.done ? '' : line.value
}

/**
 * What the server sends, as far as this client looks at it.
 * @typedef {object} Incoming
 * @property {number} [id]
 * @property {string} [method]
 * @property {Record<string, unknown>} [result]
 * @property {{ effect: string, command?: string[], reason?: string, assessment: { level: string }, msg: Said }} params
 */

/**
 * @typedef {object} Said
 * @property {string} type
 * @property {string} message
 * @property {string[]} command
 * @property {string} aggregated_output
 * @property {number} exit_code
 */

/** @param {Incoming} message */
async function onMessage(message) {
  if (message.method === 'execCommandApproval' || message.method === 'applyPatchApproval') {
    // Facts, floor and the model's view are in `assessment`; `effect` is their one line.
    const { effect, command, reason, assessment } = message.params
    console.error(
      `\n${effect}\n  ${command?.join(' ') ?? 'a patch'}\n  risk: ${assessment.level}; ${reason ?? ''}`,
    )
    const answer = await ask('allow? [y/N] ')
    send({ id: message.id, result: { decision: answer.trim() === 'y' ? 'approved' : 'denied' } })
  } else if (message.id !== undefined) {
    waiting.get(message.id)?.(message.result ?? {})
    waiting.delete(message.id)
  } else if (message.method?.startsWith('codex/event/')) {
    const { msg } = message.params
    if (msg.type === 'agent_message') console.log(msg.message)
    if (msg.type === 'exec_command_begin') console.log(`$ ${msg.command.join(' ')}`)
    if (msg.type === 'exec_command_end') console.log(`${msg.aggregated_output}(exit ${msg.exit_code})`)
    if (msg.type === 'error') console.error(msg.message)
    if (msg.type === 'task_complete' || msg.type === 'turn_aborted') {
      person.close()
      server.stdin.end() // an app-server ends with its input
    }
  }
}

createInterface({ input: server.stdout }).on('line', (line) => {
  /** @type {unknown} */
  const message = JSON.parse(line)
  void onMessage(/** @type {Incoming} */ (message))
})
await request('initialize', { clientInfo: { name: 'example', version: '1' } })
send({ method: 'initialized' })
const made = await request('newConversation', { cwd: process.cwd(), approvalPolicy: 'on-failure' })
const conversationId = made['conversationId']
await request('addConversationListener', { conversationId })
await request('sendUserMessage', { conversationId, items: [{ type: 'text', data: { text: prompt } }] })
