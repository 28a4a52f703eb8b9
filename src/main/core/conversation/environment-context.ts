import { approvalPolicyName, type ApprovalPolicy } from '@shared/domain/approval-policy'
import { messageText, userMessage, type ResponseItem } from '@shared/domain/response-item'
import { opensNetwork, type SandboxPolicy } from '@shared/domain/sandbox-policy'

/** Where and how a session works, as far as its model is told. */
export interface Place {
  readonly cwd: string
  readonly approvalPolicy: ApprovalPolicy
  readonly sandboxPolicy: SandboxPolicy
}

/** What stands in each element, already escaped and on one line; an element that is '' is there and empty. */
type Fields = ReadonlyMap<string, string>

const opening = '<environment_context>'

/**
 * The environment as docs/spec/records.md words it: all of it when `items` do not tell it yet, then only what has changed
 * since, so that the beginning of the history stays as it was. Undefined when nothing has changed.
 */
export function environmentContext(place: Place, items: readonly ResponseItem[]): ResponseItem | undefined {
  const now = fieldsOf(place)
  const known = knownFields(items)
  const gone = [...known.keys()].filter((name) => name !== 'shell' && !now.has(name))
  const news = [...now, ...gone.map((name) => [name, ''] as const)].filter(
    ([name, value]) => known.get(name) !== value,
  )
  if (news.length === 0) return undefined
  const lines = news.map(([name, value]) => `  <${name}>${value}</${name}>`)
  return userMessage([opening, ...lines, '</environment_context>'].join('\n'))
}

/** Whether an item tells the environment. */
export function isEnvironmentContext(item: ResponseItem): boolean {
  return item.type === 'message' && item.role === 'user' && messageText(item).startsWith(opening)
}

function fieldsOf({ cwd, approvalPolicy, sandboxPolicy }: Place): Fields {
  const open = opensNetwork(sandboxPolicy)
  const roots = sandboxPolicy.mode === 'workspace-write' ? sandboxPolicy.writable_roots : []
  return new Map([
    ['cwd', escaped(cwd)],
    ['approval_policy', approvalPolicyName(approvalPolicy)],
    ['sandbox_mode', sandboxPolicy.mode],
    ['network_access', open ? 'enabled' : 'restricted'],
    ...(roots.length > 0
      ? [['writable_roots', roots.map((root) => `<root>${escaped(root)}</root>`).join('')] as const]
      : []),
    ['shell', 'bash'],
  ])
}

/** What the messages so far came to: each tells only its changes. */
function knownFields(items: readonly ResponseItem[]): Fields {
  const known = new Map<string, string>()
  for (const item of items.filter(isEnvironmentContext))
    for (const [, name = '', value = ''] of messageText(item).matchAll(/^ {2}<(\w+)>(.*)<\/\1>$/gm))
      if (value === '') known.delete(name)
      else known.set(name, value)
  return known
}

/** A folder's name may hold anything; here it is a value and nothing else. */
function escaped(path: string): string {
  return path
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/\p{Cc}/gu, ' ')
}
