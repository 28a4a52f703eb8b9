import { expect, test } from 'vitest'
import type { HostProblem } from '@shared/domain/host-problem'
import { languages } from '@shared/languages/languages'
import { hostProblemInWords, hostRemedyInWords } from '@shared/messages/host-problem'

const version = { there: '0.2.0', thereProtocol: 2, expected: '0.1.0', expectedProtocol: 1 } as const

const said: readonly (readonly [HostProblem, string])[] = [
  [{ kind: 'version', ...version }, 'version 0.2.0 (protocol 2) runs there; expected 0.1.0 (protocol 1)'],
  [{ kind: 'no-answer', seconds: 45 }, 'no engine has answered within 45 s'],
  [{ kind: 'late', seconds: 60 }, 'its engine did not answer within 60 s'],
  [
    { kind: 'early', end: { kind: 'exit', code: 255 } },
    'the command ended with exit code 255, before an engine answered',
  ],
  [
    { kind: 'early', end: { kind: 'not-started', program: 'no "such', code: 'ENOENT' } },
    'the command "no \\"such" could not be started (ENOENT), before an engine answered',
  ],
  [{ kind: 'early', end: { kind: 'output' } }, 'its output has ended, before an engine answered'],
  [{ kind: 'ended', end: { kind: 'signal', signal: 'SIGKILL' } }, 'the command was ended by SIGKILL'],
  [{ kind: 'ended', end: { kind: 'ended' } }, 'the command ended'],
  [{ kind: 'ended', end: { kind: 'cut-off' } }, 'it was cut off'],
  [{ kind: 'banner', kilobytes: 64 }, 'it says more than 64 KB and no engine answers'],
  [{ kind: 'form' }, 'its engine does not keep to the form'],
  [
    { kind: 'broken', what: { kind: 'answer', channel: 'turn.start' } },
    'it does not keep to the form: its answer to turn.start has another form',
  ],
  [{ kind: 'broken', what: { kind: 'missing' } }, 'it does not keep to the form: messages are missing'],
  [{ kind: 'half' }, 'it was cut off in the middle of a message'],
  [{ kind: 'silent' }, 'it says nothing any more'],
  ...(
    [
      [
        { kind: 'refused', doing: 'list', why: { kind: 'unreachable' } },
        'Sandboxes cannot be looked for: the cluster cannot be reached.',
      ],
      [
        { kind: 'refused', doing: 'wait', why: { kind: 'exit', code: 3 } },
        'The sandbox cannot be waited for: kubectl ended with exit code 3.',
      ],
      [
        { kind: 'no-template', of: 'PodTemplate', template: 'node24', namespace: 'agents' },
        'there is no PodTemplate (the cluster has no SandboxTemplates) node24 in the namespace agents.',
      ],
      [
        { kind: 'not-ready', seconds: 5, told: '' },
        'no sandbox was ready within 5 s, and it was deleted again (nothing was said of it). ready_seconds of the entry says how long is waited.',
      ],
      [
        { kind: 'gone', sandbox: '0123456789' },
        'there is no sandbox 0123456789 of yours any more; what it held is gone with it.',
      ],
    ] as const
  ).map(([what, text]): readonly [HostProblem, string] => [{ kind: 'fleet', what }, text]),
]

test.each(said)('%j is said in English, and otherwise in every other language', async (problem, text) => {
  expect(hostProblemInWords(problem)).toBe(text)
  for (const { load } of Object.values(languages)) {
    const { hostProblem } = (await load()).messages
    expect(hostProblemInWords(problem, hostProblem)).not.toBe(text)
  }
})

test('what is said by an engine or this program stands as it is, whatever is spoken', async () => {
  for (const { load } of Object.values(languages))
    expect(hostProblemInWords({ kind: 'fault', message: 'No.' }, (await load()).messages.hostProblem)).toBe(
      'No.',
    )
})

test('what would mend it is said where that is known, in each language', async () => {
  expect(hostRemedyInWords({ kind: 'version', ...version }, undefined, 'build1')).toBe(
    'Expected the same version on both machines: countersign hosts install build1 puts this one there.',
  )
  const early = (code: number): HostProblem => ({ kind: 'early', end: { kind: 'exit', code } })
  expect(hostRemedyInWords(early(127), undefined, 'build1')).toContain(
    'countersign hosts install build1 puts',
  )
  for (const code of [255, 125]) expect(hostRemedyInWords(early(code))).toContain('does not come through')
  expect(hostRemedyInWords(early(1))).toContain('Expected the engine there')
  const notStarted = { kind: 'not-started', program: 'ssh build1', code: 'ENOENT' } as const
  expect(hostRemedyInWords({ kind: 'early', end: notStarted })).toContain('["ssh", "build1"]')
  expect(hostRemedyInWords({ kind: 'silent' })).toBeUndefined()
  const german = (await languages.de.load()).messages.hostProblem
  expect(hostRemedyInWords({ kind: 'no-answer', seconds: 1 }, german)).toBe(german.remedies['no-answer'])
})
