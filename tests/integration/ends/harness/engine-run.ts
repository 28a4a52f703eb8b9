import { spawn, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { cliEntry } from '../../../fakes/run-cli'
import type { AppServerHome } from '../../../fakes/app-server-home'

/** One process as /proc tells of it. */
export interface Seen {
  readonly pid: number
  readonly parent: number
  /** Its command line, the words joined by blanks. */
  readonly words: string
  /** Processor time it has used, in seconds. */
  readonly cpu: number
}

/** What of a home's runs there is now: every process that has the home in its environment, dead ones not counted. */
export function seenIn(folder: string): Seen[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      if (!readFileSync(`/proc/${name}/environ`, 'latin1').includes(folder)) return []
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const words = readFileSync(`/proc/${name}/cmdline`, 'latin1').replaceAll('\0', ' ').trim()
      const cpu = (Number(fields[11]) + Number(fields[12])) / 100
      return [{ pid: Number(name), parent: Number(fields[1]), words, cpu }]
    } catch (error) {
      if (error instanceof Error && 'code' in error) return [] // gone meanwhile
      throw error
    }
  })
}

/**
 * The built program between two `cat`s, its client: what the test writes goes in through the first, what it says comes
 * out through the second. The pipes are real ones, and the client can be killed, stopped or lose one end.
 */
export interface EngineRun {
  readonly home: AppServerHome
  send(message: object): void
  /** The newest megabyte of what the program said on standard output. */
  readonly said: () => string
  readonly complaints: () => string
  /** Resolves when this was said; rejects when the program ended first. */
  until(text: string): Promise<void>
  /** Resolves when the condition holds; rejects when the program ended first. What looks through all processes asks less often. */
  holds(condition: () => boolean, everyMs?: number): Promise<void>
  /** What the program itself is and what it started, wrappers included; the client is not among them. */
  readonly processes: () => Seen[]
  /** The process that the client started; throws when it is not there (any more). */
  readonly engine: () => number
  /** Whether it has come so far that it catches SIGHUP. */
  readonly listens: () => boolean
  readonly client: {
    /** Ends the program's input. */
    readonly endInput: () => void
    readonly kill: () => void
    /** Kills with it the shell that started the program; its exit code is then never known. */
    readonly killStarter: () => void
    /** Closes the reading end only; the input stays open. */
    readonly closeOutput: () => void
    readonly stopReading: () => void
  }
  /** The exit code as a shell tells it, once the program has ended. */
  readonly code: Promise<number>
  readonly over: () => boolean
  /** Takes everything down that is left; the test has failed if that is more than the client. */
  readonly clear: () => void
}

const script = 'cat | { "$@" 3>&-; echo "$?" >&3; } | cat'

/** Starts `countersign` with these words; `node` goes in front of the entry. */
export function startEngine(
  home: AppServerHome,
  args: readonly string[],
  { node = [], env = {} }: { readonly node?: readonly string[]; readonly env?: NodeJS.ProcessEnv } = {},
): EngineRun {
  const { folder } = home
  const child: ChildProcess = spawn(
    '/bin/sh',
    ['-c', script, 'client', process.execPath, ...node, cliEntry, ...args],
    { env: { ...home.env, ...env }, cwd: home.project, stdio: ['pipe', 'pipe', 'pipe', 'pipe'] },
  )
  let [out, err, code] = ['', '', '']
  let over = false
  child.stdin?.on('error', () => undefined)
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (out = (out + text).slice(-1_000_000)))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (err += text))
  const told = child.stdio[3] as Socket
  const ended = new Promise<number>((resolve) => {
    told.on('close', () => {
      if (!code.includes('\n')) resolve(Number.NaN)
    })
    told.on('data', (chunk: Buffer) => {
      code += chunk.toString()
      if (!code.includes('\n')) return
      over = true
      resolve(Number(code))
    })
  })
  const isClient = ({ pid, parent, words }: Seen): boolean =>
    pid === child.pid || (parent === child.pid && (words === 'cat' || words.startsWith('/bin/sh -c cat')))
  const all = (): Seen[] => seenIn(folder)
  const cats = (): number[] =>
    all()
      .filter(({ parent, words }) => parent === child.pid && words === 'cat')
      .map(({ pid }) => pid)
      .sort((a, b) => a - b)
  const signal = (pids: readonly (number | undefined)[], name: NodeJS.Signals): void => {
    for (const pid of pids) if (pid !== undefined) process.kill(pid, name)
  }
  const holds = async (condition: () => boolean, everyMs = 5): Promise<void> => {
    while (!condition()) {
      if (over)
        throw new Error(`the program ended first, with code ${code.trim()}: ${err} ${out.slice(-2000)}`)
      await delay(everyMs)
    }
  }
  const processes = (): Seen[] => all().filter((each) => !isClient(each))
  const engine = (): number | undefined => {
    const shells = new Set(
      all().flatMap((each) => (isClient(each) && each.words !== 'cat' ? [each.pid] : [])),
    )
    return processes().find(({ parent }) => shells.has(parent))?.pid
  }
  return {
    home,
    listens: () => {
      const pid = engine()
      if (pid === undefined) return false
      const caught = /^SigCgt:\s*([0-9a-f]+)/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'latin1'))
      return (BigInt(`0x${caught?.[1] ?? '0'}`) & 1n) !== 0n
    },
    send: (message) => child.stdin?.write(`${JSON.stringify(message)}\n`),
    said: () => out,
    complaints: () => err,
    until: (text) => holds(() => out.includes(text)),
    holds,
    processes,
    engine() {
      const pid = engine()
      // Never 0: that would signal the test's own group.
      if (pid === undefined) throw new Error(`the program is not there any more: ${err} ${out.slice(-2000)}`)
      return pid
    },
    client: {
      endInput: () => child.stdin?.end(),
      kill: () => {
        signal(cats(), 'SIGKILL')
      },
      killStarter: () => {
        told.destroy()
        over = true
        const client = all().filter(isClient)
        signal(
          client.map(({ pid }) => pid),
          'SIGKILL',
        )
      },
      closeOutput: () => {
        signal(cats().slice(-1), 'SIGKILL')
      },
      stopReading: () => {
        signal(cats().slice(-1), 'SIGSTOP')
      },
    },
    code: ended,
    over: () => over,
    clear: () => {
      for (const { pid } of all()) {
        try {
          process.kill(pid, 'SIGKILL')
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
        }
      }
    },
  }
}

/** How an end went. `seconds` until nothing was left, `cpu` what the program used in them. */
export interface Ending {
  readonly code: number
  readonly seconds: number
  readonly cpu: number
}

/** Promised is 2 s; a machine that does eight other things at once gets more. */
export const withinSeconds = 20

/** Brings the end about and waits until the program and all that it started are gone, or the time is over. */
export async function endOf(
  run: EngineRun,
  bringAbout: () => void,
): Promise<Ending & { readonly left: string[] }> {
  const used = new Map<number, number>()
  const before = run.processes().reduce((sum, { cpu }) => sum + cpu, 0)
  const from = performance.now()
  bringAbout()
  for (;;) {
    const left = run.processes()
    for (const { pid, cpu } of left) used.set(pid, cpu)
    const seconds = (performance.now() - from) / 1000
    if (left.length > 0 && seconds < withinSeconds) {
      await delay(20)
      continue
    }
    const cpu = [...used.values()].reduce((sum, each) => sum + each, 0) - before
    const code = left.length === 0 ? await run.code : Number.NaN
    return { code, seconds, cpu, left: left.map(({ words }) => words.slice(0, 100)) }
  }
}
