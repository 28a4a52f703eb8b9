import { formProblems, type Question, type QuestionAnswer } from '@shared/domain/question'
import { askedByInWords } from '@shared/messages/asked-by'
import { useId, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { strings } from '../../lib/strings'
import { useActions, useAppState } from '../../state/context'
import { contentOf, initialValues } from '../../state/form-values'
import { Button } from '../../ui/button'
import { ContainerLine } from '../../ui/container-line'
import { HostBadge } from '../../ui/host-badge'
import { HostAwareText } from '../../ui/host-aware-text'
import { Icon } from '../../ui/icon'
import { UntrustedText } from '../../ui/untrusted-text'
import { useArming } from '../../ui/use-arming'
import { BelowStrip } from './below-strip'
import { QuestionField } from './question-field'
import { useReturnFocus } from './use-return-focus'
import type { PanelPlace } from './why-rows'

const words = laterStrings.question

interface QuestionPanelProps {
  question: Question
  /** "1 of 3" where more than one waits. */
  position?: string | undefined
  place: PanelPlace
}

/**
 * What an MCP server or an agent asks of the person. Everything of the asker's stands inside of one frame that says so; the head and the
 * buttons are ours. It takes no focus, and no key answers it.
 */
export function QuestionPanel({ question, position, place }: QuestionPanelProps): ReactNode {
  const id = useId()
  const { server, tool, message, matter } = question
  const fields = matter.mode === 'form' ? matter.fields : []
  const actions = useActions()
  const filledIn = useAppState((state) => state.filledIn[question.id])
  const values = filledIn ?? initialValues(fields)
  const [tried, setTried] = useState(false)
  const panel = useRef<HTMLElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const { ready, answer } = useAnswer(question.id, panel)
  useReturnFocus(panel, place)
  const askedBy = askedByInWords(question)
  const content = contentOf(fields, values)
  const problems = formProblems(fields, content)
  return (
    <section ref={panel} className="approval question" aria-labelledby={id}>
      <header className="ap-head">
        <HostBadge id={question.id} />
        <Icon name="plug" />
        <h2 className="ap-effect" id={id}>
          <UntrustedText text={strings.arrival.question(server, tool)} />
        </h2>
        <span className="end">
          {position !== undefined && <span className="chip num">{position}</span>}
          <span>{words.notApproval}</span>
        </span>
      </header>
      <div ref={body} className="ap-body" tabIndex={0} role="group" aria-labelledby={id}>
        <div className="q-server" data-part="question" role="group" aria-label={words.says(server)}>
          <p className="q-source">{words.saysOf(server)}</p>
          {message !== '' && (
            <p className="q-message">
              <UntrustedText text={message} />
            </p>
          )}
          {matter.mode === 'url' && <Address matter={matter} />}
          {fields.map((field) => (
            <QuestionField
              key={field.key}
              field={field}
              value={values.get(field.key)}
              problem={tried ? problems.get(field.key) : undefined}
              onChange={(value) => {
                actions.fillIn(question.id, new Map(values).set(field.key, value))
              }}
            />
          ))}
        </div>
        {askedBy !== undefined && (
          <p className="dim">
            <UntrustedText text={askedBy} />
          </p>
        )}
        <p className="dim">{matter.mode === 'form' ? words.goesTo(server) : words.visited}</p>
        <ContainerLine id={question.id} />
        <div className="below-at-end">
          <BelowStrip scroller={body} />
        </div>
      </div>
      <div className="q-actions">
        <BelowStrip scroller={panel} foot=".q-actions" />
        {matter.mode === 'url' && <OpenButton question={question} url={matter.url} ready={ready} />}
        <Button
          look={matter.mode === 'form' ? 'primary' : 'plain'}
          disabled={!ready}
          onClick={() => {
            setTried(true)
            if (problems.size === 0)
              answer(matter.mode === 'form' ? { action: 'accept', content } : { action: 'accept' })
          }}
        >
          {matter.mode === 'form' ? words.send : words.done}
        </Button>
        <Button
          disabled={!ready}
          onClick={() => {
            answer({ action: 'decline' })
          }}
        >
          {words.decline}
        </Button>
        <Button
          look="ghost"
          disabled={!ready}
          onClick={() => {
            answer({ action: 'cancel' })
          }}
        >
          {words.cancel}
        </Button>
      </div>
    </section>
  )
}

/** Ready when it is armed. While an answer is on its way the pressed button keeps the focus, and another press does nothing. */
function useAnswer(
  questionId: string,
  panel: RefObject<HTMLElement | null>,
): { ready: boolean; answer: (answer: QuestionAnswer) => void } {
  const actions = useActions()
  const connected = useAppState((state) => state.connection.kind === 'ready')
  const { drawn } = useArming(panel)
  const busy = useRef(false)
  return {
    ready: drawn.clicks && connected,
    answer: (answer) => {
      if (busy.current) return
      busy.current = true
      void actions.answerQuestion(questionId, answer).then(() => {
        busy.current = false
      })
    },
  }
}

/** The address whole, with its host on a line of its own: that is who is visited. */
function Address({ matter }: { matter: Extract<Question['matter'], { mode: 'url' }> }): ReactNode {
  return (
    <dl className="rows">
      <dt>{words.host}</dt>
      <dd>
        <strong>
          <HostAwareText text={matter.host} />
        </strong>
        {matter.url.startsWith('http:') && <p className="status warn">{words.plain}</p>}
      </dd>
      <dt>{words.address}</dt>
      <dd>
        <code>
          <UntrustedText text={matter.url} />
        </code>
      </dd>
    </dl>
  )
}

/** Opened by the host, or, where the window is in a browser, by that one: without a way back to this page. */
function OpenButton({
  question,
  url,
  ready,
}: {
  question: Question
  url: string
  ready: boolean
}): ReactNode {
  const actions = useActions()
  const desktop = useAppState((state) => state.engine?.host === 'desktop')
  return (
    <Button
      look="primary"
      disabled={!ready}
      onClick={() => {
        if (desktop) void actions.openQuestion(question.id)
        else window.open(url, '_blank', 'noopener,noreferrer')
      }}
    >
      {words.open}
    </Button>
  )
}
