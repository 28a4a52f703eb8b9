import type { ShellWord } from '../shell/parse'
import { gitSubcommandAt } from '../shell/openings/git-openings'
import { programName } from '../shell/shell-script'

const texts = (words: readonly ShellWord[]): string[] => words.map((word) => word.text)

/** The words up to `--`: options are only read there. */
function options(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--')
  return (end < 0 ? args : args.slice(0, end)).filter((arg) => arg.startsWith('-'))
}

/** True when a short cluster (`-xdf`) or an abbreviated long option (`--forc`) says so. */
function has(args: readonly string[], short: string, long: string): boolean {
  return options(args).some((arg) =>
    arg.startsWith('--') ? arg.length > 3 && long.startsWith(arg) : arg.slice(1).includes(short),
  )
}

function dangerousGit(args: readonly string[]): string | undefined {
  const [subcommand, ...rest] = args.slice(gitSubcommandAt(args))
  const force = has(rest, 'f', '--force')
  switch (subcommand) {
    case 'reset':
      return rest.some((arg) => arg.startsWith('--h') || arg.startsWith('--me') || arg.startsWith('--k'))
        ? 'git reset drops changes'
        : undefined
    case 'clean':
      return force ? 'git clean deletes untracked files' : undefined
    case 'push':
      return force ||
        rest.some(
          (arg) =>
            arg.startsWith('--force') ||
            arg.startsWith('--mirror') ||
            arg.startsWith('--delete') ||
            arg === '-d' ||
            /^\+|^:/.test(arg),
        )
        ? 'git push rewrites or deletes a remote branch'
        : undefined
    case 'branch':
      return has(rest, 'D', '--delete') || force ? 'git branch deletes or moves a branch' : undefined
    case 'checkout':
      return force || rest.includes('--') || rest.includes('.') ? 'git checkout drops changes' : undefined
    case 'switch':
      return force || has(rest, 'f', '--discard-changes') ? 'git switch drops changes' : undefined
    case 'restore':
      return rest.includes('--staged') && !rest.includes('--worktree')
        ? undefined
        : 'git restore drops changes'
    case 'rm':
      return rest.includes('--cached') ? undefined : 'git rm deletes files'
    case 'stash':
      return ['drop', 'clear'].includes(rest[0] ?? '') ? 'git stash drops saved changes' : undefined
    case 'filter-branch':
    case 'filter-repo':
      return `git ${subcommand} rewrites history`
    case undefined:
    default:
      return undefined
  }
}

/** Removal: any forced rm in any spelling; a non-literal word that begins with a dash may be any option. */
function dangerousRemove(args: readonly ShellWord[]): string | undefined {
  if (has(texts(args), 'f', '--force')) return 'rm with force deletes without asking'
  return args.some((arg) => !arg.literal && arg.text.startsWith('-'))
    ? 'rm with options that cannot be read'
    : undefined
}

/**
 * Why one simple command is on the dangerous list (docs/spec/commands.md and what the later form added), or undefined. Looks
 * at the command alone; wrappers and nested shells are opened by `simpleCommands`.
 */
export function dangerOf(words: readonly ShellWord[]): string | undefined {
  const [program, ...args] = words
  if (program === undefined) return undefined
  const name = programName(program.text)
  if (name === 'rm') return dangerousRemove(args)
  if (name === 'git') return dangerousGit(texts(args))
  if (name === 'find' && args.some((arg) => arg.text === '-delete'))
    return 'find -delete deletes what it finds'
  if (name === 'shred' || name === 'mkfs' || name.startsWith('mkfs.')) return `${name} destroys data`
  if (name === 'dd' && args.some((arg) => arg.text.startsWith('of=/dev/'))) return 'dd writes to a device'
  return undefined
}

/** The same for a command of PowerShell or cmd, whose names are folded to one spelling. */
export function dangerOnWindows(program: string, words: readonly string[]): string | undefined {
  const name = program.toLowerCase()
  const says = (option: RegExp): boolean => words.some((word) => option.test(word))
  if (name === 'remove-item' && says(/^-r/i) && says(/^-fo/i))
    return 'Remove-Item with force deletes without asking'
  if (/^(rd|rmdir|del|erase)$/.test(name) && says(/^\/s$/i) && says(/^\/q$/i))
    return `${name} /s /q deletes without asking`
  return undefined
}
