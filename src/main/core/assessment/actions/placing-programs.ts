import { plainWord, type SimpleCommand, type Word, withText } from '../../shell/graph'
import type { GitCall } from '../../shell/nested/git-call'
import { nameOf, resolveAll } from '../../shell/paths'
import { hasFlag, readArguments, valueOf, type Arguments } from './arguments'
import { targetOf, type Target } from './file-action'
import { all, here, type Found, type Program } from './program-forms'

/** Something below a folder that a word names. */
export const below = (folder: Word, command: SimpleCommand): Target => ({
  ...targetOf(folder, command),
  spread: 'below',
  filtered: true,
})

/** The value of a long option, also cut short. */
function longValue({ values }: Arguments, option: string): Word | undefined {
  const [found] = [...values].flatMap(([name, words]) =>
    name.length > 4 && option.startsWith(name) ? words : [],
  )
  return found
}

/** patch: the file that it is given, or what the patch names below the folder that it goes to. */
export const patch: Program = (command) => {
  const args = readArguments(command, 'pioBdDFgrVYz', [
    ...['--directory', '--input', '--output', '--reject-file', '--strip', '--prefix', '--suffix', '--fuzz'],
    ...['--ifdef', '--get', '--basename-prefix', '--version-control', '--read-only'],
  ])
  if (hasFlag(args, '--dry-run')) return []
  const folder = valueOf(args, '-d') ?? longValue(args, '--directory')
  const known = folder === undefined || (folder.known && !folder.glob)
  const there = {
    ...command,
    cwd: folder === undefined ? command.cwd : known ? resolveAll(folder.text, command.cwd) : [],
  }
  const [file] = args.operands
  const made = [valueOf(args, '-o'), longValue(args, '--output')]
  const rejected = [valueOf(args, '-r'), longValue(args, '--reject-file')]
  const isNamed = (word: Word | undefined): word is Word => word !== undefined && word.text !== '-'
  const changed: Found[] = file
    ? all([file], there, made.some(isNamed) ? 'read' : 'change')
    : [{ access: 'change', target: folder ? below(folder, command) : here(command) }]
  const named = command.stdin.kind === 'text' && !file ? patchedNames(command.stdin.word.text, args) : []
  return [
    ...changed,
    ...all(named.map(plainWord), there, 'change'),
    ...all([...made, ...rejected].filter(isNamed), there, 'write'),
  ]
}

/** The files that a patch names, without the folders that are left out of them; patch takes none that leads out of its folder. */
function patchedNames(text: string, args: Arguments): readonly string[] {
  const strip = valueOf(args, '-p')?.text ?? longValue(args, '--strip')?.text
  const names = [...text.matchAll(/^(?:\+\+\+|---|\*\*\*|Index:|rename to|copy to) +([^\t\n]+)/gm)].map(
    ([, name = '']) => name.trim(),
  )
  return [...new Set(names)]
    .filter((name) => name !== '/dev/null' && !/(^|\/)\.\.(\/|$)/.test(name))
    .map((name) => (strip === undefined ? nameOf(name) : name.split(/\/+/).slice(Number(strip)).join('/')))
    .filter((name) => name !== '' && !name.startsWith('/'))
}

/** cpio: where it unpacks to, and the archive that it makes. What it passes through is in its record. */
export const cpio: Program = (command) => {
  const args = readArguments(command, 'FDHRCEIOM', [
    ...['--file', '--directory', '--format', '--owner', '--io-size', '--pattern-file', '--block-size'],
  ])
  const folder = valueOf(args, '-D') ?? longValue(args, '--directory')
  const archives = [valueOf(args, '-F', '-O'), longValue(args, '--file')].filter((word) => word !== undefined)
  if (hasFlag(args, '-i', '--extract'))
    return folder && !hasFlag(args, '-t', '--list')
      ? [{ access: 'write', target: below(folder, command), recursive: true }]
      : []
  return hasFlag(args, '-o', '--create') ? all(archives, command, 'write') : []
}

/** 7z: `-oFOLDER` of what it unpacks, and the archive that it makes or changes. */
export const sevenZip: Program = (command) => {
  const [verb, ...rest] = command.words.slice(1)
  const isVerb = (verbs: RegExp): boolean => verbs.test(verb?.text ?? '')
  if (isVerb(/^[xe]$/))
    return rest.flatMap((word): Found[] => {
      const [, folder = ''] = /^-o(.+)$/s.exec(word.text) ?? []
      return folder === ''
        ? []
        : [
            {
              access: 'write',
              target: below({ ...word, text: folder, head: word.head.slice(2) }, command),
              recursive: true,
            },
          ]
    })
  const archive = rest.find(({ text }) => !text.startsWith('-'))
  return archive && isVerb(/^(a|u|d|rn)$/) ? all([archive], command, 'change') : []
}

/** `name:/path`: in a container, and no file of this machine. */
const isElsewhere = ({ text }: Word): boolean => /^[^/.~][^/]*(?:\/[^/:]+)?:/.test(text)

/** `docker build --secret id=x,src=FILE`: the files that a build is handed. */
const handedToBuild = ({ words }: SimpleCommand): readonly Word[] =>
  words.flatMap((word, at) => {
    if (!/^--secret=/.test(word.text) && words[at - 1]?.text !== '--secret') return []
    const [, text] = /(?:^|[,=])(?:src|source)=([^,]+)/.exec(word.text) ?? []
    return text === undefined ? [] : [withText(word, text)]
  })

