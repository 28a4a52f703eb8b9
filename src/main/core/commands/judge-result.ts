import type { CommandOutcome } from '@shared/domain/command-outcome'
import type { AppliedRehearsal } from '@shared/domain/request-rehearsal'
import type { RunResult } from '../ports/sandbox'
import type { TakenRehearsal } from '../turn/request-rehearsals'
import type { IsIncidental } from './incidental-writes'

/**
 * What an attempt's result means. Only a failing exit together with evidence from the kernel or from the run's own
 * proxy is a denial; a command that
 * succeeds in spite of a refused attempt has simply run, and words in the output prove nothing. Where a part of it failed and the exit code is
 * another part's (`… | tail`), what was refused stays with the outcome: no denial, and nobody has to read it out of the output. So does what was refused at a
 * protected place (husky says that it is set up, and git could not write that it is). What `isIncidental` to the work
 * makes no denial of a failure, and neither does a folder that `staysAsSaid` by the run's yes; both stay with the outcome.
 */
export function judgeResult(
  result: RunResult,
  timeoutMs: number,
  isIncidental: IsIncidental = () => false,
  staysAsSaid: IsIncidental = () => false,
): CommandOutcome {
  switch (result.kind) {
    case 'exited': {
      const { exitCode, durationMs, output } = result
      const evidence = result.evidence.filter((each) => each.source !== 'guess')
      if (exitCode !== 0 && !evidence.every((each) => isIncidental(each) || staysAsSaid(each)))
        return { kind: 'denied', exitCode, durationMs, output, evidence }
      // Some clients take the proxy's 403 for an answer and succeed: no denial, but nobody may take it for the host's word.
      const refused = evidence.filter(
        (each) =>
          each.source === 'proxy' ||
          (exitCode === 0 &&
            (result.failedPart !== undefined || each.protectedBy !== undefined) &&
            !isIncidental(each)),
      )
      const beside = exitCode === 0 ? [] : evidence.filter(isIncidental)
      const stays = exitCode === 0 ? [] : evidence.filter(staysAsSaid).map(({ target }) => target)
      return {
        kind: 'exited',
        exitCode,
        durationMs,
        output,
        ...(refused.length === 0 ? {} : { refused }),
        ...(beside.length === 0 ? {} : { beside }),
        ...(stays.length === 0 ? {} : { stays: [...new Set(stays)] }),
      }
    }
    case 'timed-out':
      return { kind: 'timed-out', timeoutMs, durationMs: result.durationMs, output: result.output }
    case 'cancelled':
      return { kind: 'cancelled', durationMs: result.durationMs, output: result.output }
    case 'failed':
      return { kind: 'failed', reason: result.reason }
  }
}

/** What a run on copies means that was put in place: it is what the command did. */
export function judgeApplied(
  result: TakenRehearsal['result'],
  timeoutMs: number,
  applied: AppliedRehearsal,
): CommandOutcome {
  const { durationMs, output } = result
  const ran = { durationMs, output, applied }
  return result.kind === 'exited'
    ? { kind: 'exited', exitCode: result.exitCode, ...ran }
    : { kind: 'timed-out', timeoutMs, ...ran }
}
