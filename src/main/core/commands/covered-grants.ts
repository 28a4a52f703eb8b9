import type { Grant } from '@shared/domain/grant'
import { isWithin } from '../shell/paths'

/** Whether grants hold this one already. */
export function covers(grants: readonly Grant[], wanted: Grant): boolean {
  return grants.some((each) => {
    if (each.kind === 'host' && wanted.kind === 'host')
      return each.host === wanted.host && each.port === wanted.port
    if (each.kind === 'read' && wanted.kind === 'read') return isWithin(wanted.path, each.path)
    if (wanted.kind === 'git-settings' && each.kind === 'git-settings')
      return JSON.stringify(each) === JSON.stringify(wanted)
    if (each.kind !== 'write' || wanted.kind !== 'write') return false
    if (each.path === wanted.path) return each.extent === wanted.extent || each.extent !== 'file'
    return each.extent !== 'file' && isWithin(wanted.path, each.path)
  })
}
