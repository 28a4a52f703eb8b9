import { isPlain, wrapperNames } from '../../programs/built-in'
import type { SimpleCommand, Word } from '../../shell/graph'
import { resolveAll } from '../../shell/paths'
import { printsNumbers } from '../../shell/prints-numbers'
import { readArguments } from '../actions/arguments'
import { leftOut } from '../facts/gather'
import { namesOnly } from '../facts/read-words'
import type { Rule, View } from './rule'

/** Programs that print text which they read: names that they print stand in a file, or are fetched. */
const printsText =
  /^(cat|tac|head|tail|less|more|bat|batcat|nl|rev|cut|paste|join|comm|sort|uniq|fold|fmt|expand|unexpand|column|pr|strings|[efz]?grep|rg|ag|ack|[gmn]?awk|g?sed|tr|jq|gojq|jaq|yq|xq|gron|dasel|mlr|iconv|base64|base32|xxd|od|hexdump|zcat|gunzip|bzcat|xzcat|tee|sponge|shuf|envsubst|perl|curl|wget|read|mapfile|readarray|)$/

/** Of these the first word is no file: a pattern, or code. */
const takesPattern = /^([efz]?grep|rg|ag|ack|[gmn]?awk|g?sed|jq|gojq|jaq|yq|xq|mlr|perl)$/
const patternGiven = ['-e', '-f', '--regexp', '--file', '--expression', '--from-file']

/** The letters of options with a value, by program. */
const valued = new Map(
  [
    'head:nc tail:nc cut:bcdf sort:kStTo uniq:fsw fold:w fmt:w column:sco paste:d nl:bdfhilnsvw join:aeotv12',
    'base64:w base32:w xxd:lscog od:AjNStw strings:netsT shuf:no split:abClnt csplit:bfn csvcut:cdqn zip:tnxbP',
    'grep:efmABCDd egrep:efmABC fgrep:efmABC zgrep:efmABC rg:efmABCgtTjMr ag:ABCGm ack:ABCm jq:fL sed:efl',
    'gsed:efl awk:Ffvei gawk:Ffvei mawk:Ffv nawk:Ffv perl:eEiI curl:odHXuAebFTwm wget:OPU',
  ]
    .flatMap((line) => line.split(' '))
    .map((each) => each.split(':') as [string, string]),
)

/** Programs of which no word is a file whose text they show or copy. */
const showsNoFile =
  /^(md5sum|sha\d*sum|shasum|md5|cksum|sum|b2sum|ps|pgrep|pidof|pstree|top|htop|lsof|fuser|sleep|seq|expr|bc|date|cal|factor|numfmt|tput|stty|tr|locate|which|whereis|type|whatis|apropos|info|help|tldr|ln|rename|mktemp|mkfifo|fallocate|chattr|lsattr|setfacl|getfacl|chgrp|trash|trash-put|notify-send|say|figlet|cowsay|crontab|mount|umount|id|groups|getent|locale|hostname|uname|journalctl|dmesg|who|w|last|ss|netstat|apt-cache|fc-list|fc-match|pkg-config|pkgconf|ffmpeg|ffprobe|convert|magick|identify|exiftool|cwebp|pngquant|optipng|jpegoptim|mediainfo|pdfinfo|write-output|apply_patch|applypatch|eval|trap|exec|let|shift|return|getopts|complete|compgen|typeset|readonly|hash|command|builtin|jobs|fg|bg|disown|wait|popd|dirs|umask|ulimit|sw_vers|xcode-select|direnv|mise|cloc|tokei|scc|wslpath|cygpath|df|dotenv|concurrently|openssl)$/

const copies = /^(cpio|pax|7z[arz]?|scp)$/

/** Whether a program shows or copies the files that its words name. */
const reads = (program: string): boolean =>
  copies.test(program) ||
  (!namesOnly.test(program) && !showsNoFile.test(program) && !wrapperNames.has(program) && isPlain(program))

/** The words of a call that may be files: neither options nor their values, nor a pattern. */
function operands(command: SimpleCommand): readonly Word[] {
  const { program } = command
  // `--arg name value`
  const words = command.words.filter(
    (_, at) =>
      !/^--(arg|argjson)$/.test(command.words[at - 1]?.text ?? '') &&
      !/^--(arg|argjson)$/.test(command.words[at - 2]?.text ?? ''),
  )
  const args = readArguments({ ...command, words }, valued.get(program) ?? '')
  const skip = takesPattern.test(program) && !patternGiven.some((flag) => args.flags.has(flag)) ? 1 : 0
  return program === 'tr' || program === 'tee' ? [] : args.operands.slice(skip)
}

/** Says of a search that it prints names and no text. */
const namesAlone = /^(-[a-zA-Z]*[lLc]|--(files(-with-matches|-without-match)?|count))$/

