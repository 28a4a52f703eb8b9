import { readGitCall } from '../shell/nested/git-call'
import type { CommandGraph, SimpleCommand, Word } from '../shell/graph'
import { isWithin, resolveAll } from '../shell/paths'

/** What a command's words say that it will do. It permits nothing; paths are absolute. */
export interface PredictedChanges {
  /** What is removed, with all that is in it. */
  readonly removed: readonly string[]
  /** Folders beyond the session's that are made behind other steps: of a worktree, which has its branch before. Absent: none. */
  readonly made?: readonly string[]
  /**
   * What calls of git change of the repository that they find from a folder: its configuration, that with those of
   * all its submodules, the entry of the worktree that
   * the folder is, those of worktrees that are gone, or what in the folder is no part of it, other repositories with it.
   */
  readonly git: readonly {
    readonly folder: string
    readonly changes: 'configuration' | 'submodules' | 'worktree' | 'worktrees' | 'untracked'
  }[]
}

type GitChange = PredictedChanges['git'][number]['changes']

/**
 * What some calls of git do to the repository beside the work, and only after other steps: stopped there, they leave a half.
 * Calls that begin with it are not in it; the kernel stops them before anything is done.
 */
const gitChanges: readonly (readonly [subcommand: string, words: RegExp, changes: GitChange])[] = [
  ['branch', /^(-\w*[mMcCt]\w*|--move|--copy|--track(=.*)?)$/, 'configuration'],
  ['checkout', /^(-\w*t\w*|--track(=.*)?)$/, 'configuration'],
  ['switch', /^(-\w*t\w*|--track(=.*)?)$/, 'configuration'],
  ['submodule', /^add$/, 'configuration'],
  ['submodule', /^(deinit|sync|absorbgitdirs)$/, 'submodules'],
  ['worktree', /^--track$/, 'configuration'],
  ['worktree', /^prune$/, 'worktrees'],
]

/** The folders that a call of git works in: its own, and from there where each `-C` leads. */
function foldersOf({ cwd }: SimpleCommand, options: readonly Word[]): readonly string[] {
  return options.reduce(
    (folders, { text }, at) =>
      options[at - 1]?.text === '-C' ? folders.flatMap((each) => resolveAll(text, [each])) : folders,
    cwd,
  )
}

/**
 * Whether `git clean` takes other repositories too, in what is ignored as well: it is forced twice then. Without what is ignored only git
 * knows which of them it comes to.
 */
function cleansRepositories(options: readonly string[]): boolean {
  const letters = options.filter((text) => /^-\w/.test(text)).join('')
  const forced = letters.split('f').length - 1 + options.filter((text) => text === '--force').length
  return (
    forced > 1 &&
    /d/.test(letters) &&
    /[xX]/.test(letters) &&
    !/n/.test(letters) &&
    !options.includes('--dry-run')
  )
}

const nothing: PredictedChanges = { removed: [], git: [] }

function changesOfGit(command: SimpleCommand): PredictedChanges {
  const { options, subcommand, rest } = readGitCall(command.words.slice(1))
  const folders = foldersOf(command, options)
  const texts = rest.map(({ text }) => text)
  const git = gitChanges
    .filter(([name, words]) => name === subcommand && texts.some((text) => words.test(text)))
    .flatMap(([, , changes]) => folders.map((folder) => ({ folder, changes })))
  const placesOf = (words: readonly string[]): string[] =>
    words.filter((text) => !text.startsWith('-')).flatMap((text) => resolveAll(text, folders))
  // A submodule goes with its pointer file, before or after the rest of it, as the file system lists them.
  if (subcommand === 'rm')
    return {
      ...nothing,
      removed: texts.some((text) => /^(--cached|--dry-run|-\w*n\w*)$/.test(text)) ? [] : placesOf(texts),
    }
  if (subcommand === 'clean') {
    if (!cleansRepositories(texts.filter((text) => text.startsWith('-')))) return nothing
    const named = placesOf(texts)
    const everywhere = folders.map((folder) => ({ folder, changes: 'untracked' }) as const)
    return { ...nothing, removed: named, git: named.length === 0 ? everywhere : [] }
  }
  const removed = placesOf(texts.slice(1))
  switch (`${subcommand} ${texts[0] ?? ''}`) {
    case 'worktree add': {
      const words = texts.slice(1).filter((_, at) => !/^(-[bB]|--reason)$/.test(texts[at] ?? ''))
      return { ...nothing, git, made: placesOf(words).slice(0, folders.length) }
    }
    case 'worktree remove':
      return { ...nothing, removed, git: removed.map((folder) => ({ folder, changes: 'worktree' })) }
    case 'submodule deinit':
      return { ...nothing, removed, git }
    default:
      return { ...nothing, git }
  }
}

/** A place that a command changes, as the facts have it. */
interface Target {
  readonly access: string
  readonly path: string
}

/**
 * What a command will remove, or make behind other steps, and what it will change of repositories beside their content, as far as its words tell: so that
 * it can be stopped before it has done a half. `workspace` is the session's folder: what is moved out of it is copied and removed.
 * Undefined: nothing of the kind.
 */
export function predictedChanges(
  graph: Pick<CommandGraph, 'commands'>,
  targets: readonly Target[],
  workspace: string,
): PredictedChanges | undefined {
  const leaves = targets.some(
    ({ access, path }) => access !== 'read' && access !== 'delete' && !isWithin(path, workspace),
  )
  const gone = targets
    .filter(({ access }) => access === 'delete' || (access === 'move' && leaves))
    .map(({ path }) => path)
  const ofGit = graph.commands.filter(({ program }) => program === 'git').map(changesOfGit)
  const removed = [...new Set([...gone, ...ofGit.flatMap((each) => each.removed)])]
  const git = ofGit.flatMap((each) => each.git)
  const made = ofGit.flatMap((each) => each.made ?? []).filter((path) => !isWithin(path, workspace))
  if (removed.length + made.length + git.length === 0) return undefined
  return { removed, git, ...(made.length > 0 && { made }) }
}
