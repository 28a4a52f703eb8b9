import { mkdtempSync, rmSync } from 'node:fs'
import { runAppSession } from './app-session'
import { median, ms, printRows, type Row } from './measure'

/**
 * One tool call of a session over the app-server, the whole way: the model's answer is in, `true` runs in the sandbox, the
 * result is on its way back. And what comes first: from a session's first message to its first approval on the wire.
 */
const rounds = 120
const warm = 20
/** A model that answers this quickly is quicker than any; in the meantime the next sandbox is made. */
const thinkingMs = 100
/** Sessions, each of a program of its own, that ask for a first approval. */
const sessions = 12

async function toolCall(what: string, thinksMs: number, goalMs: number): Promise<Row> {
  const { calls } = await runAppSession({ rounds, command: ['true'], thinksMs })
  const took = median(calls.slice(warm))
  return { what, figure: ms(took), goal: `at most ${String(goalMs)} ms`, reached: took <= goalMs }
}

/** A command that needs no decision, with rehearsals and without, one session of each after the other. */
async function rehearsalsAdd(): Promise<Row> {
  const seen: { auto: number[]; off: number[] } = { auto: [], off: [] }
  for (let round = 0; round < 4; round += 1)
    for (const mode of ['auto', 'off'] as const) {
      const settings = `rehearse = "${mode}"\n`
      const { calls } = await runAppSession({ rounds: 60, command: ['true'], thinksMs: 20, settings })
      seen[mode].push(...calls.slice(warm))
    }
  const [auto, off] = [median(seen.auto), median(seen.off)]
  return {
    what: 'what rehearsals add to a tool call that needs no decision',
    figure: `${ms(auto - off)} (${ms(off)} without)`,
    goal: 'nothing: within 5 % of it',
    reached: auto - off < off * 0.05,
  }
}

/** `afterMs`: so long after its session was begun a person has the first message ready. `base`: of an earlier app-server's. */
async function firstApproval(what: string, afterMs: number, base?: string): Promise<Row> {
  const took: number[] = []
  for (let each = 0; each < sessions; each += 1) {
    const { approval } = await runAppSession({
      rounds: 1,
      command: ['touch', 'made'],
      thinksMs: 0,
      approvalPolicy: 'untrusted',
      afterMs,
      ...(base !== undefined && { base }),
    })
    took.push(approval ?? Number.NaN)
  }
  const middle = median(took.slice(2))
  return {
    what,
    figure: ms(middle),
    goal: 'at most 100 ms',
    reached: middle <= 100,
  }
}

const before = mkdtempSync('/var/tmp/cs-bench-')
printRows([
  await toolCall(
    `tool call over the app-server, from a model that thinks for ${String(thinkingMs)} ms`,
    thinkingMs,
    10,
  ),
  await toolCall('the same from a model that answers at once', 0, 15),
  await rehearsalsAdd(),
  await firstApproval(
    'first message of a session to its first approval on the wire, the model answers at once',
    0,
  ),
  await firstApproval('the same half a second after the session was begun', 500),
  await firstApproval('the same in a home where an earlier app-server asked, at once', 0, before),
  await firstApproval('the same there half a second after the session was begun', 500, before),
])
rmSync(before, { recursive: true })
