import type { CommandOutcome } from '@shared/domain/command-outcome'
import type { McpResult } from '@shared/domain/mcp-result'
import { memo, useState } from 'react'
import type { ReactNode } from 'react'
import { formatDuration } from '../../lib/time'
import { laterStrings } from '../../lib/later-strings'
import { visibleString } from '../../lib/visible-text'
import type { ToolItem } from '../../state/transcript-items'
import { ExpandButton } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { useFoundHere } from '../../ui/found-here'
import { FoldedText } from '../../ui/folded-text'
import { UntrustedText } from '../../ui/untrusted-text'
import { callEndText, EndReason } from './call-end'
import { isDeniedByPerson } from './outcome-text'
import { WayOn } from './way-on'
import { ToolArguments } from '../../ui/tool-arguments'

const words = laterStrings.transcript.tool

/** A call of an MCP server's tool: what was asked of it, and what it answered. */
export const ToolCard = memo(function ToolCard({
  item,
  sessionId,
}: {
  item: ToolItem
  sessionId: string
}): ReactNode {
  const { invocation, request, result, progress } = item
  // While it waits, the panel below shows the very same arguments.
  const [picked, setPicked] = useState<boolean>()
  const open = useFoundHere() || (picked ?? item.startedAt !== undefined)
  return (
    <article className="card" aria-label={visibleString(words.label(invocation.server, invocation.tool))}>
      <header className="card-head">
        <Icon name={isRunning(item) ? 'run' : 'plug'} className={isRunning(item) ? 'spin' : ''} />
        <span className="ellipsis">
          <code className="card-command">
            <UntrustedText text={invocation.tool} />
          </code>{' '}
          <span className="fate">
            <UntrustedText text={words.of(invocation.server)} />
          </span>
        </span>
        <span className="end">
          <span className={isBad(result) ? 'exit bad' : undefined}>{statusText(item)}</span>
          <ExpandButton
            open={open}
            label={open ? laterStrings.transcript.collapse : laterStrings.transcript.expand}
            onChange={setPicked}
          />
        </span>
      </header>
      {open && <ToolArguments arguments={invocation.arguments} />}
      {result === undefined && progress !== undefined && <EndReason text={progress} />}
      {open && result !== undefined && <ToolResult result={result} />}
      <EndReason text={callEndText({ ...item, attempts: [], ended: undefined }, isHeaded(item))} />
      <WayOn
        call={{ request, ended: endOf(result), callId: item.callId }}
        again
        invocation={invocation}
        sessionId={sessionId}
      />
    </article>
  )
})

const isRunning = ({ startedAt, settled }: ToolItem): boolean => startedAt !== undefined && !settled

const isBad = (result: McpResult | undefined): boolean =>
  result !== undefined && (result.kind === 'stopped' || result.failed)

/** That it never reached its server: the policy refused it, or the tool had become another. What else a call came to is the server's matter. */
const endOf = (result: McpResult | undefined): CommandOutcome | undefined =>
  result?.kind === 'stopped' && (result.cause === 'refused' || result.cause === 'changed')
    ? { kind: 'refused', reason: result.reason }
    : undefined

/** Whether the head says that the person denied it. */
const isHeaded = ({ result, request }: ToolItem): boolean =>
  result?.kind === 'stopped' &&
  result.cause === 'refused' &&
  request !== undefined &&
  isDeniedByPerson(request)

function statusText(item: ToolItem): string {
  const { result, settled, startedAt, request } = item
  if (isHeaded(item)) return laterStrings.transcript.deniedByYou
  if (result?.kind === 'stopped' && result.cause === 'refused') return words.refused
  if (result?.kind === 'stopped') return words.none
  if (result !== undefined) {
    const duration = formatDuration(result.durationMs)
    return result.failed ? words.failed(duration) : words.answered(duration)
  }
  if (startedAt !== undefined) return settled ? words.unknown : words.running
  return request?.state === 'pending' ? words.waiting : ''
}

function ToolResult({ result }: { result: McpResult }): ReactNode {
  if (result.kind === 'stopped') {
    const { cause, reason } = result
    return <EndReason text={cause === 'refused' ? reason : words.stopped(reason)} />
  }
  return (
    <>
      {result.text !== '' && <FoldedText text={result.text} label={words.result} />}
      {result.images.map(({ mimeType, data }, index) => (
        <img
          key={index}
          className="tool-picture"
          alt={words.picture(mimeType)}
          src={`data:${mimeType};base64,${data}`}
        />
      ))}
      {result.sounds?.map(({ mimeType, data }, index) => (
        <audio
          key={index}
          className="tool-sound"
          aria-label={words.sound(mimeType)}
          controls
          preload="metadata"
          src={`data:${mimeType};base64,${data}`}
        />
      ))}
    </>
  )
}
