import { givesInWords } from '@shared/messages/glance'
import { noOnlyThisInWords } from '@shared/messages/stop'
import type { ApprovalRequest } from '@shared/domain/approval'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { strings } from '../../lib/strings'
import { commandKeys } from '../../ui/keys'
import type { AllowKind } from './allow-button'
import { lastingKinds, offerOf, offersEffects } from './allow-for'
import type { ForScope } from './allow-for'
import { SentenceWithPaths } from '../../ui/host-aware-text'
import { useApart } from './use-identical'

/** Why the line says what it says; the first that applies, in this order. */
export type GrantNotice =
  | 'away'
  | 'busy'
  | 'drawer'
  | 'edit-drawer'
  | 'for-drawer'
  | 'keys'
  | 'no-keys'
  | 'hold'
  | 'end-not-seen'
  | 'offer'

interface GrantLineProps {
  request: ApprovalRequest
  /** How many identical requests an answer is given to. */
  count: number
  notice: GrantNotice
  /** Whether what stands behind More is shown: nothing has to lead there then. */
  more: boolean
  /** How long the open form would allow for. */
  scope: ForScope | undefined
  /** Of how many changes of a rehearsal how many a yes puts in place; undefined: it runs the command. */
  applies: { taken: number; total: number } | undefined
  /** What the first yes is where nothing is put in place: `outside` where a container is the only boundary. */
  plainYes: AllowKind
  /** For a high level: the word to type instead of the hold. */
  word: { expected: string; typed: boolean; onType: (text: string) => void } | undefined
}

const words = laterStrings.approval

/** What a yes gives, or why it is off, in words. */
export function GrantLine({
  request,
  count,
  notice,
  more,
  scope,
  applies,
  plainYes,
}: Omit<GrantLineProps, 'word'>): ReactNode {
  const given = offerOf(request, plainYes)
  const apart = useApart(request)
  return (
    <p className="gl-gives" aria-live="polite">
      {notice === 'offer' && given !== undefined && !applies && <span>{words.gives}</span>}
      <b>
        <NoticeText {...{ request, count, notice, more, scope, applies, plainYes }} />
        {notice === 'offer' && apart > 0 && ` ${words.thisAlone(apart)}`}
      </b>
    </p>
  )
}

/** Beside the actions behind More: the word instead of the hold, and which of the actions are off and why. */
export function MoreHints({ request, word }: Pick<GrantLineProps, 'request' | 'word'>): ReactNode {
  const off = offText(request)
  if (off === '' && word === undefined) return undefined
  return (
    <div className="ap-grant">
      {word !== undefined && <WordInstead {...word} />}
      {off !== '' && <p className="off-why">{off}</p>}
    </div>
  )
}

function NoticeText({
  request,
  count,
  notice,
  more,
  scope,
  applies,
  plainYes,
}: Omit<GrantLineProps, 'word'>): ReactNode {
  const keys = commandKeys('Enter').join('+')
  switch (notice) {
    case 'away':
      return strings.connection.notConnected
    case 'busy':
      return words.sending
    case 'drawer':
      return words.drawerGrant(keys)
    case 'edit-drawer':
      return laterStrings.edit.grant
    case 'for-drawer':
      return words.forDrawerGrant[
        request.kind === 'tool' ? 'tool' : scope === 'rule' || scope === 'effects' ? scope : 'other'
      ]
    case 'keys':
      return applies ? laterStrings.rehearsal.showKeys(keys) : words.showKeys(keys)
    case 'no-keys':
      return words.showNoKeys
    case 'hold':
      return words.holdNotice
    case 'end-not-seen':
      return <b>{words.endNotSeen[request.kind ?? 'command']}</b>
    case 'offer':
      if (applies) return laterStrings.rehearsal.applyGives(applies.taken, applies.total)
      return (
        <SentenceWithPaths
          text={`${plainYes === 'outside' ? words.inContainer : grantText(request, more)}${count > 1 ? ` ${words.forEach(count)}` : ''}`}
        />
      )
  }
}

/** Which buttons are off and why, beyond the ones that allow; '' for none. */
function offText(request: ApprovalRequest): string {
  const noFor = lastingKinds(request).length === 0 && !offersEffects(request) ? [words.noAllowFor] : []
  const noOutside =
    request.stage === 'network' && offerOf(request, 'outside') === undefined ? [words.noOutside] : []
  return [...noFor, ...noOutside, ...(request.editable ? [] : [laterStrings.edit.off])].join(' ')
}

function grantText(request: ApprovalRequest, more: boolean): string {
  const onlyThis = request.offers.find((offer) => offer.kind === 'only-this')
  const outside = request.offers.find((offer) => offer.kind === 'outside')
  if (onlyThis !== undefined) return givesInWords(onlyThis, request)
  const { noOnlyThis, boundary } = request.stop
  const off =
    noOnlyThis === undefined
      ? words.noOnlyThis[boundary]
      : words.onlyThisOff(noOnlyThisInWords(noOnlyThis, request.naming))
  return outside === undefined || more ? off : `${off} ${words.behindMore}`
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
