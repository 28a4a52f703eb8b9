import { quoteWord } from '@shared/domain/quote-shell'
import { decodeAnsiC } from '../ansi-c'
import { awkCommands } from './awk-program'
import { fewTexts, literalCommands } from './command-texts'

/** Where code of other languages hands a literal text to a shell. The first group is the text, still with its escapes. */
const calls: readonly RegExp[] = [
  // Python, Perl, PHP, awk, Ruby, Lua: a function with one literal
  /\b(?:os\.system|os\.popen|system|popen|shell_exec|passthru|os\.execute|io\.popen|getoutput|getstatusoutput|exec|execSync|spawnSync|spawn|execa|subprocess\.\w+|Open3\.\w+|IO\.popen|qx)\s*\(?\s*(?:f|r|b|u)?(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|`((?:\\.|[^`\\])*)`)/g,
  // Ruby and Perl: %x(…), qx{…}
  /(?:%x|\bqx)\s*(?:\(([^)]*)\)|\{([^}]*)\}|\[([^\]]*)\]|\|([^|]*)\||\/([^/]*)\/)/g,
  // AppleScript
  /\bdo shell script\s*"((?:\\.|[^"\\])*)"/g,
  // Emacs Lisp
  /\(\s*(?:async-)?shell-command(?:-to-string)?\s+"((?:\\.|[^"\\])*)"/g,
]

/** Ways of single languages, by the name of their interpreter. The first group is a command line, or the second its words. */
const own: readonly (readonly [RegExp, readonly RegExp[]])[] = [
  [
    /^(expect|tclsh|wish)/,
    [/\b(?:exec|spawn|system)[ \t]+(?:-\w+[ \t]+)*["{]?([^\n;\]"}]+)/g, /\bopen\s+["{]?\|\s*([^"}\]\n]+)/g],
  ],
  [/^ipython/, [/(?:^|[;\n])\s*!([^\n]*)/g]],
  [/^m4$/, [/\be?syscmd\(\s*`?([^)']*)/g]],
  [/^gnuplot$/, [/(?:^|[;\n])\s*!([^\n]*)/g, /`([^`]*)`/g]],
  [/^(octave|swipl|raku|R$|Rscript)/, [/\b(?:shell|shell_cmd|unix|run|qqx)\s*\(?\s*['"{]([^'"}]*)/g]],
  [/^(R|Rscript)$/, [/\bsystem2\(\s*["']([^"']*["']\s*,[^)]*)/g]],
  [/^julia$/, [/`([^`]*)`/g]],
  [
    /^(elixir|erl)$/,
    [
      /\bos\s*[:.]\s*cmd\(\s*(?:~c)?["']([^"']*)/g,
      /\bSystem\.(?:shell|cmd)\(\s*"([^"]*"(?:\s*,\s*\[[^\]]*)?)/g,
    ],
  ],
  [
    /^(guile|sbcl|ecl|clisp|racket|clojure|bb)$/,
    [
      /\((?:system\*?|[\w:/.-]*(?:run-program|run-shell-command|shell-command)|(?:[\w./]*\/)?sh|shell)\s+"([^"]*"(?:[\s'(]*"[^"]*")*)/g,
    ],
  ],
  [/^groovy$/, [/['"]([^'"]+)['"]\.execute\(/g, /\[\s*['"]([^\]]*)\]\.execute\(/g]],
]

/** Calls that remove a tree, in the words of their language. The group is the tree. */
const removals: readonly RegExp[] = [
  /\bdelete\(\s*['"]([^'"]+)['"]\s*,\s*['"]rf?['"]/g,
  /\b(?:unlink|rm)\(\s*["']([^"']+)["'][^)]*\brecursive\s*=\s*[Tt]/g,
  /\bcall\s+delete\(\s*['"]([^'"]+)['"]\s*\)/g,
  /\bFile\.rm_rf!?\(?\s*"([^"]+)"/g,
  /\bfile\s+delete\s+-force\s+(?:--\s+)?["{]?([^\s"}\];]+)/g,
  /\((?:delete-file-recursively|delete-file|delete-directory|delete-directory\/files|(?:uiop:)?delete-directory-tree)\s+(?:#p)?"([^"]+)"/g,
  /\brmdir\(\s*['"]([^'"]+)['"]\s*,\s*['"]s['"]/g,
]

/** Perl: `exec qw(rm -rf), "x"`. */
const wordList =
  /\b(?:exec|system)\s*\(?\s*qw\s*[({[|/]([^)}\]|/]*)[)}\]|/]((?:\s*,\s*(?:"[^"]*"|'[^']*'))*)/g

/** Perl's name for a variable of the environment, as a shell has it. */
const asShell = (text: string): string => text.replace(/\$ENV\{["']?(\w+)["']?\}/g, '$$$1')

/** `rm", "-rf", "src` and `rm -rf src` alike as one line: quotes between words are those of the language. */
const asLine = (text: string): string => {
  const words = text
    .split(/["'][\s,'([]*["']?/)
    .filter((word) => word.trim() !== '' && !/^[\s,c([]+$/.test(word))
  return words.length > 1 ? words.map((word) => quoteWord(word.trim())).join(' ') : (words[0] ?? '')
}

const backticks = /`((?:\\.|[^`\\])*)`/g

/** Word lists such as subprocess.run(['rm', '-rf', 'x']). */
const lists =
  /\b(?:subprocess\.\w+|os\.exec\w+|spawn(?:Sync)?|exec(?:File)?(?:Sync)?|execa|system)\s*\(?\s*\[?\s*((?:["'][^"'\\]*["']\s*[,\])]\s*\[?\s*)+)/g

/** `new Deno.Command('rm', { args: ['-rf', 'x'] })`. */
const denoCommand = /\bDeno\.Command\(\s*["']([^"']+)["']\s*,\s*\{[^}]{0,200}?\bargs\s*:\s*\[([^\]]*)\]/g

/**
 * The shell command lines that stand as literals in code of another language, for them to be read as what they are. A
 * command that is put together at run time is not found; the code as a whole counts as not seen through anyhow.
 */
export function embeddedCommands(code: string, interpreter: string): readonly string[] {
  const found: string[] = []
  for (const call of calls)
    for (const match of code.matchAll(call)) {
      const text = (match.slice(1) as (string | undefined)[]).find((group) => group !== undefined)
      // Python's exec and eval take Python, not a command line.
      const isOwn = /^(python|pypy)/.test(interpreter) && /^exec\b/.test(match[0])
      if (text !== undefined && !isOwn) found.push(asShell(decodeAnsiC(text)))
    }
  if (interpreter === 'awk') found.push(...awkCommands(code).lines.map(decodeAnsiC))
  if (/^(ruby|perl|php)/.test(interpreter))
    for (const [, text = ''] of code.matchAll(backticks)) found.push(decodeAnsiC(text))
  for (const [language, patterns] of own)
    if (language.test(interpreter))
      for (const pattern of patterns)
        for (const [, text = ''] of code.matchAll(pattern)) found.push(asLine(text))
  if (!/^(python|pypy|node|deno|bun|tsx|ts-node|ruby|perl|php)/.test(interpreter))
    for (const pattern of removals)
      for (const [, tree = ''] of code.matchAll(pattern)) {
        const [, variable, rest = ''] = /^\$(?:::)?env\((\w+)\)(.*)$/s.exec(tree) ?? []
        found.push(`rm -rf ${variable === undefined ? quoteWord(tree) : `"$${variable}"${quoteWord(rest)}`}`)
      }
  for (const [, list = '', more = ''] of code.matchAll(wordList))
    found.push(asShell(`${list}${more.replace(/\s*,\s*/g, ' ')}`))
  for (const [, list = ''] of code.matchAll(lists)) {
    const words = [...list.matchAll(/["']([^"'\\]*)["']/g)].map(([, word = '']) => word)
    if (words.length > 1) found.push(words.map(quoteWord).join(' '))
  }
  for (const [, program = '', list = ''] of code.matchAll(denoCommand)) {
    const words = [...list.matchAll(/["']([^"'\\]*)["']/g)].map(([, word = '']) => word)
    found.push([program, ...words].map(quoteWord).join(' '))
  }
  found.push(...literalCommands(code).map(decodeAnsiC))
  return fewTexts(found)
}
