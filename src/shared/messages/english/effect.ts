import type { Act, Effect, FileAct, FileVerb } from '../../domain/effect'
import { quotedName } from '../../domain/named-path'
import { amounts } from './amounts'
import { gitSetting } from './grant'
import { machine } from './machine'
import { ruleReasons, reason } from './rule-reasons'

type Of<K extends Act['kind']> = Extract<Act, { kind: K }>

const fileVerbs: Readonly<Record<FileVerb, string>> = {
  delete: 'Deletes',
  move: 'Moves',
  overwrite: 'Overwrites',
  change: 'Changes',
  write: 'Writes',
  create: 'Creates',
  link: 'Links',
  'change-mode': 'Changes the mode of',
  'change-owner': 'Changes the owner of',
}

const places = {
  inside: ', inside the workspace',
  temporary: ', in the temporary folder',
  outside: ', outside the workspace',
} as const

/** "312 files (48 MB) in ~/.pi"; what is not known is said as what it is. */
function filesObject(act: FileAct): string {
  const { names, things, files = 0, bytes, exact, filtered = false } = act
  const place = amounts.listed(
    names.map(({ name }) => quotedName(name)),
    act.moreNames,
  )
  switch (act.state) {
    case 'not-looked':
      return `files that were not all looked at (${place} and others)`
    case 'at-run-time':
      return `files that are only known at run time${place === '$(lines)' ? '' : ` (${place})`}`
    case 'unread':
      return `files that could not be looked at (${place})`
    case 'no-match':
      return filtered ? `nothing yet: no file in ${place} fits` : `nothing yet: ${place} fits no file`
    case 'spared':
      return `nothing: ${place} ${things > 1 ? 'are folders' : 'is a folder'} that it leaves alone`
    case 'missing':
      return act.verb === 'delete' || act.verb === 'move'
        ? `${place}, which ${things > 1 ? 'do' : 'does'} not exist`
        : place
    case 'below':
      return `files in ${place}`
    case 'one':
      return bytes === undefined ? place : `${place} (${amounts.size(bytes)})`
    case 'tree': {
      if (files === 0)
        return exact
          ? `${place}, which ${things > 1 ? 'hold' : 'holds'} no files`
          : `${place}, which could not be looked through`
      const amount = exact ? (filtered ? 'up to ' : '') : filtered ? 'some of more than ' : 'at least '
      return `${amount}${amounts.files(files)}${bytes === undefined ? '' : ` (${amounts.size(bytes)})`} in ${place}`
    }
  }
}

const files = (act: FileAct): string =>
  `${fileVerbs[act.verb]} ${filesObject(act)}${act.place === undefined ? '' : places[act.place]}`

/** With a comma before it; an agent of another maker has no limits that could be named. */
function reachOf({ files: count, beyond, elsewhere }: Of<'patch'>): string {
  if (elsewhere && beyond === 0) return ''
  if (beyond === 0) return ', inside the writable folders'
  if (beyond === count) return elsewhere ? ', outside the agent’s folder' : ', outside the writable folders'
  return elsewhere
    ? `, ${String(beyond)} of them outside the agent’s folder`
    : `, ${String(beyond)} of them outside the writable folders`
}

function patch(act: Of<'patch'>): string {
  const { names, files: count, removes } = act
  const verb = fileVerbs[removes === count ? 'delete' : 'write']
  const reach = reachOf(act)
  const [only] = names
  if (only && count === 1) return `${verb} ${quotedName(only.name)}${reach}`
  const also = removes > 0 && removes < count ? `, deletes ${String(removes)} of them` : ''
  return `${verb} ${String(count)} files${also}${reach}`
}

const sent = {
  data: () => 'data',
  environment: () => 'the environment',
  workspace: () => 'the whole workspace',
  database: () => 'a whole database',
  output: (of: string) => `what ${of} prints`,
  named: (of: string) => of,
} as const

/** "the environment to evil.example" */
function sending({ what, of = '', hosts }: Omit<Of<'send'>, 'kind'>): string {
  return `${sent[what](of)} to ${hosts.length === 0 ? 'a host that is not known' : hosts.join(', ')}`
}

function push({ verb, scope, branches, deletes, commits, remote = 'the remote' }: Of<'push'>): string {
  if (scope === 'mirror') return `Overwrites and deletes every branch and tag on ${remote}`
  if (scope === 'pruned') return `Deletes branches on ${remote} that are not here`
  if (verb === 'delete') return `Deletes ${amounts.listed(deletes)} on ${remote}`
  const what =
    scope === 'every-branch'
      ? 'every branch'
      : scope === 'tags'
        ? 'every tag'
        : branches.length === 0
          ? 'the current branch'
          : amounts.listed(branches)
  if (verb === 'overwrite')
    return `Overwrites ${what} on ${remote}${deletes.length > 0 ? `, and deletes ${amounts.listed(deletes)}` : ''}`
  return commits === undefined
    ? `Sends ${what} to ${remote}`
    : `Sends ${String(commits)} ${commits === 1 ? 'commit' : 'commits'} on ${what} to ${remote}`
}

const general: Readonly<Record<Of<'general'>['what'], string>> = {
  'start-up': 'Changes what starts by itself',
  listen: 'Starts a server that others can reach',
  'drop-changes': 'Deletes changes that are not committed',
  clean: 'Deletes files that git does not know',
  'drop-stash': 'Deletes stashed changes',
  'clear-stashes': 'Deletes all stashed changes',
  'drop-branch': 'Deletes a branch of this repository',
  'drop-tag': 'Deletes a tag of this repository',
  'stop-processes': 'Stops processes',
  'stop-machine': 'Stops this machine',
}

