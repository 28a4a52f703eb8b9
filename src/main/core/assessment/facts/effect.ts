import type { Access } from '../actions/action'
import { contactsOf } from '../actions/network'
import { readGitCall } from '../openings/git-openings'
import { packageVerb } from '../openings/package-scripts'
import { verbs, type View } from '../rails/rule'
import type { Verdict } from '../rails/judge-rails'
import type { SimpleCommand } from '../shell/graph'
import type { Touched } from './gather'
import { filesInWords, pathInWords, sizeInWords } from './in-words'
import { isInside, type Landmarks } from './places'

const verbFor: Readonly<Record<Exclude<Access, 'read'>, string>> = {
  delete: 'Deletes',
  move: 'Moves',
  write: 'Overwrites',
  change: 'Changes',
  append: 'Changes',
  create: 'Writes',
}

/** The verb for one thing touched: writing to what is not there yet overwrites nothing. */
function verbOf({ action, found }: Touched): string {
  if (action.access === 'read') return 'Reads'
  const replaces = found.some(({ fact }) => fact.kind !== 'missing')
  if (/^(write|append)$/.test(action.access) && (!replaces || action.target.spread === 'below'))
    return 'Writes'
  return verbFor[action.access]
}

const listed = (names: readonly string[]): string =>
  names.length <= 2 ? names.join(' and ') : `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`

function insideInWords(touched: readonly Touched[]): string {
  const places = touched.flatMap(({ found }) => found.map(({ place }) => place))
  if (places.length === 0) return ''
  if (places.every(isInside)) return ', inside the workspace'
  return places.every((place) => place === 'temporary' || place === 'harmless-device')
    ? ', in the temporary folder'
    : ', outside the workspace'
}

/** "312 files (48 MB) in ~/.pi", from what was found; what is not known is said as what it is. */
function objectInWords(touched: readonly Touched[], landmarks: Landmarks): string {
  const [first] = touched
  if (first && touched.every(({ found, known }) => found.length === 0 && !known))
    return first.action.target.paths.length > 0
      ? `files that were not all looked at (${first.action.target.text} and others)`
      : `files that are only known at run time (${first.action.target.text})`
  const facts = touched.flatMap(({ found }) => found.map(({ fact }) => fact))
  const named = touched.flatMap(({ action, found }) =>
    action.target.spread === 'glob'
      ? [action.target.text]
      : found.map(({ fact }) =>
          pathInWords(fact.kind === 'symlink' ? fact.path : (fact.realPath ?? fact.path), landmarks),
        ),
  )
  const place = listed([...new Set(named)])
  if (facts.length === 0) return `nothing yet: ${place} fits no file`
  if (facts.every(({ kind }) => kind === 'missing'))
    return /^(delete|move)$/.test(first?.action.access ?? '') ? `${place}, which does not exist` : place
  const files = facts.reduce((sum, { files: count = 0 }) => sum + count, 0)
  const bytes = facts.reduce((sum, { bytes: size = 0 }) => sum + size, 0)
  const counted = facts.every((fact) => fact.counted) && touched.every(({ complete }) => complete)
  if (
    touched.some(({ action }) => action.target.spread === 'below' && !/^(delete|move)$/.test(action.access))
  )
    return `files in ${place}`
  const filtered = touched.some(({ action }) => action.target.spread === 'below' && action.target.filtered)
  const isTree =
    facts.some(({ kind, files: count }) => kind === 'directory' && count !== undefined) || facts.length > 1
  if (!isTree) return facts[0]?.kind === 'file' ? `${place} (${sizeInWords(bytes)})` : place
  const amount = filtered ? 'up to ' : counted ? '' : 'at least '
  return `${amount}${filesInWords(files)} (${sizeInWords(bytes)}) in ${place}`
}

function fileEffect({ command, rule }: Verdict, view: View): string | undefined {
  const wanted = rule.id.startsWith('delete.') ? /^(delete|move)$/ : /^(create|append|write|change)$/
  const touched = view.touched(command).filter(({ action }) => wanted.test(action.access))
  const [first] = touched
  if (!first) return undefined
  const verb = verbOf(first)
  const same = touched.filter((each) => verbOf(each) === verb)
  return `${verb} ${objectInWords(same, view.findings.landmarks)}${insideInWords(same)}`
}

const hosts = (command: SimpleCommand): string =>
  contactsOf(command)
    .map(({ host }) => host)
    .join(', ')

