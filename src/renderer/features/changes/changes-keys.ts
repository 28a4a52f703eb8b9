/** What a key does in the list of changes; `undefined` leaves it to the page. */
export type ListAction =
  | { readonly kind: 'move'; readonly by: 1 | -1; readonly extend: boolean }
  | { readonly kind: 'step'; readonly what: 'change' | 'file'; readonly by: 1 | -1 }
  | { readonly kind: 'fold' | 'whole' | 'comment' | 'layout' }

/** The keys of the list, while it has the focus itself. With Ctrl, Cmd or Alt they are the page's. */
export function listAction(event: {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}): ListAction | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined
  switch (event.key) {
    case 'ArrowDown':
      return { kind: 'move', by: 1, extend: event.shiftKey }
    case 'ArrowUp':
      return { kind: 'move', by: -1, extend: event.shiftKey }
    case 'n':
      return { kind: 'step', what: 'change', by: 1 }
    case 'p':
      return { kind: 'step', what: 'change', by: -1 }
    case ']':
      return { kind: 'step', what: 'file', by: 1 }
    case '[':
      return { kind: 'step', what: 'file', by: -1 }
    case 'x':
      return { kind: 'fold' }
    case 'w':
      return { kind: 'whole' }
    case 'c':
      return { kind: 'comment' }
    case 'v':
      return { kind: 'layout' }
    default:
      return undefined
  }
}
