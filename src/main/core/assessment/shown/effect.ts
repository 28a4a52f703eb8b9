import { contactsOf } from '../actions/network'
import { packageVerb } from '../../shell/openings/package-scripts'
import { argsOf, verbs, type View } from '../checks/rule'
import type { Verdict } from '../checks/judge-checks'
import type { SimpleCommand } from '../../shell/graph'
import { fileEffect, insideInWords, listed, objectInWords } from './file-effect'
import { pushEffect } from './push-effect'

const hosts = (command: SimpleCommand): string =>
  contactsOf(command)
    .map(({ host }) => host)
    .join(', ')

function packageEffect(command: SimpleCommand): string {
  const { program } = command
  const given = /^(npm|pnpm|yarn|bun)$/.test(program)
    ? packageVerb(command.words.slice(1)).rest.map((word) => word.text)
    : verbs(command).slice(1)
  // What follows -r and its kin is a list of packages, and no package.
  const names = given.filter(
    (text) =>
      !text.startsWith('-') &&
      !/^(-r|-c|--requirement|--constraint|-i|--index-url)$/.test(
        argsOf(command)[argsOf(command).indexOf(text) - 1] ?? '',
      ),
  )
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

/** Within one level, what cannot be had back or concerns others comes first. */
const gravest: readonly RegExp[] = [
  /^network\.exfiltration$|^secrets?\./,
  /^code\.(remote|downloaded)/,
  /^git\.force-push$|^packages\.publish$|^services\./,
  /^delete\./,
  /^git\.(clean|drop-changes|lose-history)$/,
  /^system\./,
  /^persist\./,
  /^write\./,
]

function gravity({ rule }: Verdict): number {
  const at = gravest.findIndex((each) => each.test(rule.id))
  return at < 0 ? gravest.length : at
}

/** One thing that a command line does. `said`: its phrase; undefined where no rule has one for it. */
interface Effect {
  readonly command: SimpleCommand
  readonly said: string | undefined
}

/**
 * What each command does, once for each: its gravest phrase. A command that only carries another one, or only feeds or
 * takes what the head is about, does nothing more.
 */
function otherEffects(head: Effect, verdicts: readonly Verdict[], view: View): number {
  const own = new Set(view.sources([head.command.id]).map(({ id }) => id))
  const telling = verdicts.filter(({ rule }) => rule.level !== 'low')
  const carriers = new Set(telling.map(({ command }) => command.parent))
  const others = new Map<number, Effect>()
  for (const verdict of telling) {
    const { command } = verdict
    if (command.id === head.command.id || carriers.has(command.id)) continue
    const known = others.get(command.id)
    others.set(command.id, { command, said: known?.said ?? phrase(verdict, view) })
  }
  const named = hosts(head.command)
  const more = [...others.values()].filter(({ command, said }) => {
    const feeds = own.has(command.id) || view.sources([command.id]).some(({ id }) => id === head.command.id)
    if (feeds && (said === undefined || /^(Connects|Sends)/.test(said))) return false
    return said !== head.said && !(said === `Connects to ${named}` && named !== '')
  })
  return new Set(more.map(({ command, said }) => said ?? command.id)).size
}

const andMore = (count: number): string =>
  count === 0 ? '' : `, and ${String(count)} more ${count === 1 ? 'effect' : 'effects'}`

/**
 * The line that leads: verb first, object with number and size, place, how many other effects there are, full stop. From
 * the loudest rule that has something to say of it, and among those of one level the gravest; a command of which nothing
 * is known but its text is said to run.
 */
export function effectOf(view: View, verdicts: readonly Verdict[]): string {
  const loudest = verdicts.toSorted(
    (a, b) => rank[b.rule.level] - rank[a.rule.level] || gravity(a) - gravity(b),
  )
  const [top] = loudest
  for (const verdict of loudest) {
    // A quieter rule's phrase would hide what the loudest one found.
    if (top && verdict.rule.level !== top.rule.level) break
    const { command } = verdict
    const said = phrase(verdict, view)
    if (said !== undefined && verdict.rule.level !== 'low')
      return `${said}${origin(command, view)}${andMore(otherEffects({ command, said }, loudest, view))}.`
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
