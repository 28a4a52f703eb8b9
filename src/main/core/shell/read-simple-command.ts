import type { ParsedCommand } from '@shared/domain/parsed-command'
import { quoteCommand } from '@shared/domain/quote-shell'
import { programName } from './shell-script'

/** Options of search programs whose value is a word of its own. */
const takesValue = new Set(
  [
    '-A -B -C -g -m -t -T -d -j --after-context --before-context --context --glob --iglob --max-count --max-depth',
    '--type --type-not --type-add --threads --sort --include --exclude --exclude-dir --color --extension',
  ].flatMap((line) => line.split(' ')),
)
const patternOption = new Set(['-e', '--regexp'])
const leftOut = new Set(['build', 'dist', 'node_modules', 'src', ''])
const sedRange = /^\d+(,(\d+|\$))?p$/

/** The last part of a path that says something: `webview/src` is `webview`. */
function shortPath(path: string): string {
  return path.split('/').findLast((part) => !leftOut.has(part)) ?? path
}

/** Words that are no options and no option's value; `pattern` is what -e gave, if it was there. */
function operands(words: readonly string[]): { rest: string[]; pattern: string | undefined } {
  const rest: string[] = []
  let pattern: string | undefined
  for (let at = 1; at < words.length; at++) {
    const word = words[at] ?? ''
    if (word === '--') return { rest: [...rest, ...words.slice(at + 1)], pattern }
    if (patternOption.has(word)) pattern = words[++at]
    else if (takesValue.has(word)) at += 1
    else if (!word.startsWith('-') || word === '-') rest.push(word)
  }
  return { rest, pattern }
}

function search(words: readonly string[], cmd: string): ParsedCommand {
  const { rest, pattern } = operands(words)
  const filesOnly = words.includes('--files')
  const [query, path] = filesOnly
    ? [undefined, rest[0]]
    : pattern === undefined
      ? [rest[0], rest[1]]
      : [pattern, rest[0]]
  return found(cmd, query, path)
}

function found(cmd: string, query: string | undefined, path: string | undefined): ParsedCommand {
  return { type: 'search', cmd, query: query ?? null, path: path === undefined ? null : shortPath(path) }
}

function find(words: readonly string[], cmd: string): ParsedCommand {
  const names = new Set(['-name', '-iname', '-path', '-regex'])
  const at = words.findIndex((word) => names.has(word))
  const [, first] = words
  const path = first === undefined || first.startsWith('-') ? undefined : first
  return found(cmd, at < 0 ? undefined : words[at + 1], path)
}

function fd(words: readonly string[], cmd: string): ParsedCommand {
  const [first, second] = operands(words).rest
  return second === undefined && first?.includes('/') === true
    ? found(cmd, undefined, first)
    : found(cmd, first, second)
}

/** The one file that a command shows; undefined when it shows none, several, or something else. */
function fileShown(words: readonly string[]): string | undefined {
  const [program = '', ...rest] = words
  const [first = '', second = '', third] = rest
  switch (program) {
    case 'cat': {
      const files = first === '--' ? rest.slice(1) : rest
      return files.length === 1 && (first === '--' || !first.startsWith('-')) ? files[0] : undefined
    }
    case 'head':
    case 'tail':
      if (first === '-n' && /^\+?\d+$/.test(second) && rest.length === 3) return third
      return /^-n\+?\d+$/.test(first) && rest.length === 2 ? second : undefined
    case 'nl': {
      const files = rest.filter((word) => !word.startsWith('-'))
      return files.length === 1 ? files[0] : undefined
    }
    case 'sed':
      return first === '-n' && sedRange.test(second) && rest.length === 3 ? third : undefined
    default:
      return undefined
  }
}

/** What one simple command does (docs/spec/commands.md). `folder` is where an earlier `cd` went, '' for nowhere. */
export function readSimpleCommand(words: readonly string[], folder: string): ParsedCommand {
  const cmd = quoteCommand(words)
  const named = [programName(words[0] ?? ''), ...words.slice(1)]
  const file = fileShown(named)
  if (file !== undefined) {
    const path = folder === '' || file.startsWith('/') ? file : `${folder.replace(/\/$/, '')}/${file}`
    return { type: 'read', cmd, name: shortPath(file), path }
  }
  const [program = ''] = named
  switch (program) {
    case 'ls': {
      const path = named.slice(1).find((word) => !word.startsWith('-'))
      return { type: 'list_files', cmd, path: path === undefined ? null : shortPath(path) }
    }
    case 'rg':
    case 'grep':
      return search(named, cmd)
    case 'fd':
      return fd(named, cmd)
    case 'find':
      return find(named, cmd)
    default:
      return { type: 'unknown', cmd }
  }
}

/** Whether a command only shapes another's output (docs/spec/commands.md). */
export function isFormatting(words: readonly string[]): boolean {
  const [program = ''] = words
  switch (program) {
    case 'wc':
    case 'tr':
    case 'cut':
    case 'sort':
    case 'uniq':
    case 'xargs':
    case 'tee':
    case 'column':
    case 'awk':
    case 'yes':
    case 'printf':
      return true
    case 'head':
    case 'tail':
      return words.length < 3
    case 'nl':
      return words.slice(1).every((word) => word.startsWith('-'))
    case 'sed':
      return fileShown(words) === undefined
    default:
      return false
  }
}
