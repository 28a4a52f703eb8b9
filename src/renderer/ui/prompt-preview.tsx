import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { readDraft } from '../lib/slash-commands'
import { strings } from '../lib/strings'
import { visibleString } from '../lib/visible-text'
import { useAppState } from '../state/context'
import { ownPrompts } from '../state/own-prompts'
import { LongText } from './long-text'
import { UntrustedText } from './untrusted-text'

const words = strings.composer
const none: readonly never[] = []

/** The text that a prompt comes to with what stands behind it, before it is sent; `draftId` is what the draft is kept under, a session's id or another. */
export function PromptPreview({ draftId }: { draftId: string }): ReactNode {
  const draft = useAppState((state) => state.drafts[draftId] ?? '')
  const prompts = useAppState((state) => ownPrompts(draftId, state) ?? none)
  const acpAgent = useAppState((state) => state.sessions[draftId]?.agent)
  const meaning = useMemo(() => readDraft(draft, prompts, acpAgent), [draft, prompts, acpAgent])
  if (meaning.kind !== 'prompt') return undefined
  const title = words.promptSent(meaning.name)
  return (
    <section className="outbox" aria-label={visibleString(title)}>
      <h2>
        <UntrustedText text={title} />
      </h2>
      <div className="outbox-text prompt-text" tabIndex={0} role="group" aria-label={visibleString(title)}>
        <LongText text={shown(meaning.text)} />
      </div>
    </section>
  )
}

function shown(text: string | undefined): string {
  if (text === undefined) return words.promptTooLong
  return text.trim() === '' ? words.promptEmpty : text
}
