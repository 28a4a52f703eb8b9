import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { expect, test } from 'vitest'
import { assessCommand } from '../../../../../../src/main/core/assessment/assess-command'
import { fakeFactsReader } from '../../../../../fakes/fake-facts-reader'
import { bashTrees } from '../../../../../fakes/bash-trees'

const home = '/home/dev'
const cwd = `${home}/project`
const files = {
  [`${home}/docs/a.txt`]: 'x',
  [`${home}/.netrc`]: 'x',
  [`${cwd}/src/a.ts`]: 'x',
  [`${cwd}/package.json`]: '{}',
  [`${cwd}/secret.json`]: { link: `${home}/.netrc` },
}
const patch = (body: string): string => `apply_patch <<'P'\n*** Begin Patch\n${body}\n*** End Patch\nP`

// What docs/decisions/035-blind-measure.md found, each in other words than the line that showed it.
test.each<[string, string, string]>([
  ['run() { "$@"; }; run rm -rf ~/docs', 'high', 'delete.outside'],
  ['echo ~/docs/* | xargs rm -rf', 'high', 'delete.outside'],
  ['ln -s ~/docs here; rm -rf here/', 'high', 'delete.outside'],
  ['ln -s ~/docs here; rm -rf here/*', 'high', 'delete.outside'],
  ['ln -s ~/docs/a.txt here; echo x > here', 'high', 'write.over-outside'],
  ['ln -s $X here; rm -rf here/', 'high', 'delete.unknown-tree'],
  ['ln -s ~/docs here; rm here', 'medium', 'delete.inside'],
  ['tar xf a.tar -C ~/.ssh', 'high', 'persist.file'],
  ['tar xf a.tar -C .git/hooks', 'high', 'persist.file'],
  ['install -m 755 /usr/bin/bash ./editor', 'high', 'escape.renamed-shell'],
  ['ln -s /bin/busybox ls', 'high', 'escape.renamed-shell'],
  [`ruby -e 'require "fileutils"; FileUtils.rm_r(File.expand_path("~/docs"))'`, 'high', 'code.alarm'],
  [`node -e "child.execSync(Buffer.from(x, 'base64'))"`, 'high', 'code.alarm'],
  [patch('*** Update File: src/a.ts\n@@\n-x\n+y'), 'medium', 'write.over-inside'],
  [patch('*** Delete File: ../docs/a.txt'), 'high', 'delete.outside'],
  [patch('*** Add File: src/b.ts\n+y'), 'low', 'harmless.plain'],
  ['apply_patch < some.patch', 'medium', 'write.unknown'],
  [`node -p "require('./package.json').name"`, 'low', 'harmless.shell'],
  [`python3 -c "print(open('secret.json').read())"`, 'high', 'secrets.file'],
  ['dart analyze', 'low', 'harmless.shell'],
  ['mix format --check-formatted', 'low', 'harmless.shell'],
  ['GIT_EXTERNAL_DIFF=difft git diff', 'low', 'harmless.known-safe'],
  ['git -c core.pager=delta log', 'low', 'harmless.shell'],
])('%s is %s by %s', async (script, level, rule) => {
  const { level: judged, floor } = await assessCommand(
    { argv: ['bash', '-lc', script], cwd, policy: sandboxPolicyForMode('workspace-write') },
    { reader: fakeFactsReader(files), trees: bashTrees, home, user: 'dev', now: () => 0 },
  )
  expect({ judged, rules: floor.reasons.map((each) => each.rule) }).toEqual({
    judged: level,
    rules: expect.arrayContaining([rule]) as unknown,
  })
})
