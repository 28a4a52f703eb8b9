import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { opensFiles } from '@shared/domain/sandbox-policy'
import type { RunSpec } from '../../core/ports'
import { isUnder, writablePlaces } from './writable-roots'

/**
 * Gives npm a cache in a temporary folder of the sandbox where it needs one only to work with (packsWithNpm) and may not write to
 * the person's. The name is one that no other engine's commands know. A cache that the environment names is left, and so is one
 * that the policy or a grant opens; without a temporary folder there is none to give.
 */
export function ownCaches(home: string | undefined): (spec: RunSpec) => RunSpec {
  const name = `npm-cache-${randomBytes(12).toString('hex')}`
  return (spec) => {
    const { env, policy, workspace, permit } = spec
    if (
      spec.packs !== true ||
      opensFiles(policy) ||
      Object.keys(env).some((each) => /^npm_config_cache$/i.test(each))
    )
      return spec
    const { roots, temporary } = writablePlaces(policy, workspace, env.TMPDIR)
    const granted = permit.grants.flatMap((grant) => (grant.kind === 'write' ? [grant.path] : []))
    const usual = join(env.HOME ?? home ?? '/', '.npm')
    const isOpen = [...roots, ...granted].some((place) => isUnder(usual, place) || isUnder(place, usual))
    const folder = temporary[0]
    if (isOpen || folder === undefined) return spec
    return { ...spec, env: { ...env, npm_config_cache: join(folder, name) } }
  }
}
