import { activity } from './english/activity'
import { amounts } from './english/amounts'
import { assessment } from './english/assessment'
import { commands } from './english/commands'
import { effect } from './english/effect'
import { fact } from './english/fact'
import { glance } from './english/glance'
import { grant } from './english/grant'
import { machine } from './english/machine'
import { native } from './english/native'
import { offer } from './english/offer'
import { policies } from './english/policies'
import { promise } from './english/promise'
import { rehearsal } from './english/rehearsal'
import { restore } from './english/restore'
import { ruleReasons, reason } from './english/rule-reasons'
import { stop } from './english/stop'

/** The English words; what is said to other programs, models and agents is always said in these. */
export const english = {
  activity,
  amounts,
  assessment,
  commands,
  effect,
  fact,
  glance,
  grant,
  machine,
  native,
  offer,
  policies,
  promise,
  reason,
  rehearsal,
  restore,
  ruleReasons,
  stop,
} as const
