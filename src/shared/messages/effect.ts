import type { Act, Effect, FileAct, FileVerb } from '../domain/effect'
import type { FloorReason } from '../domain/facts'
import { quotedName } from '../domain/named-path'
import { filesInWords, listed, sizeInWords } from './amounts'
import { gitSettingInWords } from './grant'
import { placeInWords } from './machine'
import { lowerFirst, messages, type Messages } from './spoken'

type Of<K extends Act['kind']> = Extract<Act, { kind: K }>

/** "312 files (48 MB) in ~/.pi"; what is not known is said as what it is. */
function filesObject(act: FileAct): string {
  const { names, things, files = 0, bytes, exact, filtered = false } = act
  const say = messages().effect.objects
  const form = things > 1 ? 'other' : 'one'
  const size = bytes === undefined ? '' : ` (${sizeInWords(bytes)})`
  const place = listed(
    names.map(({ name }) => quotedName(name)),
    act.moreNames,
  )
  switch (act.state) {
    case 'not-looked':
      return say.notLooked(place)
    case 'at-run-time':
      return say.atRunTime(place === '$(lines)' ? '' : ` (${place})`)
    case 'unread':
      return say.unread(place)
    case 'no-match':
      return filtered ? say.noneFits(place) : say.noMatch(place)
    case 'spared':
      return say.spared[form](place)
    case 'missing':
      return act.verb === 'delete' || act.verb === 'move' ? say.missing[form](place) : place
    case 'below':
      return say.below(place)
    case 'one':
      return `${place}${size}`
    case 'tree': {
      if (files === 0) return exact ? say.empty[form](place) : say.unseen(place)
      const amount = exact ? (filtered ? say.upTo : '') : filtered ? say.someOf : say.atLeast
      return say.in(`${amount}${filesInWords(files)}${size}`, place)
    }
  }
}

function files(act: FileAct): string {
  const { verbs, places } = messages().effect
  return `${verbs[act.verb]} ${filesObject(act)}${act.place === undefined ? '' : places[act.place]}`
}

function patch({ names, files: count, removes, beyond, elsewhere }: Of<'patch'>): string {
  const say = messages().effect
  const verb = say.verbs[removes === count ? 'delete' : 'write']
  const { none, all, some } = say.reach[elsewhere ? 'elsewhere' : 'here']
  const reach = beyond === 0 ? none : beyond === count ? all : some(beyond)
  const [only] = names
  if (only && count === 1) return `${verb} ${quotedName(only.name)}${reach}`
  const also = removes > 0 && removes < count ? say.also(removes) : ''
  return `${verb} ${say.files(count)}${also}${reach}`
}

/** What is sent and where to, as "the environment to evil.example". */
export function sendingInWords({ what, of = '', hosts }: Omit<Of<'send'>, 'kind'>): string {
  const say = messages().effect
  return say.to(say.sent[what](of), hosts.length === 0 ? say.unknownHost : hosts.join(', '))
}

function push({ verb, scope, branches, deletes, commits, remote }: Of<'push'>): string {
  const say = messages().effect.push
  const [on, to] = [remote ?? say.on, remote ?? say.to]
  if (scope === 'mirror') return say.mirror(on)
  if (scope === 'pruned') return say.pruned(on)
  if (verb === 'delete') return say.deletes(listed(deletes), on)
  const named = listed(branches)
  const { what, of } =
    scope === 'every-branch'
      ? say.every
      : scope === 'tags'
        ? say.tags
        : branches.length === 0
          ? say.current
          : { what: named, of: say.of(named) }
  if (verb === 'overwrite')
    return `${say.overwrites(what, on)}${deletes.length > 0 ? say.andDeletes(listed(deletes)) : ''}`
  if (commits === undefined) return say.sends(what, to)
  return say.sends(`${say.commits(commits)} ${of}`, to)
}

function generally({ what, names = [] }: Of<'general'>): string {
  const { general, named } = messages().effect
  if (names.length === 0 || !(what === 'drop-branch' || what === 'drop-tag')) return general[what]
  return named[what][names.length === 1 ? 'one' : 'other'](listed(names))
}

/** What a record of a program says that it does; the records have it in English. */
export function recordInWords(does: string): string {
  const { records, unrecorded } = messages().reason
  return records[does] ?? unrecorded(does)
}

/** The sentence of a check, or of the record that it goes by, with `{}` for what was found. */
export function checkSentence({
  rule,
  does,
  level,
  hidden,
}: Pick<FloorReason, 'rule' | 'does' | 'hidden'> & Partial<Pick<FloorReason, 'level'>>): string {
  const { reason, ruleReasons } = messages()
  const known: Readonly<Record<string, string>> = ruleReasons
  if (does === undefined) return known[rule] ?? reason.holds(rule)
  if (level === 'low') return reason.does(recordInWords(does))
  return rule === 'own.record' && !hidden
    ? reason.doesByOwnRecord(does)
    : reason.doesThis(recordInWords(does))
}

