import type { ApprovalRequest, Decision } from '@shared/domain/approval'
import { useState } from 'react'
import type { RefObject } from 'react'
import { shownCommand } from '../../lib/shell-text'
import { useActions, useAppState } from '../../state/context'
import { useCopy } from '../../ui/copy-button'
import { changesText } from '../../lib/shown-changes'
import type { OpenDrawer, PanelPress } from './actions-grid'
import type { AllowKind, AllowTarget } from './allow-button'
import { lastingKinds, offerOf, settleChoice } from './allow-for'
import type { AllowForChoice } from './allow-for'
import type { Arming } from './arming'
import type { GrantNotice } from './grant-line'
import { useEdit } from './use-edit'
import type { EditForm } from './use-edit'
import type { PanelKeyAction, PanelKeyContext } from './panel-keys'
import { wordToType } from './typed-word'
import { useArming } from './use-arming'
import { useHold } from './use-hold'
import type { Hold } from './use-hold'
import { useInView } from './use-in-view'
import type { OpenLooks } from './use-open-looks'
import { usePanelKeys } from './use-panel-keys'
import { ruleHolds, useRule } from './use-rule'
import type { EditedRule } from './use-rule'

/** What the panel's parts are drawn from, and what they call. */
export interface Panel {
  readonly arming: Arming
  readonly off: {
    onlyThis: boolean
    outside: boolean
    allowFor: boolean
    edit: boolean
    allow: boolean
    answer: boolean
  }
  /** The level is high and the word is not typed: allowing takes a hold. */
  readonly held: boolean
  readonly hold: Hold<AllowTarget>
  readonly notice: GrantNotice
  readonly drawer: {
    open: OpenDrawer
    text: string
    setText: (text: string) => void
    send: () => void
    back: () => void
  }
  /** What the form that allows for longer would give; undefined when nothing can be given for longer. */
  readonly choice: AllowForChoice | undefined
  readonly choose: (choice: AllowForChoice) => void
  /** The rule's text where it can be edited. */
  readonly rule: EditedRule | undefined
  readonly edit: EditForm
  readonly useOriginal: () => void
  readonly word: { expected: string; typed: boolean; onType: (text: string) => void } | undefined
  readonly copied: ReturnType<typeof useCopy>['state']
  readonly press: (press: PanelPress) => void
}

/** Which button a form was opened by, and the focus goes back to. */
const openers: Record<OpenDrawer, string> = { none: 'later', deny: 'tell', for: 'for', edit: 'edit' }

interface PanelParts {
  readonly root: RefObject<HTMLElement | null>
  readonly commandEnd: RefObject<HTMLSpanElement | null>
  readonly looks: OpenLooks
}

/**
 * One request's panel: arming, keys, hold, drawer and the answers. Every way to allow ends in `allow`, which looks
 * again whether it may; an answer is sent at most once at a time.
 */
