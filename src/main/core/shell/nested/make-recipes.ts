import { environmentOf as fromEnvironment, plainWord } from '../graph'
import type { SourceText } from '../graph-builder'
import { fewTexts } from './command-texts'
import { splitLeading, type CallContext, type NestedReader, type NestedCommand } from './nested-command'

/** What a Makefile says, as far as it can be read without make: rules with literal targets, and plain variables. */
interface Makefile {
  readonly rules: ReadonlyMap<
    string,
    { readonly needs: readonly string[]; readonly recipe: readonly string[] }
  >
  readonly variables: ReadonlyMap<string, string>
  /** Those of them that recipes get as their environment. */
  readonly exported: ReadonlySet<string>
  readonly first: string | undefined
  /** Words for what in it is not followed: includes, pattern rules, calls of the shell. */
  readonly opaque: readonly string[]
}

const maxTargets = 64

function parseMakefile(text: string): Makefile {
  const rules = new Map<string, { needs: string[]; recipe: string[] }>()
  const variables = new Map<string, string>()
  const exported = new Set(['PATH'])
  const opaque = new Set<string>()
  let first: string | undefined
  let current: string[] = []
  for (const line of text.replace(/\\\n\s*/g, ' ').split('\n')) {
    if (line.startsWith('\t')) {
      for (const name of current) rules.get(name)?.recipe.push(line.slice(1))
      continue
    }
    const [, before = '', name, operator, value] =
      /^\s*((?:(?:export|override|private)\s+)*)([\w.-]+)\s*(\?=|:{1,3}=|\+=|!=|=)\s*(.*)$/.exec(line) ?? []
    if (name !== undefined) {
      if (before.includes('export')) exported.add(name)
      if (operator === '!=') opaque.add(`${name} comes from a shell command`)
      variables.set(
        name,
        operator === '+=' ? `${variables.get(name) ?? ''} ${value ?? ''}`.trim() : (value ?? ''),
      )
      continue
    }
    if (/^\s*[-s]?include\s/.test(line)) opaque.add('it includes other makefiles')
    if (/^\s*-?load\s/.test(line)) opaque.add('it loads an extension of make')
    if (/^[^\t#=]+:[^=;#]*=/.test(line)) opaque.add('it sets variables for one target')
    const [, given] = /^\s*export\b(.*)$/.exec(line) ?? []
    if (given?.trim() === '') opaque.add('it gives all its variables to what it runs')
    for (const each of given?.trim().split(/\s+/) ?? []) exported.add(each)
    if (given !== undefined) continue
    const [, targets, needs, inline] = /^([^\s#:=][^#:=]*?)\s*::?\s*([^=;#]*)(?:;(.*))?$/.exec(line) ?? []
    if (targets === undefined) {
      if (line.trim() !== '' && !line.startsWith('#')) current = []
      continue
    }
    current = targets.trim().split(/\s+/)
    for (const target of current) {
      const rule = rules.get(target) ?? { needs: [], recipe: [] }
      rule.needs.push(...(needs ?? '').split(/[\s|]+/).filter((each) => each !== ''))
      if (inline !== undefined) rule.recipe.push(inline)
      rules.set(target, rule)
      if (first === undefined && !target.startsWith('.') && !target.includes('%')) first = target
    }
  }
  if (!/^-[a-z]+( -?[a-z]+)*$/.test(variables.get('.SHELLFLAGS') ?? '-c'))
    opaque.add('its shell gets words of its own')
  if (variables.has('.RECIPEPREFIX')) opaque.add('its recipes begin in a way of their own')
  return { rules, variables, exported, first, opaque: [...opaque] }
}

/** `$(NAME)` and `$$`; what is not known becomes a shell variable of the same name, which is then unknown as well. */
function expandMake(text: string, variables: ReadonlyMap<string, string>, depth = 0): string {
  return text.replace(
    /\$(\$|\(([\w.-]+)\)|\{([\w.-]+)\}|([@<^+?*]))/g,
    (whole: string, first: string, a?: string, b?: string) => {
      if (first === '$') return '$'
      const name = a ?? b
      if (name === undefined) return '"$target"'
      const value = variables.get(name)
      if (value === undefined) return `\${${name.replace(/[^\w]/g, '_')}}`
      return depth < 6 ? expandMake(value, variables, depth + 1) : whole
    },
  )
}

/** The makefiles that one includes by a plain name. */
const includesOf = (text: string): readonly string[] =>
  [...text.matchAll(/^\s*-?s?include\s+(.+)$/gm)]
    .flatMap(([, names = '']) => names.replace(/#.*/, '').trim().split(/\s+/))
    .filter((name) => name !== '' && !/[$*?[]/.test(name))

/** What a makefile puts into the environment of its recipes, as lines of a shell. */
function environmentOf({ variables, exported }: Makefile): string {
  const lines = [...exported].flatMap((name) => {
    const value = variables.get(name)
    if (value === undefined || !/^[A-Za-z_]\w*$/.test(name)) return []
    return [`export ${name}="${expandMake(value, variables).replace(/["`\\]/g, '\\$&')}"\n`]
  })
  return lines.join('')
}

/** A shell that every system has, by its name or its place. */
const usualShell = /^(\/(usr\/)?(local\/)?bin\/(env\s+)?)?(ba|da|z|k)?sh$/

/** Lines that `make -n` runs nevertheless. */
const runsAnyhow = /^\s*[@-]*\+|\$[({]MAKE[)}]/

/** Rules for names of a kind, and the programs that make's own rules start. */
const forKinds = /%|^\.\w+(\.\w+)?$/
const startedByRules =
  /^(CC|CXX|CPP|AS|AR|FC|PC|LD|LEX|YACC|TEX|GET|RM|(COMPILE|LINK|PREPROCESS|ARFLAGS)\b.*)$/

/** True where a target may be made by a rule that does not name it, which this makefile changes. */
const hasKinds = ({ rules, variables }: Makefile): boolean =>
  [...rules.keys()].some((target) => forKinds.test(target) && !/^\.[A-Z_]+$/.test(target)) ||
  [...variables].some(([name, value]) => startedByRules.test(name) && /[/$]/.test(value))

/** The recipes of the wanted targets and of all that they need, needs first. `open`: of one of them a rule for a kind may decide. */
function recipesFor(
  makefile: Makefile,
  targets: readonly string[],
  dry: boolean,
): {
  readonly recipes: readonly { target: string; script: string }[]
  readonly open: boolean
  /** What is needed and has no rule. */
  readonly sources: readonly string[]
} {
  const seen = new Set<string>()
  const found: { target: string; script: string }[] = []
  const kinds = hasKinds(makefile)
  const sources: string[] = []
  let open = false
  const visit = (target: string): void => {
    if (seen.has(target) || seen.size >= maxTargets) return
    seen.add(target)
    const rule = makefile.rules.get(target)
    const isSource = target !== '' && (rule?.recipe ?? []).length === 0 && (rule?.needs ?? []).length === 0
    if (isSource) sources.push(target)
    open ||= kinds && target !== '' && (rule?.recipe ?? []).length === 0
    for (const need of rule?.needs ?? [])
      for (const each of expandMake(need, makefile.variables).split(/\s+/)) visit(each)
    const lines = (rule?.recipe ?? [])
      .filter((line) => !dry || runsAnyhow.test(line))
      .map((line) => expandMake(line.replace(/^\s*[@+-]+\s*/, ''), makefile.variables))
    if (lines.length > 0) found.push({ target, script: lines.join('\n') })
  }
  for (const target of targets) visit(target)
  return { recipes: found, open, sources }
}

/** True where a rule is for that file, by its name or by a pattern. */
const fitsTarget = (target: string, file: string): boolean => {
  const [before = '', ...after] = target.replace(/^\.\//, '').split('%')
  return after.length === 0 ? before === file : file.startsWith(before) && file.endsWith(after.join('%'))
}

/** What make's own rules make a file of that has no rule, the makefile among them; versions of it as well. */
const sourcesOf = (target: string): readonly string[] => [
  ...['sh', 'c', 'cc', 'C', 'cpp', 'o', 's', 'S', 'l', 'y'].map((ending) => `${target}.${ending}`),
  ...[`${target},v`, `RCS/${target},v`, `SCCS/s.${target}`],
]

/** So many files without a rule are looked at. */
const mostMade = 12

/** Endings that make knows as kinds of their own: its rules for any file do not hold for them. */
const knownKinds =
  /\.(o|a|c|cc|C|cpp|p|f|F|m|r|y|l|ym|lm|s|S|mod|sym|def|h|info|dvi|tex|texinfo|texi|txinfo|w|ch|web|sh|elc|el|out)$/

/** What make puts in the place of a file before it uses it. Reading takes up what is not there yet. */
async function madeByOwnRules(
  files: readonly string[],
  base: string,
  read: (path: string) => Promise<SourceText>,
): Promise<readonly NestedCommand[]> {
  const open = files.filter((file) => !knownKinds.test(file) && !/[%*?$"\s]/.test(file))
  if (open.length > mostMade)
    return [{ kind: 'unreadable', reason: "make's own rules may make what has no rule" }]
  const found: NestedCommand[] = []
  for (const file of open)
    for (const source of sourcesOf(file)) {
      const there = await read(source.startsWith('/') ? source : `${base}/${source}`)
      if (there.kind === 'text' || there.reason !== 'does not exist')
        found.push({ kind: 'unreadable', reason: `make's own rules may make ${file} of ${source}` })
    }
  return found
}

/** What make runs while it reads: `$(shell TEXT)`, `NAME != TEXT`. `-n` does not keep it from that. */
function readTimeScripts(text: string): readonly string[] {
  const found = [...text.matchAll(/^\s*(?:export\s+)?[\w.-]+\s*!=\s*(.+)$/gm)].map(
    ([, script = '']) => script,
  )
  for (const { index } of text.matchAll(/\$[({]shell\s/g)) {
    let [at, depth] = [index + 2, 1]
    for (; at < text.length && depth > 0; at++) {
      if (/[({]/.test(text.charAt(at))) depth += 1
      else if (/[)}]/.test(text.charAt(at))) depth -= 1
    }
    found.push(text.slice(index + 8, at - 1))
  }
  return fewTexts(found)
}

const asScript = (text: string, title: string, cwd?: string): NestedCommand => ({
  kind: 'script',
  text: plainWord(text),
  title,
  shell: 'posix',
  how: { via: 'script', ...(cwd === undefined ? {} : { cwd: [cwd] }) },
})

/** How many at once, and how busy the machine may be. */
const takesNumber = /^(-\w*[jl]|--jobs|--load-average|--max-load)$/

/** The options that make takes from its environment, before those of the line. A blank of a word's own stands behind a backslash there. */
function withFlags(context: CallContext): CallContext {
  const flags = fromEnvironment(context.command)
    .filter(({ name }) => /^(GNU)?MAKEFLAGS$/.test(name))
    .flatMap(({ value: { text } }) => {
      const [, evaluated] = /--eval[= ](.*)$/s.exec(text) ?? []
      const words = text
        .split(/(?<!\\)\s+/)
        .map((each, at) => (at === 0 && /^[a-zA-Z]+$/.test(each) ? `-${each}` : each))
        .filter((each) => /^-(?!-eval)|^\w+=/.test(each))
      return evaluated === undefined ? words : [...words, `--eval=${evaluated.replaceAll('\\', '')}`]
    })
  return { ...context, args: [...flags.map(plainWord), ...context.args] }
}

const insideMake: NestedReader = async (spoken) => {
  const context = withFlags(spoken)
  const { args, command, input } = context
  const { options, rest } = splitLeading(args, 'CfIjlloWOE', [
    '--directory',
    '--file',
    '--makefile',
    '--jobs',
    '--eval',
  ])
  if (['-v', '--version', '--help'].some((each) => options.has(each))) return []
  const dry = ['-n', '--dry-run', '--just-print', '--recon', '-q', '--question'].some((each) =>
    options.has(each),
  )
  const found: NestedCommand[] = args.flatMap((word) =>
    readTimeScripts(word.text).map((text) => asScript(text, 'make reads')),
  )
  const words = [...rest]
  const assigned = words.filter((word) => /^\w+=/.test(word.text))
  for (const word of assigned)
    if (/^SHELL=/.test(word.text))
      found.push({
        kind: 'script',
        text: { ...word, text: `${word.text.slice(6)} -c true`, head: '' },
        title: word.text,
        shell: 'posix',
        how: { via: 'escape' },
      })
  const [cwd] = command.cwd
  const folder = options.get('-C') ?? options.get('--directory')
  if (cwd === undefined || folder?.known === false || command.host !== undefined)
    return [...found, { kind: 'unreadable', reason: 'the folder of the makefile is not known' }]
  const base =
    folder === undefined ? cwd : folder.text.startsWith('/') ? folder.text : `${cwd}/${folder.text}`
  const file = options.get('-f') ?? options.get('--file') ?? options.get('--makefile')
  const names = file ? [file.text] : ['GNUmakefile', 'makefile', 'Makefile']
  // What `--eval` gives is read like a makefile before the others.
  const evaluated = args
    .flatMap(({ text }, at) =>
      text === '--eval'
        ? [args[at + 1]?.text ?? '']
        : /^--eval=/.test(text)
          ? [text.slice(7)]
          : /^-E./.test(text)
            ? [text.slice(2)]
            : text === '-E'
              ? [args[at + 1]?.text ?? '']
              : [],
    )
    .map((text) => `${text}\n`)
    .join('')
  for (const name of names) {
    const there: SourceText =
      /^(-|\/dev\/(stdin|fd\/0))$/.test(name) && input !== undefined
        ? { kind: 'text', text: input }
        : await context.read(name.startsWith('/') ? name : `${base}/${name}`)
    const read =
      there.kind === 'not-read' && evaluated !== '' && name === names.at(-1)
        ? ({ kind: 'text', text: '' } as const)
        : there
    if (read.kind === 'not-read') {
      if (read.reason === 'does not exist' && name !== names.at(-1)) continue
      return dry && !file ? found : [...found, { kind: 'unreadable', reason: `${name}: ${read.reason}` }]
    }
    for (const text of readTimeScripts(read.text)) found.push(asScript(text, `${name} reads`, base))
    // They are not followed; what a yes is given on they are part of.
    for (const included of includesOf(read.text))
      await context.read(included.startsWith('/') ? included : `${base}/${included}`)
    const parsed = parseMakefile(`${evaluated}${read.text}`)
    const variables = new Map([['MAKE', dry ? 'make -n' : 'make'], ...parsed.variables])
    for (const { text } of assigned)
      variables.set(text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1))
    const makefile = { ...parsed, variables }
    const wanted = words
      .filter(({ text }, at) => !(/^[\d.]+$/.test(text) && takesNumber.test(words[at - 1]?.text ?? '')))
      .filter(({ text }) => !/^\w+=/.test(text) && !text.startsWith('-'))
      .map((word) => word.text)
    const targets = wanted.length > 0 ? wanted : parsed.first === undefined ? [] : [parsed.first]
    if (!dry) {
      for (const target of targets)
        if (!parsed.rules.has(target))
          found.push({ kind: 'unreadable', reason: `no plain rule for ${target}` })
      for (const reason of parsed.opaque) found.push({ kind: 'unreadable', reason: `${name}: ${reason}` })
      if (/\$[({](shell|eval|call|guile)\b/.test(read.text))
        found.push({ kind: 'unreadable', reason: `${name} computes what it runs` })
    }
    const shell = expandMake(variables.get('SHELL') ?? 'sh', variables).trim()
    if (!usualShell.test(shell)) found.push(asScript(`${shell} -c true`, `${name} SHELL`, base))
    const environment = environmentOf(makefile)
    const { recipes, open, sources } = recipesFor(makefile, targets, dry)
    // make makes its makefile anew before it does anything else.
    const remakes = [...parsed.rules.keys()].some((target) => fitsTarget(target, name))
    if (remakes && !dry) found.push({ kind: 'unreadable', reason: `${name} says how it is made itself` })
    if (!dry && !args.some(({ text }) => /^(-[a-z]*r[a-z]*|--no-builtin-rules)$/.test(text)))
      found.push(...(await madeByOwnRules([...sources, name], base, context.read)))
    if (open && !dry)
      found.push({ kind: 'unreadable', reason: `${name}: a rule for names of a kind may run` })
    for (const { target, script } of recipes)
      found.push({
        kind: 'script',
        text: plainWord(`${environment}${script}`),
        title: `${name} target ${target}`,
        shell: 'posix',
        how: { via: 'script', cwd: [base] },
      })
    return found
  }
  return found
}

/** make and its kin: the recipe of the target and of all that it needs. */
export const makeReaders: Readonly<Record<string, NestedReader>> = { make: insideMake, gmake: insideMake }
