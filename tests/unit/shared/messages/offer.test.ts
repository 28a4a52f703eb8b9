import { Offer } from '@shared/domain/approval'
import type { Grant } from '@shared/domain/grant'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { OfferReport, offerInWords, offerReports } from '@shared/messages/offer'
import { expect, test } from 'vitest'

const sandboxPolicy = sandboxPolicyForMode('workspace-write')
const asked = { sandboxPolicy }
const write = (path: string, extent: 'file' | 'tree' | 'entry' = 'file') =>
  ({ kind: 'write', path, extent }) as const
const host: Grant = { kind: 'host', host: 'a.example', port: 443 }
const inside = (means: Offer['means'], more: Partial<Offer> = {}): Offer =>
  Offer.parse({ id: 'only-this', kind: 'only-this', grants: [], means, ...more })
const outside = (means: Offer['means'], more: Partial<Offer> = {}): Offer =>
  inside(means, { id: 'outside', kind: 'outside', grants: [{ kind: 'unsandboxed' }], ...more })
const again = (grants: Grant[], stays: string[] = [], before = 0): Offer =>
  inside({ kind: 'run-again', before, stays }, { grants })
const entries = ['a', 'b', 'c'].map((name) => write(`/srv/d/${name}`, 'entry'))

test.each<[Offer, string]>([
  [inside({ kind: 'run' }), 'Only this: runs once inside the sandbox (Workspace write, no network).'],
  [
    inside({ kind: 'run', mayFail: 'lacks' }),
    'Only this: runs once inside the sandbox (Workspace write, no network). Not all that it does can be given, so it is stopped there again.',
  ],
  [
    inside({ kind: 'run', mayFail: true }, { unreachable: 'a.example', onceOnly: true }),
    'Only this: runs once inside the sandbox (Workspace write, no network). The agent asked for more than that, so it may fail there. For this run only: a part of what it runs could not be read. It names a.example, which it cannot reach there unasked.',
  ],
  [
    inside({ kind: 'answer', agent: 'claude-code', of: 'command', again: true }),
    'Only this: Claude Code may try just this call again, once and within 5 minutes, with everything you may do, outside this sandbox. Any other is asked about.',
  ],
  [outside({ kind: 'run' }), 'Outside: runs once without the sandbox, with everything you may do.'],
  [
    outside({ kind: 'run' }, { onceOnly: true }),
    'Outside: runs once without the sandbox, with everything you may do. For this run only: a part of what it runs could not be read.',
  ],
  [again([write('/srv/x')]), 'Only this: runs again inside the sandbox, plus write to /srv/x, for this run.'],
  [
    again([host, write('/srv/x', 'tree')], [], 1),
    'Only this: runs again inside the sandbox, plus write in /srv/x and below, for this run.',
  ],
  [
    again(entries),
    'Only this: runs again inside the sandbox, plus make, move or remove exactly these 3 entries of /srv/d, for this run.',
  ],
  [
    again([...entries, host], ['/home/me/old']),
    'Only this: runs again inside the sandbox, plus make, move or remove exactly these 3 entries of /srv/d, connect to a.example:443 (/home/me/old itself stays, empty), for this run.',
  ],
  [
    again(['1', '2', '3', '4', '5', '6'].map((name) => write(`/srv/${name}`))),
    'Only this: runs again inside the sandbox, plus write to /srv/1, write to /srv/2, write to /srv/3, write to /srv/4 and 2 more, for this run.',
  ],
  [
    inside({ kind: 'apply' }),
    'Only this: applies the patch once inside the sandbox (Workspace write, no network).',
  ],
  [
    inside({ kind: 'apply' }, { grants: [write('/srv', 'tree')] }),
    'Only this: applies the patch once inside the sandbox (Workspace write, no network), plus write in /srv and below.',
  ],
  [
    inside({ kind: 'connect' }, { grants: [host] }),
    'Only this: may connect to a.example:443, until this run ends.',
  ],
  ...(
    [
      ['kept', ' and takes its conversation up'],
      ['lost', ' and knows nothing of this conversation then'],
      [undefined, ''],
    ] as const
  ).map(([conversation, said]): [Offer, string] => [
    inside(
      { kind: 'guest-from-now', agent: 'Goose', ...(conversation && { conversation }) },
      { grants: [write('/srv/x')] },
    ),
    `Only this: from your next message on Goose may write to /srv/x, while this session is open. It is begun anew for that${said}; what was stopped stays undone.`,
  ]),
  [
    inside({ kind: 'guest-again', agent: 'Goose', conversation: 'lost' }, { grants: [write('/srv/x')] }),
    'Only this: Goose may do it, and may write to /srv/x, while this session is open. It is begun anew for that at once and knows nothing of this conversation then, and is told to go on.',
  ],
  [
    inside({ kind: 'server-from-now', server: 'memory' }, { grants: [write('/srv/x')] }),
    'Only this: the MCP server memory may write to /srv/x, while this session is open. It is started again for that; what was stopped stays undone.',
  ],
  [inside({ kind: 'input' }), 'Only this: gives this text to the process, inside its sandbox.'],
  [outside({ kind: 'input' }), 'Outside: gives this text to the process, which runs without the sandbox.'],
  [
    inside({ kind: 'call', server: 'tracker', tool: 'close' }),
    'Only this: calls close of tracker with these arguments. For longer: with any arguments, while the server describes it as it does now.',
  ],
])('%j is said', (offer, words) => {
  expect(offerInWords(offer, asked)).toBe(words)
})

