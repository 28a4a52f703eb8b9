import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { Keys, commandKeys } from '../../ui/keys'
import { AllowButton } from './allow-button'
import type { AllowTarget } from './allow-button'
import type { Arming } from './arming'

/** What the buttons with a function do. `for` is the drawer's own button, `open-for` opens it. */
export type PanelPress = AllowTarget | 'open-for' | 'edit' | 'tell' | 'stop' | 'later' | 'copy'

/** Which form is open above the actions. */
export type OpenDrawer = 'none' | 'deny' | 'for' | 'edit'

interface ActionsGridProps {
  arming: Arming
  /** Off, with the reason in the grant line. */
  off: { onlyThis: boolean; outside: boolean; allowFor: boolean; edit: boolean; answer: boolean }
  /** A high level that has to be held; pressing and letting go then count, not the click. */
  held: boolean
  holding: AllowTarget | undefined
  drawer: OpenDrawer
  copyLabel: string
  onPress: (press: PanelPress) => void
  onHold: (target: AllowTarget) => void
  onRelease: () => void
  children: ReactNode
}

/** Eight buttons on a fixed grid; nothing in it moves when the level changes. The child is the grant line. */
export function ActionsGrid(props: ActionsGridProps): ReactNode {
  const { arming, off, drawer, held, holding, onPress, onHold, onRelease, children } = props
  const words = strings.approval
  const keycaps = (keys: readonly string[]): ReactNode =>
    drawer === 'none' ? <Keys keys={keys} off={!arming.keys} /> : undefined
  const press = (name: PanelPress): ButtonHTMLAttributes<HTMLButtonElement> => ({
    'aria-disabled': !arming.clicks,
    onClick: () => {
      if (arming.clicks) onPress(name)
    },
  })
  const allow = { armed: arming.clicks, held, holding, onPress, onHold, onRelease }
  return (
    <div className="ap-actions" role="group" aria-label={words.decision}>
      <AllowButton
        {...allow}
        target="only-this"
        look={drawer === 'none' ? 'primary' : 'plain'}
        className="a-once"
        disabled={off.onlyThis}
      >
        <span>{words.once}</span>
        {keycaps(held ? [words.hold, ...commandKeys('↵')] : commandKeys('↵'))}
      </AllowButton>
      <AllowButton {...allow} target="outside" look="plain" className="a-out" disabled={off.outside}>
        <span>{words.outside}</span>
      </AllowButton>
      <Button
        className="a-for"
        aria-expanded={drawer === 'for'}
        disabled={off.allowFor}
        {...press('open-for')}
      >
        <span>{words.allowFor}</span>
        <Icon name="up" />
      </Button>
      <Button className="a-edit" aria-expanded={drawer === 'edit'} disabled={off.edit} {...press('edit')}>
        <span>{words.edit}</span>
        {keycaps(['E'])}
      </Button>
      <Button className="a-tell" aria-expanded={drawer === 'deny'} disabled={off.answer} {...press('tell')}>
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
