import type { HostProblem } from '@shared/domain/host-problem'
import { hostProblemInWords, hostRemedyInWords } from '@shared/messages/host-problem'
import { messages } from '@shared/messages/spoken'
import type { ReactNode } from 'react'
import { UntrustedText } from './untrusted-text'

/** What is wrong with a host, and where `host` is named what would mend it. What an engine or a fleet says itself, it says in English. */
export function HostProblemText({
  problem,
  host,
}: {
  problem: HostProblem
  host?: string | undefined
}): ReactNode {
  const { hostProblem } = messages()
  const mend = host === undefined ? undefined : hostRemedyInWords(problem, hostProblem, host)
  return (
    <span lang={problem.kind === 'fault' ? 'en' : undefined}>
      <UntrustedText
        text={[hostProblemInWords(problem, hostProblem), ...(mend === undefined ? [] : [mend])].join('. ')}
      />
    </span>
  )
}
