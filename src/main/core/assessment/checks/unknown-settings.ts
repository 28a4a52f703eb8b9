import { builtInTable, isPlain, languageOf, wrapperNames } from '../../programs/built-in'
import { environmentOf, type SimpleCommand } from '../../shell/graph'
import { isStarter } from '../../shell/nested/evaluated'
import { readOptionFiles } from '../../shell/nested/option-files'
import type { Rule } from './rule'

/** What an option says by its name that loads settings or code of a file. */
const loads =
  /^--(?!no-)(?:[a-z0-9]+[-_])*(?:config|cfg|conf|rc|[a-z]*rc|init|load|mload|plugins?|modules?|library|startup)(?:[-_](?:file|path|dir|from))?(?:=|$)/

/** Programs of which such options are read elsewhere, or load no more than data. */
const readElsewhere =
  /^(openssl|pkg-config|pkgconf|xmllint|lsmod|git|ffmpeg|ffprobe|direnv|cross-env|dotenv)$/

/** Options of single programs that load or start what their names do not say. `value`: only with such a value, behind it or tied on. */
const loadsBy = new Map<string, { readonly option: RegExp; readonly value?: RegExp }>([
  ['exiftool', { option: /^-config$/i }],
  ['cowsay', { option: /^-f/, value: /\// }],
  // What is for the machine that runs it, but for its memory.
  ['javap', { option: /^-J(?!-X(?:mx|ms|ss)\d)/ }],
  ['jps', { option: /^-J(?!-X(?:mx|ms|ss)\d)/ }],
  // What its expression names is written.
  ['yq', { option: /^(-s|--split-exp(-file)?)(=|$)/, value: /\// }],
  // `print | "command"`, `tee > "file"`
  ['mlr', { option: /[|>]\s{0,20}"|^-s$/ }],
])

/** Variables by which such a program finds settings, options or code, by whatever way it is given them. */
const ofPrograms =
  /^(RIPGREP_CONFIG_PATH|ACKRC|ACK_OPTIONS|BAT_CONFIG_PATH|BAT_CONFIG_DIR|BAT_OPTS|MANOPT|ZIPOPT|ZIP|UNZIP|LESSKEY\w*|MLRRC|MLR_\w+|MAGICK_(CONFIGURE_PATH|CODER_MODULE_PATH|FILTER_MODULE_PATH|HOME)|EXIFTOOL_HOME|COWPATH|JDK_JAVA_OPTIONS|JDK_JAVAC_OPTIONS|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|PERL5LIB|PERLLIB|JQ_LIBRARY_PATH)$/

/** What the name of a variable says that stands before the program itself. */
const telling =
  /(?:^|_)(?:OPTS?|OPTIONS|ARGS|CONFIG|CONF|CFG|RC|INIT|STARTUP|COMMAND|CMD|EXEC|PROGRAM|PLUGINS?|MODULES?|PRELOAD|LOADER|HOOKS?|REPORT|OUTPUT|HOME)(?:_|$)|(?:OPT|RC|OPEN|CLOSE|REPORT)$/
/** Of these some that load nothing. */
const known = /^(JAVA_HOME|PKG_CONFIG_\w+|GOCONFIG|XDG_DATA_HOME|XDG_CACHE_HOME|XDG_STATE_HOME|RUST_LOG\w*)$/

/** Programs that use a variable as text, find no settings by one, or hand it on to what they run: what that makes of it is its own. */
const takesAnyVariable =
  /^(envsubst|env|printenv|echo|printf|cat|test|\[|true|false|:|sleep|export|set|exec|command|builtin|eval|source|\.|g?xargs|parallel|g?find|script|entr|dotenv|concurrently|cross-env|direnv|mise|busybox|toybox|ls|head|tail|wc|cut|uniq|tr|stat|cp|mv|rm|mkdir|touch|ln|tee|df|du|basename|dirname|realpath|readlink|seq|id|whoami|pwd|cd|which|date|mktemp|md5sum|sha256sum|cmp|comm)$/

/** Values that name nothing: none, a switch, options of one letter or for colours. */
const namesNothing =
  /^(|\/dev\/null|\d+|true|false|yes|no|on|off|always|never|auto|(-\d+|-[A-Za-z]\d*|--colou?r(=\w+)?)( (-\d+|-[A-Za-z]\d*|--colou?r(=\w+)?)){0,9})$/

/** What interpreters, compilers and package managers find by a variable: code, settings, or another of themselves. */
const ofTools =
  /^(NODE_PATH|PYTHON(PATH|HOME|USERBASE|EXECUTABLE|PLATLIBDIR|PYCACHEPREFIX)|MYPYPATH|PIP_(CONFIG_FILE|PYTHON|TARGET|PREFIX|ROOT)|UV_(CONFIG_FILE|PYTHON)|RUBYLIB|GEM_(PATH|HOME)|BUNDLE_GEMFILE|PERL5LIB|PERLLIB|PERL5DB|LUA_C?PATH\w*|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVAC?_OPTIONS|CLASSPATH|(MAVEN|GRADLE|SBT|ANT|KOTLIN)_OPTS|GO(ROOT|TOOLCHAIN|TOOLDIR|FLAGS|ENV|WORK|PACKAGESDRIVER|AUTH)|(CARGO_(ENCODED_)?)?RUST(DOC)?FLAGS|CARGO_HOME|RUSTUP_(HOME|TOOLCHAIN)|MAKEFILES|(npm_config|NPM_CONFIG)_(userconfig|globalconfig|prefix|USERCONFIG|GLOBALCONFIG|PREFIX)|YARN_(RC_FILENAME|YARN_PATH|PLUGINS)|TS_NODE_\w+|COREPACK_HOME|PHPRC|PHP_INI_SCAN_DIR|CC|CXX|CPP|AR|LD|FC|PKG_CONFIG|CMAKE_TOOLCHAIN_FILE)$/
/** Values of theirs that name one of the usual things, or say how that is done. */
const usual =
  /^(|local|auto|\d+|stable|beta|nightly(-\d{4}-\d\d-\d\d)?|\d+\.\d+(\.\d+)?|(ccache |sccache )?(gcc|g\+\+|cc|c\+\+|clang|clang\+\+|ld|lld|mold|ar|cpp|gfortran|pkg-config|emcc|em\+\+)(-\d+)?|(-(mod=\w+|race|v|x|trimpath|count=\d+|tags=[\w,]+|buildvcs=\w+|Xm[xsn]\w+|Xss\w+|D[\w.]+(=[\w.,:-]*)?|[DAWF] ?[\w:-]+|C ?(target-cpu|opt-level|debuginfo|debug-assertions|codegen-units|lto|panic|incremental|strip|target-feature|instrument-coverage)(=[\w+,.-]+)?)(\s+|$)){1,20})$/
/** Programs of which such a variable decides what they are: tools of a project, package managers, interpreters. */
const isTool = (program: string): boolean =>
  languageOf(program) !== undefined ||
  (!isPlain(program) &&
    builtInTable.of(program)?.effects.some(({ id = '' }) => /^(project|packages)\./.test(id)) === true)

/** The variable that decides what a plain program loads or starts; undefined where there is none. */
function settingVariable(command: SimpleCommand): string | undefined {
  const { program, assignments } = command
  const isText = takesAnyVariable.test(program) || wrapperNames.has(program)
  const own = new Set(isText ? [] : assignments.map(({ name }) => name))
  return environmentOf(command).find(
    ({ name, value }) =>
      (ofPrograms.test(name) ||
        (own.has(name) && telling.test(name) && !known.test(name) && !isStarter(name))) &&
      !(value.known && namesNothing.test(value.text)),
  )?.name
}

/** The option that says so. */
function settingOption({ program, words }: SimpleCommand): string | undefined {
  const exact = loadsBy.get(program)
  const found = words.find(({ text }, at) => {
    if (at === 0) return false
    if (exact?.option.test(text) === true)
      return (
        exact.value === undefined || exact.value.test(text) || exact.value.test(words[at + 1]?.text ?? '')
      )
    return !readElsewhere.test(program) && loads.test(text.slice(0, 200))
  })
  return found?.text
}

/** Programs that are harmless by name, with an option or a variable that has them load what was not looked at. */
export const unknownSettingRules: readonly Rule[] = [
  {
    id: 'unknown.settings',
    level: 'medium',
    categories: ['system_modification'],
    unread: true,
    match: (command) => {
      if (command.shell !== 'posix' || command.host !== undefined || !isPlain(command.program)) return false
      return settingOption(command) ?? settingVariable(command) ?? false
    },
  },
  {
    id: 'unknown.variable',
    level: 'medium',
    categories: ['system_modification'],
    match: (command) => {
      if (command.shell !== 'posix' || command.host !== undefined || !isTool(command.program)) return false
      const set = environmentOf(command).find(
        ({ name, value }) => ofTools.test(name) && !(value.known && usual.test(value.text.trim())),
      )
      return set?.name ?? false
    },
  },
  {
    id: 'unknown.option-file',
    level: 'medium',
    categories: ['data_exfiltration', 'system_modification'],
    unread: true,
    match: (command, { graph }) => {
      const [file] = command.shell === 'posix' ? (readOptionFiles(command)?.files ?? []) : []
      // A file that was read is a call of its own.
      const unread = graph.unreadable.some((each) => each.command === command.id)
      return file !== undefined && unread ? file.text : false
    },
  },
]
