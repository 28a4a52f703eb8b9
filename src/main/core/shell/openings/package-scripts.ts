import { plainWord, type Word } from '../graph'
import { parentOf, upwards } from '../paths'
import { splitLeading, type OpenContext, type Opener, type Opening } from './opening'
import { isShell } from '../shell-script'

/** What a package.json says that matters here. Everything in it is untrusted. */
export interface Manifest {
  readonly path: string
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies: readonly string[]
}

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** Reads a package.json's text; undefined when it is not JSON with an object in it. */
export function parseManifest(text: string, path: string): Manifest | undefined {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return undefined // npm would stop on it as well
  }
  const found = record(json)
  const scripts = Object.fromEntries(
    Object.entries(record(found.scripts)).filter(
      (each): each is [string, string] => typeof each[1] === 'string',
    ),
  )
  const dependencies = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((key) =>
    Object.keys(record(found[key])),
  )
  return { path, scripts, dependencies }
}

/** The package.json that npm would use: the nearest one above the folder. Undefined with the reason when there is none. */
async function findManifest(context: OpenContext): Promise<Manifest | string> {
  const { command, read } = context
  const [cwd, ...others] = command.cwd
  if (cwd === undefined || others.length > 0) return 'the folder of package.json is not known'
  if (command.host !== undefined) return `package.json lies on ${command.host}`
  for (const folder of upwards(cwd).slice(0, 12)) {
    const path = `${folder}/package.json`
    const found = await read(path)
    if (found.kind === 'text') return parseManifest(found.text, path) ?? 'package.json is no JSON'
    if (found.reason !== 'does not exist') return `package.json: ${found.reason}`
  }
  return 'there is no package.json'
}

function scriptOpening(name: string, text: string, manifest: Manifest, args: readonly Word[]): Opening {
  const script = [text, ...args.map((word) => word.text)].join(' ')
  return {
    kind: 'script',
    text: { ...plainWord(script), known: args.every((word) => word.known) },
    title: `package.json script ${name}`,
    shell: 'posix',
    how: { via: 'script', cwd: [parentOf(manifest.path)] },
  }
}

const has = (manifest: Manifest, name: string): boolean => Object.hasOwn(manifest.scripts, name)

/** The scripts that run for one name: with npm also its pre and post forms. */
function scriptsFor(names: readonly string[], manifest: Manifest, args: readonly Word[]): Opening[] {
  return names.flatMap((name) => {
    const text = has(manifest, name) ? manifest.scripts[name] : undefined
    return text === undefined ? [] : [scriptOpening(name, text, manifest, args)]
  })
}

const around = (name: string): readonly string[] => [`pre${name}`, name, `post${name}`]
const lifecycle = [
  'preinstall',
  'install',
  'postinstall',
  'prepublish',
  'preprepare',
  'prepare',
  'postprepare',
]

const aliases: Readonly<Record<string, string>> = {
  t: 'test',
  tst: 'test',
  i: 'install',
  in: 'install',
  isntall: 'install',
  add: 'install',
  'clean-install': 'ci',
  'install-test': 'install',
  'run-script': 'run',
  rum: 'run',
  urn: 'run',
  x: 'exec',
  dlx: 'exec',
}

/** npm's built-in verbs that run a script of the same name. */
const named = new Set(['test', 'start', 'stop', 'restart'])

/** Verbs that pnpm, yarn and bun have of their own; any other word is a script or a tool. */
export const ownVerbs =
  /^(install|ci|run|exec|remove|rm|un|uninstall|update|up|upgrade|outdated|list|ls|why|view|info|publish|unpublish|pack|link|unlink|init|create|config|cache|audit|login|logout|whoami|version|help|store|prune|rebuild|dedupe|import|fetch|patch|workspaces?|global|set|node|npm|doctor|token|owner|access|team|deprecate|dist-tag|star|search|fund|root|bin|prefix|docs|repo|bugs|ping|profile|explain|query|sbom|pkg|diff|edit|explore|completion|get|check|licenses|plugin|import|dist|tag|policies|generate-lock-entry|autoclean|self-update|env|setup|server|deploy|approve-builds|pm|build|upgrade-interactive)$/

