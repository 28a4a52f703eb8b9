import { expect, test } from 'vitest'
import { refusalGuesses, type Ran } from '../../../../../../src/main/adapters/sandbox-linux/run/run-result'

const ran = (aggregated: string, exitCode = 1): Ran => ({
  kind: 'exited',
  exitCode,
  output: { stdout: '', stderr: aggregated, aggregated, omittedBytes: 0 },
  durationMs: 1,
  evidence: [],
})

test.each([
  ['unshare: unshare failed: Operation not permitted\n', 'namespaces'],
  ['bwrap: Creating new namespace failed: Operation not permitted\n', 'namespaces'],
  ['bwrap: No permissions to create new namespace, likely because the kernel …\n', 'namespaces'],
  [
    'Failed to move to new namespace: PID namespaces supported, but failed: errno = Operation not permitted\n',
    'namespaces',
  ],
  ["chown: changing ownership of 'f': Invalid argument\n", 'one user'],
  ['nginx: [emerg] chown("/w/b", 65534) failed (22: Invalid argument)\n', 'one user'],
  ["install: cannot change ownership of 'f': Invalid argument\n", 'one user'],
  ['setfacl: f: Invalid argument\n', 'one user'],
])('%j', (text, says) => {
  expect(refusalGuesses(ran(text))).toEqual([expect.stringContaining(says)])
  expect(refusalGuesses(ran(text, 0))).toEqual([])
})

test.each([
  'cat: f: Invalid argument\n',
  'mount: /w: Operation not permitted\n',
  'namespace a\nkill: Operation not permitted\n',
  'owner: a\ndd: Invalid argument\n',
  '',
])('%j says nothing of it', (text) => {
  expect(refusalGuesses(ran(text))).toEqual([])
})
