import type { StoredGrant } from '@shared/domain/stored-grant'
import { ago } from './sample-sessions'

export const grants: StoredGrant[] = [
  {
    id: 'g1',
    scope: 'rule',
    sessionId: 's4',
    turnId: 't0',
    key: 'k1',
    command: ['go', 'test', './internal/queue/...', '-run', 'TestDrain', '-count=1'],
    cwd: '/home/me/src/relay',
    kind: 'only-this',
    grants: [{ kind: 'write', path: '/home/me/.cache/go-build', extent: 'tree' }],
    createdAt: ago(400),
  },
  {
    id: 'g2',
    scope: 'session',
    sessionId: 's5',
    turnId: 't0',
    key: 'k2',
    command: ['(script)', '-c', 'npm run build && npm test'],
    cwd: '/home/me/src/reports',
    kind: 'outside',
    grants: [{ kind: 'unsandboxed' }],
    createdAt: ago(90_000),
  },
  {
    id: 'g3',
    scope: 'turn',
    sessionId: 's3',
    turnId: 't0',
    key: '["apply_patch","/home/me/src/lint-config/base.json","/home/me/src/lint-config/base.json"]',
    command: ['apply_patch'],
    cwd: '/home/me/src/storefront',
    kind: 'only-this',
    grants: [{ kind: 'write', path: '/home/me/src/lint-config/base.json', extent: 'file' }],
    createdAt: ago(60),
  },
]
