import { countingIn } from '../../../messages/counting'

const { number } = countingIn('en-GB')

/** The words of the folder that a session begins in: where it works, what its project says, whether it is trusted. */
export const folder = {
  recent: 'Recent folders',
  completions: 'Folders that fit',
  fitting: (count: number) =>
    `${count === 1 ? '1 folder' : `${number(count)} folders`}. Up and Down choose, Enter takes.`,
  looking: 'Looking at the folder…',
  dropped: 'A browser does not tell where a folder lies. Type its path below.',
  project: 'This project',
  nothing: 'Nothing in it changes how a session works.',
  instructions: (names: readonly string[]) =>
    `The agent is given ${names.join(', ')} to read as instructions, trusted or not. They widen nothing.`,
  sets: (rows: readonly string[]) =>
    rows.length === 0 ? 'It sets nothing that a project may set.' : `Trusted, it sets ${rows.join(', ')}.`,
  refused: (keys: readonly string[]) => `No project may set ${keys.join(', ')}: that stays without effect.`,
  unusable: (problem: string) => `It cannot be used: ${problem}`,
  unread: (names: readonly string[]) => `Of other programs, and not read: ${names.join(', ')}.`,
  trustQuestion: 'Do you trust the files of this project?',
  trustText: 'Not trusted, its sessions begin read-only. Commands run in the sandbox either way.',
  trustLimits: 'A trusted project’s file may choose the model and how long it thinks, and nothing else.',
  more: 'What its files may do',
  trusted: (folder: string) => `Trusted: ${folder}`,
  untrusted: (folder: string) => `Not trusted: ${folder}`,
  trust: 'Trust',
  distrust: 'Do not trust',
  where: 'Works in',
  here: 'The folder itself',
  worktree: 'A git worktree of its own',
  onBranch: (branch: string) => `On ${branch}`,
  worktreeText: (place: string) =>
    `A new branch below countersign/ in ${place}, made without the repository’s hooks and filters. Your files and branches stay as they are.`,
  base: 'From',
  missing: (changed: number, ignored: readonly string[], more: number) => {
    const files =
      changed === 1 ? '1 file that is not committed' : `${number(changed)} files that are not committed`
    const names = `what git ignores: ${ignored.join(', ')}${more > 0 ? ` and ${number(more)} more` : ''}`
    return `Not in it: ${[...(changed > 0 ? [files] : []), ...(ignored.length > 0 ? [names] : [])].join('; ')}.`
  },
  inWorktree: (repository: string) => `A worktree of ${repository}`,
  archiveTitle: 'Archive this session',
  archiveText: (root: string, branch: string) =>
    `It worked in a git worktree of its own, ${root}. Its branch ${branch} stays in any case.`,
  checking: 'Looking at the worktree…',
  removeToo: 'Remove the worktree',
  clean: 'All is committed there. The folder stays unless you have it removed.',
  alsoIgnored: (names: readonly string[]) => `What git ignores goes with it: ${names.join(', ')}.`,
  notCommitted: (files: readonly string[], more: number) =>
    `It stays, since it holds what is not committed: ${files.join(', ')}${more > 0 ? ` and ${number(more)} more` : ''}.`,
  shared: 'It stays, since another session works there.',
  gone: 'There is no worktree of this session any more. Nothing is removed.',
  notTold: 'It stays, since it cannot be told what is in it.',
  archiveDo: 'Archive',
} as const
