import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { FaultError } from '@shared/domain/fault'
import type { EngineService } from '../../core/engine-service'
import type { Log } from '../../core/ports'
import { serve } from '../browser/serve'
import type { AnswerMode, Ask } from './answers'
import { printDoctor } from './print-doctor'
import { runOnce } from './run-once'
import { runInSandbox, sandboxOptions, type RunTyped, type SandboxOptions } from './sandbox-command'

/** What the entry file hands over. */
export interface CliWorld {
  readonly argv: readonly string[]
  readonly env: NodeJS.ProcessEnv
  /** The folder of the built entry, `out/main`. */
  readonly moduleDir: string
  readonly compose: (options: {
    env: NodeJS.ProcessEnv
    version: string
  }) => Promise<{ engine: EngineService; log: Log; home: string; version: string; runTyped: RunTyped }>
}

function port(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0 || value > 65_535)
    throw new InvalidArgumentError('Expected a port number from 0 to 65535.')
  return value
}

/** Asks on the terminal; undefined where standard input or output is none, so that nobody is pretended to be there. */
function terminalAsk(stop: AbortSignal): { ask: Ask | undefined; close: () => void } {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return { ask: undefined, close: () => undefined }
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  const closed = new Promise<undefined>((resolve) => {
    lines.once('close', () => {
      resolve(undefined)
    })
  })
  const ask: Ask = async (question) => {
    // The end of input, an interrupt, a terminal that has gone: each leaves nobody to ask.
    const line = lines.question(question, { signal: stop }).catch(() => undefined)
    return Promise.race([line, closed])
  }
  return {
    ask,
    close: () => {
      lines.close()
    },
  }
}

/** After this long a second interrupt no longer waits for an orderly end. */
const impatientMs = 1000

const demoPrompt = 'Show me what Countersign does.'

/**
 * Runs the command line and resolves with the exit code: 0 done, 1 failed, 2 usage or configuration, 3 something was
 * denied only because nobody could be asked, 130 interrupted. Errors are one line on standard error.
 */
export async function runCli(world: CliWorld): Promise<number> {
  const version = readVersion(world.moduleDir)
  const stop = new AbortController()
  let firstSignal: number | undefined
  const onSignal = (): void => {
    // The same Ctrl+C may arrive twice (from the terminal and passed on); a second one later means: now.
    if (firstSignal !== undefined && performance.now() - firstSignal > impatientMs) process.exit(130)
    firstSignal ??= performance.now()
    stop.abort(new Error('interrupted'))
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  let code = 0

  const withEngine = async (
    use: (engine: EngineService, log: Log, runTyped: RunTyped) => Promise<number>,
  ): Promise<void> => {
    const { engine, log, runTyped } = await world
      .compose({ env: world.env, version })
      .catch((error: unknown) => {
        throw new ConfigurationError(oneLine(error))
      })
    try {
      code = await use(engine, log, runTyped)
    } finally {
      await engine.close()
    }
  }
  const write = (text: string): void => {
    process.stdout.write(text)
  }
  const once = async (options: {
    json?: boolean
    answer: AnswerMode
    cwd?: string
    demo: boolean
    prompt: string
  }) =>
    withEngine(async (engine) => {
      const { ask, close } = terminalAsk(stop.signal)
      try {
        const input = options.demo ? { demo: true } : { cwd: options.cwd ?? process.cwd() }
        const { prompt, answer, json = false } = options
        return await runOnce({ engine, input, prompt, answer, json, write, ask, stop: stop.signal })
      } finally {
        close()
      }
    })

  const program = new Command('countersign')
    .description(
      'Runs AI coding agents in a sandbox and puts every stopped command in front of you as a decision.',
    )
    .version(version)
    .exitOverride()
    .configureOutput({ writeErr: (text) => process.stderr.write(text) })
  program
    .command('demo')
    .description('plays the built-in demo: real commands, real sandbox, no key, no network')
    .addOption(
      new Option('--answer <how>', 'how approvals are answered')
        .choices(['allow', 'widen', 'deny', 'ask'])
        .default('ask'),
    )
    .option('--json', 'print every event as one JSON line')
    .action((options: { answer: AnswerMode; json?: boolean }) =>
      once({ ...options, demo: true, prompt: demoPrompt }),
    )
  program
    .command('exec')
    .description(
      'runs one prompt; approvals are asked on the terminal, and denied where there is none (exit code 3)',
    )
    .argument('<prompt>', 'what the agent should do')
    .option('--json', 'print every event as one JSON line')
    .option('--cd <dir>', 'the folder to work in (default: this one)')
    .action((prompt: string, options: { json?: boolean; cd?: string }) =>
      once({
        ...options,
        answer: 'ask',
        demo: false,
        prompt,
        ...(options.cd === undefined ? {} : { cwd: join(options.cd) }),
      }),
    )
  program
    .command('serve')
    .description('serves the window to a browser on this machine')
    .option('--port <n>', 'the port on 127.0.0.1 (default: any free one)', port)
    .action((options: { port?: number }) =>
      withEngine(async (engine, log) => {
        const rendererDir = join(world.moduleDir, '../renderer')
        const server = await serve({ engine, log, version, rendererDir, ...options })
        write(`Countersign is at ${server.url}\nThe link works once, in one browser. Stop with Ctrl+C.\n`)
        await new Promise<void>((resolve) => {
          stop.signal.addEventListener(
            'abort',
            () => {
              resolve()
            },
            { once: true },
          )
        })
        await server.close()
        return 0
      }),
    )
  sandboxOptions(
    program
      .command('sandbox')
      .description('runs one command in the sandbox; its output and exit code pass through'),
  ).action((command: string[], options: SandboxOptions) =>
    withEngine((_engine, _log, runTyped) => {
      const complain = (text: string): void => {
        process.stderr.write(text)
      }
      const pass = (stream: 'stdout' | 'stderr', chunk: Uint8Array): void => {
        process[stream].write(chunk)
      }
      return runInSandbox({ command, options, runTyped }, { write, complain, pass }, stop.signal)
    }),
  )
  program
    .command('doctor')
    .description('says what this machine has and lacks, with the exact remedy')
    .option('--json', 'print the report as JSON')
    .action((options: { json?: boolean }) =>
      withEngine(async (engine) => printDoctor(await engine.doctor(), options.json === true, write)),
    )

  try {
    await program.parseAsync([...world.argv])
    return stop.signal.aborted && code === 0 ? code : code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    process.stderr.write(`countersign: ${oneLine(error)}\n`)
    return error instanceof ConfigurationError ? 2 : 1
  } finally {
    process.removeListener('SIGINT', onSignal)
    process.removeListener('SIGTERM', onSignal)
  }
}

/** The configuration or the home is bad: nothing was started. */
class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}

function oneLine(error: unknown): string {
  if (error instanceof FaultError && error.fault.remedy !== undefined)
    return `${error.message} ${error.fault.remedy}`.replace(/\s*\n\s*/g, ' ')
  return (error instanceof Error ? error.message : String(error)).replace(/\s*\n\s*/g, ' ')
}

function readVersion(moduleDir: string): string {
  const json: unknown = JSON.parse(readFileSync(join(moduleDir, '../../package.json'), 'utf8'))
  return typeof json === 'object' && json !== null && 'version' in json ? String(json.version) : 'unknown'
}
