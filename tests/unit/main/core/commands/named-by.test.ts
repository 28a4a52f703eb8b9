import { expect, test } from 'vitest'
import { namedBy } from '../../../../../src/main/core/commands/removed-trees'
import { bashParser } from '../../../../fakes/bash-parser'

const home = '/home/me'

test.each([
  ['rm -rf ~/.cache/foo/', ['/home/me/.cache/foo']],
  ['echo x > ~/.bash_history', ['/home/me/.bash_history']],
  ['echo x >"$HOME/.cache/y"; cat ${HOME}/.cache/z', ['/home/me/.cache/y', '/home/me/.cache/z']],
  [`python3 -c 'open("/home/me/.cache/y", "w")'`, ['/home/me/.cache/y']],
  ['tool --cache=/home/me/.cache/t rel/a.txt ../b https:x', ['/home/me/.cache/t']],
  ['npm test', []],
])('%s names by whole paths %j', async (script, paths) => {
  const named = await namedBy(['bash', '-c', script], home, bashParser())
  expect(named.paths).toEqual(paths)
})

test('a name by its last parts is known, and no whole path', async () => {
  const { names, paths } = await namedBy(['bash', '-c', 'cp a.txt out/b'], home, bashParser())
  expect([names('/x/out/b'), names('/x/out'), paths]).toEqual([true, false, []])
})
