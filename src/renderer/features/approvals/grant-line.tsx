import type { ApprovalRequest } from '@shared/domain/approval'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { commandKeys } from '../../ui/keys'
import { lastingKinds } from './allow-for'
import type { LongerScope } from './allow-for'
import { SentenceWithPaths } from '../../ui/sentence-with-paths'

/** Why the line says what it says; the first that applies, in this order. */
export type GrantNotice =
  'away' | 'busy' | 'drawer' | 'edit-drawer' | 'for-drawer' | 'keys' | 'no-keys' | 'end-not-seen' | 'offer'

interface GrantLineProps {
  request: ApprovalRequest
  notice: GrantNotice
  /** How long the open form would allow for. */
  scope: LongerScope | undefined
  /** For a high level: the word to type instead of the hold. */
  word: { expected: string; typed: boolean; onType: (text: string) => void } | undefined
}

const words = strings.approval

/** What allowing would grant, or why it is off, in words. */
export function GrantLine({ request, notice, scope, word }: GrantLineProps): ReactNode {
  const off = offText(request)
  return (
    <div className="ap-grant">
      <p aria-live="polite">
        <NoticeText request={request} notice={notice} scope={scope} />
      </p>
      {(notice === 'offer' || notice === 'for-drawer') && word !== undefined && <WordInstead {...word} />}
      {notice === 'offer' && off !== '' && <p className="off-why">{off}</p>}
    </div>
  )
}

function NoticeText({ request, notice, scope }: Omit<GrantLineProps, 'word'>): ReactNode {
  const keys = commandKeys('Enter').join('+')
  switch (notice) {
    case 'away':
      return strings.connection.notConnected
    case 'busy':
      return words.sending
    case 'drawer':
      return words.drawerGrant(keys)
    case 'edit-drawer':
      return strings.edit.grant
    case 'for-drawer':
      return words.forDrawerGrant[scope === 'rule' ? 'rule' : 'other']
    case 'keys':
      return words.showKeys(keys)
    case 'no-keys':
      return words.showNoKeys
    case 'end-not-seen':
      return <b>{words.endNotSeen}</b>
    case 'offer':
      return <SentenceWithPaths text={grantText(request)} />
  }
}

/** Which buttons are off and why, beyond the ones that allow; '' for none. */
function offText(request: ApprovalRequest): string {
  const noFor = lastingKinds(request).length === 0 ? [words.noAllowFor] : []
  return [...noFor, ...(request.editable ? [] : [strings.edit.off])].join(' ')
}

function grantText(request: ApprovalRequest): string {
  const onlyThis = request.offers.find((offer) => offer.kind === 'only-this')
  const outside = request.offers.find((offer) => offer.kind === 'outside')
  if (onlyThis !== undefined)
    return outside === undefined && request.stage === 'network'
      ? `${onlyThis.description} ${words.noOutside}`
      : onlyThis.description
  const { noOnlyThis, boundary } = request.stop
  const off = noOnlyThis === undefined ? words.noOnlyThis[boundary] : words.onlyThisOff(noOnlyThis)
  return outside === undefined ? off : `${off} ${outside.description}`
}

function WordInstead({ expected, typed, onType }: NonNullable<GrantLineProps['word']>): ReactNode {
  const [open, setOpen] = useState(false)
  if (!open && typed) return <p>{words.wordDone}</p>
  if (!open) {
    return (
      <p>
        {words.holdHint}
        <button
          type="button"
          className="link-btn"
          onClick={() => {
            setOpen(true)
          }}
        >
          {words.typeWord}
        </button>
        .
      </p>
    )
  }
  return (
    <p className="word">
      <input
        className="field mono"
        aria-label={words.wordLabel(expected)}
        autoComplete="off"
        autoFocus
        onChange={(event) => {
          onType(event.target.value)
        }}
      />
      {typed ? (
        <span>{words.wordDone}</span>
      ) : (
        <span>
          {words.wordHint}
          <b>{expected}</b>
        </span>
      )}
    </p>
  )
}
