import { expect, test } from 'vitest'
import type { RiskLevel } from '@shared/domain/risk'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { readRulesFile } from '../../../../../src/main/adapters/config-toml/effect-rules'
import type { HistoryEntry, PastAction } from '../../../../../src/main/core/ports/agent-histories'
import type { PastVerdict } from '../../../../../src/main/core/replay/judge-past'
import { createReplay } from '../../../../../src/main/core/replay/replay'
import { Tally } from '../../../../../src/main/core/replay/tally'
import { tomlText } from '../../../../../src/main/core/effect-rules/rule-toml'
import { bashParser } from '../../../../fakes/bash-parser'
import { bashTrees } from '../../../../fakes/bash-trees'

const parser = bashParser()
const home = '/home/dev'
const engine = ['/home/dev/.countersign']

const action = (script: string, more: Partial<PastAction> = {}): HistoryEntry => ({
  kind: 'action',
  action: {
    ...{
      agent: 'claude-code',
      at: '2026-11-20T10:00:00.000Z',
      cwd: '/home/dev/shop',
      workspace: '/home/dev/shop',
    },
    wanted: { kind: 'command', argv: ['bash', '-lc', script], escalated: false },
    ...{ asked: 'unknown', answer: 'unknown' },
    ...more,
  },
})

const replayed = (
  entries: readonly HistoryEntry[],
  approvalPolicy: 'on-request' | 'untrusted' = 'on-request',
  rules = '',
) =>
  createReplay({
    rules: {
      load: async () => ({
        rules: (await readRulesFile('rules.toml', rules, { parser, home, engine })).rules,
      }),
    },
    find: () =>
      Promise.resolve({
        bytes: 1,
        async *read() {
          await Promise.resolve()
          yield entries
        },
      }),
    judge: () => ({
      ...{ parser, trees: bashTrees, home, approvalPolicy },
      sandboxPolicy: sandboxPolicyForMode('workspace-write'),
    }),
    propose: () => ({ parser, home, engine, now: Date.parse('2026-11-26T12:00:00Z') }),
  })({ paths: [] }, new AbortController().signal)

const times = (count: number, entry: (at: number) => HistoryEntry): HistoryEntry[] =>
  Array.from({ length: count }, (_, at) => entry(at))

test('what was asked and what became of it is counted where it is said, and said to be unknown where it is not', async () => {
  const report = await replayed([
    { kind: 'session', agent: 'codex' },
    action('ls', { asked: 'no' }),
    action('rm -rf ~/a', { asked: 'yes', answer: 'denied' }),
    action('rm -rf ~/b', { asked: 'yes', answer: 'allowed' }),
    action('rm -rf ~/c'),
    { kind: 'unreadable', why: 'too-long' },
    { kind: 'unreadable', why: 'hidden' },
    { kind: 'unopened' },
  ])
  expect(report).toMatchObject({
    ...{ sessions: 1, actions: 4, asked_then: 2, asked_unknown: 1, denied_then: 1, would_ask: 3 },
    ...{ unreadable: 3, unreadable_because: { torn: 0, too_long: 1, hidden: 1, unopened: 1 } },
    judged_by: 'words',
  })
  expect(report.needed.map(({ command, answer }) => [command, answer])).toEqual([
    ['rm -rf ~/a', 'denied'],
    ...[
      ['rm -rf ~/b', 'allowed'],
      ['rm -rf ~/c', 'unknown'],
    ],
  ])
})

test('the worst leads, and the same is told once with how often it came up', async () => {
  const report = await replayed([
    ...times(3, () => action('rm -rf dist')),
    action('rm -rf ~/photos'),
    action('rm -rf dist', { answer: 'denied', asked: 'yes' }),
  ])
  expect(report.needed).toEqual([
    expect.objectContaining({ command: 'rm -rf ~/photos', level: 'high', times: 1 }),
    expect.objectContaining({ command: 'rm -rf dist', level: 'medium', times: 4, answer: 'denied' }),
  ])
})

test('a proposed rule names folder, commands and effects, ends, and says where it would have been wrong and what it does not cover', async () => {
  const report = await replayed([
    ...times(6, (at) => action(`curl -O https://files.example/${String(at % 3)}.csv`)),
    action('curl -O https://files.example/secret.csv', { asked: 'yes', answer: 'denied' }),
    action('curl -O https://other.example/x.csv'),
  ])
  const [rule, ...others] = report.proposed
  expect(rule).toMatchObject({
    answers: 8,
    denied_among: [{ command: 'curl -O https://files.example/secret.csv' }],
  })
  expect(rule?.toml).toContain('where = ["~/shop"]')
  expect(rule?.toml).toContain('hosts = ["files.example:443", "other.example:443"]')
  expect(rule?.toml).toContain('ends = { at = "2026-12-26T12:00:00.000Z" }')
  expect(others).toEqual([])
})

