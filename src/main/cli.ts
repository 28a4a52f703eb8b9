import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { constants } from 'node:os'
import type { ComposeOptions } from './compose'
import { codeCacheFolder } from './code-cache'
import { endings, programEnd, wrappedName, type EndOptions } from './hosts/program-end'
import { withoutNodeVariables } from './adapters/own-process/node-variables'
import { giveBackWhenIdle } from './give-back-memory'
import { wakeSleepers } from './wake-sleepers'

/** The packages in use need it; older Nodes would fail inside one of them, with a stack instead of a reason. */
const oldestNode = 22

/** The Node that the project pins and installs, seen from the built entry `out/main/cli.js`. */
const pinnedNode = join(
  import.meta.dirname,
  '../../node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

/** The commands that wait for others. */
const servers = ['app-server', 'mcp-server', 'acp', 'serve', 'desk', 'attach']
/** The commands of which it is kept what V8 made of their code; the others load little, or are seldom given. */
const keptCommands = [...servers, 'exec', 'sandbox', 'assess', 'rehearse', 'config']

/** The servers of one client are done when it is gone; a window is ended by a signal, and outlives who only read its address. */
function endOf(command: string | undefined, flags: readonly string[]): EndOptions {
  const listens = command === 'app-server' && flags.some((flag) => flag.startsWith('--listen'))
  const keeps = command === 'attach' && flags.includes('--keep')
  if (command === 'serve' || command === 'desk' || listens || keeps)
    return { reader: 'starter', codes: { stop: 0, unread: 0 } }
  const server =
    command === 'app-server' || command === 'mcp-server' || command === 'acp' || command === 'attach'
  return { reader: 'needed', codes: { stop: 130, unread: server ? 0 : 130 } }
}

/** What a window and its engine take, in parts of 40 ms at most: what a browser asks meanwhile is answered between them. */
const windowParts = [
  () => import('./compose-base'),
  () => import('./compose-judge'),
  () => import('./hosts/browser/window-sockets'),
  () => import('./compose'),
  () => import('./compose-window-hosts'),
]

async function main(): Promise<number> {
  const [major = '0'] = process.versions.node.split('.')
  if (Number(major) >= oldestNode) {
    wakeSleepers()
    // Asked for here: a Node that is too old does not have it, and must still get as far as the newer one.
    const { enableCompileCache } = await import('node:module')
    const codeCache = codeCacheFolder(process.env)
    const runtimeProgram = join(import.meta.dirname, 'runtime-process.js')
    const askpass = join(import.meta.dirname, '../../bin/countersign-askpass')
    const [, , command, ...rest] = process.argv
    if (codeCache !== undefined) enableCompileCache(codeCache)
    if (command !== undefined && keptCommands.includes(command))
      (await import('./kept-code')).keepCode(codeCache, import.meta.dirname, command)
    if (command !== undefined && servers.includes(command)) giveBackWhenIdle()
    const end = programEnd(endOf(command, rest))
    const world = {
      end,
      moduleDir: import.meta.dirname,
      compose: async (options: Omit<ComposeOptions, 'runtimeProgram'>) =>
        (await import('./compose')).composeEngine({ ...options, runtimeProgram, askpass }),
    }
    // Programs start these often and wait for their first answer: nothing is loaded that it does not need.
    if (command === 'app-server' && rest.length === 0) {
      const { resolveHome } = await import('./adapters/config-toml/resolve-home')
      const home = () => resolveHome(process.env, process.platform)
      const { serveProgram } = await import('./hosts/app-server/serve-program')
      return end.exit(await serveProgram({ ...world, home }))
    }
    if (command === 'mcp-server' && rest.length === 0)
      return end.exit(await (await import('./hosts/mcp-server/serve-mcp-program')).serveMcpProgram(world))
    if (command === 'desk' && rest[0] === 'hook') {
      const [{ serveHook }, { hookGatewayFileOf }] = await Promise.all([
        import('./hosts/hook-gateway/serve-hook'),
        import('./compose-hook-gateway'),
      ])
      return end.exit(await serveHook(rest.slice(1), (home) => hookGatewayFileOf(home, process.env)))
    }
    const [{ runCli }, { serverFaces }] = await Promise.all([
      import('./hosts/terminal/cli-program'),
      import('./server-faces'),
    ])
    const code = await runCli({
      argv: process.argv,
      env: process.env,
      moduleDir: import.meta.dirname,
      end,
      servers: serverFaces,
      compose: world.compose,
      open: async (options) => {
        const opened = await (await import('./open-home')).openHome(options)
        const compose = async (pause: () => Promise<void>) => {
          for (const load of windowParts) {
            await pause()
            await load()
          }
          await pause()
          return world.compose({ ...options, opened, forWindow: true })
        }
        return { warnings: opened.loaded.warnings, compose }
      },
      composeRunner: async (options) =>
        (await import('./compose-base')).composeBase({ ...options, runtimeProgram }),
      composeJudge: async (options) =>
        (await import('./compose-judge')).composeJudge({ ...options, runtimeProgram }),
      composeReplay: async (options) => (await import('./compose-replay')).composeReplay(options),
      composeHosts: async (options) =>
        (await import('./compose-hosts')).composeHosts({ ...options, askpass }),
      composeAttach: async (options) => (await import('./compose-attach')).composeAttach(options),
    })
    return end.exit(code)
  }
  if (!existsSync(pinnedNode)) {
    process.stderr.write(
      `countersign: Node ${String(oldestNode)} or newer is needed, this is ${process.versions.node}. Run npm start once in the project; it installs one.\n`,
    )
    return 2
  }
  // The channel carries nothing: its end tells either one that the other is gone, however that came.
  const child = spawn(pinnedNode, process.argv.slice(1), {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...withoutNodeVariables(process.env), [wrappedName]: '1' },
  })
  for (const signal of endings) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => {
    child.once('error', () => {
      resolve(1)
    })
    child.once('exit', (code, signal) => {
      resolve(code ?? (signal === null ? 1 : 128 + constants.signals[signal]))
    })
  })
}

void main().then((code) => {
  process.exitCode = code
})