/** The files in which docker says what it has made, and where a build's result goes. */
const writtenByDocker = ({ words }: SimpleCommand): readonly Word[] =>
  words.flatMap((word, at) => {
    const [option = '', tied] = word.text.split(/=(.*)/s)
    const isBuilt = /^(-o|--output)$/.test(option) && words.some(({ text }) => text === 'build')
    if (!isBuilt && !/^--(iidfile|cidfile|metadata-file)$/.test(option)) return []
    const value = tied === undefined ? words[at + 1] : withText(word, tied)
    const [, place] = /^(?:.*\bdest=)?([^=,]+)/.exec(value?.text ?? '') ?? []
    return value && place !== undefined && place !== '-' ? [withText(value, place)] : []
  })

/** `docker cp`, `kubectl cp`: what comes out of a container, and what goes into one; and what a build is handed. */
export const containerCopy: Program = (command) => {
  const handed = [
    ...all(handedToBuild(command), command, 'read'),
    ...all(writtenByDocker(command), command, 'write'),
  ]
  if (handed.length > 0) return handed
  const { operands } = readArguments(command, 'Hlcn', [
    ...['--host', '--context', '--config', '--log-level', '--namespace', '--container', '--kubeconfig'],
  ])
  const at = operands[0]?.text === 'container' ? 1 : 0
  const [from, to] = operands.slice(at + 1)
  if (operands[at]?.text !== 'cp' || !from || !to) return []
  const read = isElsewhere(from) || from.text === '-' ? [] : all([from], command, 'read', { recursive: true })
  const target = { ...targetOf(to, command), name: nameOf(from.text.replace(/^.*:/, '')) }
  return isElsewhere(to) || to.text === '-' ? read : [...read, { access: 'write', target, recursive: true }]
}

const gitValues = [
  ...['--branch', '--config', '--origin', '--depth', '--reference', '--separate-git-dir', '--template'],
  ...['--filter', '--upload-pack', '--jobs', '--server-option', '--bundle-uri', '--shallow-since', '--name'],
  ...['--shallow-exclude', '--revision', '--initial-branch', '--object-format', '--reason'],
]

/** git: the folder that a call makes a work tree or a repository in, where it names one. */
export function gitFolders({ subcommand, rest }: GitCall, command: SimpleCommand): readonly Found[] {
  const verb = rest.find(({ text }) => !text.startsWith('-'))?.text
  const [name, skip] =
    subcommand === 'clone'
      ? ['clone', 1]
      : subcommand === 'init'
        ? ['init', 0]
        : subcommand === 'worktree' && verb === 'add'
          ? ['worktree', 1]
          : subcommand === 'submodule' && verb === 'add'
            ? ['submodule', 2]
            : []
  if (name === undefined || skip === undefined) return []
  const short = { clone: 'bcouj', init: 'b', worktree: 'bB', submodule: 'b' }[name] ?? ''
  const words = command.words.slice(0, 1)
  const args = readArguments({ ...command, words: [...words, ...rest] }, short, gitValues)
  const folders = [...args.operands.slice(skip, skip + 1), ...(args.values.get('--separate-git-dir') ?? [])]
  // All that a template holds is copied.
  const isTemplate = (option = ''): boolean => option.length > 3 && '--template'.startsWith(option)
  const templates = rest.flatMap((word, at): Word[] => {
    if (isTemplate(rest[at - 1]?.text)) return [word]
    const cut = word.text.indexOf('=')
    if (cut < 0 || !isTemplate(word.text.slice(0, cut))) return []
    const text = word.text.slice(cut + 1)
    return text === '' ? [] : [withText(word, text)]
  })
  return [
    ...folders.map((folder) => ({ access: 'create' as const, target: below(folder, command) })),
    ...all(templates, command, 'read', { recursive: true }),
  ]
}

/** `UNIX-CONNECT:PATH` and its kin. */
const ofSocat =
  /^(?:unix|unix-connect|unix-client|unix-sendto|gopen|abstract(?:-connect|-client|-sendto)?):([^,!]+)/i

/** The sockets of this machine that a call connects to, by curl, netcat or socat. */
export function socketsOf(command: SimpleCommand): readonly Word[] {
  const { program, words } = command
  const args = words.slice(1)
  if (program === 'curl')
    return args.flatMap((word, at) => {
      const [, tied] = /^--(?:abstract-)?unix-socket=(.+)$/s.exec(word.text) ?? []
      if (tied !== undefined) return [withText(word, tied)]
      return /^--(abstract-)?unix-socket$/.test(args[at - 1]?.text ?? '') ? [word] : []
    })
  if (/^(nc|ncat|netcat)$/.test(program)) {
    const given = readArguments(command, 'psTwixXqIOPVmMdgGKo', [])
    return hasFlag(given, '-U', '--unixsock') ? given.operands.slice(0, 1) : []
  }
  return program === 'socat'
    ? args.flatMap((word) => {
        const [, path] = ofSocat.exec(word.text) ?? []
        return path === undefined ? [] : [withText(word, path)]
      })
    : []
}
