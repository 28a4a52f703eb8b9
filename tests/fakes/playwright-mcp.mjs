// Has Playwright's server of tools, which lies beside this file and is started with the arguments of this program, open a page, and prints what it answers.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

const server = spawn(process.execPath, process.argv.slice(2), { stdio: ['pipe', 'pipe', 'inherit'] })
const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]()
let id = 0
/** @param {string} method @param {object} params */
async function ask(method, params) {
  id += 1
  server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
  for (let line = await lines.next(); line.done !== true; line = await lines.next()) {
    const message = /** @type {{ id?: number }} */ (JSON.parse(line.value))
    if (message.id === id) return message
  }
  throw new Error('the server ended')
}

const clientInfo = { name: 'test', version: '1' }
await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
const page = { url: 'data:text/html,<p>hello' }
console.log(JSON.stringify(await ask('tools/call', { name: 'browser_navigate', arguments: page })))
await ask('tools/call', { name: 'browser_close', arguments: {} })
server.stdin.end()
await once(server, 'exit')
