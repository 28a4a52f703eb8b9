import { expect, test } from 'vitest'
import { rehearsalLimitInWords } from '@shared/messages/rehearsal'
import { saidIn } from '@shared/messages/spoken'
import { RehearsalReport, rehearsalLines, rehearsalReport } from '@shared/messages/rehearsal-report'
import type { RequestRehearsal } from '@shared/domain/request-rehearsal'
import { messages as german } from '@shared/languages/german/messages'
import { english } from '@shared/languages/english/messages'

const none = { created: 0, changed: 0, deleted: 0, moved: 0, mode: 0, files: 0, bytes: 0 }
const rehearsal = (created: number): RequestRehearsal => ({
  state: 'found',
  found: {
    ...{ status: 'done', exitCode: 0, attempts: [], moreLimits: 0, output: 'printed', durationMs: 12.4 },
    limits: [{ kind: 'network', hosts: ['registry.npmjs.org:443'] }],
    counts: { ...none, created },
    changes: Array.from({ length: Math.min(created, 20) }, (_, n) => ({
      ...{
        path: `/work/made-${String(n)}`,
        kind: 'created',
        type: 'file',
        bytes: 3,
        content: 'text',
        diff: '',
      },
    })),
  },
})

/** The same, with nothing that it does not show. */
function unlimited(created: number, exitCode = 0): RequestRehearsal {
  const some = rehearsal(created)
  if (some.state !== 'found') throw new Error('it was found')
  return { ...some, found: { ...some.found, limits: [], exitCode } }
}

test('other programs are told it with the members of countersign rehearse', () => {
  const told = rehearsalReport(rehearsal(2), {})
  expect(RehearsalReport.parse(told)).toMatchObject({
    ...{ state: 'found', status: 'done', exit_code: 0, duration_ms: 12, output: 'printed' },
    note: 'Would at least create /work/made-0 and /work/made-1.',
    limits: ['rehearsed without network; it tried registry.npmjs.org:443'],
  })
  expect(told).not.toHaveProperty('headline')
  expect(rehearsalReport(unlimited(2), {})).toMatchObject({
    headline: 'Would create /work/made-0 and /work/made-1.',
  })
  expect(rehearsalReport({ state: 'running' }, {})).toEqual({ state: 'running' })
})

test('a process that was ended with the command is said, in both languages', () => {
  const limit = { kind: 'left-running' } as const
  expect(saidIn(english, () => rehearsalLimitInWords(limit))).toBe(
    'a process that it started still ran when it ended, and was ended; what that would do later is not shown',
  )
  expect(saidIn(german, () => rehearsalLimitInWords(limit))).toBe(
    'ein Prozess von ihm lief am Ende noch und wurde beendet; was er später täte, ist nicht gezeigt',
  )
})

test('in a terminal how it ended leads where it was limited, then what would change, six changes at most, and what it does not show', () => {
  expect(rehearsalLines(rehearsal(30), {})).toEqual([
    'Rehearsed: It would end with exit code 0: 30 changes.',
    'Would at least create 30 files and folders.',
    ...Array.from({ length: 6 }, (_, n) => expect.stringContaining(`/work/made-${String(n)}`) as string),
    '  and 24 more',
    'It does not show:',
    '  rehearsed without network; it tried registry.npmjs.org:443',
  ])
  const naming = { roots: ['/work'], home: '/home/me' }
  expect(rehearsalLines(unlimited(1, 1), { naming }).slice(0, 2)).toEqual([
    'Rehearsed: It would end with exit code 1: 1 change.',
    'Would create made-0.',
  ])
  expect(rehearsalLines(unlimited(1), { naming }).slice(0, 2)).toEqual([
    'Rehearsed: Would create made-0.',
    '  created made-0 (3 bytes)',
  ])
  const [nothing] = rehearsalLines(rehearsal(0), {})
  expect(nothing).toBe('Rehearsed: It would end with exit code 0: no changes.')
})
