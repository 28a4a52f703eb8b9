/** Words in which nothing is quoted, opened or commented out: what follows them stands where it seems to. */
const bare = String.raw`[\w \t./=:@%+,~$>&|;-]`
const before = new RegExp(`^((?:${bare}|\\n)*[ \\t])(?=<<)`)
const document = /^<<-?[ \t]*(?:'(\w+)'|"(\w+)"|(\w+))/
const redirects =
  /^(?:[ \t]+(?:[12]?>{1,2}|&>{1,2})[ \t]*[\w./-]+|[ \t]+[12]?>&[12](?![\w-]))+(?=[ \t]*(?:[|;]|&&))/
const rest = new RegExp(`^[ \\t]*;((?![;&])(?:${bare}|'[^'\\n]*'|"[^"\\\\\`$\\n]*")*)(?=\\n)`)

/**
 * A script whose first here-document does not parse for what stands behind it in its line, in a spelling that does: redirections stand before the
 * document, and what a semicolon parts from it behind its end. The same script where there is none of that kind.
 */
export function withFirstDocumentLast(script: string): string {
  const [head = ''] = before.exec(script) ?? []
  const [opened = '', ...names] = document.exec(script.slice(head.length)) ?? []
  const name = names.find((each) => each !== undefined)
  if (name === undefined) return script
  const behind = script.slice(head.length + opened.length)
  const [moved = ''] = redirects.exec(behind) ?? []
  const start = `${head}${moved.trim()}${moved === '' ? '' : ' '}${opened}`
  const line = behind.slice(moved.length)
  const [parted, later] = rest.exec(line) ?? []
  if (parted === undefined || later === undefined) return start + line
  const lines = line.slice(parted.length + 1).split('\n')
  const tabs = opened.startsWith('<<-')
  const end = lines.findIndex((each) => (tabs ? each.replace(/^\t+/, '') : each) === name)
  // A backslash joins the delimiter's line to the one before it.
  if (end < 0 || lines.slice(0, end).some((each) => each.endsWith('\\'))) return script
  return [start, ...lines.slice(0, end + 1), later, ...lines.slice(end + 1)].join('\n')
}
