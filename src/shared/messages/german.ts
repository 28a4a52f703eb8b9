import { activity } from './german/activity'
import { amounts } from './german/amounts'
import { assessment } from './german/assessment'
import { commands } from './german/commands'
import { effect } from './german/effect'
import { fact } from './german/fact'
import { glance } from './german/glance'
import { grant } from './german/grant'
import { machine } from './german/machine'
import { native } from './german/native'
import { offer } from './german/offer'
import { policies } from './german/policies'
import { promise } from './german/promise'
import { rehearsal } from './german/rehearsal'
import { restore } from './german/restore'
import { ruleReasons, reason } from './german/rule-reasons'
import { stop } from './german/stop'
import type { Messages } from './spoken'

/** The German words. */
export const german: Messages = {
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
}
