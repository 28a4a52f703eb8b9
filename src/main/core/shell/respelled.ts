import { withDocumentsInline } from './documents-inline'
import { withDocumentsLast } from './documents-last'

/**
 * A script with the forms that the grammar reads as something else in a spelling that it knows: `coproc NAME { …; }` is the
 * group itself, `coproc` before a loop the loop; zsh's `${=x}`, which splits, is
 * `$x`; the name that is given to a descriptor (`{fd}>file`) is left out.
 */
export function respelled(script: string): string {
  return script
    .replace(
      /(^|[;&|(\n]\s*)coproc\s+(?:[A-Za-z_]\w*\s+)?(?=[{(]|(?:while|until|for|if|case|select)\s|\[\[)/g,
      '$1',
    )
    .replace(/\$\{[=~]+(\w+)\}/g, '$$$1')
    .replace(/(\s)\{[A-Za-z_]\w*\}(?=[<>])/g, '$1')
}

/** `${(flags)name}` of zsh: those that part at blanks and lines, quote or sort leave the words; by the others they are others, which are not known. */
function withFlags(_: string, flags: string, name: string): string {
  if (/^[fz@oOiunqA]*$/.test(flags)) return `$${name}`
  if (flags === 'L') return `\${${name},,}`
  if (flags === 'U') return `\${${name}^^}`
  return flags === 'P' ? `\${!${name}}` : `\${${name}@Q}`
}

/**
 * The same for a script that does not parse. A brace list at a command's start is taken for a group (`{rm,-rf,x}`): empty
 * quotes make it a word. What stands behind a here-document in its line is put where it parses. What zsh does in its own ways is put in bash's: `${(e)x}`
 * expands what x holds. Wherever it stands, nothing is dropped here that a shell could run.
 */
function respelledWhenBroken(script: string): string {
  return script
    .replace(/(^|[;&|(\n]\s*)\{(?=[^\s{}]*,[^\s{}]*\})/g, '$1""{')
    .replace(/\$\{\([^()'"`;&|<>\s\\$]*[e%][^()'"`;&|<>\s\\$]*\)[=~^]*(\w+)\}/g, '${$1@P}')
    .replace(/\$\{\(([^()'"`;&|<>\s\\$]*)\)[=~^]*(\w+)\}/g, withFlags)
    .replace(/\$[=~](\w+)/g, '$$$1')
}

/** What zsh evaluates within quotes, as bash would be told it. Where the quotes stand in others, this hides what stands between them. */
const evaluatedInQuotes = (script: string): string =>
  script
    .replace(/\$\{\([A-Za-z%@~^=-]*[e%][A-Za-z%@~^=-]*\):-'([^'"]*)'\}/g, '"$1"')
    .replace(/\(\w*[e+]:'([^'\n]*)':?\)/g, '; $1')

/**
 * A script in which nothing is hidden from the grammar that bash would run (`isReadAsBash`): lines are joined, what is no blank to bash is a letter, and two
 * backticks in a row are an end and a start. Names change with it, so that it is read beside the script and never in its place.
 */
const bared = (script: string): string =>
  script
    .replaceAll('\\\n', '')
    .replaceAll('``', '`""`')
    .replace(/\\?[^\S \t\n]|\\[ \t]/g, '_')
    .replace(/(\n[ \t]*)\\(?=\w)/g, '$1')

/** A script whose lines of assignments alone end with a semicolon: the grammar goes on with a command in the next. */
const withAssignmentsEnded = (script: string): string =>
  script.replace(/(?<=^|\n)((?:[ \t]*[A-Za-z_]\w*=[\w./:@%+,-]*)+)(?=[ \t]*(?:[ \t]#.*)?\n)/g, '$1;')

/** The spellings of a script that does not parse which may stand for it, as far as they differ from it; the first that parses does. */
export function whenBroken(script: string): readonly string[] {
  const spellings = new Set([respelledWhenBroken(withDocumentsLast(script))])
  spellings.add(respelledWhenBroken(withDocumentsInline(script)))
  // In a here-document it could change what ends it.
  if (!script.includes('<<')) spellings.add(respelledWhenBroken(withAssignmentsEnded(script)))
  spellings.delete(script)
  return [...spellings]
}

/**
 * `((` where it opens two subshells, a `$` that stands for itself, and backticks in a test's pattern, in a spelling that the grammar knows. In quotes it is
 * another text.
 */
const openedUp = (script: string): string =>
  script
    .replace(/(?<![$\w])\(\((?=[^(])/g, '( (')
    .replace(/(=\$)(?=[ \t\n;&|)])/g, "='$$'")
    .replace(
      /(\s=~\s+[^\s`]*)`((?:\\[^]|[^\\`])*)`/g,
      (_, before: string, inner: string) => `${before}$(${inner})`,
    )

/** What is read beside a script that does not parse: each of these hides what another may show. */
export function besideBroken(script: string): readonly string[] {
  const others = whenBroken(script)
  const spellings = new Set([
    ...[bared(script), ...others, openedUp(script), withAssignmentsEnded(script), ...withoutReturns(script)],
    ...[script, ...others].map(evaluatedInQuotes),
  ])
  spellings.delete(script)
  return [...spellings]
}

/** A script without the carriage returns at its lines' ends, where it has them: letters to the shells, but not to each of them on every system. */
export const withoutReturns = (script: string): readonly string[] =>
  /\r(?:\n|$)/.test(script) ? [script.replace(/\r(?=\n|$)/g, '')] : []
