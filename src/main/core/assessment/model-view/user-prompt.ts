import type { Evidence } from '@shared/domain/evidence'
import { placeInWords } from '@shared/messages/machine'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import { quoteCommand } from '@shared/domain/quote-shell'
import type { FactRow, SeenScript, ViewSubject } from './view-subject'

/** Most of each field that is sent, in characters. */
const limits = {
  command: 6000,
  content: 8000,
  failure: 2000,
  path: 1000,
  roots: 2000,
  facts: 8000,
  fact: 600,
  script: 3000,
}
/** Most facts and pieces of evidence that are sent. */
const rowLimit = 60
/** Most texts that would run that are sent. */
const scriptLimit = 4

/** The policy in the reference's form (docs/spec/assessment.md), which says whether there is a network. */
function policySummary(policy: SandboxPolicy): string {
  const network = 'network_access' in policy && policy.network_access ? 'network' : 'no-network'
  switch (policy.mode) {
    case 'danger-full-access':
    case 'danger-no-network':
      return policy.mode
    case 'read-only':
      return policy.network_access ? `${policy.mode} (network_access=${network})` : policy.mode
    case 'workspace-write':
      return `${policy.mode} (network_access=${network})`
  }
}

/** What is asked about, in our own words. */
function actionLine(kind: ViewSubject['kind']): string {
  switch (kind) {
    case 'command':
      return 'Action: run a command'
    case 'patch':
      return 'Action: apply a patch to files'
    case 'network':
      return 'Action: let a running command connect to a host'
    case 'tool':
      return 'Action: call a tool of an MCP server; what the server says of the tool is its own claim'
    case 'input':
      return 'Action: send text to the input of a process that is already running'
  }
}

function contentLabel(kind: ViewSubject['kind']): string {
  switch (kind) {
    case 'command':
      return 'Content'
    case 'patch':
      return 'Patch'
    case 'network':
      return 'Host'
    case 'tool':
      return 'Call, with the server’s description (JSON)'
    case 'input':
      return 'Text to send'
  }
}

function commandFields({ command }: ViewSubject): Field[] {
  if (command.length === 0) return []
  return [
    { label: 'Command argv (JSON)', text: JSON.stringify(command), limit: limits.command },
    { label: 'Command (joined)', text: quoteCommand(command), limit: limits.command },
  ]
}

function rows(label: string, lines: readonly string[]): Field[] {
  if (lines.length === 0) return []
  const shown = lines.slice(0, rowLimit).map((line) => line.replaceAll(/\s*\n\s*/g, ' ⏎ '))
  const more = lines.length > rowLimit ? [`[${String(lines.length - rowLimit)} more rows left out]`] : []
  return [{ label, text: [...shown, ...more].join('\n'), limit: limits.facts }]
}

const knownBy: Readonly<Record<Evidence['source'], string>> = {
  kernel: 'reported by the kernel',
  proxy: 'reported by the proxy',
  command: 'what this command reads or logs in with; closed in the sandbox',
  guess: 'read in the output, not certain',
}

function evidenceLine({ kind, operation, target, source }: Evidence): string {
  return `${kind}${operation === undefined ? '' : ` (${operation})`}: ${headAndTail(kind === 'network' ? placeInWords(target) : target, limits.fact)} [${knownBy[source]}]`
}

function factLine({ label, value, known }: FactRow): string {
  return `${label}: ${headAndTail(value, limits.fact)}${known ? '' : ' [could not be established]'}`
}

/** The titles hold names from the file system, so they stand inside the block. */
function scriptFields(scripts: readonly SeenScript[]): Field[] {
  const fields = scripts.slice(0, scriptLimit).map(({ title, lines, cut }) => ({
    label: 'Text that would really run, with where it stands',
    text: [title, ...lines.map(({ text }) => text), ...(cut ? ['[it goes on]'] : [])].join('\n'),
    limit: limits.script,
  }))
  const more = scripts.length - fields.length
  return more > 0 ? [...fields, ...rows('More such texts', [`[${String(more)} left out]`])] : fields
}

function fieldsOf(subject: ViewSubject): Field[] {
  const { kind, content, cwd, roots, failure = '', evidence, facts, scripts } = subject
  const places = [...new Set([cwd, ...roots])].sort().join(', ')
  const trimmed = failure.trim()
  return [
    { label: 'Filesystem roots', text: places, limit: limits.roots },
    { label: 'Working directory', text: cwd, limit: limits.path },
    ...commandFields(subject),
    ...(content === undefined ? [] : [{ label: contentLabel(kind), text: content, limit: limits.content }]),
    ...(trimmed === '' ? [] : [{ label: 'Sandbox failure message', text: trimmed, limit: limits.failure }]),
    ...rows('What the sandbox stopped', evidence.map(evidenceLine)),
    ...rows(
      'Facts that the application checked itself (names in them come from the file system)',
      facts.map(factLine),
    ),
    ...scriptFields(scripts),
  ]
}

/**
 * The question: what the reference sends (docs/spec/assessment.md), what the sandbox saw, and the checked facts. Everything that
 * the agent or the file system had a hand in stands in its own block under `mark`, which must be unguessable.
 */
export function userPrompt(subject: ViewSubject, mark: string): string {
  return [
    `Mark: ${mark}`,
    actionLine(subject.kind),
    `Platform: ${subject.platform}`,
    `Sandbox policy: ${policySummary(subject.policy)}`,
    ...fieldsOf(subject).map((field) => untrustedField(field, mark)),
  ].join('\n\n')
}

/** A field of the question: a label of our own, the text, and how many characters of it may be sent. */
interface Field {
  readonly label: string
  readonly text: string
  readonly limit: number
}

/**
 * A text of at most about `limit` characters: its head, its tail, and between them how much was left out. What decides
 * stands at the two ends of a command (the program; the last redirection), so that neither may push the other out.
 */
function headAndTail(text: string, limit: number): string {
  if (text.length <= limit) return text
  const head = Math.ceil((limit * 2) / 3)
  const tail = limit - head
  const left = (text.length - limit).toLocaleString('en-US')
  return `${text.slice(0, head)}\n[${left} characters left out here]\n${text.slice(text.length - tail)}`
}

/** Characters that a person would not see but a model reads, as escapes: control, format, bidi, tags; not line ends. */
function withVisibleCharacters(text: string): string {
  return text.toWellFormed().replaceAll(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0
    return `\\u{${code.toString(16).toUpperCase()}}`
  })
}

/**
 * A field between two lines that carry the mark, which whoever wrote the text could not know. Should the mark stand in
 * the text all the same it is taken out, so that the end line is the only one. The label is of our own making.
 */
function untrustedField({ label, text, limit }: Field, mark: string): string {
  // Bounded first: the rest costs a multiple of the length, and a command may be a megabyte.
  const shown = withVisibleCharacters(headAndTail(text, limit)).replaceAll(mark, '[mark removed]')
  return `${label}:\n[begin untrusted ${mark}]\n${shown}\n[end untrusted ${mark}]`
}
