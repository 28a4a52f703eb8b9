import type { ReviewTarget } from '@shared/domain/review'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { AskDialog } from '../../ui/ask-dialog'
import { RadioOptions } from '../../ui/radio-options'

const words = laterStrings.review
const kinds = ['uncommitted', 'branch', 'commit', 'custom'] as const
type Kind = (typeof kinds)[number]

interface ReviewDialogProps {
  onReview: (target: ReviewTarget) => void
  onClose: () => void
}

/** Asks what a review is to look at. A field that is empty starts nothing. */
export function ReviewDialog({ onReview, onClose }: ReviewDialogProps): ReactNode {
  const [kind, setKind] = useState<Kind>('uncommitted')
  const [typed, setTyped] = useState({ branch: words.branchExample, commit: words.commitExample, custom: '' })
  const type = (text: string): void => {
    setTyped({ ...typed, [kind]: text })
  }
  return (
    <AskDialog
      title={words.title}
      doWord={words.start}
      cancelWord={words.cancel}
      onDo={() => {
        const target = targetOf(kind, typed)
        if (target !== undefined) onReview(target)
      }}
      onClose={onClose}
    >
      <p className="dim">{words.lead}</p>
      <RadioOptions
        label={words.target}
        value={kind}
        options={kinds.map((each) => [each, words.targets[each]] as const)}
        onChange={setKind}
      />
      {kind !== 'uncommitted' && (
        <label className="ask-field">
          {words[kind]}
          {kind === 'custom' ? (
            <textarea
              className="field"
              rows={3}
              required
              maxLength={20_000}
              value={typed.custom}
              onChange={(event) => {
                type(event.target.value)
              }}
            />
          ) : (
            <input
              className="field mono"
              required
              maxLength={250}
              value={typed[kind]}
              onChange={(event) => {
                type(event.target.value)
              }}
            />
          )}
        </label>
      )}
    </AskDialog>
  )
}

/** What was chosen; undefined where nothing is written. */
function targetOf(
  kind: Kind,
  typed: Readonly<Record<Exclude<Kind, 'uncommitted'>, string>>,
): ReviewTarget | undefined {
  if (kind === 'uncommitted') return { kind }
  const text = typed[kind].trim()
  if (text === '') return undefined
  if (kind === 'branch') return { kind, branch: text }
  return kind === 'commit' ? { kind, commit: text } : { kind, text }
}
