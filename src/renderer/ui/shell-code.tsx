import { memo } from 'react'
import type { ReactNode } from 'react'
import { shellTokens } from '../lib/shell-text'
import type { ShellToken } from '../lib/shell-text'
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
  return shellTokens(script).map((token, index) => (
    <span key={index} className={classes[token.kind]}>
      <HostAwareText text={token.text} />
    </span>
  ))
})
