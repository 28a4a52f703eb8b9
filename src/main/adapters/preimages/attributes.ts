import { onDisk } from './held-folder'

const limits = { timeout: 60_000, maxBuffer: 268_435_456, encoding: 'latin1', reject: false } as const
const clean = { env: { LC_ALL: 'C' }, extendEnv: false, cwd: '/', stripFinalNewline: false } as const
/** A listing of names alone: with this archive nothing of what files hold is read. What a system gives to each file by itself does not count. */
const listing = [
  ...['-cvvPf', '/dev/null', '--acls', '--xattrs', '--xattrs-include=*'],
  ...['--xattrs-exclude=security.selinux', '--xattrs-exclude=trusted.overlay.*', '--hard-dereference'],
  ...[
    '--numeric-owner',
    '--no-recursion',
    '--quoting-style=escape',
    '--null',
    '--verbatim-files-from',
    '-T',
    '-',
  ],
]

/**
 * Those of these files and folders that have an access list (of a folder, also one for what is made in it) or extended attributes, or of which it
 * cannot be told: a copy by mode alone would give others more rights than they had. `tar` tells it by a sign behind the mode. Never rejects for
 * what is there: what cannot be told is in the answer.
 */
export async function withAttributes(paths: readonly string[]): Promise<ReadonlySet<string>> {
  if (paths.length === 0) return new Set()
  // Loaded here: a start has no use for it.
  const { execa } = await import('execa')
  const input = Buffer.concat(paths.map((path) => onDisk(`${path}\0`)))
  const { exitCode, stdout } = await execa('/bin/tar', listing, { ...limits, ...clean, input })
  const lines = stdout.split('\n').slice(0, -1)
  if (lines.length === paths.length)
    return new Set(paths.filter((_, at) => !/^[-d][-rwxsStT]{9}[ .] /.test(lines[at] ?? '')))
  if (exitCode === undefined || paths.length === 1) return new Set(paths)
  // One of them went meanwhile, or cannot be told: the others are asked for without it.
  const half = Math.ceil(paths.length / 2)
  const one = await withAttributes(paths.slice(0, half))
  return new Set([...one, ...(await withAttributes(paths.slice(half)))])
}
