import { applyMutations } from './apply.mjs'
import { boundYesMutations } from './bound-yes.mjs'
import { bridgeMutations } from './bridge.mjs'
import { firstDecisionMutations } from './first-decision.mjs'
import { floorMutations } from './floor.mjs'
import { grantsMutations } from './grants.mjs'
import { masksMutations } from './masks.mjs'
import { observerMutations } from './observer.mjs'
import { readerMutations } from './reader.mjs'
import { redactionMutations } from './redaction.mjs'
import { sandboxMutations } from './sandbox.mjs'
import { undoMutations } from './undo.mjs'
import { windowFocusMutations } from './window-focus.mjs'
import { wiresMutations } from './wires.mjs'

/** Every defect, group by group. */
export const mutations = [
  ...firstDecisionMutations,
  ...readerMutations,
  ...floorMutations,
  ...sandboxMutations,
  ...observerMutations,
  ...masksMutations,
  ...grantsMutations,
  ...boundYesMutations,
  ...applyMutations,
  ...undoMutations,
  ...bridgeMutations,
  ...redactionMutations,
  ...wiresMutations,
  ...windowFocusMutations,
]