/** The verb of a package manager's call, in its long form, and what comes after it. */
export function packageVerb(args: readonly Word[]): { verb: string; rest: readonly Word[] } {
  const { rest } = splitLeading(args, 'Cw', ['--prefix', '--workspace', '--cwd', '--dir', '--filter', '-F'])
  const [first, ...more] = rest
  const text = first?.text ?? 'install'
  return { verb: Object.hasOwn(aliases, text) ? (aliases[text] ?? text) : text, rest: more }
}

const openPackageManager: Opener = async (context) => {
  const { args, command } = context
  const { verb, rest } = packageVerb(args)
  if (args.some((word) => /^--(version|help)$|^-[hv]$/.test(word.text)) || verb === 'help') return []
  const shell = splitOption([...args], '--script-shell')
  const escape: Opening[] = shell
    ? [{ kind: 'command', words: [shell, plainWord('-c'), plainWord('true')], how: { via: 'escape' } }]
    : []
  if (verb === 'exec') return [...escape, ...openTool(rest)]
  const installs = verb === 'install' || verb === 'ci'
  const given = rest.filter((word) => !word.text.startsWith('-'))
  const script = named.has(verb) ? verb : verb === 'run' ? given[0]?.text : undefined
  const isNpm = command.program === 'npm'
  const direct =
    !isNpm && script === undefined && !(ownVerbs.test(verb) && verb !== 'build') && !installs
      ? verb
      : undefined
  const name = script ?? direct
  if (!installs && name === undefined) return escape
  if (installs && (args.some((word) => word.text === '--ignore-scripts') || given.length > 0)) return escape
  const manifest = await findManifest(context)
  if (typeof manifest === 'string')
    return installs ? escape : [...escape, { kind: 'unreadable', reason: manifest }]
  if (installs) return [...escape, ...scriptsFor(lifecycle, manifest, [])]
  if (name === undefined) return escape
  const cut = rest.findIndex((word) => word.text === '--')
  const passed = isNpm
    ? cut < 0
      ? []
      : rest.slice(cut + 1)
    : rest.filter((word) => word !== given[0] || direct !== undefined)
  if (has(manifest, name)) return [...escape, ...scriptsFor(around(name), manifest, passed)]
  // yarn, pnpm and bun fall back to a tool of that name.
  if (direct !== undefined && args.length > 0) return [...escape, ...openTool([plainWord(direct), ...rest])]
  return [...escape, { kind: 'unreadable', reason: `package.json has no script ${name}` }]
}

function splitOption(args: readonly Word[], name: string): Word | undefined {
  const at = args.findIndex((word) => word.text === name || word.text.startsWith(`${name}=`))
  const word = args[at]
  return (
    word &&
    (word.text === name ? args[at + 1] : { ...word, text: word.text.slice(name.length + 1), head: '' })
  )
}

/** `npx tool args`: the tool runs as a command of its own name. */
function openTool(args: readonly Word[]): Opening[] {
  const { options, rest } = splitLeading(args, 'pc', ['--package', '--call', '--workspace'])
  const call = options.get('-c') ?? options.get('--call')
  if (call) return [{ kind: 'script', text: call, title: 'npx -c', shell: 'posix', how: { via: 'script' } }]
  const [tool, ...more] = rest
  if (!tool || isShell(tool.text))
    return tool ? [{ kind: 'command', words: rest, how: { via: 'wrapper' } }] : []
  const bare = { ...tool, text: tool.text.replace(/(?<=.)@[^/]*$/, ''), head: '' }
  return [{ kind: 'command', words: [bare, ...more], how: { via: 'wrapper' } }]
}

/** Package managers of JavaScript: their scripts, with pre and post, and the tools they start. */
export const packageOpeners: Readonly<Record<string, Opener>> = {
  npm: openPackageManager,
  pnpm: openPackageManager,
  yarn: openPackageManager,
  bun: openPackageManager,
  npx: ({ args }) => openTool(args),
  pnpx: ({ args }) => openTool(args),
  bunx: ({ args }) => openTool(args),
  uvx: ({ args }) => openTool(args),
  pipx: ({ args }) => (args[0]?.text === 'run' ? openTool(args.slice(1)) : []),
}
