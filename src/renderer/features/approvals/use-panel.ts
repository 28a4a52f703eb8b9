import type { ApprovalRequest, Decision } from '@shared/domain/approval'
import { useState, useEffect, useCallback, useRef } from 'react'
import type { RefObject } from 'react'
import { endsOf, usualEnds, type EndsChoice } from '../../lib/ends-choice'
import { shownCommand } from '../../lib/shell-text'
import { useActions, useAppState } from '../../state/context'
import { useInContainerAlone } from '../../ui/container-line'
import { useCopy } from '../../ui/copy-button'
import { changesText } from '../../lib/shown-changes'
import { isWordTyped } from '../../lib/typed-word'
import type { OpenDrawer, PanelPress } from './actions-grid'
import type { AllowKind, AllowTarget } from './allow-button'
import { lastingKinds, offerOf, offersEffects, settleChoice } from './allow-for'
import type { AllowForChoice, LongerScope } from './allow-for'
import { type Arming, holdMs } from '../../lib/arming'
import type { GrantNotice } from './grant-line'
import { useEdit } from './use-edit'
import type { EditForm } from './use-edit'
import { takesLetters, type ActingKeys, type PanelKeyAction, type PanelKeyContext } from './panel-keys'
import { wordToType } from '@shared/messages/effect'
import { useApplying } from './use-applying'
import { useWritten } from './use-left'
import type { Applying } from './use-applying'
import { useArming } from '../../ui/use-arming'
import type { OpenLooks } from './use-open-looks'
import { usePatchPart } from './use-patch-part'
import type { PatchPart } from './use-patch-part'
import { useKeyFocus, usePanelKeys } from './use-panel-keys'
import { useEffectRules, type EffectRuleForm } from './use-effect-rules'
import { ruleHolds, useRule } from './use-rule'
import type { EditedRule } from './use-rule'

type AllowDecision = Extract<Decision, { kind: 'allow' }>

/** What the panel's parts are drawn from, and what they call. */
export interface Panel {
  readonly arming: Arming
  /** Which keys would act now. */
  readonly keys: ActingKeys
  readonly off: {
    onlyThis: boolean
    apply: boolean
    outside: boolean
    allowFor: boolean
    edit: boolean
    allow: boolean
    answer: boolean
  }
  /** The level is high and the word is not typed: allowing takes a hold. */
  readonly held: boolean
  readonly hold: {
    target: AllowTarget | undefined
    start: (target: AllowTarget) => void
    release: () => void
  }
  /** What the first button allows; it stays what it is while it is held. */
  readonly firstYes: 'apply' | AllowKind
  /** What the first yes is where no rehearsal is put in place. */
  readonly plainYes: AllowKind
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
  /** When a rule that is saved here ends. */
  readonly ends: RuleEnds
  /** The rules that what was rehearsed can become. */
  readonly effects: EffectRuleForm
  readonly edit: EditForm
  readonly part: PatchPart
  readonly applying: Applying
  readonly useOriginal: () => void
  readonly word: { expected: string; typed: boolean; onType: (text: string) => void } | undefined
  readonly copied: ReturnType<typeof useCopy>['state']
  readonly press: (press: PanelPress) => void
  /** Whether the actions behind More are shown. */
  readonly more: boolean
  /** Whether the details are shown. */
  readonly details: boolean
}

/** Which button a form was opened by, and the focus goes back to. */
const openers: Record<OpenDrawer, string> = { none: 'later', deny: 'tell', for: 'for', edit: 'edit' }

/** When a rule ends, as the person chooses it; `branch` is what is checked out in the session's folder, where something is. */
export interface RuleEnds {
  readonly chosen: EndsChoice
  readonly choose: (ends: EndsChoice) => void
  readonly branch: string | undefined
}

function endIn(chosen: EndsChoice, branch: string | undefined): Pick<AllowDecision, 'ends'> {
  const ends = endsOf(chosen, Date.now(), branch)
  return ends ? { ends } : {}
}

/** A hold, from its beginning: what it allows, and whether that is still what it was and nothing has come that has to be seen. */
interface Begun {
  readonly target: AllowTarget
  readonly firstYes: Panel['firstYes']
  readonly offer: string | undefined
  readonly unchanged: () => boolean
}

interface PanelParts {
  readonly root: RefObject<HTMLElement | null>
  readonly commandEnd: RefObject<HTMLSpanElement | null>
  readonly looks: OpenLooks
  /** The identical requests that are answered with it. */
  readonly others: readonly ApprovalRequest[]
}

/**
 * One request's panel: arming, keys, hold, drawer and the answers. Every way to allow ends in `allow`, which looks
 * again whether it may; an answer is sent at most once at a time.
 */
