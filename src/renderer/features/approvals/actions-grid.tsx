import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { Keys, commandKeys } from '../../ui/keys'
import { AllowButton } from './allow-button'
import type { AllowKind, AllowTarget } from './allow-button'
import type { Arming } from '../../lib/arming'
import type { ActingKeys } from './panel-keys'

/** What the buttons with a function do. `for` is the drawer's own button, `open-for` opens it. */
export type PanelPress =
  | AllowTarget
  | 'open-for'
  | 'edit'
  | 'tell'
  | 'deny-alone'
  | 'stop'
  | 'later'
  | 'copy'
  | 'more'
  | 'details'

/** Which form is open above the actions. */
export type OpenDrawer = 'none' | 'deny' | 'for' | 'edit'

interface ActionsGridProps {
  arming: Arming
  keys: ActingKeys
  /** Off, with the reason in the grant line. */
  off: {
    onlyThis: boolean
    apply: boolean
    outside: boolean
    allowFor: boolean
    edit: boolean
    answer: boolean
  }
  /** A high level that has to be held; pressing and letting go then count, not the click. */
  held: boolean
  holding: AllowTarget | undefined
  drawer: OpenDrawer
  /** Of how many changes of a rehearsal how many a yes puts in place; undefined: the first yes runs it. */
  applies: { taken: number; total: number } | undefined
  /** What the first yes is where nothing is put in place. */
  plainYes: AllowKind
  /** How many identical requests are answered together. */
  count: number
  more: boolean
  /** What is not there at all, since the request cannot carry it. */
  lacks: { outside: boolean; stop: boolean }
  details: { open: boolean; count: number }
  copyLabel: string
  onPress: (press: PanelPress) => void
  onHold: (target: AllowTarget) => void
  onRelease: () => void
  /** Says what lies behind them, where the whole panel scrolls. */
  below: ReactNode
  children: ReactNode
}

/**
 * Four fixed places and the details; nothing in them moves when the level changes. What is asked for less often stands in a row of
 * its own behind More, above them.
 */
export function ActionsGrid(props: ActionsGridProps): ReactNode {
  const { off, drawer, held, more, details, count, applies, plainYes, onPress } = props
  const words = laterStrings.approval
  const keycaps = keycapsOf(props)
  const press = pressing(props)
  return (
    <>
      {more && <MoreActions {...props} />}
      <div className="gl-acts" role="group" aria-label={words.decision}>
        <AllowButton
          {...allowing(props)}
          target={applies ? 'apply' : plainYes}
          look={drawer === 'none' ? 'primary' : 'plain'}
          className="a-once"
          disabled={applies ? off.apply : plainYes === 'outside' ? off.outside : off.onlyThis}
        >
          <span>{firstYes(props)}</span>
          {keycaps(held ? [words.hold, ...commandKeys('↵')] : commandKeys('↵'), 'allow')}
        </AllowButton>
        <Button className="a-tell" aria-expanded={drawer === 'deny'} disabled={off.answer} {...press('tell')}>
          <span>{count > 1 ? words.denyAll(count) : words.deny}</span>
          {keycaps(['D'])}
        </Button>
        <Button look="ghost" className="a-later" {...press('later')}>
          <span>{words.later}</span>
          {keycaps(['Esc'], 'later')}
        </Button>
        <Button
          look="ghost"
          className="a-more"
          aria-expanded={more}
          onClick={() => {
            onPress('more')
          }}
        >
          <span>{words.more}</span>
          {keycaps(['M'])}
          <Icon name={more ? 'down' : 'up'} />
        </Button>
        <Button
          look="ghost"
          className="a-details"
          aria-expanded={details.open}
          onClick={() => {
            onPress('details')
          }}
        >
          <span>{words.detailsOf(details.count)}</span>
          {keycaps(['N'])}
          <Icon name={details.open ? 'down' : 'right'} />
        </Button>
        {props.below}
      </div>
    </>
  )
}

function firstYes({ applies, count }: ActionsGridProps): string {
  if (applies) return laterStrings.rehearsal.apply(applies.taken, applies.total)
  return count > 1 ? laterStrings.approval.onceForAll(count) : laterStrings.approval.once
}

/** The keycaps of an action, solid while its keys would act; none while a form is open, which has its own. */
const keycapsOf =
  ({ keys: act, drawer }: ActionsGridProps) =>
  (keys: readonly string[], which: keyof ActingKeys = 'letters'): ReactNode =>
    drawer === 'none' ? <Keys keys={keys} off={!act[which]} /> : undefined

/** What answers nothing, or only opens a form that does, is taken at any time: a click on it must not be lost to what arrives meanwhile. */
const harmless: ReadonlySet<PanelPress> = new Set<PanelPress>(['tell', 'open-for', 'edit', 'copy'])

const pressing =
  ({ arming, onPress }: ActionsGridProps) =>
  (name: PanelPress): ButtonHTMLAttributes<HTMLButtonElement> => {
    const acts = arming.clicks || harmless.has(name)
    return {
      'aria-disabled': !acts,
      onClick: () => {
        if (acts) onPress(name)
      },
    }
  }

const allowing = ({ arming, held, holding, onPress, onHold, onRelease }: ActionsGridProps) => ({
  armed: arming.clicks,
  ...{ held, holding, onPress, onHold, onRelease },
})

/** In a low window the panel scrolls, and what was just opened must be in view. */
const showItself = (element: HTMLElement | null): void => {
  element?.scrollIntoView({ block: 'nearest' })
}

/** The wider yes, the yes for longer, another command, the end of the turn, a copy; and why some of them are off. */
function MoreActions(props: ActionsGridProps): ReactNode {
  const { off, drawer, count, lacks, children } = props
  const words = laterStrings.approval
  const press = pressing(props)
  const keycaps = keycapsOf(props)
  return (
    <div ref={showItself} className="gl-more" data-part="actions" role="group" aria-label={words.more}>
      {props.applies && (
        <AllowButton
          {...allowing(props)}
          target="only-this"
          look="plain"
          className="a-run"
          disabled={off.onlyThis}
        >
          <span>{laterStrings.rehearsal.runForReal}</span>
        </AllowButton>
      )}
      {!lacks.outside && props.plainYes !== 'outside' && (
        <AllowButton
          {...allowing(props)}
          target="outside"
          look="plain"
          className="a-out"
          disabled={off.outside}
        >
          <span>{words.outside}</span>
        </AllowButton>
      )}
      <Button
        className="a-for"
        aria-expanded={drawer === 'for'}
        disabled={off.allowFor}
        {...press('open-for')}
      >
        <span>{words.allowFor}</span>
      </Button>
      <Button className="a-edit" aria-expanded={drawer === 'edit'} disabled={off.edit} {...press('edit')}>
        <span>{words.edit}</span>
        {keycaps(['E'])}
      </Button>
      {count > 1 && (
        <Button className="a-alone" disabled={off.answer} {...press('deny-alone')}>
          {words.denyAlone}
        </Button>
      )}
      {!lacks.stop && (
        <Button className="a-stop" disabled={off.answer} {...press('stop')}>
          {words.stop}
        </Button>
      )}
      <Button className="a-copy" {...press('copy')}>
        <span>{props.copyLabel}</span>
        {keycaps(['C'])}
      </Button>
      {children}
    </div>
  )
}
