import { readGlob } from './glob'
import { unknownValue, type Scope } from './scope'
import { promptText } from './substitutions'
import { textsOf, type EvaluatedText } from './telling'
import { distinct, fewOf, type Option, type Value } from './value'

const digits = /^\d+$/
const quoteless = (text: string): string => text.replace(/^"(.*)"$|^'(.*)'$/s, '$1$2')
const plain = (text: string): boolean => !/[$`\\]/.test(text)

/** `$@` and `$*`: between quotes the first keeps its words apart. */
function together(name: string, all: readonly Option[]): Value {
  const glob = all.some((each) => each.glob === true)
  const text = all.map((each) => each.text).join(' ')
  return {
    options: [{ text, known: all.every(({ known }) => known), ...(glob ? { glob } : {}) }],
    from: all.flatMap(({ from = [] }) => from),
    fields: name === '@' && all.length > 1 ? all : undefined,
  }
}

function positional(name: string, scope: Scope): Value | undefined {
  const all = scope.positional
  if (!all) return undefined
  const isCertain = !all.some(({ alternative }) => alternative)
  if (name === '@' || name === '*') return { ...together(name, all), ...(!isCertain && { firsts: all }) }
  if (!isCertain) {
    return {
      options: fewOf([...all, { text: '', known: true }]),
      from: all.flatMap(({ from = [] }) => from),
    }
  }
  const option = all[Number(name) - 1] ?? { text: '', known: true }
  return { options: [option], from: option.from ?? [] }
}

/** What is known of `$name`; undefined when nothing is. */
export function lookUp(name: string, scope: Scope): Value | undefined {
  if (name !== '0' && (digits.test(name) || name === '@' || name === '*')) return positional(name, scope)
  return scope.get(name)
}

/** What `${x##a*}` leaves: here `*` does cross slashes, unlike in path names. Undefined where the pattern is not read to the letter. */
function trim(text: string, operator: string, pattern: string): string | undefined {
  const glob = readGlob(pattern, { slashes: true })
  if (!glob.exact) return undefined
  const head = operator.startsWith('#')
  const lengths = head ? glob.beginnings(text) : glob.ends(text)
  const found = operator.length === 2 ? lengths.at(-1) : lengths[0]
  if (found === undefined) return text
  return head ? text.slice(found) : text.slice(0, text.length - found)
}

function slice(text: string, rest: string): string | undefined {
  const [, from, length] = /^\s*\(?\s*(-?\d+)\s*\)?\s*(?::\s*(-?\d+)\s*)?$/.exec(rest) ?? []
  if (from === undefined) return undefined
  const start = Number(from) < 0 ? text.length + Number(from) : Number(from)
  if (start < 0) return ''
  if (length === undefined) return text.slice(start)
  const end = Number(length) < 0 ? text.length + Number(length) : start + Number(length)
  return end < start ? undefined : text.slice(start, end)
}

/** One known text under `${name<operator><rest>}`; undefined where the result is not known. */
function apply(text: string, operator: string, rest: string): string | undefined {
  if (!plain(rest)) return undefined
  const word = quoteless(rest)
  // Quotes within are not followed, nor is how many letters, and which, others than those of ASCII are to a shell.
  if (operator !== '' && /['"]/.test(word)) return undefined
  if (/^(:|\^\^?|,,?)$/.test(operator) && /[^\0-\x7f]/.test(text)) return undefined
  switch (operator) {
    case '':
      return text
    case ':':
      return slice(text, word)
    case '#':
    case '##':
    case '%':
    case '%%':
      return text.length > 4096 || word.length > 4096 ? undefined : trim(text, operator, word)
    case '/':
    case '//': {
      const [place = ''] = (operator === '/' && /^[#%]/.exec(word)) || []
      const cut = word.indexOf('/', place.length)
      const [pattern, by] = cut < 0 ? [word, ''] : [word.slice(0, cut), word.slice(cut + 1)]
      const wanted = pattern.slice(place.length)
      // `&` in what is put in its place is what was found.
      if (/[*?[\]()|!@+~]/.test(pattern) || /[&~]/.test(by)) return undefined
      if (wanted === '') return undefined
      if (place === '#') return text.startsWith(wanted) ? by + text.slice(wanted.length) : text
      if (place === '%') return text.endsWith(wanted) ? text.slice(0, -wanted.length) + by : text
      return operator === '//' ? text.replaceAll(wanted, () => by) : text.replace(wanted, () => by)
    }
    case '^':
    case '^^':
    case ',':
    case ',,':
      return rest === '' ? cased(text, operator) : undefined
    default:
      return undefined
  }
}

/** Other letters of the same text. */
function cased(text: string, operator: string): string {
  switch (operator) {
    case '^':
      return text.charAt(0).toUpperCase() + text.slice(1)
    case '^^':
      return text.toUpperCase()
    case ',':
      return text.charAt(0).toLowerCase() + text.slice(1)
    default:
      return text.toLowerCase()
  }
}

/** `${@:2}`: the parameters from the second on. Other operators on all of them are not followed. */
function tail(name: string, operator: string, rest: string, scope: Scope): Value | undefined {
  const from = operator === ':' && /^[1-9]\d*$/.test(rest) ? Number(rest) : undefined
  const all = scope.positional
  return from === undefined || !all || all.some(({ alternative }) => alternative)
    ? undefined
    : together(name, all.slice(from - 1))
}

/** `${a[@]:1}`, `${a[@]%.ts}`: an operator on each of the elements, or a part of them. */
function ofElements(
  name: string,
  { elements = [], mixed }: Value,
  operator: string,
  rest: string,
): Value | undefined {
  // What is not known, and a pattern, may be any number of elements.
  if (mixed || elements.some(({ known, glob }) => !known || glob)) return undefined
  if (operator !== ':') {
    const each = elements.map(({ text }) => apply(text, operator, rest))
    return each.every((text) => text !== undefined)
      ? together(
          name,
          each.map((text) => ({ text, known: true })),
        )
      : undefined
  }
  const [, from, count] = /^(\d+)(?::(\d+))?$/.exec(rest) ?? []
  if (from === undefined) return undefined
  return together(name, elements.slice(Number(from), Number(from) + Number(count ?? elements.length)))
}

/** `${!name}`, but not the lists of names `${!a[@]}` and `${!prefix*}`. */
const indirect = /^!\w+(?!.*[@*]\]?$)/s

/**
 * What `${body}` has the shell evaluate: its subscript, the place and length of a slice, the name that it goes through, a
 * prompt. `body` is without the substitutions that are entered where they stand.
 */
export function evaluatedIn(body: string, scope: Scope): readonly EvaluatedText[] {
  const [whole = '', mark = '', name = ''] = /^([!#]?)(\w+|[@*])/.exec(body) ?? []
  if (name === '') return []
  const [, subscript = ''] = /^\[([\s\S]*)\]/.exec(body.slice(whole.length)) ?? []
  const rest = body.slice(whole.length + (subscript === '' ? 0 : subscript.length + 2))
  const value = lookUp(name, scope)
  const found: EvaluatedText[] = []
  const plainText = (text: string): EvaluatedText => ({ text, known: true, from: [] })
  if (!/^[@*]?$/.test(subscript) && !scope.maps.has(name)) found.push(plainText(subscript))
  if (/^:(?![-=?+])/.test(rest)) found.push(plainText(rest))
  if (indirect.test(body) && value) found.push(...textsOf(value))
  if (/@P$/.test(rest)) {
    const meant = mark === '!' && value ? textsOf(value).map(({ text }) => lookUp(text, scope)) : [value]
    for (const each of meant)
      if (each) found.push(...textsOf(each).map((text) => ({ ...text, text: promptText(text.text) })))
  }
  return found
}

const form =
  /^(?<prefix>[!#]?)(?<name>\w+|[@*?$#!-])(?<index>\[[^\]]*\])?(?<operator>:[-=?+]|[-=?+]|##?|%%?|\/\/?|\^\^?|,,?|:|@|)(?<rest>[\s\S]*)$/

/** What `${x:-…}` says instead, where that is plain text: a tilde counts in it. */
function besides(rest: string, scope: Scope): Option {
  const [tilde, user = ''] = /^~([^/]*)/.exec(rest) ?? []
  if (tilde === undefined) {
    const text = quoteless(rest)
    // Quotes keep together what is a word each without them.
    const isPlain = text === rest ? !/['"]/.test(text) : !/['"\s*?[]/.test(text)
    return { text: isPlain ? text : rest, known: isPlain }
  }
  const home = user === '' ? scope.get('HOME')?.options[0] : undefined
  return { text: (home?.text ?? tilde) + rest.slice(tilde.length), known: home?.known === true }
}

/**
 * The value of `${body}`. An unset variable with a default takes the default, since that is all that the text says.
 * What is not known stands as it was written.
 */
export function expandParameter(body: string, scope: Scope): Value {
  const source = `\${${body}}`
  const { prefix = '', name = '', index = '', operator = '', rest = '' } = form.exec(body)?.groups ?? {}
  if (name === '') return unknownValue(source)
  if (index !== '' && !/^\[[@*0]\]$/.test(index)) return unknownValue(source, lookUp(name, scope)?.from)
  let value = lookUp(name, scope)
  if (prefix === '!' && value?.options.length === 1) value = lookUp(value.options[0]?.text ?? '', scope)
  if (prefix === '#' && (value?.elements || index !== '')) return unknownValue(source)
  if (prefix === '#')
    return value?.options.every(({ known, text }) => known && !/[^\0-\x7f]/.test(text)) === true
      ? { options: value.options.map(({ text }) => ({ text: String(text.length), known: true })), from: [] }
      : unknownValue(source)
  if (value?.mixed && index === '[*]') return unknownValue(source, value.from)
  const all = value?.elements && /^\[[@*]\]$/.test(index) ? value : undefined
  if (value?.elements && all)
    value = {
      ...together(index.charAt(1), value.elements),
      from: value.from,
      ...(value.mixed && { firsts: value.options }),
    }
  const isPlain = plain(rest) || /^'[^']*'$/.test(rest)
  const fallback: Option = isPlain ? besides(rest, scope) : { text: source, known: false }
  const isEmpty = ({ known, text }: Option): boolean => operator.startsWith(':') && known && text === ''
  if (/^:?[-=]$/.test(operator)) {
    const options = value
      ? distinct(value.options.map((each) => (isEmpty(each) ? fallback : each)))
      : [fallback]
    const result =
      value?.options.some((each) => isEmpty(each)) === false ? value : { options, from: value?.from ?? [] }
    if (operator.endsWith('=')) scope.set(name, result)
    return result
  }
  if (!value) return unknownValue(source)
  if (/^:?\?$/.test(operator)) return value
  if (/^:?\+$/.test(operator)) {
    const nothing: Option = { text: '', known: true }
    const options = value.options.flatMap((each) =>
      isEmpty(each) ? [nothing] : each.known ? [fallback] : [fallback, nothing],
    )
    return { options: distinct(options), from: value.from }
  }
  // Another way to print it: `${x@Q}`, `${x@P}`.
  if (operator === '' && rest !== '') return unknownValue(source, value.from)
  if (operator === '') return value
  if (name === '@' || name === '*') return tail(name, operator, rest, scope) ?? unknownValue(source)
  if (all) return ofElements(index.charAt(1), all, operator, rest) ?? unknownValue(source, all.from)
  return {
    ...value,
    options: value.options.map((option) => {
      const text = option.known ? apply(option.text, operator, rest) : undefined
      return text === undefined ? { text: source, known: false } : { text, known: true }
    }),
  }
}
