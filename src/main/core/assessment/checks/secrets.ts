import { isOwnRecord } from '../../policy/own-homes'
import { environmentOf, type SimpleCommand } from '../../shell/graph'
import { atFolderOfGit, readGitCall } from '../../shell/nested/git-call'
import { readGlob } from '../../shell/glob'
import { findScope } from '../../shell/nested/search-scope'
import { isWithin, resolveAll } from '../../shell/paths'
import { fromEach, namesOnly, readWords } from '../facts/read-words'
import { folderOfKeys, handedPaths } from './handed-keys'
import { argsOf, hasArg, textAt, type Rule, type View } from './rule'
import { byName, environmentFile, holdsKeys, inSystem, isPublic, rawDevice } from './secret-places'

/** The paths that a call may read: as they are written, where they lead, and what its code or an editor's commands read. */
function namedPaths(written: SimpleCommand, view: View): readonly { path: string; text: string }[] {
  const command = atFolderOfGit(written)
  const { landmarks, leads } = view.findings
  const spoken = readWords(command, landmarks.home).flatMap(({ text, written }) => {
    // A pattern may stand for any name in its folder.
    const named = resolveAll(written.replace(/\/[*?[].*$/, '/x'), command.cwd)
    const real = fromEach(written, command.cwd).flatMap((path) => leads.get(path) ?? [])
    return [...named, ...real].map((path) => ({ path, text }))
  })
  // Files that its code, its script, an editor's commands or an option read stand in no word of their own.
  const read = view
    .touched(written)
    .filter(({ action }) => action.access === 'read')
    .flatMap(({ action, found }) =>
      [...action.target.paths, ...found.flatMap(({ fact }) => fact.realPath ?? [])].map((path) => ({
        path,
        text: action.target.text,
      })),
    )
  return [...spoken, ...read]
}

/** What git keeps or shows of what lies in the folder that it is used in, none of which its words name. */
const shownOfFolder =
  /^(add|stage|stash|diff|difftool|show|grep|archive|cat-file|blame|annotate|format-patch|checkout-index|bundle|whatchanged)$/

/** The folder that git is used in, where it takes up or shows what lies there. */
function shownByGit(command: SimpleCommand): readonly { path: string; text: string }[] {
  if (command.program !== 'git') return []
  const { subcommand, rest } = readGitCall(command.words.slice(1))
  const patches = rest.some(({ text }) => /^(-[a-z]*[pu]|--patch.*|-[GSL].*)$/.test(text))
  const takesAll = rest.some(({ text }) => /^(-[a-z]*a[a-z]*|--all)$/.test(text))
  const shows =
    shownOfFolder.test(subcommand) ||
    (/^(log|reflog)$/.test(subcommand) && patches) ||
    (subcommand === 'commit' && takesAll)
  if (!shows) return []
  const { cwd, words } = command
  const trees = [
    ...words.flatMap(({ text }, at) =>
      text.startsWith('--work-tree=')
        ? [text.slice(12)]
        : words[at - 1]?.text === '--work-tree'
          ? [text]
          : [],
    ),
    ...environmentOf(command).flatMap(({ name, value }) => (name === 'GIT_WORK_TREE' ? [value.text] : [])),
  ].flatMap((tree) => resolveAll(tree, cwd))
  return [...atFolderOfGit(command).cwd, ...trees].map((path) => ({ path, text: path }))
}

/** What openssl shows of a certificate, a request or a list: of a key in the same file it says nothing. */
const showsCertificate = (command: SimpleCommand): boolean =>
  command.program === 'openssl' &&
  /^(x509|crl|verify|crl2pkcs7)$/.test(textAt(command, 1)) &&
  !hasArg(command, /key|^-(sign|passin|extfile|engine|provider)/i)

/** openssl making a key of its own. */
const makesKey = (command: SimpleCommand): boolean =>
  command.program === 'openssl' &&
  /^(genrsa|genpkey|rand|dhparam)$/.test(textAt(command, 1)) &&
  !hasArg(command, /^-(in|paramfile|rand|pass|passout|config|engine|provider)/)

/** The environment or memory of a process that a command names to use it. */
const processRead = (command: SimpleCommand): string | undefined =>
  command.shell === 'posix' && !namesOnly.test(command.program)
    ? argsOf(command).find((text) => /^\/proc\/[^/]+\/(environ|mem)$/.test(text))
    : undefined

/** The first file with keys or passwords that a command names to use it; undefined when there is none. */
export function secretRead(command: SimpleCommand, view: View): string | undefined {
  if (command.shell !== 'posix' || showsCertificate(command) || makesKey(command)) return undefined
  const ofProcess = processRead(command)
  if (ofProcess !== undefined) return ofProcess
  const { home, engineHome, roots } = view.findings.landmarks
  const isKey = (path: string): boolean => {
    const isInside = roots.some((root) => path.startsWith(`${root}/`) && !isWithin(home, root))
    if (path.startsWith(`${home}/`) && !isInside && holdsKeys(path.slice(home.length + 1))) return true
    if (
      engineHome !== undefined &&
      !isInside &&
      path.startsWith(`${engineHome}/`) &&
      isOwnRecord(path.slice(engineHome.length + 1))
    )
      return true
    const [, other] = /^\/(?:(?:home|Users)\/[^/]+|root)\/(.+)$/.exec(path) ?? []
    if (other !== undefined && !isInside && holdsKeys(other)) return true
    return inSystem.test(path) || (byName.test(path) && !isPublic.test(path))
  }
  const isDisk = showsBytes.test(command.program) ? rawDevice : undefined
  const hit =
    namedPaths(command, view).find(({ path }) => isKey(path) || isDisk?.test(path) === true) ??
    handedPaths(command, view).find(({ path }) => isKey(path)) ??
    shownByGit(command).find(({ path }) => isKey(path))
  return hit?.text ?? folderOfKeys(command, view)
}

/** Programs that show or copy what is on a disk, byte by byte; others only ask of it. */
const showsBytes =
  /^(cat|tac|head|tail|less|more|strings|xxd|od|hexdump|hd|dd|cp|g?sed|[gmn]?awk|[ef]?grep|rg|base(32|64)|gzip|zstd|xz|bzip2|pv|tee|nc|socat)$/

const findsKeys = (command: SimpleCommand): boolean =>
  hasArg(command, /^(\*?id_[\w*?]+|\*?_?rsa\*?|\*\.(pem|key|p12|kdbx)|credentials|\.env|\.netrc)$/)

const passwordFiles = ['shadow', 'shadow-', 'gshadow', 'sudoers']

/** A search of the system's settings whose names may be those of its files of passwords. */
function findsPasswords({ words, cwd }: SimpleCommand): boolean {
  const names = words.flatMap((word, at) =>
    /^-i?name$/.test(words[at - 1]?.text ?? '') ? [readGlob(word.text)] : [],
  )
  return (
    (names.length === 0 || names.some((name) => passwordFiles.some((each) => name.test(each)))) &&
    findScope(words, cwd).roots.some((root) => isWithin('/etc', root))
  )
}

/** A file of environment settings, which often holds passwords. */
export function environmentRead(command: SimpleCommand, view: View): string | undefined {
  if (command.shell !== 'posix' || namesOnly.test(command.program)) return undefined
  // `.env` as a filter is a field of what is read, and no file.
  const filter = /^(jq|gojq|jaq|yq)$/.test(command.program)
    ? argsOf(command).find((text) => !text.startsWith('-'))
    : undefined
  return namedPaths(command, view).find(({ path, text }) => environmentFile.test(path) && text !== filter)
    ?.text
}

/** `env`, `printenv`, `set`, `export -p`: everything that the environment holds, of other processes as well. */
export function dumpsEnvironment(command: SimpleCommand): boolean {
  const { program, words } = command
  return (
    (program === 'env' && words.slice(1).every(({ text }) => /^-0$|^--n(?:u(?:l(?:l)?)?)?$/.test(text))) ||
    (/^[gmn]?awk$/.test(program) && hasArg(command, /\bENVIRON\b(?!\s*\[)/)) ||
    // BSD's letters: `ps auxe`.
    (program === 'ps' && /^[aAcCfglmrSTuvwxX]*[eE][a-zA-Z]*$/.test(textAt(command, 1))) ||
    program === 'printenv' ||
    (/^(jq|gojq|jaq)$/.test(program) && hasArg(command, /(^|[^.\w"'$])env\b(?!\s*[.:(])|\$ENV\b(?!\s*\.)/)) ||
    (program === 'set' && words.length === 1) ||
    (/^(export|declare|typeset)$/.test(program) &&
      (words.length === 1 || (words.length === 2 && hasArg(command, /^-[px]+$/))))
  )
}

/** A variable by whose name it holds a secret. */
export const secretVariable =
  /\$\{?\w*(SECRET|TOKEN|PASSWORD|PASSWD|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|CREDENTIALS?)\w*/i

/** A variable by whose name it holds a secret, in a word that is only known at run time. */
export const secretVariableIn = (command: SimpleCommand): string | undefined =>
  command.words.slice(1).find((word) => !word.known && secretVariable.test(word.text))?.text

/** A recursive search from the home folder, when what lies in the files is shown, by it or by what it hands their names to. */
function searchesHome(command: SimpleCommand, view: View): string | false {
  const greps =
    /^(rg|ag|ack)$/.test(command.program) ||
    (/^[ef]?grep$/.test(command.program) && hasArg(command, /^-[a-zA-Z]*[rR]|^--(dereference-)?recursive$/))
  if (!greps && command.program !== 'find') return false
  const root = command.words
    .slice(1)
    .find(({ text, known }) => known && text.replace(/\/+$/, '') === view.findings.landmarks.home)
  if (root === undefined) return false
  const hidesText = command.program === 'find' || hasArg(command, /^-[a-zA-Z]*[lLc]$|^--(files|count)/)
  // What find starts itself for files of some names only is not all of the folder.
  const narrows = hasArg(command, /^-(i?name|i?path|i?wholename|i?regex|newer\w*|mmin|mtime|size|samefile)$/)
  const shown = view.graph.commands.some(
    (each) =>
      /^(cat|head|tail|less|more|strings|base64|xxd|grep|sed|awk|tar|zip)$/.test(each.program) &&
      (each.via === 'each' || each.parent === command.id) &&
      ((each.parent === command.id && !narrows) ||
        view.sources(each.words.flatMap(({ from }) => from)).includes(command)),
  )
  if (hidesText) return shown ? root.text : false
  return hasArg(command, secretWord) ? root.text : false
}

/** What somebody looks for who looks for keys. */
const secretWord = /secret|token|passw|private|api[_-]?key|BEGIN|credential|AKIA|_rsa/i

/** Reading what should stay where it is. Sending it on has rules of its own. */
export const secretRules: readonly Rule[] = [
  {
    id: 'secrets.file',
    level: 'high',
    categories: ['data_exfiltration'],
    match: (command, view) =>
      processRead(command) === undefined ? (secretRead(command, view) ?? false) : false,
  },
  {
    // In the sandbox there are no processes but those of the command, and they were given no keys.
    id: 'secrets.process',
    level: 'high',
    categories: ['data_exfiltration'],
    contained: true,
    match: (command) => processRead(command) ?? false,
  },
  {
    id: 'secrets.find',
    level: 'high',
    categories: ['data_exfiltration'],
    match: (command, view) =>
      command.program === 'find' &&
      (findsKeys(command) || findsPasswords(command)) &&
      view.graph.commands.some(
        (each) =>
          !namesOnly.test(each.program) &&
          (findsKeys(command) || !/^([ef]?grep|rg)$/.test(each.program)) &&
          (each.parent === command.id ||
            view.sources(each.words.flatMap(({ from }) => from)).includes(command)),
      ),
  },
  {
    id: 'secrets.search',
    level: 'high',
    categories: ['data_exfiltration'],
    match: (command, view) => searchesHome(command, view),
  },
  {
    id: 'secrets.environment-file',
    level: 'medium',
    categories: ['data_exfiltration'],
    match: (command, view) => environmentRead(command, view) ?? false,
  },
  {
    id: 'secrets.environment',
    level: 'medium',
    categories: ['data_exfiltration'],
    match: dumpsEnvironment,
  },
  {
    id: 'secrets.variable',
    level: 'high',
    categories: ['data_exfiltration'],
    match: (command) =>
      /^(echo|printf|cat|tee|base64|printenv)$/.test(command.program)
        ? (secretVariableIn(command) ?? false)
        : false,
  },
]