export function usePanel(request: ApprovalRequest, { root, commandEnd, looks, others }: PanelParts): Panel {
  const actions = useActions()
  const connected = useAppState((state) => state.connection.kind === 'ready')
  const { level } = request.assessment
  const arms = useArming(root, { level, rehearsed: request.rehearsal?.state === 'found' }, others)
  const { drawn: arming, look } = arms
  const focus = useKeyFocus(root)
  const endSeen = useInView(commandEnd).ever || level !== 'high'
  const [busy, setBusy] = useState(false)
  const [drawer, setDrawer] = useState<OpenDrawer>('none')
  const [drawerText = '', setDrawerText] = useWritten('denyTexts', request.id)
  const [picked, setPicked] = useState<AllowForChoice>()
  const [typedWord, setTypedWord] = useState('')
  // A run in the container is what its owner made the ordinary one: nothing narrower can be had there.
  const inContainer = useInContainerAlone(request.id)
  const narrow = offerOf(request, 'only-this') !== undefined
  const plainYes = !narrow && inContainer && offerOf(request, 'outside') ? 'outside' : 'only-this'
  // Where there is no narrow yes, the wider one is not hidden.
  const startsWithMore = !narrow && plainYes === 'only-this'
  const [more, setMore] = useState(startsWithMore)
  const moreOpened = more && !startsWithMore
  const [details, setDetails] = useState(false)
  const [shownKeys, setShownKeys] = useState<'keys' | 'no-keys' | 'hold'>()
  const { state: copied, copy } = useCopy()

  const expected = wordToType(request.effect)
  const wordTyped = isWordTyped(typedWord, expected)
  const held = level === 'high' && !wordTyped
  const open = connected && !busy && request.state === 'pending'
  const mayAllow = open && endSeen
  const choice = settleChoice(request, { kind: picked?.kind, scope: picked?.scope })

  const part = usePatchPart(request)
  const applying = useApplying(request, others)
  const rule = useRule(request, choice)
  const effects = useEffectRules(request, drawer === 'for' && choice?.scope === 'effects')
  const branch = useAppState(({ sessions }) => sessions[request.sessionId]?.branch)
  const [chosenEnd, setEnd] = useState(usualEnds)
  const ends = { chosen: chosenEnd, choose: setEnd, branch }

  const edit = useEdit(request)
  const whileBusy = (doing: Promise<unknown>): void => {
    setBusy(true)
    void doing.finally(() => {
      setBusy(false)
    })
  }
  /** To each of the identical ones, where that is what was shown: an answer for longer, or one that ends a turn, is this one's alone. */
  const answer = (decision: Decision, alone = false): void => {
    const forAll = decision.kind === 'deny' || (decision.kind === 'allow' && decision.scope === undefined)
    const to = forAll && !alone ? [request, ...others] : [request]
    if (open) whileBusy(Promise.all(to.map(({ id }) => actions.decide(id, decision))))
  }
  /** What a rehearsal found meanwhile takes nothing from a hold that began before: that gives, once, what it began as. */
  const holdsStill = (begun: Begun | undefined, offer: string): boolean =>
    begun?.offer === offer && begun.unchanged()
  const allow = (
    kind: AllowKind,
    longer: { readonly scope: LongerScope } | undefined,
    begun?: Begun,
  ): void => {
    const offer = offerOf(request, kind)
    // What holds for longer holds for the whole patch.
    if (longer !== undefined && part.leavesOut) return
    if (offer !== undefined && mayAllow && (look().clicks || holdsStill(begun, offer.id)))
      answer({
        kind: 'allow',
        offerId: offer.id,
        ...(longer === undefined && part.answer),
        ...(longer && { scope: longer.scope }),
        ...(longer && rule?.changed !== undefined && { rule: rule.changed }),
        ...(longer?.scope === 'rule' && endIn(chosenEnd, branch)),
      })
  }
  /** A rule is of all that was rehearsed. */
  const saveEffects = (held: boolean): void => {
    const whole = applying.answer !== undefined && !applying.leavesOut
    if (effects.ready && whole && mayAllow && look().clicks) whileBusy(effects.save(held))
  }
  const allowTarget = (target: AllowTarget, begun?: Begun): void => {
    if (target === 'apply') {
      if (applying.answer && mayAllow && look().clicks) answer(applying.answer)
    } else if (target !== 'for') allow(target, undefined, begun)
    else if (choice === undefined || drawer !== 'for') return
    else if (choice.scope === 'effects') saveEffects(begun !== undefined)
    else if (ruleHolds(rule)) allow(choice.kind, { scope: choice.scope })
  }
  const holding = useHold<Begun>((begun) => {
    allowTarget(begun.target, begun)
  })
  const firstYes = holding.held?.firstYes ?? (applying.possible ? 'apply' : plainYes)
  const hold = {
    target: holding.held?.target,
    start: (target: AllowTarget): void => {
      const offer = target === 'only-this' || target === 'outside' ? offerOf(request, target)?.id : undefined
      holding.start({ target, firstYes, offer, unchanged: arms.watch() })
    },
    release: holding.release,
  }
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
    const opener = root.current?.querySelector<HTMLElement>(`.a-${openers[drawer]}`)
    ;(opener ?? root.current?.querySelector<HTMLElement>('.a-more'))?.focus()
  }

  const press = (name: PanelPress): void => {
    setShownKeys(undefined)
    switch (name) {
      case 'only-this':
      case 'apply':
      case 'outside':
      case 'for':
        if (held || (name === 'for' && choice?.scope === 'effects' && effects.held)) setShownKeys('hold')
        else allowTarget(name)
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
      case 'deny-alone':
        answer({ kind: 'deny' }, true)
        return
      case 'stop':
        answer({ kind: 'abort' })
        return
      case 'later':
        for (const { id } of [request, ...others]) actions.putOff(id)
        return
      case 'more':
        setMore(!more)
        return
      case 'details':
        setDetails(!details)
        return
      case 'copy':
        copy(request.changes ? changesText(request.changes) : shownCommand(request.command).text)
    }
  }
  const actOnKey = (action: Exclude<PanelKeyAction, 'nothing' | 'swallow'>): void => {
    switch (action) {
      case 'allow':
        if (look().keys) press(firstYes)
        return
      case 'hold':
        hold.start(firstYes)
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
      case 'details':
      case 'more':
        press(action)
        return
      case 'look-through':
        if (!details && level !== 'high') setDetails(true)
        looks.set(0, details || level === 'high' ? !looks.isOpen(0) : true)
        return
      case 'send-drawer':
        sendDrawer()
        return
      case 'close-drawer':
        backFromDrawer()
        return
      case 'close-more':
        setMore(false)
        if (root.current?.querySelector('.gl-more')?.contains(document.activeElement))
          root.current.querySelector<HTMLElement>('.a-more')?.focus()
        return
      case 'show-keys':
        setShownKeys(document.activeElement?.closest('.a-once') ? 'keys' : 'no-keys')
    }
  }
  const allowable =
    mayAllow && (firstYes === 'apply' ? applying.answer : offerOf(request, firstYes)) !== undefined
  const keyContext = (): Omit<PanelKeyContext, 'focus'> => ({
    armed: look().keys,
    drawer,
    moreOpened,
    level,
    wordTyped,
    allowable,
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
    keys: {
      letters: arming.keys && takesLetters(focus),
      allow: arming.keys && allowable && focus !== 'draft',
      later: arming.keys && !moreOpened,
    },
    firstYes,
    plainYes,
    off: {
      apply: !mayAllow || applying.answer === undefined,
      onlyThis: !mayAllow || !narrow,
      outside: !mayAllow || offerOf(request, 'outside') === undefined,
      allowFor: !open || part.leavesOut || (lastingKinds(request).length === 0 && !offersEffects(request)),
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
    ends,
    effects,
    edit,
    part,
    applying,
    useOriginal: () => {
      if (open && look().clicks) whileBusy(edit.sendOriginal())
    },
    word: level === 'high' ? { expected, typed: wordTyped, onType: setTypedWord } : undefined,
    copied,
    press,
    more,
    details,
  }
}

/** A press that counts when it has lasted; `held` is what is being held, undefined for nothing. */
interface Hold<T> {
  readonly held: T | undefined
  readonly start: (held: T) => void
  readonly release: () => void
}

/** Calls `done` once after a full second of holding. Letting go, losing the window's focus or unmounting ends it. */
function useHold<T>(done: (held: T) => void): Hold<T> {
  const [held, setHeld] = useState<T>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const finish = useRef(done)
  useEffect(() => {
    finish.current = done
  }, [done])

  const release = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    setHeld(undefined)
  }, [])
  const start = useCallback(
    (next: T) => {
      release()
      setHeld(next)
      timer.current = setTimeout(() => {
        release()
        finish.current(next)
      }, holdMs)
    },
    [release],
  )
  useEffect(() => {
    window.addEventListener('blur', release)
    return () => {
      window.removeEventListener('blur', release)
      release()
    }
  }, [release])
  return { held, start, release }
}

/** Whether an element is, or ever was, in view: on screen and not scrolled out of any box around it. */
function useInView(element: RefObject<HTMLElement | null>): { now: boolean; ever: boolean } {
  const [seen, setSeen] = useState({ now: false, ever: false })
  useEffect(() => {
    const watched = element.current
    if (watched === null) return undefined
    const observer = new IntersectionObserver((entries) => {
      const now = entries.at(-1)?.isIntersecting === true
      setSeen((before) => ({ now, ever: before.ever || now }))
    })
    observer.observe(watched)
    return () => {
      observer.disconnect()
    }
  }, [element])
  return seen
}
