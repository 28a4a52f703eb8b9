import type { CommandGraph, SimpleCommand, Word } from '../../shell/graph'
import { atFolderOfGit } from '../../shell/nested/git-call'
import { printsNumbers } from '../../shell/prints-numbers'
import { longestPath, nameOf as lastOf, parentOf, resolveAll } from '../../shell/paths'
import type { FactsReading } from './facts-reader'
import type { Findings, Touched } from './gather'

/** So many places of one line are taken up. */
const mostPlaces = 200

/** What the system makes up for each process leads elsewhere each time. */
const ofProcess = /^\/(dev|proc)(\/|$)/

/** A pattern under a name that no file has: a text that is read by the same name has a digest of its own. */
const nameOf = (pattern: string): string => pattern.replace(/\/(?=[^/]*$)/, '/./')

/** How a call says that it follows the links which it finds below a folder: by letters, by a whole option that may be cut short, by a word. */
interface Follows {
  readonly programs: RegExp
  readonly letters?: RegExp
  readonly long?: readonly string[]
  readonly words?: RegExp
}

/** Programs that compare what lies in two folders, with links followed. */
const comparesFolders = /^(diff|colordiff|wdiff|sdiff|diff3|meld|vimdiff)$/

/** Calls that follow the links which they find below a folder. */
const followsBelow: readonly Follows[] = [
  {
    programs: /^(cp|rg|find|gfind|fd|fdfind|du|tree|cpio|pax|rclone)$/,
    letters: /L/,
    long: ['--dereference', '--follow', '--copy-links'],
    words: /^-follow$/,
  },
  {
    programs: /^rsync$/,
    letters: /[Lk]/,
    long: ['--copy-links', '--copy-unsafe-links', '--copy-dirlinks'],
  },
  { programs: /^[ef]?grep$/, letters: /R/, long: ['--dereference-recursive'] },
  { programs: /^(ag|ack)$/, letters: /f/, long: ['--follow'] },
  // tar's letters may stand without a dash.
  { programs: /^(g?tar|bsdtar)$/, letters: /[hL]/, long: ['--dereference'] },
  { programs: /^(chmod|chown|chgrp)$/, letters: /[hL]/, long: ['--dereference'] },
  { programs: comparesFolders, letters: /r/, long: ['--recursive'] },
  { programs: /^scp$/, letters: /r/ },
  { programs: /^zip$/, letters: /[rR]/, long: ['--recurse-paths', '--recurse-patterns'] },
  { programs: /^7z[arz]?$/, words: /^[au]$/ },
  { programs: /^(aws|gsutil|gcloud)$/, letters: /[rR]/, long: ['--recursive'], words: /^(sync|rsync)$/ },
]

/** Options by which names are read of a file or of what another command prints. */
const readsNames = /^--?(files0-from|files-from|file-list|from-file|pathspec-from-file)(=|$)/

