import type { Offer } from '@shared/domain/approval'
import { isSocket, type Evidence } from '@shared/domain/evidence'
import type { Grant } from '@shared/domain/grant'
import { effectOfEvidence } from '../approvals/effect-of-evidence'
import { incidentalWrites } from '../commands/incidental-writes'
import { covers } from '../commands/covered-grants'
import { grantsFor, mayGrantIn, offerMissing } from '../commands/offers'
import { whyStopped } from '../commands/why-stopped'
import { switchedOff } from '../policy/granular'
import type { CommandParts, TurnContext } from '../turn/turn-context'
import type { Action, Ran } from './action'
import { keyedGrants } from './keyed-grants'
import { perform } from './perform'

/** So many questions are asked in one turn; a flood of questions is no question. */
const maxQuestions = 16
/** So many stops wait while a question is open; what comes beyond is asked about when it is tried again. */
const maxWaiting = 200
/** No file system takes longer names, in bytes. */
const maxName = 255

/** A file under a name that is made up each time, as programs write what then takes the place of the one before. */
const madeUpName = /^(.*[^.~-])[.~-]+(?:(?=\w*\d)\w{6,}[.~-]+te?mp|te?mp[.~-]?(?=\w*\d)\w{6,})$/

/** Of such a file, the one that it is to become: no other name would help the next time. */
function asItBecomes(evidence: Evidence): Evidence {
  const { kind, target } = evidence
  const at = target.lastIndexOf('/') + 1
  const [, name] =
    (kind === 'write' && !isSocket(evidence) && madeUpName.exec(target.slice(at).slice(-maxName))) || []
  return name === undefined
    ? evidence
    : { ...evidence, target: target.slice(0, at) + name, operation: 'rename' }
}

/** Whose processes are stopped: an agent's of another maker, or an MCP server's. */
export interface StoppedProcess {
  readonly name: string
  /** What its questions are called by; a number follows from the second on. */
  readonly callId: string
  /** What a yes gives. */
  means(): Offer['means']
  /** What was asked about and answered, in all its turns: it is not asked again. */
  readonly answered: Grant[]
  /** Lets it do this from its next start on. */
  give(grants: readonly Grant[]): void
}

interface Given extends Ran {
  readonly grants: readonly Grant[]
}

/**
 * Asks about what the sandbox stops of an ACP agent's or a server's processes, while its turn goes on, with exactly that as the one offer. One question at a
 * time: what is stopped meanwhile is the next one, and the same again is none. Its process has its limits from its start: what is given
 * holds from its next start on, and the offer says so. Nothing where nothing exact is known, and where nobody is to be asked.
 */
export class StopQuestions {
  readonly #stopped: StoppedProcess
  readonly #turn: TurnContext
  readonly #parts: CommandParts
  readonly #over = new AbortController()
  #waiting: Evidence[] = []
  #asking: Promise<void> | undefined
  #asked = 0
  #problem: { readonly error: unknown } | undefined

  constructor(
    stopped: StoppedProcess,
    { turn, parts }: { readonly turn: TurnContext; readonly parts: CommandParts },
  ) {
    this.#stopped = stopped
    this.#turn = turn
    this.#parts = parts
  }

  /** Takes what was stopped. Returns at once. */
  heard(stops: readonly Evidence[]): void {
    const { approvalPolicy } = this.#turn
    const asks = approvalPolicy !== 'never' && switchedOff(approvalPolicy, 'sandbox') === undefined
    if (!asks || this.#over.signal.aborted) return
    this.#waiting = [...this.#waiting, ...stops].slice(0, maxWaiting)
    this.#asking ??= this.#askAll().finally(() => {
      this.#asking = undefined
    })
  }

  /** Resolves when nothing of it waits any more. Throws when a question could not be put on record. */
  async settled(): Promise<void> {
    await this.#asking
    if (this.#problem) throw this.#problem.error
  }

  /** Withdraws what waits. Never rejects. */
  async close(): Promise<void> {
    this.#over.abort(new Error('it is not waited for any more'))
    await this.#asking
  }

  async #askAll(): Promise<void> {
    try {
      while (this.#waiting.length > 0 && this.#asked < maxQuestions && !this.#over.signal.aborted) {
        const stops = this.#waiting
        this.#waiting = []
        await this.#ask(stops)
      }
    } catch (error) {
      this.#problem = { error }
    }
  }

  /** Those that somebody can be asked about, and was not. */
  #fresh(stops: readonly Evidence[], home: string): readonly Evidence[] {
    const { sandboxPolicy } = this.#turn
    const isIncidental = incidentalWrites(home, this.#parts.workspace.environment(sandboxPolicy, true))
    const mayGrant = mayGrantIn(this.#parts.sandbox)
    return stops.filter((each) => {
      const grants = isIncidental(each) ? undefined : grantsFor([asItBecomes(each)], { home, mayGrant })
      return grants?.some((grant) => !covers(this.#stopped.answered, grant))
    })
  }

  async #ask(stops: readonly Evidence[]): Promise<void> {
    const [turn, parts, stopped] = [this.#turn, this.#parts, this.#stopped]
    const { cwd, sandboxPolicy } = turn
    const home = parts.workspace.home()
    const fresh = this.#fresh(stops, home)
    const missing = fresh.length === 0 ? undefined : offerMissing(fresh.map(asItBecomes), [], { home })
    if (!missing) return
    this.#asked += 1
    const callId = `${stopped.callId}${this.#asked === 1 ? '' : `-${String(this.#asked)}`}`
    const command = [stopped.name]
    const action: Action<Given> = {
      call: { callId, command, cwd, justification: undefined },
      stage: 'first',
      requested: { kind: 'patch', writes: fresh.map(({ target }) => target), removes: [], diff: '' },
      first: {
        kind: 'ask',
        effect: effectOfEvidence(fresh, { home, cwd }),
        stop: { boundary: 'sandbox', why: whyStopped(fresh, sandboxPolicy), evidence: [...fresh] },
        offers: [{ ...missing, scopes: ['once'], means: stopped.means() }],
      },
      grants: keyedGrants({ keys: [], command }, cwd, turn, parts),
      grantsBefore: [],
      signal: this.#over.signal,
      run: ({ permit }) => Promise.resolve({ outcome: undefined, grants: permit.grants }),
    }
    const done = await perform(action, turn, parts)
    if (done.kind === 'ran') stopped.give(done.run.grants)
    else if (done.how === 'aborted') turn.stop()
    if (done.kind === 'ran' || done.how !== 'withdrawn') stopped.answered.push(...missing.grants)
  }
}