test('a rule for what deletes names what may go, and covers no more of the same program', async () => {
  const report = await replayed([...times(4, () => action('rm -rf dist')), action('rm -rf src')])
  expect(report.proposed).toEqual([expect.objectContaining({ answers: 4, narrower: null })])
  expect(report.proposed[0]?.toml).toContain('commands = ["rm -rf dist"]')
  expect(report.proposed[0]?.toml).toContain(
    'deletes = { below = ["dist", "dist/**"], files = 200, unsaved = 0 }',
  )
  expect(report.proposed[0]?.uncovered.map(({ command }) => command)).toEqual(['rm -rf src'])
})

test('each proposal is one that loads from rules.toml, and none is for what is high', async () => {
  const report = await replayed(
    [
      ...times(4, (at) => action(`npm run build -- --part ${String(at)}`)),
      ...times(3, () => action('make')),
      ...times(9, () => action('rm -rf ~/photos')),
      ...times(3, () => action('python3 -c "print(1)" | tee out.txt')),
      ...times(3, () => action('docker compose up -d "a\u007fb"')),
      ...times(2, () => action('npm run build && git push')),
    ],
    'untrusted',
  )
  expect(report.proposed.length).toBeGreaterThan(1)
  const text = report.proposed.map(({ toml }) => toml).join('\n')
  const rules = (await readRulesFile('rules.toml', text, { parser, home, engine })).rules
  expect(rules.map(({ rule }) => rule.level)).toEqual(report.proposed.map(() => 'medium'))
  expect(text).not.toContain('rm -rf')
  for (const { narrower } of report.proposed)
    if (narrower)
      expect((await readRulesFile('rules.toml', narrower.toml, { parser, home, engine })).rules).toHaveLength(
        1,
      )
  const build = report.proposed.find(({ toml }) => toml.includes('npm run build *'))
  expect(build?.narrower?.answers).toBe(build?.answers)
  expect(build?.uncovered.map(({ command }) => command)).toContain('npm run build && git push')
})

test('no rule is proposed for what connects to somewhere that its words do not name', async () => {
  const report = await replayed(times(5, () => action('npm install')))
  expect([report.would_ask, report.proposed]).toEqual([5, []])
})

test('what the rules that there are could answer is said with their names, and proposed no more', async () => {
  const entries = [...times(4, () => action('rm -rf dist')), ...times(2, () => action('rm -rf src'))]
  const [proposed] = (await replayed(entries)).proposed
  const report = await replayed(entries, 'on-request', proposed?.toml)
  expect(report).toMatchObject({ would_ask: 6, rules_could_answer: 4 })
  expect(report.needed.map(({ command, rule }) => [command, rule])).toEqual([
    ['rm -rf dist', proposed?.name],
    ['rm -rf src', null],
  ])
  expect(report.proposed.map(({ name }) => name)).toEqual(['rm -rf src in shop'])
})

test('no pattern of a proposal stands for whatever a program is told to do', async () => {
  const report = await replayed(
    [
      ...times(5, (at) => action(`bash -c "echo ${String(at)} > f"`)),
      ...times(5, (at) => action(`python3 -c "print(${String(at)})"`)),
      ...times(5, (at) => action(`npx tool-${String(at)}`)),
      ...times(5, (at) => action(`docker run image-${String(at)}`)),
    ],
    'untrusted',
  )
  for (const { toml } of report.proposed)
    expect(toml).not.toMatch(/"(bash|python3|npx|docker|docker run)[^"]*\*"/)
})

test('what is held does not grow with what was asked: the worst stay, all are counted', () => {
  // From 5000 different ones on the least grave thousand go: here before and after the worst.
  const tally = new Tally()
  const add = (command: string, level: RiskLevel): void => {
    const asked = action(command)
    if (asked.kind !== 'action') throw new Error('expected an action')
    const verdict: PastVerdict = {
      ...{ decision: 'ask', command, level, reason: '', commands: undefined },
      named: { writes: [], deletes: [], hosts: [] },
    }
    tally.add(asked.action, verdict)
  }
  for (let at = 0; at < 5100; at += 1) add(`rm -rf part-${String(at)}`, 'medium')
  add('rm -rf ~/photos', 'high')
  for (let at = 0; at < 1100; at += 1) add(`rm -rf other-${String(at)}`, 'medium')
  expect(tally.wouldAsk).toBe(6201)
  const held = tally.questions()
  expect(held[0]?.verdict.command).toBe('rm -rf ~/photos')
  expect([held.length > 4000, held.length <= 5000]).toEqual([true, true])
})

test('a report names the 500 worst, and counts all', async () => {
  const report = await replayed([
    ...times(500, (at) => action(`rm -rf part-${String(at)}`)),
    action('rm -rf ~/photos'),
  ])
  expect(report.would_ask).toBe(501)
  expect(report.needed[0]?.command).toBe('rm -rf ~/photos')
  expect(report.needed).toHaveLength(500)
})

test.each(['a"b\\c', 'line\nfeed\ttab', '\u007f\u0001', 'ünï'])(
  '%j is the same text in TOML',
  async (text) => {
    const { parse } = await import('smol-toml')
    expect(parse(`x = ${tomlText(text)}`)).toEqual({ x: text })
  },
)
