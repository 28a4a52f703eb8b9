import { Fragment, memo } from 'react'
import type { ReactNode } from 'react'
import { shellTokens } from '../lib/shell-text'
import type { ShellToken } from '../lib/shell-text'
import { laterStrings } from '../lib/later-strings'
import { HostAwareText } from './host-aware-text'

const classes: Record<ShellToken['kind'], string | undefined> = {
  program: 'c-p',
  flag: 'c-f',
  string: 'c-s',
  variable: 'c-v',
  operator: 'c-o',
  plain: undefined,
}

/** A shell script in quiet colours, whole, in the order of its characters. */
export const ShellCode = memo(function ShellCode({ script }: { script: string }): ReactNode {
  return <ShellTokens tokens={shellTokens(script)} />
})

interface ShellTokensProps {
  tokens: readonly (ShellToken & {
    readonly decides?: boolean
    readonly part?: number
    readonly stopped?: true
  })[]
}

/**
 * The pieces of a script; those that decide something are underlined. Of a line of several commands each has its number, and the one
 * that was stopped says so; neither is part of the text that can be selected.
 */
export function ShellTokens({ tokens }: ShellTokensProps): ReactNode {
  return tokens.map((token, index) => {
    const Mark = token.decides ? 'mark' : 'span'
    return (
      <Fragment key={index}>
        {token.part !== undefined && <i className="part-number" data-text={token.part} />}
        <Mark className={classes[token.kind]}>
          <HostAwareText text={token.text} />
        </Mark>
        {token.stopped && <span className="part-stopped" data-text={laterStrings.approval.stoppedHere} />}
      </Fragment>
    )
  })
}
