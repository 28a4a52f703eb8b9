// oxlint-disable-next-line countersign/no-restricted-imports -- the kernel's own files
import { readFileSync } from 'node:fs'
import type { RunResult } from '../../../core/ports/sandbox'
import { lookBelow, processOf } from '../../own-process/process-tree'
import { killGroup } from '../../process-execa/started-process'
import type { CommandLimits } from './command-limits'

/** How often what runs is looked at: while it has little, and while it has a quarter of a limit or more. */
const [calmMs, closeMs] = [1_000, 200] as const
const megabyte = 1_048_576

/**
 * The size of a page in bytes: what this process holds, told in kB and in pages. The vector that has it (AT_PAGESZ) may
 * not be read by a process that has changed its user.
 */
function pageSize(): number {
  const kb = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'latin1'))?.[1]
  const pages = readFileSync('/proc/self/statm', 'latin1').split(' ')[1]
  const size = (Number(kb) * 1_024) / Number(pages)
  return Number.isFinite(size) && size > 0 ? 2 ** Math.round(Math.log2(size)) : 4_096
}

/** What the kernel counts as a process's own share, in kB; 0 where that may not be read. */
function ownShareKb(pid: number): number {
  try {
    return Number(
      /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${String(pid)}/smaps_rollup`, 'latin1'))?.[1] ?? 0,
    )
  } catch (error) {
    if (error instanceof Error && 'code' in error) return 0
    throw error
  }
}

/** A command that is watched. */
export interface WatchedCommand {
  /** Why it was ended, in words; undefined: it was not. */
  readonly reached: () => string | undefined
  /** Stops watching; call it when the command is over. */
  readonly end: () => void
}

/** Who finds out besides that a command must end takes here what ends it. */
export type ListenForEnd = (end: (why: string) => void) => void

/** What limits say of a run that is over, in words for the person and the agent. Empty: nothing. */
export function limitsReached(
  result: RunResult,
  limits: CommandLimits,
  watched: WatchedCommand | undefined,
): readonly string[] {
  watched?.end()
  const reached = watched?.reached()
  if (reached !== undefined) return [`ended: ${reached}`]
  if (result.kind !== 'exited') return []
  return limitGuesses({ exitCode: result.exitCode, text: result.output.aggregated }, limits)
}

interface Sign {
  /** The limit's own number in words, and its key in config.toml; undefined: there is no such limit. */
  readonly limit: (limits: CommandLimits) => string | undefined
  /** What programs print when the kernel refuses them one more. */
  readonly said: RegExp
}

const key = (name: string): string => `([sandbox.limits] ${name} in config.toml)`
const set = (value: number, words: string): string | undefined =>
  value > 0 ? `${String(value)} ${words}` : undefined

const signs: readonly Sign[] = [
  {
    limit: ({ processes }) => set(processes, `processes and threads at a time ${key('processes')}`),
    said: /Cannot fork|(?:fork|clone|spawn|thread)\b.{0,80}(?:EAGAIN|Resource temporarily unavailable|errno=11)|BlockingIOError|can't start new thread|unable to create (?:new )?native thread/i,
  },
  {
    limit: ({ openFiles }) => set(openFiles, `open files in one process ${key('open_files')}`),
    said: /Too many open files|\bEMFILE\b/,
  },
  {
    limit: ({ fileSizeMb }) => set(fileSizeMb, `MB in one file ${key('file_size_mb')}`),
    said: /File size limit exceeded|File too large|\bEFBIG\b/,
  },
]

/** 128 and the number of SIGXFSZ, which ends a program that writes more into a file than it may. */
const fileSizeExit = 153

/**
 * What to say of a command that failed and looks as if a limit was why. The kernel tells nobody of these, so it goes by the
 * words of programs, and says no more than "may": nothing is decided by it.
 */
function limitGuesses(
  end: { readonly exitCode: number; readonly text: string },
  limits: CommandLimits,
): readonly string[] {
  if (end.exitCode === 0) return []
  return signs.flatMap(({ limit, said }, index) => {
    const bySignal = index === signs.length - 1 && end.exitCode === fileSizeExit
    const words = bySignal || said.test(end.text) ? limit(limits) : undefined
    return words === undefined ? [] : [`a limit of the sandbox may be why: ${words}`]
  })
}

interface Entry {
  readonly pid: number
  readonly session: string
  reached: string | undefined
}

/**
 * Ends commands that have more processes or memory than they may, alone or together with the others of their session (the
 * newest goes). What the kernel has no limit for that a build could live with is counted here: memory as it is in use, and
 * processes also for root, whom their number does not stop. Looks at nothing while nothing runs.
 */
export class LimitWatch {
  readonly #limits: CommandLimits
  readonly #entries = new Set<Entry>()
  readonly #pageMb = pageSize() / megabyte
  #timer: NodeJS.Timeout | undefined

  constructor(limits: CommandLimits) {
    this.#limits = limits
  }

  /**
   * Watches what a process of the engine's starts. `session` is the same for commands that count together; `listen` is given what ends
   * it, as for a limit, with the reason why.
   */
  watch(pid: number | undefined, session: string, listen: ListenForEnd): WatchedCommand {
    const { processes, memoryMb } = this.#limits
    if (pid === undefined) return { reached: () => undefined, end: () => undefined }
    const entry: Entry = { pid, session, reached: undefined }
    let over = false
    listen((why) => {
      if (over || entry.reached !== undefined) return
      entry.reached = why
      killGroup(pid)
    })
    if (processes > 0 || memoryMb > 0) {
      this.#entries.add(entry)
      this.#timer ??= this.#later(closeMs)
    }
    return {
      reached: () => entry.reached,
      end: () => {
        over = true
        this.#entries.delete(entry)
        if (this.#entries.size > 0) return
        clearTimeout(this.#timer)
        this.#timer = undefined
      },
    }
  }

  #later(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.#timer = this.#later(this.#look() ? closeMs : calmMs)
    }, ms).unref()
  }

  /** Ends what has too much; true where something is near a limit. */
  #look(): boolean {
    const below = lookBelow()
    const sessions = new Map<string, { processes: number; memoryMb: number }>()
    for (const entry of [...this.#entries].filter(({ reached }) => reached === undefined)) {
      const own = this.#usage(below(entry.pid))
      const before = sessions.get(entry.session) ?? { processes: 0, memoryMb: 0 }
      const all = { processes: before.processes + own.processes, memoryMb: before.memoryMb + own.memoryMb }
      sessions.set(entry.session, all)
      entry.reached = this.#excess(all, before.processes > 0)
      if (entry.reached !== undefined) killGroup(entry.pid)
    }
    const { processes, memoryMb } = this.#limits
    return [...sessions.values()].some(
      (all) =>
        (processes > 0 && all.processes * 4 > processes) || (memoryMb > 0 && all.memoryMb * 4 > memoryMb),
    )
  }

  #excess(all: { processes: number; memoryMb: number }, together: boolean): string | undefined {
    const { processes, memoryMb } = this.#limits
    const whose = together ? 'the commands of this session together' : 'this command'
    if (processes > 0 && all.processes > processes)
      return `${whose} had more than ${String(processes)} processes and threads ([sandbox.limits] processes in config.toml)`
    if (memoryMb > 0 && all.memoryMb > memoryMb)
      return `${whose} used more than ${String(memoryMb)} MB of memory ([sandbox.limits] memory_mb in config.toml)`
    return undefined
  }

  #usage(pids: readonly number[]): { processes: number; memoryMb: number } {
    let [processes, pages] = [0, 0]
    for (const each of pids) {
      const found = processOf(each)
      processes += found?.threads ?? 0
      pages += found?.pages ?? 0
    }
    let memoryMb = pages * this.#pageMb
    // Shared pages were counted for each that shares them, so it is looked at closely before anything is ended.
    if (this.#limits.memoryMb > 0 && memoryMb > this.#limits.memoryMb)
      memoryMb = pids.reduce((sum, each) => sum + ownShareKb(each) / 1_024, 0)
    return { processes, memoryMb }
  }
}
