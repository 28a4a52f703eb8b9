/** Words in which nothing is opened or commented out, and whole quotations: what follows them stands where it seems to. */
const plain = /[\w \t./=:@%+,~$>&|;-]|'[^'\\\n]*'|"(?:[^"\\`$\n]|\$(?=\w))*"/.source
const before = new RegExp(`^((?:${plain}|\\n)*[ \\t])(?=<<)`)
const document = /^<<-?[ \t]*(?:'(\w+)'|"(\w+)"|(\w+))/
const redirects =
  /^(?:[ \t]+(?:[12]?>{1,2}|&>{1,2})[ \t]*[\w./-]+|[ \t]+[12]?>&[12](?![\w-]))+(?=[ \t]*(?:[|;]|&&))/
const parting = new RegExp(`^[ \\t]*;((?![;&])(?:${plain})*)$`)
const whole = new RegExp(`^(?:${plain})*$`)

/**
 * A script whose here-documents do not parse for what stands behind them in their lines, in a spelling that does: redirections stand before the
 * document, and what a semicolon parts from it behind its end. As far as it is certain from the start on where a document begins; the same script where
 * there is none of that kind.
 */
export function withDocumentsLast(script: string): string {
  const [head = ''] = before.exec(script) ?? []
  const [opened = '', ...names] = document.exec(script.slice(head.length)) ?? []
  const name = names.find(Boolean)
  const [first = '', ...lines] = script.slice(head.length + opened.length).split('\n')
  const tabs = opened.startsWith('<<-')
  const end = lines.findIndex((each) => (tabs ? each.replace(/^\t+/, '') : each) === name)
  // A backslash joins the delimiter's line to the one before it.
  if (end < 0 || lines.slice(0, end).some((each) => each.endsWith('\\'))) return script
  const [moved = ''] = redirects.exec(first) ?? []
  const line = first.slice(moved.length)
  const [parted, later] = parting.exec(line) ?? []
  if (parted === undefined && !whole.test(line)) return script
  const start = `${head}${moved.trim()}${moved === '' ? '' : ' '}${opened}${parted === undefined ? line : ''}`
  const rest = withDocumentsLast(lines.slice(end + 1).join('\n'))
  const behind = end + 1 < lines.length ? [rest] : []
  return [start, ...lines.slice(0, end + 1), ...(later === undefined ? [] : [later]), ...behind].join('\n')
}
