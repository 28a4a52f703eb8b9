import { languageOf } from '../../programs/built-in'
import { plainWord, type SimpleCommand } from '../../shell/graph'
import { inlineCodeOf } from '../../shell/nested/interpreters'
import { targetOf } from './file-action'
import type { Found } from './program-forms'

/** Words of Python and JavaScript that only compute and print. Any other word makes code not understood. */
const plainWords = new Set(
  `print len str int float bool list dict set tuple sorted sum min max range enumerate zip map filter abs round type repr format join split strip
  lstrip rstrip replace upper lower startswith endswith count index keys values items get append import from as json sys math re datetime time platform
  version version_info version_infos implementation stdin stdout argv maxsize executable path platform load loads dumps dump indent sort_keys ensure_ascii
  read readline readlines strftime now today isoformat date timedelta sqrt pi floor ceil if else elif for in not and or is lambda True False None with
  console log JSON parse stringify Math Number String Object Array Boolean Date process versions node arch const let var return function of new true
  false null undefined toFixed toString length push includes slice pid uptime memoryUsage cwd decimal Decimal fractions Fraction statistics mean median
  random calendar collections Counter itertools pprint pp end sep x y z a b c d e f i j k n m s t v data line lines value key item result r obj p w h
  name scripts dependencies devDependencies engines main exports`
    .split(/\s+/)
    .filter((word) => word !== ''),
)

const libraries =
  /^(json|sys|math|re|datetime|time|platform|decimal|fractions|statistics|random|calendar|collections|itertools|pprint)$/

/** Quoted texts taken out, numbered marks left in their place; undefined where quotes may not mean what they seem to. */
function takeStrings(code: string, language: string): { bare: string; strings: string[] } | undefined {
  if (/'''|"""|`/.test(code)) return undefined
  const strings: string[] = []
  const bare = code.replace(
    /"((?:\\.|[^"\\\n])*)"|'((?:\\.|[^'\\\n])*)'/g,
    (_, double?: string, single?: string) => `"${strings.push(double ?? single ?? '') - 1}"`,
  )
  // A quote left over, or one that a comment or a pattern may hold: what looks like a string may be code.
  if (/['\\]/.test(bare) || bare.replace(/"\d+"/g, '').includes('"')) return undefined
  const doubtful = language === 'node' ? /\/|<!--|-->/ : /#/
  return strings.length > 0 && doubtful.test(bare) ? undefined : { bare, strings }
}

/** True when JavaScript takes things by computed names only from where no name leads to code: `a["constructor"]` does. */
function plainBrackets(bare: string, strings: readonly string[]): boolean {
  const global =
    /\b(process|Object)\b/.test(bare) || strings.some((text) => /\\|constructor|proto/.test(text))
  return (
    bare
      .replace(/\[\s*\d+\s*\]/g, '')
      .match(/\[[^\]]*\]?/g)
      ?.every((each) => !global && /^\[[\s\d",.-]*\]$/.test(each)) ?? true
  )
}

/** Calls that read a file named in them: Python's open, Node's require of JSON and readFileSync. The group is the file. */
const reading: Readonly<Record<string, RegExp>> = {
  python3: /\bopen\(\s*"(\d+)"\s*(?:,\s*"(\d+)"\s*)?(?:,\s*encoding\s*=\s*"\d+"\s*)?\)/g,
  node: /\brequire\(\s*"(\d+)"\s*\)(?:\.readFileSync\(\s*"(\d+)"\s*(?:,\s*"\d+"\s*)?\))?/g,
}

function fileOf(language: string, first: string, second: string | undefined): string | undefined {
  if (language === 'python3') return second === undefined || /^r[bt]?$/.test(second) ? first : undefined
  if (second !== undefined) return /^(node:)?fs$/.test(first) ? second : undefined
  return /^\.{1,2}\/.*\.json$|^\/.*\.json$/.test(first) ? first : undefined
}

/** False when code imports something that is not on the list: it might be a file of the project, which would run. */
function importsLibraries(bare: string, language: string): boolean {
  if (language === 'node') return !/\bimport\b/.test(bare)
  return [...bare.matchAll(/\bfrom\s+(\S+)\s+import\b|\bimport\s+([^;\n]+)/g)].every(
    ([, one, several = '']) =>
      (one ?? several).split(',').every((name) => libraries.test(name.trim().split(/\s/)[0] ?? '')),
  )
}

/**
 * The files that code reads which does nothing but compute, print and read what it names. Undefined for all other code,
 * and for languages other than Python (`python3`) and JavaScript (`node`).
 */
export function readsOfPlainCode(code: string, language: string): readonly string[] | undefined {
  const pattern = Object.hasOwn(reading, language) ? reading[language] : undefined
  if (!pattern || code.length > 2000) return undefined
  const taken = takeStrings(code, language)
  if (!taken || (language === 'node' && !plainBrackets(taken.bare, taken.strings))) return undefined
  const files: string[] = []
  const rest = taken.bare.replace(pattern, (whole: string, first: string, second?: string) => {
    const at = (mark: string | undefined): string | undefined =>
      mark === undefined ? undefined : taken.strings[Number(mark)]
    const file = fileOf(language, at(first) ?? '', at(second))
    if (file === undefined || /[\\\0]/.test(file)) return whole
    files.push(file)
    return ' 0 '
  })
  if (/__/.test(rest)) return undefined
  const words = rest.match(/[A-Za-z_]\w*/g) ?? []
  return importsLibraries(rest, language) && words.every((word) => plainWords.has(word)) ? files : undefined
}

/** What plain code in a command's words or on its standard input reads. */
export function codeReads(command: SimpleCommand): readonly Found[] {
  const language = languageOf(command.program) ?? command.program
  return inlineCodeOf(command).flatMap(({ text, known }) =>
    (known ? (readsOfPlainCode(text, language) ?? []) : []).map((path): Found => ({
      access: 'read',
      target: targetOf(plainWord(path), command),
    })),
  )
}
