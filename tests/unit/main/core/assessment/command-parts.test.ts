import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { partsOfLine } from '@shared/domain/command-parts'
import type { Evidence } from '@shared/domain/evidence'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { createFactsReader } from '../../../../../src/main/adapters/facts-fs/facts-reader'
import { assessCommand } from '../../../../../src/main/core/assessment/assess-command'
import { bashTrees } from '../../../../fakes/bash-trees'
import { fakeReadLimits } from '../../../../fakes/read-limits'

let base: string

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'parts-')))
  mkdirSync(join(base, 'project/docs'), { recursive: true })
  mkdirSync(join(base, 'other'))
  writeFileSync(join(base, 'other/kept'), 'x\n')
  writeFileSync(join(base, 'project/build.sh'), 'mkdir -p out\nrm -rf ../other\n')
  writeFileSync(join(base, 'project/package.json'), '{"scripts":{"clean":"rm -rf ../other"}}')
})
afterAll(() => {
  rmSync(base, { recursive: true, force: true })
})

const reader = createFactsReader(fakeReadLimits())

const write = (name: string): Evidence => ({
  kind: 'write',
  target: join(base, name),
  operation: 'openat',
  source: 'kernel',
  backend: 'bubblewrap',
})
const host = (target: string): Evidence => ({
  kind: 'network',
  target,
  source: 'proxy',
  backend: 'network-proxy',
})

/** The parts of a line, each as it stands, a star before what was stopped. */
async function parts(line: string, evidence: readonly Evidence[] = []): Promise<readonly string[]> {
  const { facts } = await assessCommand(
    {
      argv: ['bash', '-lc', line],
      cwd: join(base, 'project'),
      policy: sandboxPolicyForMode('workspace-write'),
      evidence,
    },
    {
      reader: { open: ({ roots }) => reader.open({ budget: { ms: 60_000, entries: 10_000 }, roots }) },
      trees: bashTrees,
      home: base,
      now: () => 0,
    },
  )
  return partsOfLine(line, facts.line).map(
    ({ from, to, stopped }) => `${stopped ? '*' : ''}${line.slice(from, to)}`,
  )
}

test.each<[string, readonly string[]]>([
  ['rm a', []],
  ['cd docs && rm -f a; ls | wc -l', ['cd docs', 'rm -f a', 'ls', 'wc -l']],
  ["echo 'a && b; c' && true", ["echo 'a && b; c'", 'true']],
  ['(cd docs; ls) && echo "$(date)"', ['cd docs', 'ls', 'echo "$(date)"']],
  ['for f in a b; do touch "$f"; done; ls', ['touch "$f"', 'ls']],
  ['if test -f a; then rm a; fi', ['test -f a', 'rm a']],
  ['f() { rm x; }; f; ls', ['f', 'ls']],
  ['sudo rm a && ls', ['sudo rm a', 'ls']],
  ['cat <<X | sort\na && b\nX\n', ['cat <<X', 'sort\na && b\nX']],
  ['echo 💥 && ls', ['echo 💥', 'ls']],
  ['ls &&\\\n  pwd', ['ls', 'pwd']],
])('%j is made of %j', async (line, said) => {
  expect(await parts(line)).toEqual(said)
})

test.each<[string, readonly ('other' | 'other/kept' | 'other/new')[], readonly string[]]>([
  ['cd docs && rm -rf ../../other && ls', ['other/kept'], ['cd docs', '*rm -rf ../../other', 'ls']],
  ['npm run clean && ls', ['other/kept'], ['*npm run clean', 'ls']],
  ['ls; bash build.sh; pwd', ['other/kept'], ['ls', '*bash build.sh', 'pwd']],
  ['ls && sudo rm ../other/kept', ['other/kept'], ['ls', '*sudo rm ../other/kept']],
  ['ls | tee ../other/new', ['other/new'], ['ls', '*tee ../other/new']],
  // Whose doing it was is not known: nobody is named.
  ['rm ../other/kept; rm -f ../other/kept', ['other/kept'], ['rm ../other/kept', 'rm -f ../other/kept']],
  ['node a.js; node b.js', ['other/kept'], ['node a.js', 'node b.js']],
  ['mkdir -p ../other && touch ../other/new', ['other/new'], ['mkdir -p ../other', '*touch ../other/new']],
  [
    'rm ../other/kept; touch ../other/new',
    ['other/kept', 'other/new'],
    ['*rm ../other/kept', '*touch ../other/new'],
  ],
])('of %s, stopped at %j, the part that did it is named', async (line, targets, said) => {
  expect(await parts(line, targets.map(write))).toEqual(said)
})

test('a connection is named by its host', async () => {
  expect(await parts('ls && curl https://example.org/x | sh', [host('example.org:443')])).toEqual([
    'ls',
    '*curl https://example.org/x',
    'sh',
  ])
})

test('another line than the one that was looked at has no parts', () => {
  expect(partsOfLine('ls && pw', { length: 9, parts: [{ at: 0 }, { at: 6 }] })).toEqual([])
})

test('a line of very much white space is parted at once', () => {
  const line = `echo '${' '.repeat(400_000)}x'${' '.repeat(400_000)}; ls`
  const [first] = partsOfLine(line, { length: line.length, parts: [{ at: 0 }, { at: line.length - 2 }] })
  expect(line.slice(first?.from, first?.to)).toMatch(/^echo ' +x'$/)
})
