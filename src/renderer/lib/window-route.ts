/** What a page of the window shows alone: everything, one session, or the panel of one request (absent: of the most urgent). */
export type WindowRoute =
  | { readonly kind: 'whole' }
  | { readonly kind: 'session'; readonly sessionId: string }
  | { readonly kind: 'approval'; readonly requestId: string | undefined }

/**
 * Reads the route from a URL's fragment with its #: `#/session/<id>`, `#/approval/<request id>` (both percent-encoded) or `#/approval`.
 * Anything else is the whole window. The id is untrusted: a request that does not wait leads to the most urgent one, a session that is
 * not there to the whole window's start.
 */
export function windowRoute(fragment: string): WindowRoute {
  const session = /^#\/session\/(?<id>[^/]+)$/.exec(fragment)?.groups?.['id']
  const sessionId = session === undefined ? undefined : decoded(session)
  if (sessionId !== undefined && isId(sessionId)) return { kind: 'session', sessionId }
  const found = /^#\/approval(?:\/(?<id>[^/]*))?$/.exec(fragment)
  if (found === null) return { kind: 'whole' }
  const id = found.groups?.['id'] ?? ''
  const requestId = id === '' ? undefined : decoded(id)
  return { kind: 'approval', requestId: requestId !== undefined && isId(requestId) ? requestId : undefined }
}

/** What the whole window shows. An inbox without requestId shows its first request. */
export type View =
  | { readonly kind: 'start' | 'doctor' | 'grants' | 'preferences' | 'past' }
  | { readonly kind: 'session'; readonly sessionId: string }
  | { readonly kind: 'inbox'; readonly requestId: string | undefined }

const pages = {
  start: 'new',
  doctor: 'machine',
  grants: 'grants',
  preferences: 'settings',
  past: 'past',
} as const

/** The fragment of what the whole window shows, which `viewAt` reads: `#/in/<session id>`, `#/inbox/<request id>`, `#/inbox` or a page's name. */
export function viewFragment(view: View): string {
  switch (view.kind) {
    case 'session':
      return `#/in/${encodeURIComponent(view.sessionId)}`
    case 'inbox':
      return view.requestId === undefined ? '#/inbox' : `#/inbox/${encodeURIComponent(view.requestId)}`
    case 'start':
    case 'doctor':
    case 'grants':
    case 'preferences':
    case 'past':
      return `#/${pages[view.kind]}`
  }
}

/** What a fragment with its # names of the whole window; undefined: nothing. Ids are untrusted, as in `windowRoute`. */
export function viewAt(fragment: string): View | undefined {
  const [, place = '', id] = /^#\/([a-z]+)(?:\/([^/]+))?$/.exec(fragment) ?? []
  const named = id === undefined ? undefined : decoded(id)
  if (id !== undefined && (named === undefined || !isId(named))) return undefined
  if (place === 'inbox') return { kind: 'inbox', requestId: named }
  if (place === 'in') return named === undefined ? undefined : { kind: 'session', sessionId: named }
  const kind = (['start', 'doctor', 'grants', 'preferences', 'past'] as const).find(
    (each) => pages[each] === place,
  )
  return kind === undefined || id !== undefined ? undefined : { kind }
}

/** False for what every object has by that name, such as `__proto__`: looked up, it would be no session and no request. */
export const isId = (text: string): boolean => !(text in {})

/** The fragment of the route to a request's panel alone, which `windowRoute` reads. */
export const approvalFragment = (requestId: string): string => `#/approval/${encodeURIComponent(requestId)}`

/** The fragment of the route to a session alone. */
export const sessionFragment = (sessionId: string): string => `#/session/${encodeURIComponent(sessionId)}`

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined // not an encoding: no id that the engine gave
  }
}
