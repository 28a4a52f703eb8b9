import type { Evidence } from '@shared/domain/evidence'
import { effectPhrase } from '@shared/messages/effect'
import { expect, test } from 'vitest'
import { effectOfEvidence } from '../../../../../src/main/core/approvals/effect-of-evidence'

const stopped = (target: string, operation: string): Evidence => ({
  ...{ kind: 'write', source: 'kernel', backend: 'b', target, operation },
})

test.each([
  ['a file', [stopped('/srv/a', 'openat')], 'Writes /srv/a'],
  [
    'a socket is reached, not written',
    [stopped('/run/docker.sock', 'connect')],
    'Connects to /run/docker.sock',
  ],
  [
    'several of them, each once',
    [stopped('/home/me/s', 'connect'), stopped('/run/t', 'connect'), stopped('/run/t', 'connect')],
    'Connects to ~/s, /run/t',
  ],
  [
    'a file and a socket',
    [stopped('/srv/a', 'unlink'), stopped('/run/docker.sock', 'connect')],
    'Deletes /srv/a, outside the workspace; also connects to /run/docker.sock',
  ],
] as const)('%s', (_, evidence, said) => {
  const effect = effectOfEvidence(evidence, { home: '/home/me', cwd: '/work' })
  expect(effect && effectPhrase(effect)).toContain(said)
})
