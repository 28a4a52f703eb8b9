import type { Question } from '@shared/domain/question'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { strings } from '../../lib/strings'
import { useActions } from '../../state/context'
import { Age } from '../../ui/age'
import { HostBadge } from '../../ui/host-badge'
import { Icon } from '../../ui/icon'
import { UntrustedText } from '../../ui/untrusted-text'

const words = laterStrings.question

/** The questions of servers in the inbox, behind what is to be decided. */
export function QuestionRows({
  questions,
  currentId,
}: {
  questions: readonly Question[]
  currentId: string | undefined
}): ReactNode {
  const actions = useActions()
  if (questions.length === 0) return undefined
  return (
    <div>
      <h2 className="list-group">
        <b>{words.inboxGroup}</b>
      </h2>
      <ul>
        {questions.map((question) => (
          <li key={question.id}>
            <button
              type="button"
              className="rrow"
              aria-current={question.id === currentId ? 'true' : undefined}
              onClick={() => {
                actions.show({ kind: 'inbox', requestId: question.id })
              }}
            >
              <Icon name="plug" />
              <span className="e">
                <UntrustedText text={strings.arrival.question(question.server, question.tool)} />
              </span>
              <span className="age num">
                <Age since={question.createdAt} />
              </span>
              <span className="w">
                <HostBadge id={question.id} />
                <span>{words.kind}</span>
                <span className="ellipsis">
                  <UntrustedText text={question.sessionTitle} />
                </span>
                {question.remoteRun !== undefined && (
                  <span className="ellipsis">
                    <UntrustedText text={strings.inbox.byRemoteRun(question.remoteRun.program)} />
                  </span>
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
