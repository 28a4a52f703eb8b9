import type { McpInvocation } from '@shared/domain/mcp-result'
import type { ReactNode } from 'react'
import { laterStrings } from '../lib/later-strings'
import { UntrustedText } from './untrusted-text'

const words = laterStrings.transcript.tool

/** Texts as they are; everything else as JSON, on one line where it is short. */
function valueText(value: McpInvocation['arguments'][string]): string {
  if (typeof value === 'string') return value
  const short = JSON.stringify(value)
  return short.length <= 80 ? short : JSON.stringify(value, undefined, 2)
}

/** The arguments of a tool's call, whole: a row for each. `end` stands behind the last, inside of what scrolls. */
export function ToolArguments({
  arguments: given,
  end,
}: {
  arguments: McpInvocation['arguments']
  end?: ReactNode
}): ReactNode {
  const rows = Object.entries(given)
  return (
    <div className="tool-arguments" tabIndex={0} role="group" aria-label={words.arguments}>
      {rows.length === 0 && <p className="dim">{words.noArguments}</p>}
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>
              <UntrustedText text={name} />
            </dt>
            <dd>
              <UntrustedText text={valueText(value)} />
            </dd>
          </div>
        ))}
      </dl>
      {end}
    </div>
  )
}
