import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from './places.mjs'

/**
 * How a program ended. `code` is 0 only for success: a program killed by a signal has 128 + its number, one that could
 * not be started or ran out of time has 1. `output` is what it printed when it was captured, else empty.
 * @typedef {{ code: number, output: string, timedOut: boolean }} Ended
 */

/**
 * @typedef {object} RunOptions
 * @property {NodeJS.ProcessEnv} [env] default: this process's own
 * @property {string} [cwd] default: the checkout's root
 * @property {boolean} [capture] collect the output instead of showing it
 * @property {(line: string) => void} [onLine] collect the output, and hand over each of its lines as it comes
 * @property {number} [timeoutMs] kill the program after this time; default: never
 * @property {boolean} [shell] only for Windows command scripts, whose arguments are ours
 * @property {string} [command] for runTool: which of the package's commands; default: the package's name
 * @property {boolean} [passSignals] hand the signals that end this process to the program and wait for it
 */

/**
 * Runs a program to its end. Never rejects.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<Ended>}
 */
export function run(command, args, options = {}) {
  const { env = process.env, cwd = root, onLine, timeoutMs, shell = false } = options
  const { capture = onLine !== undefined } = options
  return new Promise((done) => {
    const child = spawn(command, [...args], {
      cwd,
      // What is captured is shown later, or searched: colour codes help neither.
      env: capture ? { ...env, NO_COLOR: '1' } : env,
      shell,
      stdio: capture ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      // Only the program itself is killed when its time is up; it is asked to be one process where this is used.
      ...(timeoutMs === undefined ? {} : { timeout: timeoutMs, killSignal: 'SIGKILL' }),
    })
    const stopPassing = options.passSignals ? passSignals(child) : undefined
    /** @type {Buffer[]} */
    const chunks = []
    /** @param {Buffer} chunk */
    const collect = (chunk) => chunks.push(chunk)
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', collect)
      if (stream && onLine) createInterface({ input: stream }).on('line', onLine)
    }
    const started = Date.now()
    /** @param {number} code @param {string} [extra] */
    const end = (code, extra = '') => {
      stopPassing?.()
      const timedOut = code !== 0 && timeoutMs !== undefined && Date.now() - started >= timeoutMs
      done({ code, output: Buffer.concat(chunks).toString() + extra, timedOut })
    }
    child.on('error', (error) => {
      end(1, error.message)
    })
    child.on('close', (code, signal) => {
      end(code ?? (signal === null ? 1 : 128 + constants.signals[signal]))
    })
  })
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => void}
 */
function passSignals(child) {
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => {
    // A terminal sends Ctrl-C to the whole group: the program has it already, a second one would cut its clean-up short.
    if (signal === 'SIGINT' && process.stdin.isTTY) return
    child.kill(signal)
  }
  for (const signal of signals) process.on(signal, pass)
  return () => {
    for (const signal of signals) process.off(signal, pass)
  }
}

/** The Node that package-lock.json pins, absolute; there once `npm ci` has run. */
export const pinnedNode = join(
  root,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

/**
 * The environment for the project's own tools: node_modules/.bin comes first on the path. Several of them would keep their code in the
 * temporary folder, where everybody could change it.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {NodeJS.ProcessEnv}
 */
export function toolEnvironment(env = process.env) {
  const key = pathKey(env)
  return {
    ...env,
    NODE_DISABLE_COMPILE_CACHE: '1',
    [key]: [join(root, 'node_modules', '.bin'), env[key] ?? ''].join(delimiter),
  }
}

/** src/main/adapters/own-process/node-variables.ts says what they are. */
const loadsCode =
  /^(NODE_OPTIONS|NODE_PATH|NODE_COMPILE_CACHE|NODE_REDIRECT_WARNINGS|NODE_REPL_EXTERNAL_MODULE|NODE_V8_COVERAGE|NODE_ICU_DATA|OPENSSL_CONF|OPENSSL_MODULES|OPENSSL_ENGINES)$/i

/**
 * The environment for the app: the user's, without the folders that npm puts first on the path. An agent's commands
 * must find the user's own node and eslint, not this checkout's. And without what a Node would load code by: bin/countersign takes the
 * same away.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {NodeJS.ProcessEnv}
 */
export function appEnvironment(env = process.env) {
  const key = pathKey(env)
  const ours = /[\\/]node_modules[\\/]\.bin$|[\\/]node-gyp-bin$/
  const kept = (env[key] ?? '').split(delimiter).filter((folder) => !ours.test(folder))
  const rest = Object.entries(env).filter(([name]) => !loadsCode.test(name))
  return { ...Object.fromEntries(rest), [key]: kept.join(delimiter) }
}

/** @param {NodeJS.ProcessEnv} env */
function pathKey(env) {
  // Windows spells it Path, and a copy of process.env is case-sensitive there.
  return Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
}

/**
 * Runs an installed package's command on the pinned Node.
 * @param {string} name the package
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export function runTool(name, args, options = {}) {
  return run(pinnedNode, [toolFile(name, options.command ?? name), ...args], {
    ...options,
    env: toolEnvironment(options.env),
  })
}

/** @param {string} name @param {string} command */
function toolFile(name, command) {
  const manifest = join(root, 'node_modules', name, 'package.json')
  const { bin } = /** @type {{ bin: string | Record<string, string> }} */ (
    JSON.parse(readFileSync(manifest, 'utf8'))
  )
  const file = typeof bin === 'string' ? bin : bin[command]
  if (file === undefined) throw new Error(`${manifest} has no command ${command}`)
  return join(dirname(manifest), file)
}