/** What a check says of it, without its subject: "Deletes data in a database (drop table)". */
const found = ({ rule, does, detail = '' }: Of<'reason'>): string =>
  checkSentence({ rule, does })
    .replace(/\.$/, '')
    .replace(/^It (.)/, (_whole, first: string) => first.toUpperCase())
    .replace('{}', () => detail)

function installs({ names, program, source }: Of<'install'>): string {
  const say = messages().effect
  const what = names.length > 0 && names.length < 6 ? listed(names) : say.packages
  return `${say.installs(what, program)}${source === undefined ? '' : say.source(source)}`
}

/** What is done, verb first, without a full stop. */
export function actInWords(act: Act): string {
  const say = messages().effect
  switch (act.kind) {
    case 'files':
      return files(act)
    case 'patch':
      return patch(act)
    case 'send':
      return say.sends(sendingInWords(act))
    case 'connect':
      return say.connects(act.hosts.map((each) => placeInWords(each)).join(', '))
    case 'fetch':
      return act.hosts.length === 0 ? say.fetches : say.downloads(act.hosts.join(', '))
    case 'run-code':
      return act.host === undefined ? say.runsCodeOfNetwork : say.runsCode(act.host)
    case 'run-elsewhere':
      return say.runsElsewhere(act.program, act.host ?? say.anotherMachine)
    case 'push':
      return push(act)
    case 'publish':
      return say.publishes(act.program)
    case 'install':
      return installs(act)
    case 'general':
      return generally(act)
    case 'input':
      return act.session === undefined ? say.types : say.writesTo(act.session)
    case 'call-tool':
      return say.calls(quotedName(act.tool), act.server)
    case 'git-settings':
      return say.sets(act.settings.map(gitSettingInWords).join(messages().amounts.and))
    case 'run':
      return say.runs(act.text)
    case 'reason':
      return found(act)
    case 'said':
      return act.text.replace(/\.$/, '')
  }
}

/**
 * What leads a request, for a person: verb first, object with number and size, place, what it comes from, how many other
 * effects there are, without a full stop. It holds names from the file system and the command, which are untrusted.
 */
export function effectPhrase({ act, from, also, others = 0 }: Effect): string {
  const say = messages().effect
  const origin = from === undefined ? '' : say.from(from)
  const second = also === undefined ? '' : say.second(lowerFirst(actInWords(also)))
  return `${actInWords(act)}${origin}${second}${say.more(others)}`
}

/** The same as a sentence. */
export const effectInWords = (effect: Effect): string =>
  effect.act.kind === 'said' ? effect.act.text : ended(effectPhrase(effect))

/** With a full stop, where the text does not end in one already: `tsc -p .` */
export const ended = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

type Typed = keyof Messages['effect']['typed']

const typedOfFiles = (verb: FileVerb): Typed =>
  verb === 'change-mode' || verb === 'change-owner' ? 'change' : verb

const typedInGeneral: Readonly<Record<Of<'general'>['what'], Typed>> = {
  'start-up': 'change',
  listen: 'start',
  'drop-changes': 'delete',
  clean: 'delete',
  'drop-stash': 'delete',
  'clear-stashes': 'delete',
  'drop-branch': 'delete',
  'drop-tag': 'delete',
  'stop-processes': 'stop',
  'stop-machine': 'shut-down',
}

/** Which word is typed, where no sentence of a check leads. */
function typedFor(act: Exclude<Act, { kind: 'reason' }>): Typed {
  switch (act.kind) {
    case 'files':
      return typedOfFiles(act.verb)
    case 'patch':
      return act.removes === act.files ? 'delete' : 'write'
    case 'send':
    case 'publish':
    case 'connect':
    case 'install':
      return act.kind
    case 'fetch':
      return act.hosts.length === 0 ? 'connect' : 'download'
    case 'git-settings':
      return 'set'
    case 'run-code':
    case 'run-elsewhere':
    case 'run':
      return 'run'
    case 'push':
      return act.scope === 'mirror' ? 'overwrite' : act.scope === 'pruned' ? 'delete' : act.verb
    case 'general':
      return typedInGeneral[act.what]
    case 'input':
      return act.session === undefined ? 'type' : 'write'
    case 'call-tool':
      return 'call'
    case 'said':
      return 'allow'
  }
}

/** The word to type for a high level: the verb that leads the line, without its ending; of a sentence that begins otherwise, "run". */
export function wordToType({ act }: Effect): string {
  const { typed, leadingVerb, infinitives } = messages().effect
  if (act.kind !== 'reason') return typed[typedFor(act)]
  const verb = leadingVerb.exec(found(act))?.[1]?.toLowerCase()
  return verb === undefined ? typed.run : (infinitives[verb] ?? verb)
}
