import type { SimpleCommand } from './graph'
import type { Trap } from './graph-builder'
import { eitherFolder, unknownValue, type Scope } from './scope'
import type { Value } from './value'
import type { Walk } from './walk'

/** Takes up a `trap` whose text was read with what is known where it stands: what the line does afterwards may change that. */
export function noteTrap(command: SimpleCommand, walk: Walk): void {
  const { frame, scope, builder } = walk
  builder.traps.push({ command, frame, scope: scope.fork(), logged: scope.log.length })
}

/** Text that runs at the end alone, or that ends the script itself, leaves nothing behind. */
const isLast = (text: string, signals: readonly string[]): boolean =>
  signals.every((signal) => /^(0|(SIG)?EXIT)$/i.test(signal)) ||
  (/\bexit\b/.test(text) && !signals.some((signal) => /^debug$/i.test(signal)))

/** What the text of a trap changes, it changes at times that are not known. */
export function disturb({ words }: SimpleCommand, scope: Scope, after: Scope): void {
  const [text = '', ...signals] = words
    .slice(1)
    .map((word) => word.text)
    .filter((each) => each !== '--')
  if (isLast(text, signals)) return
  if (after.cwd.join('\n') !== scope.cwd.join('\n')) {
    scope.lost = true
    scope.cwd = []
  }
  for (const [name, value] of after.variables) {
    if (/^(OLD)?PWD$/.test(name) || scope.variables.get(name) === value) continue
    scope.restless.add(name)
    scope.set(name, value, true)
  }
}

/** The folders that `PWD` says; none where they are not known. */
function foldersOf({ options }: Value): readonly string[] {
  return options.every(({ known }) => known) ? options.map(({ text }) => text) : []
}

/** Reads the text of a trap once more where the line has moved or has set variables of the text since. */
export async function readAgain({ command, frame, scope: given, logged }: Trap, walk: Walk): Promise<void> {
  const later = given.log.slice(logged)
  const moves = later.filter(({ name }) => name === 'PWD').map(({ value }) => foldersOf(value))
  const folders = moves.reduce(eitherFolder, given.cwd)
  const text = command.words.map((word) => word.text).join(' ')
  const functions = [...given.functions].flatMap(([name, found]) =>
    text.includes(name) ? found.map(({ body, script }) => script.slice(body.start, body.end)) : [],
  )
  const said = [text, ...functions].join('\n')
  const set = later.filter(({ name }) => name !== 'PWD' && said.includes(name))
  if (set.length === 0 && folders.join('\n') === given.cwd.join('\n')) return
  const scope = given.fork()
  scope.cwd = folders
  for (const { name, value } of set) {
    const branch = scope.fork()
    branch.set(name, value, true)
    if (!scope.get(name)) scope.set(name, unknownValue(`$${name}`), true)
    scope.merge(branch)
  }
  await walk.steps.nested(command, { ...walk, frame, scope })
}