const isSearch = ({ program, words }: SimpleCommand): boolean =>
  /^([efz]?grep|rg|ag|ack)$/.test(program) && words.some(({ text }) => namesAlone.test(text))

/** Whether a call of tar only takes things out of an archive: what a list names is looked for in there. */
const takesOut = ({ program, words }: SimpleCommand): boolean =>
  /tar$/.test(program) &&
  words.some(
    ({ text }, at) =>
      // A letter behind one with a value is its value: `-cfx`.
      /^--(extract|get|list)$/.test(text) ||
      (at === 1 ? /^-?[ac-eh-wyzABD-HJMO-SUWYZ]*[xt]/ : /^-[ac-eh-wyzABD-HJMO-SUWYZ]*[xt]/).test(text),
  )

/** A search that prints names alone, what changes files in their place, and what unpacks. */
const tellsLittle = (command: SimpleCommand): boolean =>
  isSearch(command) ||
  takesOut(command) ||
  command.program === 'unzip' ||
  (/^g?sed$/.test(command.program) &&
    command.words.some(({ text }) => /^(-[a-zA-Z]*i|--in-place)/.test(text)))

/** Whether a call shows or copies the text of the files that its words name. */
const showsFiles = (command: SimpleCommand): boolean => reads(command.program) && !tellsLittle(command)

/** The files whose text a call shows or copies, as its words name them. */
export const shownFiles = (command: SimpleCommand): readonly Word[] =>
  showsFiles(command) ? operands(command) : []

/** Where names come from that a command is handed: what prints them, texts of the line that hold them, and whether they stand in what is not known. */
export interface NamesOrigin {
  readonly printers: readonly SimpleCommand[]
  readonly texts: readonly string[]
  readonly unknown: boolean
}

/** Follows names to where they come from, through pipes and through files that the same line has written. */
class Origin {
  readonly #view: View
  readonly #seen = new Set<number>()
  readonly printers: SimpleCommand[] = []
  readonly texts: string[] = []
  unknown = false

  constructor(view: View) {
    this.#view = view
  }

  ids(ids: readonly number[]): void {
    for (const id of ids) this.#printed(id)
  }

  /** What stands on a command's standard input. */
  input({ stdin, id }: SimpleCommand): void {
    if (stdin.kind === 'pipe') this.ids(stdin.from)
    else if (stdin.kind === 'file') this.file(stdin.target, id)
    else if (stdin.kind === 'text') this.#text(stdin.word)
  }

