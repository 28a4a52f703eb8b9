import { expect, test } from 'vitest'
import { runByExeca, runTool } from '../../src/main/adapters/process-execa/run-tool'

const limits = { env: { PATH: '/usr/bin:/bin', ONLY: 'this' }, ms: 60_000, maxBytes: 1_000 }

test.each<[string, readonly string[], object]>([
  [
    'its exit code, and each byte as one character',
    ['-c', 'printf "a\\377\\n"; exit 3'],
    { code: 3, printed: 'a\xff\n' },
  ],
  [
    'no variable but those given, in the root folder',
    ['-c', 'printf "$ONLY$HOME"; pwd'],
    { code: 0, printed: 'this/\n' },
  ],
  ['a signal is no exit code', ['-c', 'kill -9 $$'], { code: undefined, printed: '' }],
])('a tool ends the same by execa and without it: %s', async (_, args, end) => {
  const both = [
    runTool('/bin/sh', args, { ...limits, background: false }),
    runByExeca('/bin/sh', args, limits),
  ]
  expect(await Promise.all(both)).toEqual([end, end])
})

test('what prints too much, takes too long or is not there ends without an exit code, by either', async () => {
  const ends = (run: typeof runByExeca) =>
    Promise.all([
      run('/bin/sh', ['-c', 'while :; do echo 123456789; done'], limits),
      run('/bin/sh', ['-c', 'exec sleep 600'], { ...limits, ms: 50 }),
      run('/nowhere/tool', [], limits),
    ])
  const plain = await ends((file, args, given) => runTool(file, args, { ...given, background: false }))
  const loaded = await ends(runByExeca)
  expect([...plain, ...loaded].map(({ code }) => code)).toEqual(Array.from({ length: 6 }, () => undefined))
})