function pushEffect(command: SimpleCommand, view: View, forced: boolean): string {
  const call = readGitCall(command.words.slice(1))
  const words = call.rest.map((word) => word.text).filter((text) => !text.startsWith('-'))
  const repository = view.repository(command)
  const branch = words[1]?.replace(/^\+/, '') ?? repository?.branch ?? 'the current branch'
  const remote = words[0] ?? repository?.upstream?.remote ?? 'the remote'
  const { ahead } = repository?.upstream ?? {}
  if (forced) return `Overwrites ${branch} on ${remote}`
  return ahead === undefined || words.length > 0
    ? `Sends ${branch} to ${remote}`
    : `Sends ${ahead} ${ahead === 1 ? 'commit' : 'commits'} on ${branch} to ${remote}`
}

function packageEffect(command: SimpleCommand): string {
  const { program } = command
  const given = /^(npm|pnpm|yarn|bun)$/.test(program)
    ? packageVerb(command.words.slice(1)).rest.map((word) => word.text)
    : verbs(command).slice(1)
  const names = given.filter((text) => !text.startsWith('-'))
  return names.length > 0 && names.length < 6
    ? `Installs ${listed(names)} with ${program}`
    : `Installs packages with ${program}`
}

/** The phrase for one rule that held, without place and full stop; undefined where it has none of its own. */
function phrase(verdict: Verdict, view: View): string | undefined {
  const { command, rule } = verdict
  const [family = '', name = ''] = rule.id.split('.')
  const host = hosts(command)
  switch (family) {
    case 'delete':
    case 'write':
      return fileEffect(verdict, view)
    case 'persist':
      return fileEffect(verdict, view) ?? 'Changes what starts by itself'
    case 'network':
      if (name === 'exfiltration') return verdict.text.replace(/^It sends /, 'Sends ').replace(/\.$/, '')
      if (name === 'send') return host === '' ? undefined : `Sends data to ${host}`
      if (name === 'listen') return 'Starts a server that others can reach'
      if (name === 'remote-command' || name === 'remote-any')
        return `Runs ${command.program} on ${command.host ?? 'another machine'}`
      return host === '' ? undefined : `Connects to ${host}`
    case 'code': {
      if (name !== 'remote' && name !== 'downloaded' && name !== 'remote-url') return undefined
      const from = view.graph.commands.map(hosts).find((each) => each !== '')
      return `Runs code from ${from ?? 'the network'}`
    }
    case 'git':
      if (name === 'push' || name === 'force-push') return pushEffect(command, view, name === 'force-push')
      if (name === 'drop-changes') return 'Deletes changes that are not committed'
      if (name === 'clean') return 'Deletes files that git does not know'
      if (name === 'fetch')
        return host === '' ? 'Connects to the remote of the repository' : `Downloads from ${host}`
      return undefined
    case 'packages':
      if (name === 'publish') return `Sends a package to the world with ${command.program}`
      return /^(install|global|system|foreign-source|system-file)$/.test(name)
        ? packageEffect(command)
        : undefined
    case 'system':
      if (name === 'kill' || name === 'kill-all') return 'Stops processes'
      if (name === 'power') return 'Stops this machine'
      return undefined
    case 'services':
      return host === '' ? undefined : `Connects to ${host}`
    default:
      return undefined
  }
}

const rank = { low: 0, medium: 1, high: 2 } as const

/** What a command comes from, when it does not stand in the line itself: "from scripts/deploy.sh". */
function origin(command: SimpleCommand, view: View): string {
  const { document } = command.place
  const title = document === 0 ? undefined : view.graph.documents[document]?.title
  return title === undefined || / -c$|eval|reads$/.test(title) ? '' : `, from ${title}`
}

const quoted = (text: string): string => {
  const flat = text.replace(/\s+/g, ' ').trim()
  return flat.length > 120 ? `${flat.slice(0, 119)}…` : flat
}

/**
 * The line that leads: verb first, object with number and size, place, full stop. From the loudest rule that has
 * something to say of it; a command of which nothing is known but its text is said to run.
 */
export function effectOf(view: View, verdicts: readonly Verdict[]): string {
  const loudest = verdicts.toSorted((a, b) => rank[b.rule.level] - rank[a.rule.level])
  const [top] = loudest
  for (const verdict of loudest) {
    // A quieter rule's phrase would hide what the loudest one found.
    if (top && verdict.rule.level !== top.rule.level) break
    const said = phrase(verdict, view)
    if (said !== undefined && verdict.rule.level !== 'low') return `${said}${origin(verdict.command, view)}.`
  }
  const made = view.graph.commands
    .flatMap((command) => view.touched(command))
    .filter(
      ({ action, found }) =>
        action.access === 'create' ||
        (/^(write|append)$/.test(action.access) && found.some(({ place }) => place !== 'harmless-device')),
    )
  if (top?.rule.level === 'low' && made.length > 0)
    return `Writes ${objectInWords(made, view.findings.landmarks)}${insideInWords(made)}.`
  return `Runs ${quoted(view.graph.documents[0]?.text ?? '')}.`
}
