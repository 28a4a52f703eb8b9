import type { FloorReason } from '@shared/domain/facts'
import { reasonInWords } from '@shared/messages/reason'
import { ruleReasons } from '@shared/languages/english/messages/rule-reasons'
import { expect, test } from 'vitest'
import { allRules } from '../../../../src/main/core/assessment/checks/judge-checks'

/** Reasons that are no check's own, and those of requests that are no command. */
const beside = [
  'input.unreadable',
  'network.unknown-host',
  'network.machine',
  'network.machine-strong',
  'secrets.opened',
  'tool.destructive',
  'tool.unchecked',
  'unreadable',
]

test('every check has its sentence, and no sentence is left over', () => {
  const ids = [...new Set([...allRules.map(({ id }) => id), ...beside])]
  expect(Object.keys(ruleReasons).sort()).toEqual(ids.sort())
  expect(Object.values(ruleReasons).filter((text) => !/^[A-Z].*\.$/.test(text))).toEqual([])
})

const base = { level: 'high' } as const

test.each<[FloorReason, string]>([
  [{ ...base, rule: 'delete.inside', detail: 'a $& {} b' }, 'It deletes a $& {} b.'],
  [
    { ...base, rule: 'network.exfiltration', act: { kind: 'send', what: 'workspace', hosts: ['x.example'] } },
    'It sends the whole workspace to x.example.',
  ],
  [
    { ...base, rule: 'system.power', does: 'stops this machine', detail: 'halt' },
    'It stops this machine (halt).',
  ],
  [
    { ...base, rule: 'own.record', does: 'deploys', detail: 'ship it' },
    'It deploys (ship it, as your programs.toml says).',
  ],
  [{ rule: 'own.record', level: 'low', does: 'looks' }, 'It looks.'],
  [
    { ...base, rule: 'delete.outside', hidden: true },
    'A file outside the workspace that would run: It deletes …, which is outside the workspace.',
  ],
  [
    { ...base, rule: 'network.unknown-host', detail: 'a.example:443', warning: 'a bare address' },
    'It connects to a.example:443, which nobody has granted; the name has a bare address.',
  ],
  [{ ...base, rule: 'gone.rule', said: 'As it was said' }, 'As it was said'],
  [{ ...base, rule: 'gone.rule', detail: 'x' }, 'The check gone.rule holds.'],
])('%j is said', (reason, words) => {
  expect(reasonInWords(reason)).toBe(words)
})
