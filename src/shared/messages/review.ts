import type { Finding, ReviewOutput, ReviewTarget } from '../domain/review'
import { firstCharacters } from '../domain/first-characters'

/** What a review looks at, in a few words; the person's own or a client's where there are some. */
export function reviewHint(target: ReviewTarget): string {
  switch (target.kind) {
    case 'uncommitted':
      return 'uncommitted changes'
    case 'branch':
      return `changes against ${target.branch}`
    case 'commit':
      return `commit ${/^[0-9a-f]{40,64}$/.test(target.commit) ? target.commit.slice(0, 10) : target.commit}`
    case 'custom': {
      const line = (target.hint ?? target.text).replaceAll(/\s+/g, ' ').trim()
      const short = firstCharacters(line, 100)
      return short === line ? line : `${short}…`
    }
  }
}

const linesOf = ({ place }: Finding): string => {
  if (!place) return ''
  const { start, end } = place.lines
  return `${place.path}:${String(start)}${start === end ? '' : `-${String(end)}`}`
}

/** One finding as text: priority, title and place on the first line, the body indented below. */
export function findingText(finding: Finding): string {
  const place = linesOf(finding)
  const head = `[P${String(finding.priority)}] ${finding.title}${place === '' ? '' : ` — ${place}`}`
  const body =
    finding.body === '' ? [] : finding.body.split('\n').map((row) => (row === '' ? '' : `  ${row}`))
  return [`- ${head}`, ...body].join('\n')
}

/** What a review came to, as text: its verdict and explanation, then its findings. Never ''. */
export function reviewText(output: ReviewOutput): string {
  const { findings, correctness, explanation, leftOut } = output
  const verdict = [correctness, explanation].filter((each) => each !== '').join(': ')
  const count = findings.length === 0 ? 'No findings.' : `Findings (${String(findings.length)}):`
  return [
    ...(verdict === '' ? [] : [verdict, '']),
    count,
    ...findings.map(findingText),
    ...(leftOut === 0 ? [] : [`${String(leftOut)} more could not be read, or were too many.`]),
  ].join('\n')
}

/** The message that gives an agent the findings which a person accepted; they are in the words of the review's model. */
export function acceptedFindingsText(hint: string, findings: readonly Finding[]): string {
  const many = findings.length === 1 ? 'this finding' : `these ${String(findings.length)} findings`
  return `I accept ${many} of the review of ${hint}. Look at each, and mend it:\n\n${findings.map(findingText).join('\n')}`
}
