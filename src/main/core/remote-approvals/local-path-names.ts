import type { ApprovalRequest } from '@shared/domain/approval'
import { NamedPath, namedPath, type NamingFolders } from '@shared/domain/named-path'

/**
 * A request with its paths named for whoever sits here: `~` is their home, and not what the run has for one. The folders that it works in
 * stay those of the run.
 */
export function withLocalPathNames(request: ApprovalRequest, home: string): ApprovalRequest {
  const { naming, effect } = request
  if (naming === undefined || naming.home === home) return request
  const here = { ...naming, home }
  return { ...request, naming: here, effect: renamed(effect, here) as ApprovalRequest['effect'] }
}

function renamed(value: unknown, naming: NamingFolders): unknown {
  if (Array.isArray(value)) return value.map((each) => renamed(each, naming))
  if (typeof value !== 'object' || value === null) return value
  const path = NamedPath.safeParse(value).data?.path
  if (path !== undefined) return namedPath(path, naming)
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, renamed(each, naming)]))
}