  #text(word: Word): void {
    if (word.known) this.texts.push(word.text)
    else this.ids(word.from)
  }

  /** What stands in a file: known as far as the line itself has written it. */
  file(word: Word, before: number): void {
    if (/^[<>]\(/.test(word.text)) {
      this.ids(word.from)
      return
    }
    const own = this.#view.graph.commands[before]
    const paths = word.known ? resolveAll(word.text, own?.cwd ?? []) : []
    const writers = this.#view.graph.commands.slice(0, before).flatMap((each) =>
      this.#view
        .touched(each)
        .filter(
          ({ action: { access, target } }) =>
            /^(write|append)$/.test(access) &&
            (target.text === word.text || target.paths.some((path) => paths.includes(path))),
        )
        .map(({ action }) => ({ each, access: action.access })),
    )
    // What is only added to has had something before.
    if (!writers.some(({ access }) => access === 'write')) this.unknown = true
    for (const { each } of writers) this.#printed(each.id)
  }

  #printed(id: number): void {
    const command = this.#view.graph.commands[id]
    if (!command || this.#seen.has(id)) return
    this.#seen.add(id)
    const { program, words, redirects } = command
    const gitText = program === 'git' && /^(show|cat-file|config)$/.test(words[1]?.text ?? '')
    if ((!printsText.test(program) && !gitText) || isSearch(command)) {
      this.printers.push(command)
      // What these print is what they are given.
      if (/^(echo|printf|ls|find|readlink|realpath|dirname|basename)$/.test(program))
        for (const word of words) this.ids(word.from)
      return
    }
    if (printsNumbers(id, this.#view.graph.commands)) return
    if (gitText || /^(curl|wget)$/.test(program)) this.unknown = true
    const files = /^(read|mapfile|readarray)$/.test(program)
      ? []
      : operands(command).filter(({ text }) => text !== '-')
    for (const file of files) this.file(file, id)
    if (program === '') for (const { mode, target } of redirects) if (mode === 'read') this.file(target, id)
    if (program === '' && !redirects.some(({ mode }) => mode === 'read')) this.unknown = true
    if (program !== '' && files.length === 0) this.input(command)
  }
}

/** Options by which a call reads names of a file, or of its input where that is `-`. */
const listOptions = new Map<string, RegExp>(
  Object.entries({
    tar: /^(?:--files-from|--fil\w*|-T)(?:=|$)|^-T(?=.)/,
    rsync: /^--files-from(?:=|$)/,
    sort: /^--files0-from(?:=|$)/,
    find: /^-files0-from$/,
    xargs: /^(?:--arg-file|-[0rtpx]*a)(?:=|$)|^-a(?=.)/,
    parallel: /^(?:--arg-file|-a|::::\+?)(?:=|$)/,
  }),
)
for (const [name, as] of [
  ['gtar', 'tar'],
  ['bsdtar', 'tar'],
  ['gxargs', 'xargs'],
  ['gfind', 'find'],
] as const) {
  const pattern = listOptions.get(as)
  if (pattern) listOptions.set(name, pattern)
}

/** Calls that find their names on their standard input. */
const namesAtInput = new Map<string, RegExp>(
  Object.entries({
    zip: /^(-[a-zA-Z]*@|--names-stdin)$/,
    cpio: /^(-[a-zA-Z]*[op][a-zA-Z]*|--(create|pass-through))$/,
    pax: /^-[a-z]*w/,
  }),
)

/** Follows the names that a call reads of a list by itself. */
function followLists(command: SimpleCommand, origin: Origin): void {
  const { program, words, id } = command
  const pattern = listOptions.get(program)
  words.forEach((word, at) => {
    const [whole] = at > 0 && pattern ? (pattern.exec(word.text) ?? []) : []
    if (whole === undefined) return
    const tied = word.text.slice(whole.length)
    const file = tied === '' ? words[at + 1] : { ...word, text: tied }
    if (file && file.text !== '-') origin.file(file, id)
    else origin.input(command)
  })
  // `tar cTf list x.tar`
  if (/tar$/.test(program) && /^[a-zA-Z]*T/.test(words[1]?.text ?? '')) origin.unknown = true
  const atInput = namesAtInput.get(program)
  if (atInput && words.some(({ text }) => atInput.test(text))) origin.input(command)
  if (/^7z[arz]?$/.test(program))
    for (const word of words.slice(2))
      if (word.text.startsWith('@')) origin.file({ ...word, text: word.text.slice(1) }, id)
}

/** The words that are written and not read: where an archive, a copy or a result goes. */
function outputsOf(command: SimpleCommand, view: View): ReadonlySet<string> {
  const actions = view.touched(command).map(({ action }) => action)
  const read = new Set(actions.flatMap(({ access, target }) => (access === 'read' ? [target.text] : [])))
  return new Set(actions.map(({ target }) => target.text).filter((text) => !read.has(text)))
}

/** Where the names of a call come from that stand in no word of the line; undefined for what reads no files by names. */
export function namesOrigin(command: SimpleCommand, view: View): NamesOrigin | undefined {
  const { program, via, words, redirects, id, shell, host, parent } = command
  if (shell !== 'posix' || host !== undefined) return undefined
  const origin = new Origin(view)
  const shown = [...redirects.filter(({ mode }) => mode === 'read').map(({ target }) => target)]
  if (/^(read|mapfile|readarray)$/.test(program) && command.stdin.kind === 'file')
    shown.push(command.stdin.target)
  const isReader = showsFiles(command)
  if (isReader) {
    const outputs = outputsOf(command, view)
    shown.push(...operands(command).filter(({ text }) => !outputs.has(text)))
  }
  if (isReader || program === '' || program === 'read')
    for (const word of shown)
      if (!word.known && !/^[<>]\(/.test(word.text) && !/^-|^pass:/.test(word.head)) origin.ids(word.from)
  if (!isReader) return shown.some(({ known }) => !known) ? origin : undefined
  followLists(command, origin)
  // What xargs and its kin read of a file, or of a list that they are given.
  const above = via === 'each' ? view.graph.commands[parent ?? id] : undefined
  if (
    above &&
    words.some(({ text, known, from }) => !known && from.length === 0 && /\$\(lines\)|\{\}/.test(text))
  ) {
    followLists(above, origin)
    if (above.stdin.kind === 'file' && /^(g?xargs|parallel)$/.test(above.program)) origin.input(above)
  }
  return origin
}

/** Files that are read by names which stand in a list, or in what a program fetches or prints of a file: no one of them is known. */
export const namesReadRules: readonly Rule[] = [
  {
    id: 'unknown.names',
    level: 'medium',
    categories: ['data_exfiltration'],
    unread: true,
    match: (command, view) =>
      namesOrigin(command, view)?.unknown === true ||
      // More words than are made of braces: the last of them are not known.
      (showsFiles(command) &&
        (command.words.some(({ text, known }) => !known && text.includes('{…}')) ||
          view.touched(command).some((each) => each.action.access === 'read' && leftOut(each))))
        ? command.program || 'the shell'
        : false,
  },
]
