import type { HistoryAgent, NeededAction, ProposedRule, ReplayReport } from '@shared/domain/replay'
import { numberInWords, sizeInWords } from '@shared/messages/amounts'
import { countsOfPast, headlineOfPast, unreadableInWords } from '@shared/messages/replay'
import { replay as replayWords } from '@shared/languages/english/messages/replay'
import { messages } from '@shared/messages/spoken'
import type { Replay } from '../../core/replay/replay'
import type { CliContext, Write } from '../cli/cli-context'
import { visible, visibleJson, visibleLine } from '../visible'

/** What `countersign replay` was called with. */
export interface ReplayCommandOptions {
  readonly from?: HistoryAgent
  readonly since?: string
  readonly json?: boolean
}

/** So many of what needs a person, and so many of their characters, are printed. */
const maxListed = 40
const maxShown = 160
/** How much is read between two words of progress. */
const progressBytes = 64 * 1024 * 1024

const cut = (text: string): string => (text.length > maxShown ? `${text.slice(0, maxShown)}…` : text)
const line = (text: string): string => visibleLine(cut(text))

/**
 * Looks back and prints what of it would need a person today. Resolves with the exit code: 0, 2 for bad arguments or a path that is not there, 130
 * when it was called off. Progress goes to standard error.
 */
export async function runReplay(
  asked: {
    readonly paths: readonly string[]
    readonly options: ReplayCommandOptions
    readonly replay: Replay
  },
  { write, complain, stop }: Pick<CliContext, 'write' | 'complain' | 'stop'>,
): Promise<number> {
  const { paths, options, replay } = asked
  const since = options.since === undefined ? undefined : Date.parse(options.since)
  if (Number.isNaN(since)) {
    complain('countersign: --since is no date; expected one such as 2026-10-26.\n')
    return 2
  }
  let report: ReplayReport
  try {
    report = await replay({ from: options.from, since, paths }, stop, progress(complain))
  } catch (error) {
    complain(`countersign: ${error instanceof Error ? error.message : String(error)}\n`)
    return 2
  }
  if (stop.aborted) return 130
  write(options.json === true ? `${visibleJson(report)}\n` : `${reportLines(report).join('\n')}\n`)
  return 0
}

function progress(complain: Write): (done: number, all: number) => void {
  let next = progressBytes
  return (done, all) => {
    if (done < next) return
    next = done + progressBytes
    complain(`Read ${sizeInWords(done)} of ${sizeInWords(all)} …\n`)
  }
}

/** The report as lines; what comes from histories in it is made visible. */
export function reportLines(report: ReplayReport): readonly string[] {
  const words = replayWords
  const { sessions, needed, proposed, would_ask, policy } = report
  if (sessions === 0 && report.unreadable === 0) return [words.nothing]
  const listed = needed.slice(0, maxListed)
  const more = would_ask - listed.reduce((sum, { times }) => sum + times, 0)
  const unreadable = unreadableInWords(report)
  return [
    headlineOfPast(report),
    countsOfPast(report),
    words.policy(policy.approval, policy.sandbox),
    words.words,
    ...(unreadable === undefined ? [] : [unreadable]),
    ...(listed.length === 0 ? [] : ['', words.worst, ...listed.flatMap(neededLines)]),
    ...(more > 0 ? [`… and ${numberInWords(more)} more (--json has more of them).`] : []),
    ...(report.would_ask === 0
      ? []
      : ['', ...(proposed.length === 0 ? [words.noRules] : [words.rules, ...proposed.flatMap(ruleLines)])]),
  ]
}

function neededLines({
  when,
  agent,
  cwd,
  command,
  level,
  reason,
  times,
  answer,
  rule,
}: NeededAction): readonly string[] {
  const words = replayWords
  const said = answer === 'denied' ? words.deniedThen : answer === 'allowed' ? words.allowedThen : undefined
  const about = [
    ...(when === null ? [] : [line(when.slice(0, 16).replace('T', ' '))]),
    ...[agent, line(cwd)],
    ...(times > 1 ? [words.times(numberInWords(times))] : []),
    ...(said === undefined ? [] : [said]),
    ...(rule === null ? [] : [line(words.byRule(rule))]),
  ]
  return [
    `  ${messages().native.levels[level]}: ${line(command)}`,
    `      ${line(reason)}`,
    `      ${about.join(' · ')}`,
  ]
}

function ruleLines(rule: ProposedRule): readonly string[] {
  const words = replayWords
  const example = ({ command }: { readonly command: string }): string => `      ${line(command)}`
  const denied = rule.denied_among.length
  return [
    '',
    ...visible(rule.toml)
      .trimEnd()
      .split('\n')
      .map((each) => `    ${each}`),
    `  ${words.answers(numberInWords(rule.answers))} ${denied === 0 ? words.notWrong : words.wrong(numberInWords(denied))}`,
    ...rule.denied_among.slice(0, 3).map(example),
    ...(rule.uncovered.length === 0 ? [] : [`  ${words.uncovered}`, ...rule.uncovered.map(example)]),
    ...(rule.narrower === null
      ? []
      : [
          `  ${words.narrower(numberInWords(rule.narrower.answers))}`,
          ...visible(rule.narrower.toml)
            .split('\n')
            .filter((each) => each.startsWith('commands'))
            .map((each) => `    ${each}`),
        ]),
  ]
}
