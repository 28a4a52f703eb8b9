import { firstCharacters } from '@shared/domain/first-characters'
import { namedInJson } from '@shared/domain/hidden-characters'
import type { Log } from '../../core/ports/system'
import { outside } from '../own-process/outside'

/** Most notify programs that run at the same time; what comes on top is left out, and the log says so. */
const mostAtOnce = 8
/** In bytes; Linux starts no program with an argument above 128 KiB. */
const longestArgument = 120_000
/** A program that runs longer is ended. */
const limitMs = 30_000

/**
 * Calls the program of the person's own configuration with one more argument for each message. Nothing waits for it, and
 * nothing it does or prints matters but a line in the log when it cannot be started.
 */
export function createNotifyProgram(
  command: readonly [string, ...string[]],
  log: Log,
): (message: object) => void {
  const [program, ...given] = command
  // Loaded only where a person has configured such a program, and then before the first message.
  const loading = load()
  let running = 0
  return (message) => {
    if (running >= mostAtOnce) {
      log.error(`notify: ${program} was left out, ${String(mostAtOnce)} of it run already`)
      return
    }
    running += 1
    void start(loading, program, [...given, argumentFor(message)])
      .catch((error: unknown) => {
        log.error(`notify: ${program} could not be started`, error)
      })
      .finally(() => (running -= 1))
  }
}

/**
 * The message as JSON. Characters that a terminal or a desktop would act on stand in it by their numbers, and texts are cut
 * until it fits: nobody's message may keep the program from being started.
 */
function argumentFor(message: object): string {
  for (let most = 20_000; ; most = Math.floor(most / 2)) {
    const text = namedInJson(
      JSON.stringify(message, (_, value: unknown) =>
        typeof value === 'string' ? firstCharacters(value, most) : value,
      ),
    )
    if (most === 0 || Buffer.byteLength(text) <= longestArgument) return text
  }
}

const load = () => import('execa')

/** Resolves when it has ended, however; rejects when it could not be started. Keeps this process alive for nothing. */
async function start(
  loading: ReturnType<typeof load>,
  program: string,
  words: readonly string[],
): Promise<void> {
  const { execa, ExecaError } = await loading
  const child = execa(program, words, {
    stdio: 'ignore',
    timeout: limitMs,
    cleanup: false,
    windowsHide: true,
    ...outside(process.env),
    extendEnv: false,
  })
  child.nodeChildProcess.unref()
  try {
    await child
  } catch (error) {
    const started =
      error instanceof ExecaError && (error.exitCode !== undefined || error.signal !== undefined)
    // Its own message would repeat the argument, which holds what a person wrote.
    if (!started) throw error instanceof ExecaError ? error.cause : error
  }
}