export function usePanel(request: ApprovalRequest, { root, commandEnd, looks }: PanelParts): Panel {
  const actions = useActions()
  const connected = useAppState((state) => state.connection.kind === 'ready')
  const { level } = request.assessment
  const [arming, look] = useArming(root, level)
  const endSeen = useInView(commandEnd).ever || level !== 'high'
  const [busy, setBusy] = useState(false)
  const [drawer, setDrawer] = useState<OpenDrawer>('none')
  const [drawerText, setDrawerText] = useState('')
  const [picked, setPicked] = useState<AllowForChoice>()
  const [typedWord, setTypedWord] = useState('')
  const [shownKeys, setShownKeys] = useState<'keys' | 'no-keys'>()
  const { state: copied, copy } = useCopy()

  const expected = wordToType(request.effect)
  const wordTyped = typedWord.trim().toLowerCase() === expected
  const held = level === 'high' && !wordTyped
  const open = connected && !busy && request.state === 'pending'
  const mayAllow = open && endSeen
  const choice = settleChoice(request, { kind: picked?.kind, scope: picked?.scope })

  const rule = useRule(request, choice)

  const edit = useEdit(request)
  const whileBusy = (doing: Promise<unknown>): void => {
    setBusy(true)
    void doing.finally(() => {
      setBusy(false)
    })
  }
  const answer = (decision: Decision): void => {
    if (open) whileBusy(actions.decide(request.id, decision))
  }
  const allow = (kind: AllowKind, longer: Pick<AllowForChoice, 'scope'> | undefined): void => {
    const offer = offerOf(request, kind)
    if (offer !== undefined && mayAllow && look().clicks)
      answer({
        kind: 'allow',
        offerId: offer.id,
        ...(longer && { scope: longer.scope }),
        ...(longer && rule?.changed !== undefined && { rule: rule.changed }),
      })
  }
  const allowTarget = (target: AllowTarget): void => {
    if (target !== 'for') allow(target, undefined)
    else if (choice !== undefined && drawer === 'for' && ruleHolds(rule)) allow(choice.kind, choice)
  }
  const hold = useHold<AllowTarget>(allowTarget)
  const sendDrawer = (): void => {
    if (drawer === 'edit') {
      if (open && edit.ready) whileBusy(edit.send())
      return
    }
    const message = drawerText.trim()
    answer(message === '' ? { kind: 'deny' } : { kind: 'deny', message })
  }
  const backFromDrawer = (): void => {
    setDrawer('none')
    root.current?.querySelector<HTMLElement>(`.a-${openers[drawer]}`)?.focus()
  }

  const press = (name: PanelPress): void => {
    setShownKeys(undefined)
    switch (name) {
      case 'only-this':
      case 'outside':
      case 'for':
        if (!held) allowTarget(name)
        return
      case 'tell':
        setDrawer(drawer === 'deny' ? 'none' : 'deny')
        return
      case 'open-for':
        setDrawer(drawer === 'for' ? 'none' : 'for')
        return
      case 'edit':
        setDrawer(drawer === 'edit' ? 'none' : 'edit')
        return
      case 'stop':
        answer({ kind: 'abort' })
        return
      case 'later':
        actions.putOff(request.id)
        return
      case 'copy':
        copy(request.changes ? changesText(request.changes) : shownCommand(request.command).text)
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
        setShownKeys(undefined)
        if (open) setDrawer('deny')
        return
      case 'edit-form':
        setShownKeys(undefined)
        if (open && request.editable) setDrawer('edit')
        return
      case 'copy':
        press('copy')
        return
      case 'look-through':
        looks.set(0, !looks.isOpen(0))
        return
      case 'send-drawer':
        sendDrawer()
        return
      case 'close-drawer':
        backFromDrawer()
        return
      case 'show-keys':
        setShownKeys(document.activeElement?.closest('[data-allow="only-this"]') ? 'keys' : 'no-keys')
    }
  }
  const keyContext = (): Omit<PanelKeyContext, 'focus'> => ({
    armed: look().keys,
    drawer,
    level,
    wordTyped,
    allowable: mayAllow && offerOf(request, 'only-this') !== undefined,
  })
  usePanelKeys(() => ({ panel: root.current, context: keyContext, act: actOnKey, letGo: hold.release }))

  const notice = (): GrantNotice => {
    if (!connected) return 'away'
    if (busy) return 'busy'
    if (shownKeys !== undefined) return shownKeys
    if (drawer === 'deny') return 'drawer'
    if (drawer === 'edit') return 'edit-drawer'
    if (!endSeen) return 'end-not-seen'
    return drawer === 'for' ? 'for-drawer' : 'offer'
  }
  return {
    arming,
    off: {
      onlyThis: !mayAllow || offerOf(request, 'only-this') === undefined,
      outside: !mayAllow || offerOf(request, 'outside') === undefined,
      allowFor: !open || lastingKinds(request).length === 0,
      edit: !open || request.editable !== true,
      allow: !mayAllow,
      answer: !open,
    },
    held,
    hold,
    notice: notice(),
    drawer: {
      open: drawer,
      text: drawerText,
      setText: setDrawerText,
      send: sendDrawer,
      back: backFromDrawer,
    },
    choice,
    choose: setPicked,
    rule,
    edit,
    useOriginal: () => {
      if (open && look().clicks) whileBusy(edit.sendOriginal())
    },
    word: level === 'high' ? { expected, typed: wordTyped, onType: setTypedWord } : undefined,
    copied,
    press,
  }
}
