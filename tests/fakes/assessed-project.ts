import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { assessCommand, type CommandAssessment } from '../../src/main/core/assessment/assess-command'
import { fakeFactsReader, type FakeEntry } from './fake-facts-reader'
import { bashTrees } from './bash-trees'

/** The person's home folder. */
export const home = '/home/dev'
/** The project's folder. */
export const cwd = '/home/dev/project'
const clean = { tracked: 1, modified: 0, untracked: 0, ignored: 0, complete: true }
/** What lies in the project and around it. */
export const files: Readonly<Record<string, FakeEntry>> = {
  [`${cwd}/README.md`]: { kind: 'file', realKind: 'file', bytes: 2048, git: clean },
  [`${cwd}/notes.txt`]: {
    kind: 'file',
    realKind: 'file',
    bytes: 10,
    git: { ...clean, tracked: 0, untracked: 1 },
  },
  [`${cwd}/dist`]: {
    kind: 'directory',
    realKind: 'directory',
    files: 3,
    bytes: 9000,
    git: { ...clean, tracked: 0, ignored: 3 },
  },
  [`${cwd}/src`]: {
    kind: 'directory',
    realKind: 'directory',
    files: 12,
    bytes: 120_000,
    git: { ...clean, tracked: 11, modified: 1 },
  },
  [`${cwd}/out`]: { link: `${home}/docs` },
  [`${home}/docs`]: { kind: 'directory', realKind: 'directory', files: 312, bytes: 48_000_000 },
  [`${home}/.bashrc`]: 'alias x=y\n',
  '/tmp/old': 'x',
  [`${cwd}/hollow`]: { kind: 'directory', realKind: 'directory', files: 0, bytes: 0 },
  [`${home}/vault`]: { kind: 'directory', realKind: 'directory', files: 0, bytes: 0, counted: false },
  [`${cwd}/two words, and more`]: 'x',
  [`${cwd}/new\nline`]: 'x',
}

/** Facts and floor of a command in a small project; `more` adds to what lies there. */
export async function assess(
  command: string | readonly string[],
  more: Readonly<Record<string, FakeEntry>> = {},
): Promise<CommandAssessment> {
  const argv = typeof command === 'string' ? ['bash', '-lc', command] : command
  return assessCommand(
    { argv, cwd, policy: sandboxPolicyForMode('workspace-write') },
    { reader: fakeFactsReader({ ...files, ...more }), trees: bashTrees, home, user: 'dev', now: () => 0 },
  )
}
