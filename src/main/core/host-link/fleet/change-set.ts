import { FaultError } from '@shared/domain/fault'
import { deltaSize, type InflateStart } from './binary-size'

/**
 * One file of a change set. `patch` are the bytes of its part of the whole, each as one character. `leftOut`: why it is never put in place here: what is
 * no regular file there, or a path that leads elsewhere or into a git folder. Counts are undefined for what is no text.
 */
export interface ChangedFile {
  readonly path: string
  readonly kind: 'created' | 'changed' | 'deleted'
  readonly added: number | undefined
  readonly removed: number | undefined
  readonly patch: string
  /** The mode that it gets, where it is made with another than usual, or gets another one. */
  readonly mode?: string
  readonly leftOut?: 'link' | 'submodule' | 'path'
}

const mostFiles = 5000

/** Git makes room for all of it before it looks whether it is so. In bytes, of all files of a set together. */
const mostUnpacked = 512 * 1024 * 1024
/** Of a delta so many lines tell how large the file is that it makes. */
const mostRead = 64

const broken = (): FaultError =>
  new FaultError({ code: 'bad-request', message: 'What came from the sandbox is no change set.' })

const tooLarge = (): FaultError =>
  new FaultError({
    code: 'bad-request',
    message: `What came from the sandbox unpacks to more than ${String(mostUnpacked / 1024 / 1024)} MB, and nothing of it is used; expected a branch for files of that size.`,
  })

/** Whether a path stays in the folder and says nothing of git's own. */
export const staysInside = (path: string): boolean =>
  path !== '' &&
  !/\p{Cc}/u.test(path) &&
  !path.startsWith('/') &&
  !path.includes('\\') &&
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !isGits(part))

/** As git knows its own folder, and as file systems that fold names do. */
const isGits = (part: string): boolean =>
  /^(?:\.git|git~\d+)[ .]*(?::.*)?$/i.test(
    part.replaceAll(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, ''),
  )

/** A header of a file in the order in which git writes it: what it is, and its mode. */
const headers = [
  /^(?<kind>new file|deleted file|old) mode (?<mode>\d{6})$/,
  /^new mode (?<mode>\d{6})$/,
  /^index [0-9a-f]{4,64}\.\.[0-9a-f]{4,64}(?: (?<mode>\d{6}))?$/,
]
const hunk = /^@@ -\d{1,9}(?:,(\d{1,9}))? \+\d{1,9}(?:,(\d{1,9}))? @@(?: [^]*)?$/

/** One part of a patch, before git has said which file it is of. */
export interface PatchPart {
  readonly patch: string
  readonly kind: ChangedFile['kind']
  readonly modes: readonly string[]
  readonly mode?: string
}

/** Reads a patch line by line, in the very form in which git writes one and in no other that it would take as well. */
class PatchReader {
  readonly #text: string
  readonly #inflateStart: InflateStart
  #at = 0
  #unpacked = 0

  constructor(text: string, inflateStart: InflateStart) {
    this.#text = text
    this.#inflateStart = inflateStart
  }

  *parts(): Generator<PatchPart> {
    while (this.#at < this.#text.length) yield this.#part()
  }

  /** The next line, without its end; undefined: there is none. */
  #peek(): string | undefined {
    if (this.#at === this.#text.length) return undefined
    const end = this.#text.indexOf('\n', this.#at)
    if (end < 0) throw broken()
    return this.#text.slice(this.#at, end)
  }

  #skip(line: string): void {
    this.#at += line.length + 1
  }

  #need(is: (line: string) => boolean): void {
    const line = this.#peek()
    if (line === undefined || !is(line)) throw broken()
    this.#skip(line)
  }

  #part(): PatchPart {
    const from = this.#at
    const [old, now] = this.#names()
    const found = headers.map((form) => {
      const line = this.#peek()
      const groups = line === undefined ? undefined : form.exec(line)?.groups
      if (groups) this.#skip(line ?? '')
      return groups
    })
    const [first, second] = found.map((groups) => groups?.kind ?? groups?.mode)
    // The mode that it gets stands behind the one that it had, and nowhere else.
    if ((first === 'old') !== (second !== undefined)) throw broken()
    const kind = first === 'new file' ? 'created' : first === 'deleted file' ? 'deleted' : 'changed'
    const line = this.#peek()
    if (line === 'GIT binary patch') this.#binary(line)
    else if (line?.startsWith('--- ') === true) {
      const names = [kind === 'created' ? '/dev/null' : old, kind === 'deleted' ? '/dev/null' : now]
      // Behind a name with a space git writes a tab.
      for (const [sign, name = ''] of [['---', names[0]] as const, ['+++', names[1]] as const])
        this.#need((each) => each === `${sign} ${name}` || each === `${sign} ${name}\t`)
      this.#hunks()
    }
    const modes = found.flatMap((groups) => groups?.mode ?? [])
    const [stated, gets] = found.map((groups) => groups?.mode)
    const mode = gets ?? (kind === 'created' && stated === '100755' ? stated : undefined)
    return { patch: this.#text.slice(from, this.#at), kind, modes, ...(mode !== undefined && { mode }) }
  }

  /** One name, as it was and as it is: a file that moves is two of them. */
  #names(): readonly [old: string, now: string] {
    const head = 'diff --git '
    const line = this.#peek() ?? ''
    this.#need((each) => each.startsWith(head))
    const both = line.slice(head.length)
    const half = (both.length - 1) / 2
    const [old, now] = [both.slice(0, half), both.slice(half + 1)]
    const [, quote, name] = /^("?)a\/([^]+)$/.exec(old) ?? []
    if (name === undefined || both !== `${old} ${now}` || now !== `${quote ?? ''}b/${name}`) throw broken()
    return [old, now]
  }

  #hunks(): void {
    let line = this.#peek()
    if (line?.startsWith('@@ ') !== true) throw broken()
    while (line?.startsWith('@@ ') === true) {
      const counts = hunk.exec(line)
      if (!counts) throw broken()
      this.#skip(line)
      let [old, now] = [Number(counts[1] ?? 1), Number(counts[2] ?? 1)]
      while (old > 0 || now > 0) {
        this.#need((each) => {
          // An empty line is one of both whose space was left out.
          const sign = each[0] ?? ' '
          if (sign === ' ' || sign === '-') old -= 1
          if (sign === ' ' || sign === '+') now -= 1
          return (' -+'.includes(sign) && old >= 0 && now >= 0) || each === noNewline
        })
      }
      line = this.#peek()
      if (line === noNewline) {
        this.#skip(line)
        line = this.#peek()
      }
    }
  }

  #binary(head: string): void {
    this.#skip(head)
    // As it is to be, and as it was.
    for (let halves = 0; halves < 2; halves += 1) {
      const form = this.#peek()
      if (halves > 0 && !/^(?:literal|delta) /.test(form ?? '')) break
      this.#need((each) => /^(?:literal|delta) \d{1,15}$/.test(each))
      const [way, size = ''] = (form ?? '').split(' ')
      const lines: string[] = []
      while (this.#peek() !== '')
        this.#need((each) => {
          if (lines.length < mostRead) lines.push(each)
          return /^[A-Za-z][!-~]{5,}$/.test(each)
        })
      this.#skip('')
      this.#unpack(Number(size))
      if (way !== 'delta') continue
      const made = deltaSize(lines, this.#inflateStart)
      if (made === undefined) throw broken()
      this.#unpack(made)
    }
  }

  #unpack(bytes: number): void {
    this.#unpacked += bytes
    if (this.#unpacked > mostUnpacked) throw tooLarge()
  }
}

