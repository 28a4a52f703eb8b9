/** What a line is made of where it is certain which of its marks open a here-document: nothing of it is evaluated, commented out, or a pattern. */
const tokens = new RegExp(
  [
    /[\w \t./:@%+,~>&|;^{}!*?-]/,
    /\]/,
    // `x=(` and `x[` may hold what is no mark there, `((` and `[[` hold other marks.
    /(?<![=@!?*+])\((?!\()/,
    /\)/,
    /(?<=^|[ \t\n;|&(])\[(?=[ \t])/,
    /=(?!\()/,
    /\\[^\n]/,
    /'[^'\n]*'/,
    /"(?:[^"\\`$\n]|\\[^\n]|\$(?=[\w@*#?])|\$\{\w+\})*"/,
    /\$(?:[\w@*?!-]|\{\w+\})/,
    /<(?![<(&])/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'y',
)
const opening = /<<(?:-[ \t]*|[ \t]*(?!-))(?:'([\w.-]+)'|"([\w.-]+)"|(\w+))(?=[ \t\n;|&)])/y
/** What a command writes to, before the mark: the grammar has texts stand before that. */
const outputs = /(?<!\\)(?:[ \t]+(?:[12]?>{1,2}|&>{1,2})[ \t]*[\w./-]+)+[ \t]*$/
/** Text of a document that a shell expands nothing of but variables, and that says the same between double quotes. */
const expandedText = /^(?:[^\\`$]|\\[^\n]|\$(?![({["'])|\$\{\w+\}|\$["'](?!["']))*$/

/** The text of a document in quotes of a kind that keep it; undefined: it is more than that. */
function quoted(text: string, isPlain: boolean): string | undefined {
  if (!isPlain) return `'${text.replaceAll("'", "'\\''")}'`
  if (!expandedText.test(text)) return undefined
  return `"${text.replace(/\\[^]|"/g, (each) => (each === '"' ? '\\"' : each === '\\"' ? '\\\\\\"' : each))}"`
}

/** The documents of a line in the order of their marks, each as a word, and where the next line begins; undefined: one is not certain. */
function textsFrom(
  script: string,
  from: number,
  opened: readonly { readonly name: string; readonly tabs: boolean; readonly expands: boolean }[],
): { readonly words: readonly string[]; readonly end: number } | undefined {
  const words: string[] = []
  let at = from
  for (const { name, tabs, expands } of opened) {
    const lines: string[] = []
    for (;;) {
      if (at >= script.length) return undefined
      const found = script.indexOf('\n', at)
      const end = found < 0 ? script.length : found
      const written = script.slice(at, end)
      const line = tabs ? written.replace(/^\t+/, '') : written
      at = end + 1
      if (line === name) break
      // A backslash joins the delimiter's line to the one before it.
      if (expands && line.endsWith('\\')) return undefined
      lines.push(line)
    }
    // An empty one is no empty line.
    const word = lines.length === 0 ? undefined : quoted(lines.join('\n'), expands)
    if (word === undefined) return undefined
    words.push(word)
  }
  return { words, end: Math.min(at, script.length) }
}

/**
 * A script whose here-documents do not parse for what stands beside them in their lines, with each as the text that it is (`<<<`), in its place. The same
 * script where it is not certain from its start on which marks open one, and where each ends.
 */
export function withDocumentsInline(script: string): string {
  if (!script.includes('<<')) return script
  let done = ''
  let line: string[] = []
  let opened: { name: string; tabs: boolean; expands: boolean }[] = []
  for (let at = 0; at < script.length;) {
    if (script[at] === '\n') {
      const texts = textsFrom(script, at + 1, opened)
      if (!texts) return script
      done += `${line.map((part, index) => part + (texts.words[index] ?? '')).join('')}\n`
      ;[line, opened, at] = [[], [], texts.end]
      continue
    }
    opening.lastIndex = at
    const [mark, single, double, bare] = opening.exec(script) ?? []
    if (mark !== undefined) {
      const before = line[opened.length] ?? ''
      const [moved = ''] = outputs.exec(before) ?? []
      line[opened.length] = `${before.slice(0, before.length - moved.length)} <<< `
      line[opened.length + 1] = moved
      opened.push({
        name: single ?? double ?? bare ?? '',
        tabs: mark.startsWith('<<-'),
        expands: bare !== undefined,
      })
      at += mark.length
      continue
    }
    tokens.lastIndex = at
    const [token] = tokens.exec(script) ?? []
    if (token === undefined) return script
    line[opened.length] = (line[opened.length] ?? '') + token
    at += token.length
  }
  return opened.length > 0 ? script : done + line.join('')
}
