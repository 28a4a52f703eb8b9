import type { Effect, FileAct } from '@shared/domain/effect'
import type { FloorReason } from '@shared/domain/facts'
import { filesInWords, listed, sizeInWords } from '@shared/messages/amounts'
import { effectInWords, wordToType } from '@shared/messages/effect'
import { messages as german } from '@shared/languages/german/messages'
import { describeGrant } from '@shared/messages/grant'
import { reasonInWords } from '@shared/messages/reason'
import { stopInWords } from '@shared/messages/stop'
import { refusalText } from '@shared/messages/refusal-text'
import { saidIn } from '@shared/messages/spoken'
import { expect, test } from 'vitest'

const files: FileAct = {
  kind: 'files',
  verb: 'delete',
  state: 'tree',
  names: [{ name: '~/.pi' }],
  things: 1,
  files: 1312,
  bytes: 1_250_000,
  exact: true,
  place: 'outside',
}

test.each<[Effect, sentence: string, word: string]>([
  [
    { act: files, others: 2 },
    'Löscht 1.312 Dateien (1,3 MB) in ~/.pi, außerhalb des Arbeitsordners, und 2 weitere Wirkungen.',
    'löschen',
  ],
  [
    { act: { kind: 'send', what: 'environment', hosts: ['evil.example'] } },
    'Sendet die Umgebungsvariablen an evil.example.',
    'senden',
  ],
  [
    { act: { kind: 'push', verb: 'overwrite', scope: 'every-branch', branches: [], deletes: [] } },
    'Überschreibt alle Branches auf dem Remote.',
    'überschreiben',
  ],
  [
    { act: { kind: 'git-settings', settings: [{ name: 'user.name', value: 'b' }] } },
    'Setzt user.name auf b in den Git-Einstellungen des Repositorys.',
    'setzen',
  ],
  [{ act: { kind: 'run', text: 'npm test' } }, 'Startet npm test.', 'starten'],
  [
    { act: { kind: 'reason', rule: 'services.database-destroy', detail: 'drop table' } },
    'Löscht Daten in einer Datenbank (drop table).',
    'löschen',
  ],
  [{ act: { kind: 'said', text: 'Deletes 3 files.' } }, 'Deletes 3 files.', 'erlauben'],
])('an effect in German: %#', (effect, sentence, word) => {
  expect(saidIn(german, () => [effectInWords(effect), wordToType(effect)])).toEqual([sentence, word])
})

test.each<[FloorReason, string]>([
  [
    { rule: 'program.delete', level: 'high', does: 'rm with force deletes without asking', detail: 'x' },
    'Löscht mit rm -f ohne Nachfrage (x).',
  ],
  [
    { rule: 'own.record', level: 'high', does: 'wipes the lab', detail: 'x' },
    'Laut eigener programs.toml: „wipes the lab“ (x).',
  ],
  [{ rule: 'delete.inside', level: 'medium', detail: 'a {} b' }, 'Löscht a {} b.'],
])('a reason in German: %#', (reason, sentence) => {
  expect(saidIn(german, () => reasonInWords(reason))).toBe(sentence)
})

test('numbers, sizes and lists are written as German writes them', () => {
  const said = saidIn(german, () => [
    filesInWords(1),
    filesInWords(0),
    filesInWords(12_345),
    sizeInWords(1),
    sizeInWords(1500),
    sizeInWords(48_000_000),
    listed(['a', 'b', 'c'], 3),
  ])
  expect(said).toEqual([
    ...['1 Datei', '0 Dateien', '12.345 Dateien', '1 Byte', '1,5 KB', '48 MB'],
    'a, b und 4 weitere',
  ])
})

test.each([
  [
    { kind: 'managed', rule: 'keine Pushes', reason: 'Ann fragen' },
    'Es fällt unter die Regel „keine Pushes“ dieses Rechners: Ann fragen. Darum wird gefragt.',
  ],
  [
    { kind: 'managed-unread', problem: 'x' },
    'Die Regeln dieses Rechners sind nicht lesbar (x). Darum wird gefragt.',
  ],
] as const)('what a rule of the machine says is no record of programs: %j', (why, words) => {
  expect(saidIn(german, () => stopInWords({ why }, undefined))).toBe(words)
})

test('the agent is told English, the server of this machine too, while the person reads German', () => {
  const target = '127.0.0.1:5432'
  const request = {
    kind: 'command',
    stage: 'retry',
    stop: { boundary: 'network', evidence: [{ kind: 'network', target, source: 'proxy' }] },
  } as unknown as Parameters<typeof refusalText>[0]
  const [told, grant] = saidIn(german, () => [
    refusalText(request, 'nein'),
    describeGrant({ kind: 'host', host: '127.0.0.1', port: 5432 }),
  ])
  expect(told).toContain('connection to 127.0.0.1:5432 (a server on this machine, outside the sandbox)')
  expect(told).toBe(refusalText(request, 'nein'))
  expect(grant).toContain('ein Server auf diesem Rechner')
})
