import { randomBytes } from 'node:crypto'
import { createServer, type Server, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { AttemptList } from './attempts'

/** How long after a run its last report may still be on its way. */
const lastReportMs = 200

/** Listens to one run. */
export interface Observation {
  /** What the helper must be told: where to report, and the word by which its reports are known as this run's. */
  readonly env: Readonly<Record<string, string>>
  /**
   * Whether the helper has come to life, which is after bubblewrap did all of its own work. To be asked once the run is over: what the
   * helper said may then still lie unread, so that a no takes 200 ms.
   */
  begun(): Promise<boolean>
  /** What came so far, of a run that goes on. */
  soFar(): AttemptList
  /** Tells of each attempt at writing that was not known, as it comes; one listener. */
  listen(listener: () => void): void
  /** Waits for the last report, at most 200 ms, and stops listening; what came by then is marked where more may come. */
  finish(): Promise<AttemptList>
}

interface Run {
  readonly attempts: AttemptList
  connection: Socket | undefined
  heard: (() => void) | undefined
  readonly ended: Promise<void>
  readonly end: () => void
}

/** Takes the reports of all runs of one engine on one socket. */
export interface Observer {
  /** `told`: what the helper is told of the run besides, as variables. */
  observe(variables: Readonly<Record<string, string>>): Observation
}

/**
 * Reports are left out while the socket is full: at 208 KiB, as the kernel counts them. The observing program says so, but a
 * command can kill it before it does. With less than this waiting when we read, none can have been.
 */
const crowded = 100_000
/** What it says last, when nothing is left that could do anything more. */
const lastLine = '{"end":true}'
/** At least what the kernel counts for one report of this length, or for several together. */
const weight = (bytes: number, reports: number): number => 1024 * reports + 2 * bytes

function readLines(connection: Socket, onLine: (line: string) => void, onCrowded: () => void): void {
  let rest = ''
  // Paths are bytes, and not every name is UTF-8.
  connection.setEncoding('latin1')
  connection.on('data', (text: string) => {
    const lines = `${rest}${text}`.split('\n')
    rest = (lines.pop() ?? '').slice(0, 65_536)
    lines.forEach(onLine)
    if (weight(text.length, lines.length) > crowded) onCrowded()
  })
}

/** The word in the first line of a connection; undefined when it has none. It is untrusted, and only looked up. */
function wordOf(line: string): string | undefined {
  return /^\{"run":"([0-9a-f]{32})"\}$/.exec(line)?.[1]
}

function listen(path: string, onConnection: (connection: Socket) => void): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(onConnection)
    server.once('error', reject)
    server.listen(path, () => {
      resolve(server)
    })
  })
}

/**
 * Opens the socket for the kernel's reports (the program in observe/). What comes in is an
 * attempt, not a refusal, and its text is untrusted: it serves to explain and to propose, never to decide. Commands
 * cannot connect themselves, for this socket is one of the machine's, and a report without a run's word is dropped. Does not keep
 * the process alive. Throws when the socket cannot be made.
 */
export async function openObserver(path: string): Promise<Observer> {
  const runs = new Map<string, Run>()
  const server = await listen(path, (connection) => {
    let run: Run | undefined
    let whole = false
    const onLine = (line: string): void => {
      if (run) {
        if (line === lastLine) whole = true
        else {
          const { size } = run.attempts
          run.attempts.read(line)
          if (run.attempts.size !== size) run.heard?.()
        }
        return
      }
      run = runs.get(wordOf(line) ?? '')
      if (!run || run.connection) connection.destroy()
      else run.connection = connection
    }
    readLines(connection, onLine, () => {
      if (run) run.attempts.git.uncertain = true
    })
    connection.on('error', () => connection.destroy()) // the run is over for this observer
    connection.once('close', () => {
      if (run?.connection !== connection) return
      // The observing program was killed before it had told everything.
      if (!whole) run.attempts.git.uncertain = true
      run.end()
    })
  })
  server.unref()
  return {
    observe(variables) {
      const word = randomBytes(16).toString('hex')
      let end: () => void = () => undefined
      const ended = new Promise<void>((resolve) => {
        end = resolve
      })
      const run: Run = { attempts: new AttemptList(), connection: undefined, heard: undefined, ended, end }
      runs.set(word, run)
      return {
        env: { COUNTERSIGN_OBSERVER_SOCKET: path, COUNTERSIGN_OBSERVER_WORD: word, ...variables },
        soFar: () => run.attempts,
        listen(listener) {
          run.heard = listener
        },
        async begun() {
          // Each round reads what there is, however busy the engine was: first the connection, then its word.
          for (let round = 0; round < 20 && !run.connection; round++) await delay(lastReportMs / 20)
          return run.connection !== undefined
        },
        async finish() {
          let timer: NodeJS.Timeout | undefined
          const late = new Promise<void>((resolve) => {
            timer = setTimeout(() => {
              run.attempts.git.uncertain = true // there may be more
              resolve()
            }, lastReportMs)
          })
          await Promise.race([ended, late])
          clearTimeout(timer)
          runs.delete(word)
          run.connection?.destroy()
          return run.attempts
        },
      }
    },
  }
}
