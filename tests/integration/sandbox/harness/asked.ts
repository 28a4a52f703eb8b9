import type { Grant } from '@shared/domain/grant'
import { SandboxPolicy } from '@shared/domain/sandbox-policy'
import { predictedChanges } from '../../../../src/main/core/run/predicted-changes'
import { offerMissing } from '../../../../src/main/core/commands/offers'
import { namedBy } from '../../../../src/main/core/commands/removed-trees'
import { bashParser } from '../../../fakes/bash-parser'
import { diskRequestAssessor } from '../../../fakes/request-assessor'
import type { World } from './world'

/** Workspace-write, with nothing else writable. */
export const policy = SandboxPolicy.parse({
  mode: 'workspace-write',
  exclude_slash_tmp: true,
  exclude_tmpdir_env_var: true,
})

/** How a command ended, and what the person was asked for on the way; `denied`: with evidence, and nobody said yes. */
export interface Asked {
  readonly exitCode: number
  readonly denied: boolean
  /** What each yes added: paths, with `/` behind whole trees. */
  readonly yes: readonly (readonly string[])[]
  readonly output: string
}

/** Foresees as the engine does, from facts and the words. */
async function predict(world: World, command: readonly string[]) {
  const { home, workspace } = world
  const assessments = diskRequestAssessor(home)
  const { judged, facts } = await assessments.judge(
    { command, cwd: workspace },
    { cwd: workspace, sandboxPolicy: policy },
  )
  return predictedChanges(judged, facts.targets, workspace)
}

const named = (grant: Grant): string =>
  grant.kind === 'write' ? `${grant.path}${grant.extent === 'tree' ? '/' : ''}` : grant.kind

/** Runs a script as the engine would, and says yes up to so often to the narrowest that is offered. */
export async function asked(
  world: World,
  script: string,
  options: { readonly env: Readonly<Record<string, string>>; readonly yes: number },
): Promise<Asked> {
  const command = ['bash', '-c', script]
  const { names } = await namedBy(command, world.home, bashParser())
  const predicted = await predict(world, command)
  const yes: string[][] = []
  let grants: readonly Grant[] = []
  for (;;) {
    const { env } = options
    const result = await world.run({ confined: true, command, policy, grants, predicted, env })
    if (result.kind !== 'exited') throw new Error(JSON.stringify(result))
    const evidence = result.evidence.filter(({ source }) => source !== 'guess')
    const { exitCode } = result
    const denied = exitCode !== 0 && evidence.length > 0
    const end = { exitCode, denied, yes, output: result.output.aggregated }
    const offer =
      denied && yes.length < options.yes
        ? offerMissing(evidence, grants, { home: world.home, names })
        : undefined
    if (!offer) return end
    yes.push(offer.grants.slice(grants.length).map(named))
    grants = offer.grants
  }
}
