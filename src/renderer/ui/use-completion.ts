import { useEffect, useMemo, useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import type { SessionAgent } from '@shared/domain/acp-agent-settings'
import { completed, mentionOf, openTokenAt, slashCompletions } from '../lib/slash-commands'
import type { BuiltInCommand, CommandMessages, Completion } from '../lib/slash-commands'
import { useActions, useAppState } from '../state/context'
import { ownPrompts } from '../state/own-prompts'
import { useCaret } from './use-caret'

const pauseMs = 120
const longestQuery = 200
const none: readonly never[] = []

/** What can be taken now, which of it Enter takes, and the keys of it. `rows` is empty while the list is closed. */
export interface OpenCompletion {
  readonly rows: readonly Completion[]
  readonly active: number
  /** Acts on a key of the list; true when it has. */
  readonly onKey: (event: KeyboardEvent) => boolean
  readonly take: (index: number) => void
  readonly close: () => void
}

/** A field that a draft is written in; `draftId` is what the draft is kept under. */
interface FieldOfDraft {
  readonly draftId: string
  readonly draft: string
  readonly caret: number
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly onCaret: (caret: number) => void
}

/** What can be completed there. `findFiles` is the same function as long as it looks in the same place. */
interface CompletionSource {
  readonly offered: Readonly<Partial<Record<BuiltInCommand, CommandMessages>>>
  readonly acpAgent: SessionAgent | undefined
  readonly findFiles: (query: string) => Promise<readonly string[]>
}

/** Completes the command or the file name that the caret stands behind. Closed by Escape, it stays so until another is begun. */
export function useCompletion(
  { draftId, draft, caret, field, onCaret }: FieldOfDraft,
  { offered, acpAgent, findFiles }: CompletionSource,
): OpenCompletion {
  const actions = useActions()
  const putCaret = useCaret(field)
  const token = useMemo(() => openTokenAt(draft, caret), [draft, caret])
  const beginning = token === undefined ? '' : `${token.kind} ${String(token.from)}`
  const [closed, setClosed] = useState('')
  const [chosen, setChosen] = useState({ of: '', index: 0 })
  const prompts = usePrompts(draftId, draft.startsWith('/'))
  const mention = token?.kind === 'mention' ? token.query : ''
  const files = useFiles(findFiles, closed === beginning ? '' : mention)
  if (beginning === '' && closed !== '') setClosed('')

  const rows = useMemo(() => {
    if (token === undefined || closed === beginning) return none
    return token.kind === 'slash' ? slashCompletions(token.query, prompts, offered, acpAgent) : files
  }, [token, closed, beginning, prompts, offered, acpAgent, files])
  const whole = rows.some(({ insert }) => token?.kind === 'slash' && insert === `/${token.query}`)
  const state = `${beginning} ${token?.query ?? ''}`
  const active = Math.min(chosen.of === state ? chosen.index : 0, Math.max(0, rows.length - 1))

  const take = (index: number): void => {
    const row = rows[index]
    if (token === undefined || row === undefined) return
    const next = completed(draft, token, row.insert)
    actions.setDraft(draftId, next.draft)
    onCaret(next.caret)
    putCaret(next.draft, next.caret)
  }
  const close = (): void => {
    setClosed(beginning)
  }
  const onKey = (event: KeyboardEvent): boolean => {
    if (rows.length === 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        const step = event.key === 'ArrowDown' ? 1 : rows.length - 1
        setChosen({ of: state, index: (active + step) % rows.length })
        return true
      }
      case 'Enter':
        // A command that stands there whole is meant: Enter then does it.
        if (whole && rows[active]?.insert === draft.trim()) return false
        take(active)
        return true
      case 'Tab':
        take(active)
        return true
      case 'Escape':
        close()
        return true
      default:
        return false
    }
  }
  return { rows, active, onKey, take, close }
}

/** The person's own prompts, read anew each time that a draft begins with a slash. */
function usePrompts(draftId: string, wanted: boolean): NonNullable<ReturnType<typeof ownPrompts>> {
  const actions = useActions()
  useEffect(() => {
    if (wanted) void actions.loadPrompts()
  }, [wanted, actions])
  return useAppState((state) => ownPrompts(draftId, state)) ?? none
}

/** Files that fit, looked for when the typing pauses; those of an older query are never shown for a newer one. */
function useFiles(findFiles: CompletionSource['findFiles'], query: string): readonly Completion[] {
  const [found, setFound] = useState<{ query: string; rows: readonly Completion[] }>({
    query: '',
    rows: none,
  })
  useEffect(() => {
    if (query === '' || query.length > longestQuery) return undefined
    let over = false
    const timer = setTimeout(() => {
      void findFiles(query).then((paths) => {
        if (!over) setFound({ query, rows: paths.map((path) => ({ insert: mentionOf(path), label: path })) })
      })
    }, pauseMs)
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [findFiles, query])
  return found.query === query ? found.rows : none
}
