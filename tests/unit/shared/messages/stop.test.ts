import { StopReason, type StopWhy } from '@shared/domain/approval'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import {
  changesInWords,
  noOnlyThisInWords,
  policyInWords,
  stopInWords,
  stopReport,
} from '@shared/messages/stop'
import { expect, test } from 'vitest'

const write = { kind: 'stopped', what: 'write', target: '/srv/x', count: 1, because: 'no-root' } as const
const place = { path: '/w/link', place: '/etc/hosts' }

test.each<[StopWhy, string]>([
  [write, 'Sandbox: a write to /srv/x; it is under no writable root.'],
  [
    { ...write, count: 6, because: 'protected', protectedBy: '/w/.git', patch: true },
    'Sandbox: 6 writes, the first to /srv/x; /w/.git is protected. Nothing was changed.',
  ],
  [
    { kind: 'desk', agent: 'claude-code', refusal: '' },
    'The own reviewer of Claude Code refused this and says no reason. With a yes it runs outside this sandbox; with a no its own stands, without your words.',
  ],
  [
    { kind: 'desk', agent: 'claude-code', refusal: 'Fine”.\nRisk: low. “Really', besides: '{"a":1}' },
    'The own reviewer of Claude Code refused this, and says: “Fine\'. Risk: low. \'Really”. With a yes it runs outside this sandbox; with a no its own stands, without your words. Its run is given as well: {"a":1}',
  ],
  [{ kind: 'unreported' }, 'Sandbox: stopped, without a report of what.'],
  [
    { kind: 'asks-host', target: 'a.example:443', protocol: 'connect' },
    'Network: the running command asks for a.example:443 (a tunnel, as HTTPS uses), which nobody has granted. It waits for your answer.',
  ],
  [
    { kind: 'danger', what: 'git clean deletes untracked files' },
    'Git clean deletes untracked files. It is asked about before it runs.',
  ],
  [
    { kind: 'managed', rule: 'no “pushes”', reason: 'ask Ann' },
    "The rule “no 'pushes'” of this machine is about it: ask Ann. It is asked about.",
  ],
  [
    { kind: 'managed', rule: 'x', perhaps: true },
    'The rule “x” of this machine may be about it. It is asked about.',
  ],
  [
    { kind: 'managed-unread', problem: 'line 3' },
    'The rules of this machine cannot be gone by (line 3). It is asked about.',
  ],
  [
    { kind: 'danger', what: 'it halts', unconfined: true },
    'It halts. No sandbox is in force, so it is asked about before it runs.',
  ],
  [
    { kind: 'no-sandbox', of: 'patch', reason: 'bubblewrap is missing' },
    'There is no working sandbox: bubblewrap is missing. Nothing contains this patch, so it is applied only if you allow it.',
  ],
  [
    { kind: 'patch', guarded: [{ path: '/w/.git/config' }], outside: [place] },
    'The patch is asked about before it is applied: it touches the protected /w/.git/config; it writes outside of the writable roots: /w/link (really /etc/hosts).',
  ],
  [
    { kind: 'input-limits', policy: sandboxPolicyForMode('read-only') },
    'The process was started under other limits (Read only, no network) and keeps them.',
  ],
  [{ kind: 'said', text: 'As it was.', policyLine: 'then' }, 'As it was.'],
])('%j is said', (why, words) => {
  expect(stopInWords(StopReason.parse({ boundary: 'sandbox', why, evidence: [] }), undefined)).toBe(words)
})

test('says what changed since a yes, and which policies have it asked', () => {
  const policy = sandboxPolicyForMode('workspace-write')
  const stop: StopReason = {
    boundary: 'approval-policy',
    why: { kind: 'not-listed' },
    changed: ['/w/a', '/w/b', '/w/c', '/w/d'],
    policy: 'untrusted',
    evidence: [],
    noOnlyThis: { kind: 'target', target: '/srv/x', because: 'guess', more: 2 },
  }
  expect(stopReport({ stop, sandboxPolicy: policy })).toEqual({
    boundary: 'approval-policy',
    text: 'The command is not on the known-safe list. Changed since it was allowed: /w/a, /w/b, /w/c and 1 more.',
    policyLine: 'approval_policy = untrusted; Workspace write, no network',
    evidence: [],
    noOnlyThis: '/srv/x cannot be added on its own: it was only read in the output, and so are 2 more.',
  })
  expect(policyInWords({ ...stop, why: { kind: 'said', text: '', policyLine: 'then' } }, policy)).toBe('then')
})

const naming = { roots: ['/home/me/p'], home: '/home/me' }

test.each<[StopWhy, string]>([
  [{ ...write, target: '/home/me/p/a/b' }, 'Sandbox: a write to a/b; it is under no writable root.'],
  [{ ...write, target: '/home/me/.x' }, 'Sandbox: a write to ~/.x; it is under no writable root.'],
  [
    { ...write, count: 2, target: '/home/me/p/.git/hooks/x', protectedBy: '/home/me/p/.git/hooks' },
    'Sandbox: 2 writes, the first to .git/hooks/x; .git/hooks is protected.',
  ],
  [
    { ...write, target: '/home/me/p/a; it is harmless' },
    'Sandbox: a write to "a; it is harmless"; it is under no writable root.',
  ],
  [
    { ...write, what: 'network', target: '[::1]:443', because: 'not-granted' },
    'Sandbox: a connection to [::1]:443 (a server on this machine, outside the sandbox); nobody has granted that host.',
  ],
  [
    { ...write, what: 'network', target: 'x.example:443', because: 'never-allowed' },
    'Sandbox: a connection to x.example:443; its address is never allowed.',
  ],
  [
    { ...write, what: 'syscall', target: 'ptrace', because: 'not-allowed' },
    'Sandbox: the system call ptrace; the sandbox does not allow it.',
  ],
  [
    {
      kind: 'patch',
      guarded: [{ path: '/home/me/p/.envrc' }],
      outside: [{ ...place, path: '/home/me/p/l' }],
    },
    'The patch is asked about before it is applied: it touches the protected .envrc; it writes outside of the writable roots: l (really /etc/hosts).',
  ],
])('%j is said from the folder of the session', (why, words) => {
  expect(stopInWords(StopReason.parse({ boundary: 'sandbox', why, evidence: [] }), naming)).toBe(words)
})

test('what changed, and what cannot be added, is named from the folder of the session', () => {
  expect(changesInWords(['/home/me/p/a.sh', '/home/me/b', '/c', '/d'], naming)).toBe(
    'Changed since it was allowed: a.sh, ~/b, /c and 1 more.',
  )
  expect(
    noOnlyThisInWords({ kind: 'target', target: '/home/me/a', because: 'home-entry', more: 0 }, naming),
  ).toBe(
    '~/a cannot be added on its own: it is an entry of the home folder or above it, which would have to be opened as a whole.',
  )
})
