import type { ButtonHTMLAttributes, ReactNode, PointerEvent as ReactPointerEvent } from 'react'
import { strings } from '../../lib/strings'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { Keys, commandKeys } from '../../ui/keys'
import type { Arming } from './arming'

/** The two ways to say yes. */
export type AllowKind = 'only-this' | 'outside'

/** What the six buttons with a function do. */
export type PanelPress = AllowKind | 'tell' | 'stop' | 'later' | 'copy'

interface ActionsGridProps {
  arming: Arming
  /** Off, with the reason in the grant line. */
  off: { onlyThis: boolean; outside: boolean; answer: boolean }
  /** A high level that has to be held; pressing and letting go then count, not the click. */
  held: boolean
  holding: AllowKind | undefined
  drawerOpen: boolean
  copyLabel: string
  onPress: (press: PanelPress) => void
  onHold: (kind: AllowKind) => void
  onRelease: () => void
  children: ReactNode
}

/** Eight buttons on a fixed grid; nothing in it moves when the level changes. The child is the grant line. */
export function ActionsGrid(props: ActionsGridProps): ReactNode {
  const { arming, off, drawerOpen, onPress, children } = props
  const words = strings.approval
  const keycaps = (keys: readonly string[]): ReactNode =>
    drawerOpen ? undefined : <Keys keys={keys} off={!arming.keys} />
  const press = (name: PanelPress): ButtonHTMLAttributes<HTMLButtonElement> => ({
    'aria-disabled': !arming.clicks,
    onClick: () => {
      if (arming.clicks) onPress(name)
    },
  })
  return (
    <div className="ap-actions" role="group" aria-label={words.decision}>
      <AllowButton {...props} kind="only-this" disabled={off.onlyThis}>
        <span>{words.once}</span>
        {keycaps(props.held ? [words.hold, ...commandKeys('↵')] : commandKeys('↵'))}
      </AllowButton>
      <AllowButton {...props} kind="outside" disabled={off.outside}>
        <span>{words.outside}</span>
      </AllowButton>
      <Button className="a-for" disabled>
        <span>{words.allowFor}</span>
        <Icon name="up" />
      </Button>
      <Button className="a-edit" disabled>
        <span>{words.edit}</span>
      </Button>
      <Button className="a-tell" aria-expanded={drawerOpen} disabled={off.answer} {...press('tell')}>
        <span>{words.tell}</span>
        {keycaps(['D'])}
      </Button>
      <Button className="a-stop" disabled={off.answer} {...press('stop')}>
        {words.stop}
      </Button>
      <Button className="a-later" {...press('later')}>
        <span>{words.later}</span>
        {keycaps(['Esc'])}
      </Button>
      <Button className="a-copy" {...press('copy')}>
        <span>{props.copyLabel}</span>
        {keycaps(['C'])}
      </Button>
      {children}
    </div>
  )
}

interface AllowButtonProps extends ActionsGridProps {
  kind: AllowKind
  disabled: boolean
}

function AllowButton(props: AllowButtonProps): ReactNode {
  const { kind, disabled, held, holding, arming, drawerOpen, onPress, onHold, onRelease, children } = props
  const onPointerDown = (event: ReactPointerEvent): void => {
    if (held && arming.clicks && event.button === 0) onHold(kind)
  }
  return (
    <Button
      look={kind === 'only-this' && !drawerOpen ? 'primary' : 'plain'}
      className={kind === 'only-this' ? 'a-once' : 'a-out'}
      data-allow={kind}
      data-holding={holding === kind ? '' : undefined}
      aria-disabled={!arming.clicks}
      disabled={disabled}
      onPointerDown={onPointerDown}
      onPointerUp={onRelease}
      onPointerLeave={onRelease}
      onPointerCancel={onRelease}
      onClick={() => {
        if (arming.clicks && !held) onPress(kind)
      }}
    >
      <i className="hold" />
      {children}
    </Button>
  )
}
