import type { ReactNode, PointerEvent as ReactPointerEvent } from 'react'
import { Button } from '../../ui/button'

/** The two ways to say yes. */
export type AllowKind = 'only-this' | 'outside'

/** What a press or a hold can allow: once, in one of the two ways, `for` longer, as the drawer says, or what a rehearsal showed. */
export type AllowTarget = AllowKind | 'for' | 'apply'

interface AllowButtonProps {
  target: AllowTarget
  look: 'plain' | 'primary'
  className: string
  armed: boolean
  disabled: boolean
  /** A high level that has to be held; pressing and letting go then count, and a click only asks for that. */
  held: boolean
  holding: AllowTarget | undefined
  onPress: (target: AllowTarget) => void
  onHold: (target: AllowTarget) => void
  onRelease: () => void
  children: ReactNode
}

/** A button that allows something: by a click while it is armed, or by a hold. Enter and Space never press it. */
export function AllowButton(props: AllowButtonProps): ReactNode {
  const { target, look, className, armed, disabled, held, holding, onPress, onHold, onRelease } = props
  const onPointerDown = (event: ReactPointerEvent): void => {
    if (held && armed && event.button === 0) onHold(target)
  }
  return (
    <Button
      look={look}
      className={className}
      data-allow={target}
      data-holding={holding === target ? '' : undefined}
      aria-disabled={!armed}
      disabled={disabled}
      onPointerDown={onPointerDown}
      onPointerUp={onRelease}
      onPointerLeave={onRelease}
      onPointerCancel={onRelease}
      onClick={() => {
        if (armed) onPress(target)
      }}
    >
      <i className="hold" />
      {props.children}
    </Button>
  )
}
