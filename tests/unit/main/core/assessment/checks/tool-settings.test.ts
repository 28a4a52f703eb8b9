import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { expect, test } from 'vitest'
import { assessCommand } from '../../../../../../src/main/core/assessment/assess-command'
import { fakeFactsReader } from '../../../../../fakes/fake-facts-reader'
import { bashTrees } from '../../../../../fakes/bash-trees'

const home = '/home/dev'
const cwd = `${home}/project`
const patch = (file: string): string =>
  `apply_patch <<'P'\n*** Begin Patch\n*** Add File: ${file}\n+x\n*** End Patch\nP`
const obeyed = [
  '.mise.toml',
  '.tool-versions',
  '.npmrc',
  'packages/a/.npmrc',
  '.yarnrc.yml',
  '.pre-commit-config.yaml',
  'lefthook.yml',
  '.idea/modules.xml',
  '.vscode/launch.json',
  '.gitmodules',
  'sub/.cursor/mcp.json',
  'sub/.gemini/settings.json',
  '.mcp.json',
]
const started = ['.envrc', '.vscode/tasks.json', '.vscode/settings.json', '.devcontainer/x', 'sub/.claude/x']

const judge = (script: string) =>
  assessCommand(
    { argv: ['bash', '-lc', script], cwd, policy: sandboxPolicyForMode('workspace-write') },
    {
      reader: fakeFactsReader({ [`${cwd}/src/a.ts`]: 'x' }),
      trees: bashTrees,
      home,
      user: 'dev',
      now: () => 0,
    },
  )

test.each(obeyed)(
  '%s, which tools outside obey, is at least medium, by a command and by a patch',
  async (file) => {
    for (const script of [`echo x > ${file}`, `cp src/a.ts ./${file}`, patch(file)]) {
      const { level, floor } = await judge(script)
      expect({ script, level, rules: floor.reasons.map(({ rule }) => rule) }).toEqual({
        script,
        level: expect.stringMatching(/medium|high/) as string,
        rules: expect.arrayContaining(['persist.tool-settings']) as unknown,
      })
    }
  },
)

test.each(started)('%s starts by itself, and is high', async (file) => {
  for (const script of [`echo x > ${file}`, patch(file)]) expect((await judge(script)).level).toBe('high')
})

test.each(['Makefile', 'src/npmrc', 'docs/tool-versions.md', 'mise.toml.md', 'src/.npmrc.ts'])(
  '%s is an ordinary file',
  async (file) => {
    expect((await judge(patch(file))).level).toBe('low')
  },
)

test('reading such a file says nothing', async () => {
  expect((await judge('cat .tool-versions')).level).toBe('low')
})
