import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { filesWithOtherNames } from '../../../../../../src/main/adapters/sandbox-linux/protection/detached-configs'

test('a hook with a second name is found beside hundreds of files, its folder’s own and those of other places', async () => {
  const base = realpathSync(mkdtempSync('/var/tmp/cs-names-'))
  onTestFinished(() => {
    rmSync(base, { recursive: true })
  })
  const [full, hooks] = [join(base, 'full'), join(base, 'hooks')]
  for (const folder of [full, hooks]) {
    mkdirSync(folder)
    for (let at = 0; at < 600; at += 1) writeFileSync(join(folder, `f${String(at)}`), '')
  }
  const hook = join(hooks, 'pre-commit')
  writeFileSync(hook, '#!/bin/sh\n')
  linkSync(hook, join(base, 'other'))
  const found = await filesWithOtherNames([full, hooks])
  expect(found.map(({ path }) => path)).toEqual([hook])
})
