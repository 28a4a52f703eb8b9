import type { RunNetwork } from '../../core/network/run-network'
import { ownSession } from '../process-execa/own-session'
import type { Stage } from './bwrap-args'
import { confineStage } from './confine/confine-stage'
import type { MountPlan } from './mount-plan'
import type { CommandLimits } from './limits/command-limits'
import type { Machinery } from './machinery'

/** What stands in front of a run's command, the outermost first; or why it cannot. */
export function runStages(
  { spec, layout }: MountPlan,
  network: RunNetwork | undefined,
  { machinery, limits }: { readonly machinery: Machinery; readonly limits: CommandLimits },
): readonly Stage[] | { readonly problem: string } {
  const { helper, confine } = machinery
  const stages: Stage[] = network ? [network.bridge] : []
  // The relay stands outside: whoever could trace it would have its Unix socket.
  if (confine !== undefined) stages.push(confineStage(confine, layout, limits))
  if (helper) stages.push({ binds: [], wrap: (command) => [helper.path, ...command] })
  const terminal = spec.input?.terminal !== undefined
  const lead = spec.input && (terminal || !spec.input.poured) ? ownSession(terminal) : []
  if (lead === undefined && terminal)
    return { problem: 'a terminal needs setsid, which this system does not have' }
  if (lead) stages.push({ binds: [], wrap: (command) => [...lead, ...command] })
  return stages
}
