import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ComposeOptions } from './compose'
import { keepWasmBaseline } from './keep-wasm-baseline'

/** The packages in use need it; older Nodes would fail inside one of them, with a stack instead of a reason. */
const oldestNode = 22

/** The Node that the project pins and installs, seen from the built entry `out/main/cli.js`. */
const pinnedNode = join(
  import.meta.dirname,
  '../../node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

async function main(): Promise<number> {
  const [major = '0'] = process.versions.node.split('.')
  if (Number(major) >= oldestNode) {
    keepWasmBaseline()
    // Asked for here: a Node that is too old does not have it, and must still get as far as the newer one.
    const { enableCompileCache } = await import('node:module')
    enableCompileCache()
    const runtimeProgram = join(import.meta.dirname, 'runtime-process.js')
    const [, , command, ...rest] = process.argv
    const world = {
      moduleDir: import.meta.dirname,
      compose: async (options: Omit<ComposeOptions, 'runtimeProgram'>) =>
        (await import('./compose')).composeEngine({ ...options, runtimeProgram }),
    }
    // Programs start these often and wait for their first answer: nothing is loaded that it does not need.
    if (command === 'app-server' && rest.length === 0)
      return (await import('./hosts/app-server/serve-program')).serveProgram(world)
    if (command === 'mcp-server' && rest.length === 0)
      return (await import('./hosts/mcp-server/serve-mcp-program')).serveMcpProgram(world)
    const [{ runCli }, { composeEngine }] = await Promise.all([
      import('./hosts/terminal/cli-program'),
      import('./compose'),
    ])
    return runCli({
      argv: process.argv,
      env: process.env,
      moduleDir: import.meta.dirname,
      compose: (options) => composeEngine({ ...options, runtimeProgram }),
    })
  }
  if (!existsSync(pinnedNode)) {
    process.stderr.write(
      `countersign: Node ${String(oldestNode)} or newer is needed, this is ${process.versions.node}. Run npm start once in the project; it installs one.\n`,
    )
    return 2
  }
  const child = spawn(pinnedNode, process.argv.slice(1), { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => {
    child.once('error', () => {
      resolve(1)
    })
    child.once('exit', (code, signal) => {
      resolve(code ?? (signal === null ? 1 : 130))
    })
  })
}

process.exitCode = await main()
