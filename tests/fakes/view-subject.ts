import type { RiskLevel } from '@shared/domain/assessment'
import { Floor } from '@shared/domain/facts'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import type { ViewSubject } from '../../src/main/core/assessment/model-view/view-subject'

/** A stopped `rm -rf` outside of the workspace. */
export function viewSubject(change: Partial<ViewSubject> = {}): ViewSubject {
  return {
    sessionId: 's1',
    provider: 'local',
    model: 'scripted',
    platform: 'linux',
    kind: 'command',
    command: ['bash', '-lc', 'rm -rf ~/.pi'],
    cwd: '/home/ada/app',
    policy: sandboxPolicyForMode('workspace-write'),
    roots: ['/srv/cache'],
    failure: 'failed in sandbox: Read-only file system',
    evidence: [
      {
        kind: 'write',
        target: '/home/ada/.pi/a',
        operation: 'unlinkat',
        source: 'kernel',
        backend: 'bubblewrap',
      },
    ],
    facts: [{ label: 'Deletes', value: '312 files (48 MB) in ~/.pi, outside the workspace', known: true }],
    scripts: [],
    ...change,
  }
}

/** A floor with one reason; its text names the level. */
export function riskFloor(level: RiskLevel, categories: Floor['categories'] = []): Floor {
  return Floor.parse({
    level: level === 'not-assessed' ? undefined : level,
    categories,
    reasons: level === 'not-assessed' ? [] : [{ rule: 'test.rule', level, said: `A rule says ${level}.` }],
  })
}

/** A model's answer as JSON text. */
export function opinionText(change: object = {}): string {
  return JSON.stringify({
    description: 'Deletes everything in ~/.pi.',
    risk_level: 'low',
    risk_categories: ['data_deletion'],
    ...change,
  })
}