/** Programs whose words name no file, or none whose content they read. */
const namesNoFile =
  /^(echo|printf|test|\[|\[\[|:|true|false|exit|return|export|declare|typeset|local|readonly|set|shift|unset|read|kill|pkill|sleep|expr|let|seq|date|basename|dirname)$/

/** Whether a command prints what git calls a state by: no name of a file. */
const isRevision = (command: SimpleCommand | undefined): boolean =>
  command?.program === 'git' &&
  /^(rev-parse|merge-base|rev-list)$/.test(command.words[1]?.text ?? '') &&
  !command.words.some(({ text, known }) => !known || /^--(show-|git-|path|sq|local-env)/.test(text))

/** The letters of a short option, also where they stand as a first word without a dash. */
const lettersOf = ({ text }: Word, at: number, { program }: SimpleCommand): string =>
  /^-([A-Za-z]+)/.exec(text)?.[1] ?? (at === 0 && /tar$/.test(program) ? text : '')

/** Whether a call follows links below a folder that it is given. */
function followsLinks(command: SimpleCommand): boolean {
  const follows = followsBelow.find(({ programs }) => programs.test(command.program))
  return (
    follows !== undefined &&
    command.words
      .slice(1)
      .some(
        (word, at) =>
          follows.letters?.test(lettersOf(word, at, command)) === true ||
          (word.text.length > 3 && follows.long?.some((long) => long.startsWith(word.text))) ||
          follows.words?.test(word.text),
      )
  )
}

/** The paths that a word may name: it, and what stands behind a sign that options and uploads have. */
const pathsIn = ({ text }: Word, { cwd }: SimpleCommand): readonly string[] =>
  [...new Set([text, ...text.split(/[=@]/).slice(1)])]
    .filter((each) => each !== '' && each.length <= longestPath && !/^-|^\w+:\/\//.test(each))
    .flatMap((each) => resolveAll(each, cwd))

/** Takes up the places of one line, within limits. */
class Places {
  readonly #reading: Pick<FactsReading, 'lead' | 'path'>
  readonly #commands: readonly SimpleCommand[]
  readonly #taken = new Set<string>()
  /** What may lead to more than was taken up, by how it was written; '' for what there was no room for. */
  readonly unread = new Set<string>()

  constructor(reading: Pick<FactsReading, 'lead' | 'path'>, commands: readonly SimpleCommand[]) {
    this.#reading = reading
    this.#commands = commands
  }

  async lead(path: string, as: 'leads' | 'names'): Promise<void> {
    const name = as === 'names' ? nameOf(path) : path
    if (ofProcess.test(path) || this.#taken.has(name)) return
    if (this.#taken.size >= mostPlaces) return void this.unread.add('')
    this.#taken.add(name)
    await this.#reading.lead(name, as)
  }

  async touched({ action: { access, target } }: Touched): Promise<void> {
    // A link that is removed, moved or made is meant itself, in the folder that it stands in.
    const isEntry = /^(delete|move|create)$/.test(access)
    if (target.paths.length === 0 || (!isEntry && target.spread === 'below')) this.unread.add(target.text)
    if (target.spread === 'glob') for (const path of target.paths) await this.lead(path, 'names')
    else
      for (const path of target.paths) {
        await this.lead(isEntry ? parentOf(path) : path, 'leads')
        // A folder that comes in its place is what a file of that name is put into.
        if (target.name !== undefined) await this.lead(`${path}/${target.name}`, 'leads')
      }
  }

  async words(written: SimpleCommand): Promise<void> {
    // git is sent to a folder from where it is started.
    const command = { ...written, cwd: [...new Set([...written.cwd, ...atFolderOfGit(written).cwd])] }
    if (followsLinks(command) || command.words.some(({ text }) => readsNames.test(text)))
      this.unread.add(command.program)
    for (const [at, word] of command.words.entries()) {
      if (at === 0) continue
      if (!word.known) {
        // What another program prints may be any name, and that of a link which comes later.
        if (word.below || this.#isPrinted(word, command, at)) this.unread.add(word.text)
        continue
      }
      if (word.glob) for (const path of resolveAll(word.text, command.cwd)) await this.lead(path, 'names')
      else for (const path of pathsIn(word, command)) await this.#named(path, command)
    }
  }

  /** A path that a word names, or may come to name. */
  async #named(path: string, { program, words, cwd }: SimpleCommand): Promise<void> {
    const { kind, realKind } = await this.#reading.path(path, 'entry')
    if (kind === 'missing' && namesNoFile.test(program)) return
    await this.lead(path, 'leads')
    if (!comparesFolders.test(program)) return
    if (realKind === 'directory') return void this.unread.add(program)
    // Of a folder that comes in its place the file with the other's name is compared.
    for (const { text } of words.slice(1).filter((each) => !each.text.startsWith('-')))
      for (const inside of resolveAll(`${path}/${lastOf(text)}`, cwd)) await this.lead(inside, 'leads')
  }

  /** Whether a word is a name that stands in a list or that another command prints, to a program that may read what it names. */
  #isPrinted({ text, head, from }: Word, { program, via, words }: SimpleCommand, at: number): boolean {
    if (namesNoFile.test(program) || (from.length === 0 && via !== 'each') || /^(https?|ssh):\/\//.test(head))
      return false
    const isPath = text.replace(/\$\(.*\)|`.*`/s, '').includes('/')
    const isValue = head.startsWith('-') || /^-[a-z]?[jn]$/.test(words[at - 1]?.text ?? '')
    if (isPath || from.length === 0) return true
    if (program === 'git') return !from.every((id) => isRevision(this.#commands[id]))
    return !(isValue && from.every((id) => printsNumbers(id, this.#commands)))
  }
}

/**
 * Takes up in a reading where the files lead that a line names or touches, and which names its patterns stand for, so that a yes without
 * the sandbox is none for a link that is put in the place of one, or for a name that is an option. Their content may change. What
 * something below a folder is, or what is not known, may lead anywhere once a link lies there; it is returned by how it was written.
 */
export async function bindPlaces(
  { commands }: Pick<CommandGraph, 'commands'>,
  { touched }: Pick<Findings, 'touched'>,
  reading: Pick<FactsReading, 'lead' | 'path'>,
): Promise<readonly string[]> {
  const places = new Places(reading, commands)
  for (const each of [...touched.values()].flat()) await places.touched(each)
  for (const command of commands) if (command.host === undefined) await places.words(command)
  return [...places.unread]
}
