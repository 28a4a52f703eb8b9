import type { ReplayReport } from '../../src/shared/domain/replay'

import type { RuleImportReport } from '../../src/shared/domain/rule-import'

/** Agents without permissions. */
export const noPermissions: RuleImportReport = {
  ...{ file: '/home/me/.countersign/rules.toml', found: [], written: false, problem: null },
  ...{ rules: [], there: [], refused: [] },
}

/** A past in which nothing was done. */
export const noPast: ReplayReport = {
  ...{ sessions: 0, actions: 0, unreadable: 0, asked_then: 0, asked_unknown: 0, denied_then: 0 },
  ...{ would_ask: 0, would_refuse: 0, rules_could_answer: 0, judged_by: 'words', needed: [], proposed: [] },
  unreadable_because: { torn: 0, too_long: 0, hidden: 0, unopened: 0 },
  policy: { approval: 'on-request', sandbox: 'workspace-write' },
}
