import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { ProgramRun, ProgramTouch } from '@shared/domain/program-record'
import { expect, test } from 'vitest'
import { RecordTable } from '../../../../../../src/main/core/programs/record-table'
import { assessCommand } from '../../../../../../src/main/core/assessment/assess-command'
import { fakeFactsReader } from '../../../../../fakes/fake-facts-reader'
import { bashTrees } from '../../../../../fakes/bash-trees'

const home = '/home/dev'
const cwd = `${home}/project`

test.each<[string, string]>([
  ['docker ps', 'low'],
  ['/usr/bin/docker ps', 'low'],
  ['/usr/local/bin/docker ps', 'low'],
  ['./docker ps', 'medium'],
  ['tools/docker ps', 'medium'],
  ['/opt/x/docker ps', 'medium'],
  ['./docker volume rm x', 'high'],
  [`cmd /c 'dir /s'`, 'low'],
  [String.raw`cmd /c 'C:\Windows\System32\whoami.exe'`, 'medium'],
  [String.raw`cmd /c '.\whoami.exe'`, 'medium'],
  [String.raw`powershell -Command ".\get-thing.ps1"`, 'medium'],
  // A cmdlet's -h and -v are no questions: -v is -Verbose.
  [`powershell -Command 'Stop-Computer -v'`, 'high'],
  [`cmd /c 'shutdown -h'`, 'high'],
  [`powershell -Command 'get-content a.txt'`, 'low'],
  ['/sbin/cat --version', 'low'],
  ['/opt/x/cat --version', 'medium'],
  ['tmux new-session -d evil ls', 'medium'],
  ['badblocks version', 'medium'],
  // Files of that name, and values of options, are no questions either.
  ['crontab --help', 'low'],
  ['crontab version', 'high'],
  ['crontab x --help', 'high'],
  ['batch -v', 'medium'],
  ['docker volume rm --help', 'low'],
  ['git clean -f --help', 'high'],
  ['git clean -f -e --version', 'high'],
  ['git push --force --push-option --version origin x', 'high'],
  ['git push --dry-run --help', 'low'],
  // The same names in a shell that knows others by them.
  ['tree x', 'low'],
  ['ver', 'not-assessed'],
  ['format x', 'not-assessed'],
  [`cmd /c 'format d:'`, 'high'],
  ['SCHTASKS //create //tn x', 'not-assessed'],
  ['schtasks.exe //CREATE //tn x', 'high'],
  ['socat tcp:h:80 eXeC:sh', 'high'],
])('%s is %s', async (line, level) => {
  const assessed = await assessCommand(
    { argv: ['bash', '-lc', line], cwd, workspace: cwd, policy: sandboxPolicyForMode('workspace-write') },
    { reader: fakeFactsReader({}), trees: bashTrees, home, now: () => 0 },
  )
  expect(assessed.level).toBe(level)
})

test.each([
  // Without them the words are a command that it may run.
  ['onqueue fast rm -rf ~/documents', 'high', 'high'],
  ['onqueue fast ls', 'low', 'not-assessed'],
  ['mopup ~/documents', 'high', 'not-assessed'],
  ['tar cf a.tar x', 'low', 'low'],
])(
  'with a person’s own records that say what runs and what is deleted, %s is %s',
  async (line, level, without) => {
    const record = { values: [], effects: [], runs: [], touches: [], stars: [], dangers: [], safe: [] }
    const own = new RecordTable([
      { ...record, names: ['onqueue'], runs: [ProgramRun.parse({ skip: 1, examples: ['x y z => z'] })] },
      {
        ...record,
        names: ['mopup'],
        touches: [ProgramTouch.parse({ access: 'delete', examples: ['x y => delete y'] })],
      },
    ])
    const judge = async (parts: { own?: RecordTable }) =>
      (
        await assessCommand(
          {
            argv: ['bash', '-lc', line],
            cwd,
            workspace: cwd,
            policy: sandboxPolicyForMode('workspace-write'),
          },
          { reader: fakeFactsReader({}), trees: bashTrees, home, now: () => 0, ...parts },
        )
      ).level
    expect(await judge({ own })).toBe(level)
    expect(await judge({})).toBe(without)
  },
)
