import type { CommandLimits } from './command-limits'

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
export function limitGuesses(
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
