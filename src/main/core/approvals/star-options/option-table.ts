/** What an option takes. */
type Taken = 'nothing' | 'text' | 'plain' | ReadonlySet<string>

/** Options by their name, dashes included. */
export type KnownOptions = ReadonlyMap<string, Taken>

/** Reads the options of a record's star. */
export function readOptions(words: readonly string[]): KnownOptions {
  return new Map(
    words.map((word): [string, Taken] => {
      const [, name = '', mark, choices = ''] = /^(-[^=?]*)([=?])?(.*)$/.exec(word) ?? []
      if (mark === undefined) return [name, 'nothing']
      if (mark === '?') return [name, 'plain']
      return [name, choices === '' ? 'text' : new Set(choices.split('|'))]
    }),
  )
}

/** How one word stands to what is known: not at all, alone, or with the next word as its value. */
export type Standing = 'unknown' | 'alone' | 'takes the next'

const plain = /^[\w.,:-]*$/

function withValue(taken: Taken, value: string): boolean {
  if (taken === 'nothing') return false
  if (taken === 'text') return true
  return taken === 'plain' ? plain.test(value) : taken.has(value)
}

function withNext(taken: Taken, next: string | undefined): Standing {
  if (taken === 'nothing' || taken === 'plain') return 'alone'
  return next !== undefined && !next.startsWith('-') && withValue(taken, next) ? 'takes the next' : 'unknown'
}

/** Each letter of a cluster, up to one that takes the rest of it or the next word. */
function ofCluster(letters: string, next: string | undefined, known: KnownOptions): Standing {
  for (let at = 0; at < letters.length; at++) {
    const taken = known.get(`-${letters.charAt(at)}`)
    const rest = letters.slice(at + 1)
    if (taken === undefined) return 'unknown'
    if (taken === 'nothing') continue
    if (rest === '') return withNext(taken, next)
    return withValue(taken, rest.replace(/^=/, '')) ? 'alone' : 'unknown'
  }
  return 'alone'
}

/** What is known of the words that one reader of them takes. */
export interface KnownWords {
  readonly options: KnownOptions
  /** The options of what stands behind `--`; undefined: paths and names stand there. */
  readonly behind: KnownOptions | undefined
  readonly wordsRun: boolean
  readonly ownWords: number
  readonly oneDash: boolean
}

/** How an option stands to the known ones; `next` is the word behind it. Never cut short: `--outp` is not `--output`. */
export function standingOf(
  word: string,
  next: string | undefined,
  { options, oneDash }: KnownWords,
): Standing {
  if (/^-\d+$/.test(word) && options.has('-#')) return 'alone'
  const cut = word.indexOf('=')
  const written = cut < 0 ? word : word.slice(0, cut)
  const name = oneDash && !options.has(written) ? written.replace(/^--/, '-') : written
  const taken = options.get(name)
  if (taken !== undefined) {
    if (cut < 0) return withNext(taken, next)
    return withValue(taken, word.slice(cut + 1)) ? 'alone' : 'unknown'
  }
  return oneDash || word.startsWith('--') ? 'unknown' : ofCluster(word.slice(1), next, options)
}
