import { readsOfPlainCode } from '../actions/plain-code'
import { languageOf } from '../../programs/built-in'
import { environmentOf, type SimpleCommand, type SourceDocument } from '../../shell/graph'
import { codeInWords } from '../../shell/nested/interpreters'
import { bringsIn } from './packages'
import { asksForHelp, hasArg, textAt, verbs, type Rule, type View } from './rule'

/** What a line of code in another language does, as far as its words tell. */
interface CodeSign {
  readonly pattern: RegExp
  readonly what: string
}

/** A place outside the workspace, or one that is only known at run time, in the same line. */
const farPlace =
  /expanduser|Path\.home|homedir\(|\bDir\.home\b|expand_path\(|(process\.env|environ|ENV|getenv)\W{1,4}(HOME|USERPROFILE)|\$ENV\{HOME|\$HOME|["'`(]~|["'`(](\/(?!tmp\/)|[A-Za-z]:[\\/])|sys\.argv|process\.argv|ARGV|\.\.\/\.\./

const removal =
  /\b(rmtree|remove_tree|rmSync|rmdirSync|unlinkSync|removedirs|rm_rf|rm_r|rimraf|remove_dir_all|delete_recursively|emptyDirSync)\b|\b(fs|fsp|promises|fse)\.(rm|rmdir|unlink|remove|emptyDir)\b|\bos\.(remove|unlink|rmdir)\b|\b(File|FileUtils|Dir)\.(delete|unlink|rm\w*|remove\w*)\b|\bunlink\b|\.unlink\(|\brmdir\b|shutil\.move|Deno\.remove|\brm\([^)]*homedir/
const starts =
  /(\.(bashrc|bash_profile|zshrc|zshenv|profile|gitconfig|npmrc)|authorized_keys|crontab|\/etc\/|\.git\/hooks|LaunchAgents|autostart|sudoers)/
const writes =
  /\bopen\([^)]*["'][wax]\+?b?["']|write_text|write_bytes|writeFile|appendFile|createWriteStream|fs\.(write|append|copy|rename)|File\.(write|open)|file_put_contents|fwrite|\.write\(|copyfile|copy2|symlink|chmod|rename\(/

/** Signs that make code high, whatever else it does. */
const alarms: readonly CodeSign[] = [
  {
    pattern:
      /(b64decode|base64|fromhex|unhexlify|atob|decode64|pack\(|inflate|decompress|marshal|rot13|fromCharCode|chr\()[\s\S]{0,200}\b(exec|eval|Function|instance_eval|loadstring|compile|system|shell_exec|passthru|proc_open|popen|execSync|spawnSync|check_output)\b|\b(exec|eval|Function|instance_eval|loads|system|shell_exec|passthru|proc_open|popen|execSync|spawnSync|check_output)\b\s*\(?[\s\S]{0,80}(b64decode|base64|fromhex|unhexlify|atob|decode64|decompress|marshal|rot13|fromCharCode)/,
    what: 'runs code that it decodes first',
  },
  {
    pattern:
      /\b(exec|eval|Function|instance_eval|system|execSync)\b\s*\(?[\s\S]{0,120}(urlopen|requests\.|urllib|http\.get|fetch\(|open-uri|Net::HTTP|file_get_contents\s*\(\s*["']https?|LWP)|(urlopen|requests\.get|fetch\(|http\.get|https\.get)[\s\S]{0,200}\b(exec|eval|new Function|vm\.run\w*)\b/,
    what: 'runs code that it fetches',
  },
  {
    pattern:
      /\bsocket\b[\s\S]{0,400}(dup2|subprocess|pty\.spawn|\/bin\/(ba)?sh|exec)|(dup2|pty\.spawn)[\s\S]{0,400}\bsocket\b|net\.(connect|Socket)[\s\S]{0,300}child_process|child_process[\s\S]{0,300}net\.(connect|Socket)|TCPSocket[\s\S]{0,200}exec|fsockopen[\s\S]{0,200}(exec|proc_open)/,
    what: 'hands a shell to a connection',
  },
  {
    pattern: /\bos\.set(e?uid|e?gid)\b|\bsetuid\(|ctypes\.(CDLL|windll)|process\.setuid/,
    what: 'changes its own rights',
  },
  {
    pattern:
      /(\.ssh\b|\.aws\b|\.gnupg\b|id_rsa|id_ed25519|\.netrc|\/etc\/shadow|keychain|login\.keychain|Login Data|cookies\.sqlite|\.kube\/config|\.docker\/config)/i,
    what: 'reads keys or passwords',
  },
  {
    pattern:
      /(environ|process\.env|ENV\b|getenv|["'`/]\.env\b)[\s\S]{0,300}(urlopen|requests\.(post|put|get)|fetch\(|http\.request|https\.request|axios|Net::HTTP|socket|curl_exec|webhook|LWP|HTTP::Tiny|httpx|file_get_contents\s*\(\s*["']https?)|(requests\.(post|put)|urlopen|fetch\(|axios|Net::HTTP|LWP|HTTP::Tiny|httpx\.(post|put)|get\(\s*["']https?:|file_get_contents\s*\(\s*["']https?)[\s\S]{0,200}(environ|process\.env|\bENV\b|getenv|["'`/]\.env\b)/,
    what: 'sends what the environment holds',
  },
  {
    pattern:
      /\bos\.fork\(\)[\s\S]{0,40}while|while[^\n]{0,40}os\.fork|fork while|while\s*\(?(1|true)\)?[^\n]{0,40}fork/i,
    what: 'starts itself over and over',
  },
]

const lineAlarms: readonly {
  readonly test: (line: string, inline: boolean) => boolean
  readonly what: string
}[] = [
  {
    test: (line, inline) =>
      removal.test(line) && (farPlace.test(line) || (inline && !/["'][\w./-]+["']/.test(line))),
    what: 'deletes files outside the workspace, or files that are only known at run time',
  },
  { test: (line) => starts.test(line) && writes.test(line), what: 'changes what starts by itself' },
  {
    test: (line) =>
      writes.test(line) &&
      /expanduser|Path\.home|homedir\(|["'`](~\/|\/(?!tmp\/|dev\/(null|std))[a-z]+\/)/.test(line) &&
      !/\bread/.test(line),
    what: 'writes outside the workspace',
  },
]

const stretch = 4000

/** A long line in stretches that overlap by half: what stands together is in one of them. */
const inStretches = (line: string): readonly string[] =>
  line.length <= stretch
    ? [line]
    : Array.from({ length: Math.ceil((2 * line.length) / stretch) - 1 }, (_, at) =>
        line.slice((at * stretch) / 2, (at * stretch) / 2 + stretch),
      )

const comment = /^\s*(#|\/\/|--|\*|\/\*)/

/** What in a text of another language gives it a high level, in words, and the lines that say so. */
export function codeAlarm(
  document: SourceDocument,
  inline: boolean,
): { what: string; lines: readonly number[] } | undefined {
  const lines = document.text.split('\n')
  const spoken = lines.map((line) => (comment.test(line) && !line.startsWith('#!') ? '' : line))
  for (const { test, what } of lineAlarms) {
    const found = spoken.flatMap((line, at) =>
      inStretches(line).some((part) => test(part, inline)) ? [at + 1] : [],
    )
    if (found.length > 0) return { what, lines: found }
  }
  const text = spoken.join('\n').slice(0, 64 * 1024)
  for (const { pattern, what } of alarms) {
    const match = pattern.exec(text)
    if (match) {
      const first = text.slice(0, match.index).split('\n').length
      return { what, lines: [first] }
    }
  }
  return undefined
}

const takesInline = (command: SimpleCommand): boolean =>
  languageOf(command.program) !== undefined &&
  (hasArg(command, /^-[a-zA-Z0-9]*[cepErR]$|^--(eval|print)/) || command.stdin.kind !== 'inherit')

/** Options that only choose where the code stands and how it is read or told: any other may load more, or let others in. */
const plainOptions: Readonly<Record<'python3' | 'node', RegExp>> = {
  python3: /^(-[bBdEhIOPqsSuvx]*c?|-[WX].*|--check-hash-based-pycs.*)$/s,
  node: /^(-[eipP]+|--(eval|print|interactive)(=.*)?|--(no-)?(warnings|deprecation|color)|--(trace|no-warnings|stack|max|input-type|experimental-(strip|transform|default-type|repl|fetch|websocket|vm|global|json))[\w-]*(=.*)?|--expose[_-]gc)$/s,
}

/** Variables by which an interpreter finds its libraries, or loads more before the code. */
const loading = /^(PYTHON(PATH|HOME|STARTUP|USERBASE|INSPECT|PLATLIBDIR|EXECUTABLE|BREAKPOINT)|NODE_PATH)$/

/** Whether a call may run something besides its code: by an option, by a variable, or by what stands beside it. */
function loadsBesides(command: SimpleCommand, view: View): boolean {
  const language = languageOf(command.program)
  const options = language === 'python3' || language === 'node' ? plainOptions[language] : undefined
  const code = codeInWords(command)
  const args = command.words.slice(1)
  const end = code ? args.indexOf(code) : args.length
  // Behind the code stand words for it.
  const own = args.slice(0, end < 0 ? args.length : end).filter(({ text }) => /^-./.test(text))
  return (
    (options !== undefined && own.some(({ text }) => !options.test(text))) ||
    environmentOf(command).some(({ name, value }) => loading.test(name) && value.text !== '') ||
    view.findings.shadowed.has(command.id)
  )
}

const onlyComputes = (command: SimpleCommand, found: readonly SourceDocument[], view: View): boolean =>
  !loadsBesides(command, view) &&
  found.every(
    ({ text }) => readsOfPlainCode(text, languageOf(command.program) ?? command.program) !== undefined,
  )

const documents = (command: SimpleCommand, view: View): readonly SourceDocument[] => view.code(command)

/** Code of other languages: inline, from standard input, or a script that was looked into. */
export const codeRules: readonly Rule[] = [
  {
    id: 'code.alarm',
    level: 'high',
    categories: ['system_modification', 'data_deletion'],
    match: (command, view) => {
      for (const document of documents(command, view)) {
        const found = codeAlarm(document, takesInline(command))
        if (found) return found.what
      }
      return false
    },
  },
  {
    id: 'code.computes',
    level: 'low',
    categories: [],
    match: (command, view) => {
      const found = documents(command, view)
      return takesInline(command) && found.length > 0 && onlyComputes(command, found, view)
    },
  },
  {
    id: 'code.module',
    level: 'low',
    categories: [],
    match: (command) => {
      if (!/^python/.test(command.program)) return false
      const at = command.words.findIndex((word) => word.text === '-m')
      return (
        at > 0 &&
        /^(json\.tool|pip|pytest|black|ruff|mypy|flake8|isort|pylint|platform|site|sysconfig|this|calendar|compileall|py_compile|tabnanny|tokenize|timeit|coverage|twine|venv|virtualenv|tox|build|pre_commit|http\.server|SimpleHTTPServer)$/.test(
          textAt(command, at + 1),
        )
      )
    },
  },
  {
    id: 'code.not-seen',
    level: 'medium',
    categories: ['system_modification'],
    match: (command, view) => {
      if (languageOf(command.program) === undefined || asksForHelp(command)) return false
      // That is a package manager, and no language.
      if (bringsIn(command)) return false
      const found = documents(command, view)
      if (found.length > 0 && takesInline(command) && onlyComputes(command, found, view)) return false
      if (hasArg(command, /^-m$/) && /^python/.test(command.program)) {
        const at = command.words.findIndex((word) => word.text === '-m')
        return /^(json\.tool|pip|platform|site|sysconfig|calendar|black|ruff|mypy|flake8|isort|pylint)$/.test(
          textAt(command, at + 1),
        )
          ? false
          : textAt(command, at + 1)
      }
      if (hasArg(command, /^(-v|-V|--check|-c)$/) && verbs(command).length === 0 && found.length === 0)
        return false
      return languageOf(command.program) ?? command.program
    },
  },
  {
    id: 'code.file',
    level: 'medium',
    categories: ['system_modification'],
    match: (command, view) =>
      languageOf(command.program) === undefined && documents(command, view).length > 0,
  },
]
