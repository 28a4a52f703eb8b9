import type { CommandGraph } from '../shell/graph'
import type { ShellParser } from '../shell/parse'

/** Programs that never open a connection by themselves; what they start is listed beside them and looked at too. */
const offline = new Set(
  '. : [ alias awk base64 basename bash builtin cat cd chmod chown cmp column comm command cp cut date dd df diff dirname du declare echo env eval exec expand export expr false file find fold getopt grep egrep fgrep gunzip gzip head hostname id install join ln local ls mkdir mktemp mv nice nl nohup od paste patch printf pwd read readlink readonly realpath rev rg rm rmdir sed seq set sh shift source shuf sleep sort split stat strings tac tail tar tee test timeout touch tr trap tree true truncate type umask unalias uname uniq unset unzip wait wc which whoami xargs xz zcat zip zsh'.split(
    ' ',
  ),
)
/** Those of them that start nothing, whatever their words. */
const alone = new Set(
  'basename cat chmod chown cmp column comm cp cut date df diff dirname du echo false file fold head hostname id join ln ls mkdir mktemp mv nl od paste printf pwd readlink realpath rev rm rmdir seq sleep stat strings tac tail tee touch tr true truncate uname uniq wc which whoami'.split(
    ' ',
  ),
)
/** Git's own commands that work in the repository alone. */
const offlineGit = new Set(
  'add apply bisect blame branch cat-file checkout cherry-pick clean commit config describe diff format-patch grep init log ls-files ls-tree merge mv notes rebase reflog reset restore rev-list rev-parse rm shortlog show sparse-checkout stash status switch tag worktree'.split(
    ' ',
  ),
)

/**
 * Whether a command could want a connection, as far as its words tell. False only when every program in it is known to
 * stay at home: such a run needs no filtering proxy. A wrong true costs a few milliseconds; a wrong false means that a
 * connection fails without a question, never that one is made.
 */
export function mayConnect({ commands, unreadable }: Pick<CommandGraph, 'commands' | 'unreadable'>): boolean {
  if (unreadable.length > 0) return true
  return commands.some(({ program, words: [first, ...rest] }) => {
    if (first === undefined) return false
    if (program === 'git') return !offlineGit.has(rest.find((word) => !word.text.startsWith('-'))?.text ?? '')
    return !offline.has(program)
  })
}

/** The same of a command line. Its words are read only where its program does not say it by itself: reading takes a third of what one command loads. */
export async function lineMayConnect(command: readonly string[], parser: ShellParser): Promise<boolean> {
  const [program = ''] = command
  if (alone.has(program)) return false
  // No shell reads the first word, so that it is the program, by its whole name.
  const isRead = program === '' || program === 'git' || program.includes('/') || offline.has(program)
  return !isRead || mayConnect(await parser.read(command))
}
