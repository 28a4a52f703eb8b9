import { plainWord, type Redirect, type Stdin, type Word } from '../graph'
import { placeOf, surroundings } from '../graph-builder'
import type { Walk } from '../walk'

interface CmdCommand {
  readonly words: readonly Word[]
  readonly redirects: readonly Redirect[]
  readonly piped: boolean
  readonly offset: number
}

const word = (text: string): Word => {
  const known = !/%[^%\s]+%|![^!\s]+!|%%?~?[a-zA-Z]$/.test(text)
  return { ...plainWord(text), known, head: known ? text : '' }
}

/** Splits a cmd line: carets and quotes removed, `&`, `|`, line ends and parentheses as separators. */
function cmdCommands(source: string): readonly CmdCommand[] {
  const commands: CmdCommand[] = []
  let words: Word[] = []
  let redirects: Redirect[] = []
  let text: string | undefined
  let mode: 'write' | 'append' | 'read' | undefined
  let [piped, offset, quoted] = [false, 0, false]
  const endWord = (): void => {
    if (text !== undefined) {
      if (mode) redirects.push({ mode, target: word(text) })
      else words.push(word(text))
      mode = undefined
    }
    text = undefined
  }
  const endCommand = (pipe: boolean, at: number): void => {
    endWord()
    if (words.length > 0 || redirects.length > 0) commands.push({ words, redirects, piped, offset })
    words = []
    redirects = []
    piped = pipe
    offset = at
  }
  for (let at = 0; at < source.length; at++) {
    const c = source.charAt(at)
    if (c === '"') {
      quoted = !quoted
      text ??= ''
    } else if (quoted) text = (text ?? '') + c
    else if (c === '^') {
      at += 1
      if (source.charAt(at) !== '\n') text = (text ?? '') + source.charAt(at)
    } else if (c === '&' || c === '\n') endCommand(false, at)
    else if (c === '|') {
      const or = source.charAt(at + 1) === '|'
      endCommand(!or, at)
      if (or) at += 1
    } else if ((c === '(' || c === ')') && (text === undefined || c === ')')) endCommand(false, at)
    else if (c === '>' || c === '<') {
      if (text !== undefined && /^\d$/.test(text)) text = undefined
      endWord()
      const append = source.charAt(at + 1) === '>'
      mode = c === '<' ? 'read' : append ? 'append' : 'write'
      if (append) at += 1
      if (source.charAt(at + 1) === '&') {
        mode = undefined
        at += 2
      }
    } else if (/[\s,;=]/.test(c) && !(c === '=' && text !== undefined)) endWord()
    else text = (text ?? '') + c
  }
  endCommand(false, source.length)
  return commands
}

/** Reads text of cmd.exe into commands of the graph, named in lower case. `call`, `start` and `for … do` are looked through. */
export async function readCmd(text: string, walk: Walk): Promise<readonly number[]> {
  const { builder, frame, scope } = walk
  const ids: number[] = []
  let previous: readonly number[] = []
  if (text.length > 64 * 1024) builder.cannotRead('it is too long to be read whole', frame.parent)
  let afterIn = false
  for (const each of cmdCommands(text.slice(0, 64 * 1024))) {
    let { words } = each
    const isSet = afterIn
    afterIn = /^in$/i.test(words.at(-1)?.text ?? '')
    if (isSet) {
      // `for /f %i in ('command')` runs it; any other set is a list of names.
      const inner = /^['`](.*)['`]$/s.exec(words.map((word) => word.text).join(' '))?.[1]
      if (inner !== undefined && frame.depth < 12)
        ids.push(...(await readCmd(inner, { ...walk, frame: { ...frame, depth: frame.depth + 1 } })))
      continue
    }
    const at = words.findIndex(({ text: name }) => name.toLowerCase() === 'do')
    if (/^for$/i.test(words[0]?.text ?? '') && at > 0) words = words.slice(at + 1)
    while (/^(@?call|@|if|not|exist|defined|else|do)$/i.test(words[0]?.text ?? ''))
      words = words.slice(/^(exist|defined)$/i.test(words[0]?.text ?? '') ? 2 : 1)
    const first = words[0]
    const name = first?.text.replace(/^@/, '').toLowerCase() ?? ''
    const stdin: Stdin = each.piped ? { kind: 'pipe', from: previous } : { kind: 'inherit' }
    const command = builder.add({
      ...surroundings(frame, scope),
      parent: frame.parent,
      via: frame.via,
      shell: 'cmd',
      program:
        first?.known === true
          ? name.slice(name.lastIndexOf('\\') + 1).replace(/\.(exe|com|bat|cmd)$/, '')
          : '',
      words,
      assignments: [],
      redirects: each.redirects,
      stdin,
      place: placeOf(frame, each.offset),
    })
    if (!command) break
    previous = [command.id, ...(await walk.steps.nested(command, walk))]
    ids.push(...previous)
  }
  return ids
}
