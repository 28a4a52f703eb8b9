import type { SimpleCommand, Word } from './graph'
import { isWithin, resolveAll } from './paths'
import { eitherFolder, unknownValue, type Scope } from './scope'
import { distinct, type Value } from './value'
import type { Walk } from './walk'

/** To which of some folders a `cd` fails as things are: nothing is there, and no `mkdir` or `git clone` before it makes it. */
async function failsNow(folders: readonly string[], walk: Walk): Promise<readonly string[]> {
  const { commands, isMissing } = walk.builder
  const makes = ({ program, words, cwd }: SimpleCommand): boolean =>
    (program === 'mkdir' || (program === 'git' && words[1]?.text === 'clone')) &&
    words.slice(1).some(({ text, known }) => {
      const last =
        text
          .replace(/\.git$/, '')
          .split(/[/:]/)
          .at(-1) ?? ''
      const named =
        program === 'git' ? [...resolveAll(text, cwd), ...resolveAll(last, cwd)] : resolveAll(text, cwd)
      return known && named.some((made) => folders.some((folder) => isWithin(made, folder)))
    })
  // What is tested does not end the script when it fails.
  const ends = walk.scope.errexit && walk.frame.tested !== true
  if (folders.length === 0 || ends || commands.some(makes)) return []
  const missing = await Promise.all(folders.map(isMissing))
  return folders.filter((_, at) => missing[at])
}

/** The options that stand before the first operand, and the operands; `--` is neither. */
function split(words: readonly Word[]): { options: readonly string[]; operands: readonly Word[] } {
  const at = words.findIndex(({ text }) => text === '--' || !/^-[a-zA-Z@]+$/.test(text))
  const end = at < 0 ? words.length : at
  return {
    options: words.slice(0, end).map(({ text }) => text),
    operands: words.slice(words[end]?.text === '--' ? end + 1 : end),
  }
}

/** The folders that a variable holds; none where one of its values is not known. */
const foldersIn = (value: Value | undefined, cwd: readonly string[]): readonly string[] =>
  value?.options.every(({ known }) => known) === true
    ? value.options.flatMap(({ text }) => resolveAll(text, cwd))
    : []

/** `CDPATH` has names looked up in other folders first. */
function isLookedUp(text: string, { assignments }: SimpleCommand, scope: Scope): boolean {
  if (/^(\/|\.\.?(\/|$))/.test(text)) return false
  const own = assignments.find(({ name }) => name === 'CDPATH')?.value
  const paths = own ? [own] : (scope.get('CDPATH')?.options ?? [])
  return paths.some((each) => !each.known || each.text !== '')
}

/** Where a `cd` to some operands leads; none where that is not known. */
function foldersOf(operands: readonly Word[], command: SimpleCommand, scope: Scope): readonly string[] {
  const [target, ...more] = operands
  // In a loop a word stands once for each value of its variable.
  if (command.looped && more.length > 0) {
    const each = operands.map((word) => foldersOf([word], command, scope))
    return each.every(({ length }) => length > 0) ? each.reduce(eitherFolder) : []
  }
  if (!target) return foldersIn(scope.get('HOME'), scope.cwd)
  if (target.text === '-' && more.length === 0) return foldersIn(scope.get('OLDPWD'), scope.cwd)
  const isPlain = target.known && !target.glob && more.length === 0
  return isPlain && !isLookedUp(target.text, command, scope) ? resolveAll(target.text, scope.cwd) : []
}

/** `winding`: the way there goes through a folder and back, which may not be there. */
async function go(folders: readonly string[], walk: Walk, winding = false): Promise<void> {
  const { scope } = walk
  const before = scope.cwd
  const [old, left = unknownValue('$OLDPWD')] = [scope.get('OLDPWD'), scope.get('PWD')]
  const goals = [...new Set(folders)]
  const failed = await failsNow(goals, walk)
  const isNone = failed.length === goals.length
  // Where it fails the shell stays where it is, and what it left before is what it left last.
  const both = distinct([...left.options, ...(old?.options ?? [])])
  scope.set('OLDPWD', failed.length === 0 && goals.length > 0 && !winding ? left : { ...left, options: both })
  if (winding && !isNone) scope.cwd = eitherFolder(goals, before)
  else if (failed.length === 0 || isNone) scope.cwd = goals
  else
    scope.cwd = eitherFolder(
      goals.filter((goal) => !failed.includes(goal)),
      before,
    )
  scope.doubted = isNone && goals.length > 0 ? before : undefined
}

const winds = (operands: readonly Word[]): boolean =>
  operands.some(({ text }) => /[^/.][^/]*\/+\.\.(\/|$)/.test(text))

/** `pushd`: the folder that was left lies on the stack afterwards. */
async function push(command: SimpleCommand, walk: Walk): Promise<void> {
  const { scope } = walk
  const { options, operands } = split(command.words.slice(1))
  const [target] = operands
  const { stack, cwd } = scope
  // `pushd -n`, `pushd +2`
  if (options.length > 0 || /^[-+]/.test(target?.text ?? '')) {
    scope.stack = undefined
    if (!options.includes('-n') || options.length > 1) await go([], walk)
    return
  }
  if (!target) {
    const [top, ...rest] = stack ?? []
    // With nothing laid there it fails.
    if (stack && !top) return
    await go(top ?? [], walk)
    scope.stack = stack && top ? [cwd, ...rest] : undefined
    return
  }
  await go(foldersOf(operands, command, scope), walk, winds(operands))
  // Where it may have failed, nothing need have been laid there.
  scope.stack = stack && !scope.doubted ? [cwd, ...stack] : undefined
}

async function pop({ words }: SimpleCommand, walk: Walk): Promise<void> {
  const { scope } = walk
  const [top, ...rest] = scope.stack ?? []
  if (words.length > 1 || !scope.stack) {
    scope.stack = undefined
    await go([], walk)
  } else if (top) {
    await go(top, walk)
    scope.stack = rest
  }
}

/** `cd`, `pushd`, `popd`: where the shell is afterwards. */
export async function changeFolder(command: SimpleCommand, walk: Walk): Promise<void> {
  switch (command.program) {
    case 'pushd':
      return push(command, walk)
    case 'popd':
      return pop(command, walk)
    default: {
      const { operands } = split(command.words.slice(1))
      return go(foldersOf(operands, command, walk.scope), walk, winds(operands))
    }
  }
}

/** Whether a command has the shell itself do what follows it: `command cd x`, `time cd x`, but not `/usr/bin/time`. */
export const actsInShell = ({ program, words, shell }: SimpleCommand): boolean =>
  shell === 'posix' && /^(builtin|command|time|noglob|nocorrect)$/.test(program) && words[0]?.text === program
