import type { SessionEvent } from '@shared/domain/agent-event'
import type { ReviewTarget } from '@shared/domain/review'
import type { CliContext, Write } from '../../cli/cli-context'
import { folderThere } from './exec-on-host'
import { runOnHost, withName } from './run-on-host'

/** What `review --host` was called with. */
export interface ReviewOnHost {
  readonly target: ReviewTarget
  readonly cwd: string | undefined
  readonly model: string | undefined
  readonly json: boolean
  readonly show: (write: Write, complain: Write) => (event: SessionEvent) => void
}

/** `countersign review --host NAME`: in a folder there, and never here. */
export async function reviewOnHost(host: string, cli: CliContext, review: ReviewOnHost): Promise<void> {
  const { target, model, json } = review
  const cwd = folderThere(review.cwd)
  const show = review.show(json ? cli.write : withName(host, cli.write), withName(host, cli.complain))
  await runOnHost(host, cli, {
    input: { cwd, sandboxMode: 'read-only', ...(model === undefined ? {} : { model }) },
    prompt: '',
    begin: (there, sessionId) => there.startReview(sessionId, target),
    ...{ show, json },
  })
}
