import type { CommandParts } from './facts'

/** One command of a line: its number, where it stands, without what joins it to the next, and whether it was stopped. */
export interface LinePart {
  readonly number: number
  readonly from: number
  readonly to: number
  readonly stopped: boolean
}

const sign = /[\s;&|(){}]/
const word = /\b(?:do|done|then|else|elif|fi|esac|if|while|until|for)$/
const longestWord = 5

/** Where a command ends, without what joins it to the next or closes what it stands in; taken from the end, a piece at a time. */
function endOf(text: string): number {
  for (let end = text.length; ;) {
    const found = word.exec(text.slice(Math.max(0, end - longestWord - 1), end))
    if (text.endsWith('\\\n', end)) end -= 2
    else if (sign.test(text.charAt(end - 1))) end -= 1
    else if (found !== null) end -= found[0].length
    else return end
  }
}

/** The commands of a line as it is shown; none where it is not the line that was looked at. */
export function partsOfLine(line: string, known: CommandParts | undefined): readonly LinePart[] {
  if (known?.length !== line.length) return []
  return known.parts.map(({ at, stopped }, index) => {
    const end = known.parts[index + 1]?.at ?? line.length
    return { number: index + 1, from: at, to: at + endOf(line.slice(at, end)), stopped: stopped === true }
  })
}
