import type { ReactNode, RefObject } from 'react'
import type { ApprovalRequest } from '@shared/domain/approval'
import type { McpRequest } from '@shared/domain/mcp-result'
import { laterStrings } from '../../lib/later-strings'
import { ToolArguments } from '../../ui/tool-arguments'
import { UntrustedText } from '../../ui/untrusted-text'

const words = laterStrings.approval.tool

/** A call of an MCP server's tool: which, with what, and what the server says of it, marked as its own words. */
export function ToolBlock({
  request,
  end,
}: {
  request: ApprovalRequest
  /** Stands after the last argument, so that one can tell whether the end was in view. */
  end: RefObject<HTMLSpanElement | null>
}): ReactNode {
  const { tool } = request
  if (tool === undefined) return undefined
  const { invocation, description } = tool
  const says = [description, ...claims(tool)].filter((text) => text !== '').join(' ')
  return (
    <dl className="rows" data-part="tool">
      {/* Where the headline is not the call itself. */}
      {request.effect.act.kind !== 'call-tool' && (
        <>
          <dt>{words.name}</dt>
          <dd>
            <code>
              <UntrustedText text={invocation.tool} />
            </code>{' '}
            <UntrustedText text={words.of(invocation.server)} />
          </dd>
        </>
      )}
      <dt>{words.arguments}</dt>
      <dd>
        <div className="cmd">
          <ToolArguments arguments={invocation.arguments} end={<span ref={end} className="cmd-end" />} />
        </div>
        <details>
          <summary>{words.raw}</summary>
          <pre role="group" aria-label={words.raw}>
            <UntrustedText text={JSON.stringify(invocation.arguments, undefined, 2)} />
          </pre>
        </details>
      </dd>
      <dt>{words.claim}</dt>
      <dd>{says === '' ? words.silent : <UntrustedText text={words.says(says)} />}</dd>
    </dl>
  )
}

/** What the server says of the tool's effect, in our words for its marks. */
function claims({ annotations }: McpRequest): readonly string[] {
  return [
    ...(annotations.readOnly === true ? [words.readOnly] : []),
    ...(annotations.destructive === true ? [words.destructive] : []),
    ...(annotations.openWorld === true ? [words.openWorld] : []),
  ]
}
