import { builtInTable, isPlain, languageOf, wrapperNames } from '../../programs/built-in'
import type { SimpleCommand } from '../../shell/graph'
import { codeInWords } from '../../shell/nested/interpreters'
import { isProse } from '../../shell/nested/suspected'
import { isWithin, resolveAll } from '../../shell/paths'
import { isShell } from '../../shell/shell-script'
import { dryRun } from '../actions/dry-run'
import { startUpFile } from './persistence'
import { recordRule } from './record-rules'
import { asksForHelp, type Rule, type View } from './rule'

/** Programs whose words name what lies elsewhere, is only shown or opened for a person, or is said of all of their files in records. */
const saidElsewhere =
  /^(docker|podman|nerdctl|kubectl|oc|crictl|docker-compose|lxc|incus|adb|vagrant|multipass|git|sudo|doas|systemd-analyze|sshd|visudo|code|code-insiders|codium|subl|gedit|open|xdg-open|tmux|zellij|ssh-add|ssh-copy-id|ssh-keygen|chezmoi|yadm|pgrep|pkill)$/
const connects = /^(ssh|scp|sftp|mosh|autossh|sshfs)$/

/** Files and folders that decide for the whole machine; what lies below a folder of programs is named by everybody. */
const ofSystem =
  /^\/((etc(\/(passwd|group|g?shadow|hosts|fstab|crontab|resolv\.conf|nsswitch\.conf|shells|exports|inittab|sysctl\.conf|hosts\.(allow|deny)|anacrontab)-?)?|boot|root|(usr\/(local\/)?)?s?bin)?\/?)$/
const inPrograms = /\/(s?bin|shims)\/[^/]+$/

/** Options by whose names their value is only read, or says where something will lie. */
const onlyRead =
  /(conf|cfg|rc$|ini$|keys?$|keyfile|cert|ca$|ca-?(file|path|bundle)|trust|inventory|in(put|file)|from|identity|ignore|exclude|include|env(-?file)?$|sys-?root|dest-?dir|search|find|watch|read|source|profile)/i

/** Of a command for a debugger what stands between blanks. */
const spaced = /(?<=\s["']?)(?:~\/|\/)[^"'\s]+/g
const quoted = /(?<=(["'`]))(?:~\/|\/)[^"'`\s]*(?=\1)/g

/** What of a word may be a path: all of it, what is tied to a letter, what stands behind a sign. */
function paths(text: string): readonly string[] {
  if (!/[/~]/.test(text) || /^\w+:\/\//.test(text)) return []
  if (/[\s"'`]/.test(text))
    return [...text.matchAll(/^(set|dump|append|save|source|tee) /.test(text) ? spaced : quoted)].map(
      ([path]) => path,
    )
  const [, tied] = /^-[A-Za-z](?=[/~.])(.+)$/s.exec(text) ?? []
  return [...(text.startsWith('-') ? [] : [text]), tied ?? '', ...text.split(/[=:,@]/).slice(1)].filter(
    (each) => /^(~$|~\/|\/|\.\.\/)/.test(each),
  )
}

/** A place that decides much, which a call names though nothing says what it does there. */
function placeNamed(command: SimpleCommand, view: View): string | false {
  const { program, words, shell, host, cwd } = command
  if (shell === 'cmd' || host !== undefined) return false
  if (!words.some(({ text }, at) => at > 0 && /[/~]/.test(text))) return false
  if (isPlain(program) || wrapperNames.has(program) || isShell(program) || saidElsewhere.test(program))
    return false
  const { landmarks } = view.findings
  const { home, roots } = landmarks
  const decides = (path: string): boolean =>
    ofSystem.test(path) ||
    path === home ||
    (!inPrograms.test(path) &&
      !roots.some((root) => isWithin(path, root) && !isWithin(home, root)) &&
      !(connects.test(program) && path.startsWith(`${home}/.ssh/`)) &&
      [path, `${path}/`].some((each) => startUpFile(each, landmarks) !== undefined))
  const inline = codeInWords(command)
  const script =
    inline || languageOf(program) === undefined
      ? undefined
      : words.slice(1).find(({ text }) => !text.startsWith('-'))
  const said = view.touched(command).map(({ action }) => action.target.text)
  const low = recordRule(command, builtInTable)?.rule
  // What only looks at what it is given may still keep something by an option.
  const isRead = low?.level === 'low'
  const looks = isRead && low.id.startsWith('project.')
  for (const [at, { text, known }] of words.entries()) {
    const before = words[at - 1]?.text ?? ''
    const [name = ''] = text.includes('=') ? text.split('=', 1) : before.startsWith('-') ? [before] : ['']
    const isSaid =
      at === 0 ||
      !known ||
      words[at] === script ||
      (isProse(words, at) && /\s/.test(text)) ||
      onlyRead.test(name) ||
      (connects.test(program) && !text.includes('=') && !/^-[a-zA-Z]*S$/.test(before)) ||
      (inline && !/[\s"'`]/.test(text)) ||
      (isRead && !(looks && text.startsWith('-')))
    const found = isSaid
      ? undefined
      : paths(text).find(
          (each) =>
            !said.includes(each) &&
            resolveAll(each.replace(/^~(?=\/|$)/, home), cwd).some((path) => decides(path)),
        )
    if (found !== undefined) return asksForHelp(command) || dryRun(command)?.far === false ? false : found
  }
  return false
}

/** Calls that name what the system or a shell starts from, where no record says whether it is read or written. */
export const unknownPlaceRules: readonly Rule[] = [
  {
    id: 'unknown.place',
    level: 'medium',
    categories: ['system_modification'],
    unread: true,
    match: placeNamed,
  },
]
