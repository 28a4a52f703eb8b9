import type { CommandGraph, SimpleCommand, Word } from '../../shell/graph'
import { parentOf, resolveAll } from '../../shell/paths'
import type { FactsReading } from './facts-reader'
import type { Findings, Touched } from './gather'

/** So many places of one line are taken up. */
const mostPlaces = 200

/** What the system makes up for each process leads elsewhere each time. */
const ofProcess = /^\/(dev|proc)(\/|$)/

/** A pattern under a name that no file has: a text that is read by the same name has a digest of its own. */
const nameOf = (pattern: string): string => pattern.replace(/\/(?=[^/]*$)/, '/./')

/** Calls that follow the links which they find below a folder. */
const followsBelow: readonly (readonly [program: RegExp, option: RegExp])[] = [
  [/^(cp|rsync|rg|find|fd|fdfind|du|tree)$/, /^-[A-Za-z]*L|^--(dereference|follow|copy-(unsafe-)?links)$/],
  [/^[ef]?grep$/, /^-[A-Za-z]*R|^--dereference-recursive$/],
  [/^(g?tar|bsdtar|chmod|chown|chgrp)$/, /^-[A-Za-z]*[hL]|^--dereference$/],
  [/^(zip|scp)$/, /^-[A-Za-z]*r|^--recurse-paths$/],
]

/** The paths that a word may name: it, and what stands behind a sign that options and uploads have. */
const pathsIn = ({ text }: Word, { cwd }: SimpleCommand): readonly string[] =>
  [...new Set([text, ...text.split(/[=@]/).slice(1)])]
    .filter((each) => each !== '' && each.length < 500 && !/^-|^\w+:\/\//.test(each))
    .flatMap((each) => resolveAll(each, cwd))

/** Takes up the places of one line, within limits. */
class Places {
  readonly #reading: Pick<FactsReading, 'lead' | 'path'>
  readonly #taken = new Set<string>()
  /** What may lead to more than was taken up, by how it was written; '' for what there was no room for. */
  readonly unread = new Set<string>()

  constructor(reading: Pick<FactsReading, 'lead' | 'path'>) {
    this.#reading = reading
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
    else for (const path of target.paths) await this.lead(isEntry ? parentOf(path) : path, 'leads')
  }

  async words(command: SimpleCommand): Promise<void> {
    const [, follows] = followsBelow.find(([name]) => name.test(command.program)) ?? []
    if (follows && command.words.some(({ text }) => follows.test(text))) this.unread.add(command.program)
    for (const word of command.words.slice(1)) {
      if (!word.known) {
        if (word.below) this.unread.add(word.text)
        continue
      }
      if (word.glob) for (const path of resolveAll(word.text, command.cwd)) await this.lead(path, 'names')
      else
        for (const path of pathsIn(word, command))
          if ((await this.#reading.path(path, 'entry')).kind !== 'missing') await this.lead(path, 'leads')
    }
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
  const places = new Places(reading)
  for (const each of [...touched.values()].flat()) await places.touched(each)
  for (const command of commands) if (command.host === undefined) await places.words(command)
  return [...places.unread]
}
