import { resolve } from 'node:path'
import { FaultError } from '@shared/domain/fault'
import { ReviewTarget, type ReviewOutput } from '@shared/domain/review'
import { wireReview } from '@shared/domain/wire-review'
import type { SessionEvent } from '@shared/domain/agent-event'
import { reviewText } from '@shared/messages/review'
import type { AddCommand, Write } from '../../cli/cli-context'
import { visible, visibleJson } from '../../visible'
import { approvalLines } from '../request-lines'
import { runOnce } from '../run-once'
import { terminalAsk } from '../../cli/terminal-ask'

interface ReviewOptions {
  readonly uncommitted?: true
  readonly base?: string
  readonly commit?: string
  readonly json?: true
  readonly cd?: string
  readonly host?: string
  readonly model?: string
}

/** What the options and the argument name; exactly one of them does, and nothing at all is what is not committed. */
function targetOf({ uncommitted, base, commit }: ReviewOptions, text: string | undefined): ReviewTarget {
  const named: unknown[] = [
    ...(uncommitted ? [{ kind: 'uncommitted' }] : []),
    ...(base === undefined ? [] : [{ kind: 'branch', branch: base }]),
    ...(commit === undefined ? [] : [{ kind: 'commit', commit }]),
    ...(text === undefined ? [] : [{ kind: 'custom', text }]),
  ]
  const target = ReviewTarget.safeParse(named[0] ?? { kind: 'uncommitted' })
  if (named.length <= 1 && target.success) return target.data
  throw new FaultError({
    code: 'bad-request',
    message:
      named.length > 1
        ? 'A review looks at one thing; expected one of --uncommitted, --base BRANCH, --commit SHA and words of your own.'
        : 'What to review is empty or too long; expected a branch, a commit, or words of your own.',
  })
}

/** What a review came to, as one JSON object in the wire's form, with the host that it is of as its first member. */
const asJson = (output: ReviewOutput, host: string | undefined): string =>
  `${visibleJson({ ...(host !== undefined && { host }), ...wireReview(output) }, 2)}\n`

/** Shows of a review what it found, why it failed, and what is asked in it. */
const showReview =
  (json: boolean, write: Write, complain: Write, host?: string) =>
  ({ event }: SessionEvent): void => {
    if (event.type === 'review.exited' && event.output)
      write(json ? asJson(event.output, host) : `${visible(reviewText(event.output))}\n`)
    if (event.type === 'error.reported') complain(`countersign: ${visible(event.fault.message)}\n`)
    if (event.type === 'approval.requested') complain(approvalLines(event.request))
  }

/** `countersign review`: what a model finds in changes, printed; nothing is written. */
export const addReview: AddCommand = (command, cli) => {
  command
    .option('--uncommitted', 'everything that is not committed (the default)')
    .option('--base <branch>', 'what is new since this branch was left')
    .option('--commit <sha>', 'what one commit changed')
    .option('--json', 'print one JSON object instead of text')
    .option('-C, --cd <dir>', 'the folder to work in (default: this one)')
    .option('--host <name>', 'on this host of config.toml, in a folder there (--cd)')
    .option('--model <name>', 'the model to use (default: review_model of the configuration, else model)')
    .argument('[text]', 'what to review, in your own words')
    .action(async (text: string | undefined, options: ReviewOptions) => {
      const target = targetOf(options, text)
      const { json = false, cd = '.', model, host } = options
      if (host !== undefined) {
        const { reviewOnHost } = await import('../remote/review-on-host')
        return reviewOnHost(host, cli, {
          ...{ target, cwd: options.cd, model, json },
          show: (write, complain) => showReview(json, write, complain, host),
        })
      }
      await cli.withEngine(async ({ engine }) => {
        const { ask, close } = terminalAsk(cli.stop)
        const show = showReview(json, cli.write, cli.complain)
        try {
          return await runOnce({
            engine,
            input: { cwd: resolve(cd), sandboxMode: 'read-only', ...(model === undefined ? {} : { model }) },
            prompt: '',
            begin: (sessionId) => engine.startReview(sessionId, target),
            answer: 'ask',
            ...{ json, show, ask, write: cli.write, complain: cli.complain, stop: cli.stop },
          })
        } finally {
          close()
        }
      })
    })
}
