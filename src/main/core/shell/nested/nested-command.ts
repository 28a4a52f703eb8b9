import type { Redirect, SimpleCommand, Stdin, Via, Word } from '../graph'
import type { SourceText } from '../graph-builder'
import type { Scope } from '../scope'
import type { Option } from '../value'

/** One thing that a command would run in turn. */
export type NestedCommand =
  /** Its own words, as a command. `appended` words follow that are not written in the line. */
  | { readonly kind: 'command'; readonly words: readonly Word[]; readonly how: How }
  /** Shell text. `same`: in the same shell (eval, source), so that what it sets holds afterwards. */
  | {
      readonly kind: 'script'
      readonly text: Word
      readonly title: string
      readonly shell: 'posix' | 'powershell' | 'cmd'
      readonly how: How
      readonly positional?: readonly Option[]
      /** `$0`, where a word is given for it. */
      readonly zero?: readonly Option[]
      readonly same?: boolean
      /** True where the text is that of a file. */
      readonly ofFile?: true
      /** The words of the line that it was put together of. */
      readonly words?: readonly Word[]
    }
  /** A program in another language, which is shown and scanned, but not parsed. */
  | { readonly kind: 'code'; readonly text: string; readonly title: string }
  /** Something that would run and cannot be read. */
  | { readonly kind: 'unreadable'; readonly reason: string; readonly ofFile?: true }

/** What surrounds a nested command, where it differs from the command around it. */
export interface How {
  readonly via: Via
  readonly elevated?: boolean
  readonly host?: string
  readonly cwd?: readonly string[]
  readonly stdin?: Stdin
  readonly looped?: boolean
  readonly assignments?: readonly { readonly name: string; readonly value: Word }[]
  /** The variables that it is not given. */
  readonly loses?: readonly string[] | 'all'
  /** The commands whose output is executed here. */
  readonly executes?: readonly number[]
}

/** What a reader of nested commands may look at. `read` takes an absolute path. */
export interface CallContext {
  readonly command: SimpleCommand
  readonly args: readonly Word[]
  readonly scope: Scope
  readonly redirects: readonly Redirect[]
  /** The known text of standard input, undefined when it is not known. */
  readonly input: string | undefined
  readonly all: readonly SimpleCommand[]
  /** The words that another reader has found to run elsewhere: none of them is the program's own. */
  readonly elsewhere: ReadonlySet<Word>
  readonly read: (path: string) => Promise<SourceText>
}

/** Finds what one call of a program runs in turn. */
export type NestedReader = (
  context: CallContext,
) => readonly NestedCommand[] | Promise<readonly NestedCommand[]>

/** Words up to the first operand: the options, their values, and what is left. */
export interface SplitWords {
  readonly options: ReadonlyMap<string, Word | undefined>
  readonly rest: readonly Word[]
}

/** A long option that is cut short as the one that takes a value: `--adj` is `--adjustment`. */
const whole = (name: string, long: readonly string[]): string =>
  name.length < 3 || long.includes(name) ? name : (long.find((each) => each.startsWith(name)) ?? name)

/**
 * Splits words at the first one that is no option. `short` holds the letters that take a value, `long` the long options
 * that take one as the next word. `-` alone and everything after `--` are operands.
 */
export function splitLeading(
  words: readonly Word[],
  short: string,
  long: readonly string[] = [],
): SplitWords {
  const options = new Map<string, Word | undefined>()
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    const text = word?.text ?? ''
    if (text === '--') return { options, rest: words.slice(at + 1) }
    if (!/^-./.test(text) || !word) return { options, rest: words.slice(at) }
    if (text.startsWith('--') || long.includes(text)) {
      const cut = text.indexOf('=')
      const name = whole(cut > 0 ? text.slice(0, cut) : text, long)
      if (cut > 0) options.set(name, { ...word, text: text.slice(cut + 1), head: '' })
      else if (long.includes(name)) options.set(name, words[++at])
      else options.set(name, undefined)
      continue
    }
    const letters = text.slice(1)
    const valued = Array.from(letters).findIndex((letter) => short.includes(letter))
    for (const letter of valued < 0 ? letters : letters.slice(0, valued)) options.set(`-${letter}`, undefined)
    if (valued < 0) continue
    const rest = letters.slice(valued + 1)
    options.set(`-${letters.charAt(valued)}`, rest === '' ? words[++at] : { ...word, text: rest, head: '' })
  }
  return { options, rest: [] }
}

/** Several words as the one text they are joined to (`eval a b`, `ssh host a b`). */
export function joinWords(words: readonly Word[], between = ' '): Word {
  const text = words.map((word) => word.text).join(between)
  const known = words.every((word) => word.known)
  return {
    text,
    known,
    head: known ? text : '',
    glob: words.some((word) => word.glob),
    from: [...new Set(words.flatMap((word) => word.from))],
  }
}

/** Words as the positional parameters of what they are passed to. */
export const asOptions = (words: readonly Word[]): readonly Option[] =>
  words.map(({ text, known, glob, from, alternative }) => ({
    text,
    known,
    ...(glob ? { glob } : {}),
    ...(alternative && { alternative }),
    ...(from.length > 0 ? { from } : {}),
  }))

/** Shell text as a nested command. */
export const script = (
  text: Word,
  title: string,
  more: Partial<Extract<NestedCommand, { kind: 'script' }>> = {},
): NestedCommand => ({ kind: 'script', text, title, shell: 'posix', how: { via: 'script' }, ...more })

/** The values of an option wherever it stands: behind `=`, or as the next word. */
export function valuesOf(args: readonly Word[], long: RegExp, short: RegExp): readonly Word[] {
  return args.flatMap((word, at) => {
    const cut = word.text.startsWith('--') ? word.text.indexOf('=') : -1
    if (cut > 0 && long.test(word.text.slice(0, cut)))
      return [{ ...word, text: word.text.slice(cut + 1), head: '' }]
    const next = args[at + 1]
    return next && (long.test(word.text) || short.test(word.text)) ? [next] : []
  })
}
