import type { ApprovalRequest, Decision, Offer } from '@shared/domain/approval'
import { useState } from 'react'
import type { RefObject } from 'react'
import { shownCommand } from '../../lib/shell-text'
import { useActions, useAppState } from '../../state/context'
import { useCopy } from '../../ui/copy-button'
import type { AllowKind, PanelPress } from './actions-grid'
import type { Arming } from './arming'
import type { GrantNotice } from './grant-line'
import type { PanelKeyAction, PanelKeyContext } from './panel-keys'
import { wordToType } from './typed-word'
import { useArming } from './use-arming'
import { useHold } from './use-hold'
import type { Hold } from './use-hold'
import { useInView } from './use-in-view'
import { usePanelKeys } from './use-panel-keys'

/** What the panel's parts are drawn from, and what they call. */
export interface Panel {
  readonly arming: Arming
  readonly off: { onlyThis: boolean; outside: boolean; answer: boolean }
  /** The level is high and the word is not typed: allowing takes a hold. */
  readonly held: boolean
  readonly hold: Hold<AllowKind>
  readonly notice: GrantNotice
  readonly drawer: {
    open: boolean
    text: string
    setText: (text: string) => void
    send: () => void
    back: () => void
  }
  readonly word: { expected: string; typed: boolean; onType: (text: string) => void } | undefined
  readonly copied: ReturnType<typeof useCopy>['state']
  readonly press: (press: PanelPress) => void
}

interface PanelParts {
  readonly root: RefObject<HTMLElement | null>
  readonly commandEnd: RefObject<HTMLSpanElement | null>
}

/**
 * One request's panel: arming, keys, hold, drawer and the answers. Every way to allow ends in `allow`, which looks
 * again whether it may; an answer is sent at most once at a time.
 */
export function usePanel(request: ApprovalRequest, { root, commandEnd }: PanelParts): Panel {
  const actions = useActions()
  const connected = useAppState((state) => state.connection.kind === 'ready')
  const { level } = request.assessment
  const [arming, look] = useArming(root, level)
  const endSeen = useInView(commandEnd).ever || level !== 'high'
  const [busy, setBusy] = useState(false)
  const [drawerOpen, setDrawerOpen] = useState(false)
  const [drawerText, setDrawerText] = useState('')
  const [typedWord, setTypedWord] = useState('')
  const [shownKeys, setShownKeys] = useState<'keys' | 'no-keys'>()
  const { state: copied, copy } = useCopy()

  const expected = wordToType(request.effect)
  const wordTyped = typedWord.trim().toLowerCase() === expected
  const held = level === 'high' && !wordTyped
  const open = connected && !busy && request.state === 'pending'
  const mayAllow = open && endSeen
  const offers = {
    'only-this': request.offers.find((offer) => offer.kind === 'only-this'),
    outside: request.offers.find((offer) => offer.kind === 'outside'),
  } satisfies Record<AllowKind, Offer | undefined>

  const answer = (decision: Decision): void => {
    if (!open) return
    setBusy(true)
    void actions.decide(request.id, decision).finally(() => {
      setBusy(false)
    })
  }
  const allow = (kind: AllowKind): void => {
    const offer = offers[kind]
    if (offer !== undefined && mayAllow && look().clicks) answer({ kind: 'allow', offerId: offer.id })
  }
  const hold = useHold<AllowKind>(allow)
  const sendDrawer = (): void => {
    const message = drawerText.trim()
    answer(message === '' ? { kind: 'deny' } : { kind: 'deny', message })
  }
  const backFromDrawer = (): void => {
    setDrawerOpen(false)
    root.current?.querySelector<HTMLElement>('.a-tell')?.focus()
  }

  const press = (name: PanelPress): void => {
    setShownKeys(undefined)
    switch (name) {
      case 'only-this':
      case 'outside':
        if (!held) allow(name)
        return
      case 'tell':
        setDrawerOpen(!drawerOpen)
        return
      case 'stop':
        answer({ kind: 'abort' })
        return
      case 'later':
        actions.putOff(request.id)
        return
      case 'copy':
        copy(shownCommand(request.command).text)
    }
  }
  const actOnKey = (action: Exclude<PanelKeyAction, 'nothing' | 'swallow'>): void => {
    switch (action) {
      case 'allow':
        if (look().keys) press('only-this')
        return
      case 'hold':
        hold.start('only-this')
        return
      case 'not-now':
        press('later')
        return
      case 'deny-form':
        if (open) setDrawerOpen(true)
        return
      case 'copy':
        press('copy')
        return
      case 'send-drawer':
        sendDrawer()
        return
      case 'close-drawer':
        backFromDrawer()
        return
      case 'show-keys':
        setShownKeys(document.activeElement?.closest('[data-allow="outside"]') ? 'no-keys' : 'keys')
    }
  }
  const keyContext = (): Omit<PanelKeyContext, 'focus'> => ({
    armed: look().keys,
    drawerOpen,
    level,
    wordTyped,
    allowable: mayAllow && offers['only-this'] !== undefined,
  })
  usePanelKeys(() => ({ panel: root.current, context: keyContext, act: actOnKey, letGo: hold.release }))

  const notice = (): GrantNotice => {
    if (!connected) return 'away'
    if (busy) return 'busy'
    if (drawerOpen) return 'drawer'
    if (shownKeys !== undefined) return shownKeys
    return endSeen ? 'offer' : 'end-not-seen'
  }
  return {
    arming,
    off: {
      onlyThis: !mayAllow || offers['only-this'] === undefined,
      outside: !mayAllow || offers.outside === undefined,
      answer: !open,
    },
    held,
    hold,
    notice: notice(),
    drawer: {
      open: drawerOpen,
      text: drawerText,
      setText: setDrawerText,
      send: sendDrawer,
      back: backFromDrawer,
    },
    word: level === 'high' ? { expected, typed: wordTyped, onType: setTypedWord } : undefined,
    copied,
    press,
  }
}
