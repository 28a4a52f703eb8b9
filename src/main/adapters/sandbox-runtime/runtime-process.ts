import { SandboxManager } from '@anthropic-ai/sandbox-runtime'
import type { FromRuntime, ToRuntime } from './runtime-messages'

/**
 * The program of one runtime: sandbox-runtime keeps one configuration per process, so each gets a process of its own
 * and none can answer for another. Started with a channel, by Node's fork or as an Electron utility process; ends when the engine's end closes.
 * It imports nothing of ours at run time, so that Node can run this file as it is.
 */

/** The kernel's reports come after the program's end; macOS hands them through its log. */
const settleMs = process.platform === 'darwin' ? 400 : 120

/** Questions that wait for the engine's answer, by number. */
interface Questions {
  ask(destination: { host: string; port: number | undefined }): Promise<boolean>
  answer(question: number, allow: boolean): void
}

/** The engine's end where this runs as an Electron utility process; there is then no `process.send`. */
interface ParentPort {
  postMessage(message: unknown): void
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void
}
const { parentPort } = process as { readonly parentPort?: ParentPort }

const send = (message: FromRuntime): void => {
  if (parentPort) parentPort.postMessage(message)
  else process.send?.(message)
}

const end = (): void => {
  void SandboxManager.reset().finally(() => process.exit(0))
}

function createQuestions(): Questions {
  const waiting = new Map<number, (allow: boolean) => void>()
  let count = 0
  return {
    ask({ host, port }) {
      if (port === undefined) return Promise.resolve(false)
      const question = (count += 1)
      return new Promise((resolve) => {
        waiting.set(question, resolve)
        send({ type: 'ask', question, host, port })
      })
    },
    answer(question, allow) {
      waiting.get(question)?.(allow)
      waiting.delete(question)
    },
  }
}

const delay = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

async function handle(message: ToRuntime, questions: Questions): Promise<void> {
  switch (message.type) {
    case 'check': {
      const { errors, warnings } = await SandboxManager.checkDependenciesAsync()
      send({ type: 'checked', supported: SandboxManager.isSupportedPlatform(), errors, warnings })
      return
    }
    case 'start':
      // The cast: a missing list of hosts is how the library is told "no network limits"; its type demands the list.
      await SandboxManager.initialize(
        message.config as Parameters<typeof SandboxManager.initialize>[0],
        (destination) => questions.ask(destination),
        true,
      )
      send({ type: 'started' })
      return
    case 'wrap': {
      const { command, commandId, cwd, binShell } = message
      const wrapped = await SandboxManager.wrapWithSandboxArgv(
        command,
        typeof binShell === 'string' ? binShell : { exe: binShell.exe, args: [...binShell.args] },
        undefined,
        undefined,
        cwd,
        { commandId },
      )
      const env = Object.entries(wrapped.env).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value] as const],
      )
      send({ type: 'wrapped', argv: wrapped.argv, env: Object.fromEntries(env) })
      return
    }
    case 'answer':
      questions.answer(message.question, message.allow)
      return
    case 'close':
      end()
      return
    case 'finished': {
      await delay(settleMs)
      SandboxManager.cleanupAfterCommand()
      const found = SandboxManager.getSandboxViolationStore().getViolationsForCommand(message.commandId)
      send({ type: 'settled', lines: found.map((each) => each.line) })
    }
  }
}

function serve(): void {
  const questions = createQuestions()
  const take = (message: ToRuntime): void => {
    handle(message, questions).catch((error: unknown) => {
      send({ type: 'failed', reason: error instanceof Error ? error.message : String(error) })
    })
  }
  if (parentPort) {
    parentPort.on('message', ({ data }) => {
      take(data as ToRuntime)
    })
    return
  }
  process.on('message', take)
  process.once('disconnect', end)
}

serve()