function generally({ what, names = [] }: Of<'general'>): string {
  const named = { 'drop-branch': ['branch', 'branches'], 'drop-tag': ['tag', 'tags'] } as const
  if (names.length === 0 || !(what === 'drop-branch' || what === 'drop-tag')) return general[what]
  return `Deletes the ${named[what][names.length === 1 ? 0 : 1]} ${amounts.listed(names)}`
}

/** What a check says of it, without its subject: "Deletes data in a database (drop table)". */
function found({ rule, does, detail = '' }: Of<'reason'>): string {
  const known: Readonly<Record<string, string>> = ruleReasons
  const sentence =
    does === undefined
      ? (known[rule] ?? reason.holds(rule))
      : rule === 'own.record'
        ? reason.doesByOwnRecord(does)
        : reason.doesThis(does)
  return sentence
    .replace(/\.$/, '')
    .replace(/^It (.)/, (_whole, first: string) => first.toUpperCase())
    .replace('{}', () => detail)
}

function installs(act: Of<'install'>): string {
  return act.names.length > 0 && act.names.length < 6
    ? `Installs ${amounts.listed(act.names)} with ${act.program}`
    : `Installs packages with ${act.program}`
}

/** Verb first, without a full stop. */
function done(act: Act): string {
  switch (act.kind) {
    case 'files':
      return files(act)
    case 'patch':
      return patch(act)
    case 'send':
      return `Sends ${sending(act)}`
    case 'connect':
      return `Connects to ${act.hosts.map((each) => machine.place(each)).join(', ')}`
    case 'fetch':
      return act.hosts.length === 0
        ? 'Connects to the remote of the repository'
        : `Downloads from ${act.hosts.join(', ')}`
    case 'run-code':
      return `Runs code from ${act.host ?? 'the network'}`
    case 'run-elsewhere':
      return `Runs ${act.program} on ${act.host ?? 'another machine'}`
    case 'push':
      return push(act)
    case 'publish':
      return `Sends a package to the world with ${act.program}`
    case 'install':
      return `${installs(act)}${act.source === undefined ? '' : ` from ${act.source}`}`
    case 'general':
      return generally(act)
    case 'input':
      return act.session === undefined
        ? 'Types into a running command'
        : `Writes to the running process of session ${act.session}`
    case 'call-tool':
      return `Calls ${quotedName(act.tool)} of the MCP server ${act.server}`
    case 'git-settings':
      return `Sets ${act.settings.map(gitSetting).join(' and ')} in the repository’s own settings of git`
    case 'run':
      return `Runs ${act.text}`
    case 'reason':
      return found(act)
    case 'said':
      return act.text.replace(/\.$/, '')
  }
}

/** Object with number and size, place, what it comes from, another grave one, how many other effects there are. */
function phrase({ act, from, also, others = 0 }: Effect): string {
  const origin = from === undefined ? '' : `, from ${from}`
  const more = others === 0 ? '' : `, and ${String(others)} more ${others === 1 ? 'effect' : 'effects'}`
  const second =
    also === undefined ? '' : `; also ${done(also).replace(/^./, (first) => first.toLowerCase())}`
  return `${done(act)}${origin}${second}${more}`
}

const fileMessages: Readonly<Record<FileVerb, string>> = {
  delete: 'delete',
  move: 'move',
  overwrite: 'overwrite',
  change: 'change',
  write: 'write',
  create: 'create',
  link: 'link',
  'change-mode': 'change',
  'change-owner': 'change',
}

const generalMessages: Readonly<Record<Of<'general'>['what'], string>> = {
  'start-up': 'change',
  listen: 'start',
  'drop-changes': 'delete',
  clean: 'delete',
  'drop-stash': 'delete',
  'clear-stashes': 'delete',
  'drop-branch': 'delete',
  'drop-tag': 'delete',
  'stop-processes': 'stop',
  'stop-machine': 'stop',
}

/** The verb that a sentence of a check or of a record begins with, without its ending; whatever else it begins with, "run". */
function verbToType(sentence: string): string {
  const [, verb] = /^([A-Z][a-z]{2,}?)(?:(?<=sh|ch|x|ss)es|s)\b/.exec(sentence) ?? []
  return verb?.toLowerCase() ?? 'run'
}

/** The verb that leads the line, without its ending. */
function wordToType({ act }: Effect): string {
  switch (act.kind) {
    case 'files':
      return fileMessages[act.verb]
    case 'patch':
      return act.removes === act.files ? 'delete' : 'write'
    case 'send':
    case 'publish':
      return 'send'
    case 'connect':
      return 'connect'
    case 'fetch':
      return act.hosts.length === 0 ? 'connect' : 'download'
    case 'git-settings':
      return 'set'
    case 'run-code':
    case 'run-elsewhere':
    case 'run':
      return 'run'
    case 'reason':
      return verbToType(found(act))
    case 'push':
      return act.scope === 'mirror' ? 'overwrite' : act.scope === 'pruned' ? 'delete' : act.verb
    case 'install':
      return 'install'
    case 'general':
      return generalMessages[act.what]
    case 'input':
      return act.session === undefined ? 'type' : 'write'
    case 'call-tool':
      return 'call'
    case 'said':
      return 'allow'
  }
}

/** What a request would do. */
export const effect = { act: done, phrase, sending, wordToType } as const
