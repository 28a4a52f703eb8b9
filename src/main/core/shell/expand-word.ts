import { expandBraces, type Token } from './braces'
import type { Below, Word } from './graph'
import { unknownValue, type Scope } from './scope'
import type { Option } from './value'

interface Field {
  text: string
  known: boolean
  head: string
  glob: boolean
  from: number[]
  below: Below | undefined
  started: boolean
  alternative: boolean
}

/** Alternatives of one word, when variables in it have several possible values; more than this are not followed. */
const maxAlternatives = 16

const empty = (): Field => ({
  text: '',
  known: true,
  head: '',
  glob: false,
  from: [],
  below: undefined,
  started: false,
  alternative: false,
})

function append(field: Field, text: string, known: boolean): void {
  if (field.known && !known) field.head = field.text
  field.text += text
  field.known &&= known
  if (text !== '') field.started = true
}

const finish = ({ text, known, head, glob, from, below, alternative }: Field): Word => ({
  text,
  known,
  head: known ? text : head,
  glob,
  from: [...new Set(from)],
  ...(below ? { below } : {}),
  ...(alternative && { alternative }),
})

function home(user: string, scope: Scope): string | undefined {
  if (user === '') return scope.get('HOME')?.options[0]?.text
  const own = scope.get('HOME')?.options[0]?.text
  return own?.endsWith(`/${user}`) === true ? own : user === 'root' ? '/root' : undefined
}

const bare = (token: Token | undefined): string => (token?.kind === 'char' && !token.quoted ? token.text : '')

/** Where a tilde counts: at the start, and behind `name=`, which bash treats alike. */
function tildeAt(tokens: readonly Token[]): number {
  if (bare(tokens[0]) === '~') return 0
  const cut = tokens.findIndex((token) => bare(token) === '=')
  const name = tokens.slice(0, Math.max(cut, 0)).map(bare).join('')
  return cut > 0 && /^[A-Za-z_]\w*$/.test(name) && bare(tokens[cut + 1]) === '~' ? cut + 1 : -1
}

/** An unquoted `~` or `~user` up to the next slash. */
function expandTilde(tokens: readonly Token[], scope: Scope): readonly Token[] {
  const start = tildeAt(tokens)
  if (start < 0) return tokens
  const end = tokens.findIndex((token, at) => at > start && token.kind === 'char' && token.text === '/')
  const name = tokens.slice(start + 1, end < 0 ? undefined : end)
  if (!name.every((token) => token.kind === 'char' && !token.quoted)) return tokens
  const user = name.map(bare).join('')
  if (!/^([A-Za-z_][\w.-]*|[-+]|[-+]?\d+)?$/.test(user)) return tokens
  const tail = end < 0 ? [] : tokens.slice(end)
  // `~1` is on the stack of pushd.
  if (/^[-+\d]/.test(user)) {
    const name = user === '+' ? 'PWD' : user === '-' ? 'OLDPWD' : ''
    const value = scope.get(name) ?? unknownValue(`~${user}`)
    return [...tokens.slice(0, start), { kind: 'value', value, quoted: true }, ...tail]
  }
  const folder = home(user, scope)
  // Where another user lives stands in the system's accounts, and not always below /home.
  const expanded: Token =
    folder === undefined
      ? { kind: 'value', value: unknownValue(`~${user}`), quoted: true }
      : { kind: 'char', text: folder, quoted: true }
  return [...tokens.slice(0, start), expanded, ...tail]
}

interface Line {
  readonly done: readonly Word[]
  readonly field: Field
}

const clone = ({ done, field }: Line): Line => ({
  done: [...done],
  field: { ...field, from: [...field.from] },
})

/** What ends a word within a value: what IFS was set to, white space as well where more than one value is possible. */
function separators(scope: Scope): RegExp {
  const set = scope.get('IFS')?.options
  const own = set?.flatMap(({ text, known }) => (known ? Array.from(text) : [])) ?? []
  const isCertain = set?.length === 1 && set[0]?.known === true
  if (isCertain && own.length === 0) return /(?!)/
  return new RegExp(
    `[${isCertain ? '' : ' \\t\\n'}${own.map((c) => c.replace(/[\\\]^-]/, '\\$&')).join('')}]+`,
  )
}

/** Puts one value into a line: quoted as it is (`"$@"` as its words), unquoted split, which may end words. */
function insert(line: Line, option: Option, token: Token & { kind: 'value' }, between: RegExp): Line {
  let { field } = line
  const done = [...line.done]
  const parts: readonly Option[] = token.quoted
    ? (token.value.fields ?? [option])
    : option.known
      ? option.text.split(between).map((text) => ({ ...option, text }))
      : [option]
  parts.forEach(({ text, known, glob, alternative = false }, at) => {
    if (at > 0) {
      if (field.started) done.push(finish(field))
      field = empty()
    }
    append(field, text, known)
    field.alternative ||= alternative || token.value.firsts !== undefined
    if ((!token.quoted || glob === true) && /[*?[]/.test(text) && known) field.glob = true
    field.from.push(...token.value.from)
    field.below ??= token.value.below
    if (token.quoted) field.started = true
  })
  return { done, field }
}

function expandOne(tokens: readonly Token[], scope: Scope): readonly (readonly Word[])[] {
  let lines: Line[] = [{ done: [], field: empty() }]
  const between = separators(scope)
  for (const token of expandTilde(tokens, scope)) {
    if (token.kind === 'char') {
      for (const { field } of lines) {
        append(field, token.text, true)
        field.started = true
        if (!token.quoted && /[*?[]/.test(token.text)) field.glob = true
      }
      continue
    }
    const { options } = token.value
    const many = lines.length * options.length > maxAlternatives
    const used = many ? [{ text: '$…', known: false }] : options
    lines = lines.flatMap((line) => used.map((option) => insert(clone(line), option, token, between)))
  }
  return lines.map(({ done, field }) => (field.started ? [...done, finish(field)] : done))
}

const asAlternatives = (lines: readonly (readonly Word[])[]): readonly (readonly Word[])[] =>
  lines.length > 1
    ? lines.map((words) => words.map((word) => ({ ...word, alternative: true as const })))
    : lines

/**
 * The words that one written word becomes, once for each way its variables may stand: brace expansion, tilde, values,
 * splitting. Patterns are left in place. Never empty; an alternative may hold no word at all (an empty variable).
 */
export function expandWord(tokens: readonly Token[], scope: Scope): readonly (readonly Word[])[] {
  const braced = expandBraces(tokens).map((each) => asAlternatives(expandOne(each, scope)))
  if (braced.length === 1) return braced[0] ?? [[]]
  // Brace expansion makes words side by side, not alternatives.
  return [braced.flatMap((alternatives) => alternatives.flat())]
}

/** The same without splitting and patterns, as in assignments, redirections and here-strings: one word for each way. */
export function expandWhole(tokens: readonly Token[], scope: Scope): readonly Word[] {
  const quoted = expandTilde(tokens, scope).map((token): Token =>
    token.kind === 'value'
      ? { ...token, quoted: true, value: { ...token.value, fields: undefined } }
      : { ...token, quoted: true },
  )
  return expandOne(quoted, scope).map(
    (words) => words[0] ?? { text: '', known: true, head: '', glob: false, from: [] },
  )
}