const noNewline = '\\ No newline at end of file'

/**
 * The parts of a patch as `git diff --binary --no-renames` writes it, with a character for each byte. Throws FaultError `bad-request` for all that has
 * another form, since git takes more than it writes and would do what is shown under another name, or nowhere, and for what says that it unpacks to more
 * than is taken.
 */
export const readPatch = (patch: string, inflateStart: InflateStart): readonly PatchPart[] => [
  ...new PatchReader(patch, inflateStart).parts(),
]

/**
 * The files of a patch. `counts` is what `git apply --numstat -z` says of it, with a character for each byte: git names the paths, one for each part in
 * this order. Throws FaultError `bad-request` where the two are not of one patch.
 */
export function changedFiles(parts: readonly PatchPart[], counts: string): readonly ChangedFile[] {
  const named = counts.split('\0').filter((entry) => entry !== '')
  if (parts.length !== named.length || parts.length > mostFiles) throw broken()
  const files = parts.map((part, at): ChangedFile => {
    const [, added, removed, bytes] = /^(\d+|-)\t(\d+|-)\t(.+)$/s.exec(named[at] ?? '') ?? []
    if (bytes === undefined) throw broken()
    const path = Buffer.from(bytes, 'latin1').toString()
    const odd = part.modes.find((mode) => mode !== '100644' && mode !== '100755')
    const isSame = Buffer.from(path).toString('latin1') === bytes
    const leftOut =
      odd === '160000'
        ? 'submodule'
        : odd !== undefined
          ? 'link'
          : staysInside(path) && isSame
            ? undefined
            : 'path'
    return {
      ...{ path, patch: part.patch, kind: part.kind },
      added: added === '-' ? undefined : Number(added),
      removed: removed === '-' ? undefined : Number(removed),
      ...(part.mode !== undefined && { mode: part.mode }),
      ...(leftOut !== undefined && { leftOut }),
    }
  })
  // What becomes something else is two parts of one path: neither is put in place without the other.
  const left = new Map(files.flatMap(({ path, leftOut }) => (leftOut ? [[path, leftOut] as const] : [])))
  return files.map((each) => {
    const leftOut = left.get(each.path)
    return leftOut === undefined ? each : { ...each, leftOut }
  })
}

/**
 * Those that paths choose, each a file of the set or a folder round some; none: all. What is left out is never among them. Throws FaultError
 * `bad-request` for a path that chooses nothing, and for one that is left out.
 */
export function chosenFiles(files: readonly ChangedFile[], paths: readonly string[]): readonly ChangedFile[] {
  const under = (path: string) => (each: ChangedFile) =>
    each.path === path || each.path.startsWith(`${path.replace(/\/$/, '')}/`)
  for (const path of paths) {
    const found = files.filter(under(path))
    const why = found.length === 0 ? 'changes nothing of that name' : 'cannot be put in place'
    if (!found.some(({ leftOut }) => leftOut === undefined))
      throw new FaultError({
        code: 'bad-request',
        message: `${path} ${why}; expected a path of the change set.`,
      })
  }
  return files.filter(
    (each) => each.leftOut === undefined && (paths.length === 0 || paths.some((path) => under(path)(each))),
  )
}

/** Those of exactly these paths. Throws FaultError `bad-request` for a path that is none of the set's, and for one that is left out. */
export function theseFiles(files: readonly ChangedFile[], paths: readonly string[]): readonly ChangedFile[] {
  const wanted = new Set(paths)
  const found = files.filter((each) => each.leftOut === undefined && wanted.has(each.path))
  const there = new Set(found.map(({ path }) => path))
  const missing = paths.find((path) => !there.has(path))
  if (missing === undefined) return found
  throw new FaultError({
    code: 'bad-request',
    message: `${missing} is no file of the change set that can be put in place; nothing was.`,
  })
}
