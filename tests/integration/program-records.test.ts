import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { jsonLines, runCli } from '../fakes/run-cli'

let base = ''
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'cs-own-records-'))
  for (const name of ['state', 'home', 'work/.countersign']) mkdirSync(join(base, name), { recursive: true })
})
afterEach(() => rmSync(base, { recursive: true }))

const record = (name: string, level: string, example: string): string =>
  `[[program]]\nnames = ["${name}"]\n\n[[program.effects]]\nlevel = "${level}"\ndoes = "does what it does"\nexamples = ["${example}"]\n`

interface Report {
  readonly argv: readonly string[]
  readonly risk_level: string
  readonly floor: { readonly reasons: readonly { readonly text: string }[] }
}

/** Judges lines in the order given, by the built program. */
async function levels(lines: readonly string[][]): Promise<readonly (readonly [string, string])[]> {
  const ran = await runCli(['assess', '--json', '--no-model', '--stdin'], {
    env: { PATH: process.env.PATH, HOME: join(base, 'home'), COUNTERSIGN_HOME: join(base, 'state') },
    cwd: join(base, 'work'),
    keepInput: true,
    onChild: (child) => child.stdin?.end(lines.map((argv) => JSON.stringify({ argv })).join('\n')),
  })
  expect(ran.err).toBe('')
  return jsonLines<Report>(ran).map(({ risk_level, floor }) => [risk_level, floor.reasons[0]?.text ?? ''])
}

const calls = [['deployctl', 'release'], ['rm', '-rf', '/'], ['ls'], ['rigctl', 'x']]

test('a person’s records raise, and tell of what is not known, and lower nothing', async () => {
  const before = await levels(calls)
  expect(before.map(([level]) => level)).toEqual(['not_assessed', 'high', 'low', 'not_assessed'])
  writeFileSync(
    join(base, 'state/programs.toml'),
    [
      record('deployctl', 'high', 'deployctl x'),
      record('rm', 'low', 'rm x'),
      record('ls', 'medium', 'ls'),
      record('rigctl', 'low', 'rigctl y'),
    ].join('\n'),
  )
  const after = await levels(calls)
  expect(after.map(([level]) => level)).toEqual(['high', 'high', 'medium', 'low'])
  expect(after[0]?.[1]).toBe('It does what it does (deployctl release, as your programs.toml says).')
  expect(after[1]).toEqual(before[1])
})

test('a project’s folder brings none', async () => {
  writeFileSync(join(base, 'work/.countersign/programs.toml'), record('rigctl', 'low', 'rigctl y'))
  writeFileSync(join(base, 'work/programs.toml'), record('rigctl', 'low', 'rigctl y'))
  expect((await levels([['rigctl', 'x']])).map(([level]) => level)).toEqual(['not_assessed'])
})

test('a broken file stops the start with its name, the line and what was expected', async () => {
  writeFileSync(join(base, 'state/programs.toml'), record('rigctl', 'awful', 'rigctl y'))
  const ran = await runCli(['assess', '--no-model', '--', 'ls'], {
    env: { PATH: process.env.PATH, HOME: join(base, 'home'), COUNTERSIGN_HOME: join(base, 'state') },
    cwd: join(base, 'work'),
  })
  expect(ran.code).not.toBe(0)
  expect(ran.err).toContain(
    `${join(base, 'state/programs.toml')}:5: level is not valid; expected one of "low", "medium", "high"`,
  )
})