/** What of a granted path was looked at when it was offered. */
const leading = (path: string, realPath: string): Grant => ({
  ...write(path),
  was: { realPath, kind: 'file', folder: '1:2' },
})

test('a path that leads elsewhere says where, and one that does not says nothing', () => {
  const { grants, means } = again([leading('/srv/x', '/srv/x'), leading('/srv/log', '/etc/hosts')])
  expect(offerInWords(inside(means, { grants }), asked)).toBe(
    'Only this: runs again inside the sandbox, plus write to /srv/x, write to /srv/log, for this run. /srv/log leads to /etc/hosts.',
  )
})

test('what a record of before said is said as it was, and nothing is added', () => {
  const said = inside({ kind: 'said', text: 'As it was.' }, { grants: [leading('/srv/log', '/etc/hosts')] })
  expect(offerInWords(said, asked)).toBe('As it was.')
})

test('other programs are told a sentence, in the members of before', () => {
  const offer = inside({ kind: 'run', mayFail: true }, { onceOnly: true, unreachable: 'a', rule: 'ls' })
  const [told] = offerReports({ offers: [offer], sandboxPolicy })
  expect(OfferReport.parse(told)).toEqual({
    id: 'only-this',
    kind: 'only-this',
    grants: [],
    scopes: ['once'],
    description: offerInWords(offer, asked),
    rule: 'ls',
  })
})

test('an offer names its paths from the folder of the session, and a client still gets them whole', () => {
  const naming = { roots: ['/home/me/p'], home: '/home/me' }
  const { grants, means } = again([
    leading('/home/me/p/log', '/home/me/.ssh/config'),
    write('/home/me/.cache', 'tree'),
    write('/home/me/p/~/.ssh', 'tree'),
    write('/srv/a, write to b'),
  ])
  const offer = inside(means, { grants })
  expect(offerReports({ offers: [offer], sandboxPolicy, naming })).toMatchObject([
    {
      grants,
      description:
        'Only this: runs again inside the sandbox, plus write to log, write in ~/.cache and below, write in ./~/.ssh and below, write to "/srv/a, write to b", for this run. log leads to ~/.ssh/config.',
    },
  ])
})

test('folders that stay, and the folder of many entries, are named from there too', () => {
  const naming = { roots: ['/srv'], home: '/home/me' }
  expect(offerInWords(again(entries, ['/home/me/old']), { sandboxPolicy, naming })).toBe(
    'Only this: runs again inside the sandbox, plus make, move or remove exactly these 3 entries of d (~/old itself stays, empty), for this run.',
  )
})
