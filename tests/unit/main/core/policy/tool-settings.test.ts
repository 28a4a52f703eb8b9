import { expect, test } from 'vitest'
import { isToolSetting, protectedNames } from '../../../../../src/main/core/policy/tool-settings'
import { protectedEntryOf } from '../../../../../src/main/core/patch/decide-patch'

test.each(['.claude', '.codex', '.cursor', '.gemini', '.countersign', '.agents'])(
  'a patch to %s is asked about, at the root and below',
  (folder) => {
    const isGuarded = (path: string): boolean =>
      protectedEntryOf(path, protectedNames, ['/work']) !== undefined
    expect([`/work/${folder}/x`, `/work/a/b/${folder}/x`, `/work/${folder}x`].map(isGuarded)).toEqual([
      true,
      true,
      false,
    ])
  },
)

test.each([
  ['.envrc', true],
  ['a/b/.envrc', true],
  ['.vscode/launch.json', true],
  ['.idea/runConfigurations/a.xml', true],
  ['.lefthook-local.yaml', true],
  ['.devcontainer/devcontainer.json', true],
  ['.config/mise.toml', true],
  ['rust-toolchain.toml', true],
  ['shop.code-workspace', true],
  ['a/.vimrc', true],
  ['.sl/config', true],
  ['CLAUDE.md', false],
  ['code-workspace', false],
  ['.config/other.toml', false],
  ['x.envrc', false],
  ['.envrc/x', false],
  ['vscode/tasks.json', false],
  ['cargo/config.toml', false],
])('%s is something that tools outside run or obey: %s', (path, expected) => {
  expect(isToolSetting(path)).toBe(expected)
})
