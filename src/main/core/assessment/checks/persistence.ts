import type { Touched } from '../facts/gather'
import { inDefaultHome } from '../../policy/own-homes'
import { isObeyed, startsByItself } from '../../policy/tool-settings'
import type { SimpleCommand } from '../../shell/graph'
import { namedPath, quotedName } from '@shared/domain/named-path'
import { isWithin } from '../../shell/paths'
import type { Rule, View } from './rule'

const agentSettings = 'the settings of an agent'

/** Files that something starts or reads by itself: writing to them outlives the command. Paths from the home folder. */
const inHome: readonly (readonly [RegExp, string])[] = [
  [
    /^\.(bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zshenv|zprofile|zlogin|zlogout|kshrc|cshrc|tcshrc|login|inputrc|xinitrc|xprofile|xsession|Xresources|pam_environment)$/,
    'a start-up file of the shell',
  ],
  [/^\.config\/(fish|zsh|bash|nushell|powershell)\//, 'a start-up file of the shell'],
  [/^\.ssh\//, 'the keys and settings of ssh'],
  [/^\.(gitconfig|git-credentials)$|^\.config\/git\//, "git's own settings"],
  [/^\.config\/(autostart|systemd|environment\.d)\//, 'what starts with the session'],
  [
    /^Library\/(LaunchAgents|LaunchDaemons|Application Support\/com\.apple\.backgroundtaskmanagementagent)\//,
    'what starts with the session',
  ],
  [
    /^(\.local\/bin|bin|go\/bin|\.cargo\/bin|\.npm-global\/bin|\.bun\/bin|\.deno\/bin|\.rbenv\/shims|\.pyenv\/shims)\//,
    'a folder that programs are found in',
  ],
  [
    /^\.(npmrc|yarnrc(\.yml)?|pypirc|netrc|curlrc|wgetrc|gemrc|condarc|vimrc|emacs|tmux\.conf|screenrc|gdbinit|lldbinit|pythonrc|psqlrc|irbrc|pryrc|mybashrc)$/,
    'the settings of a tool',
  ],
  [/^\.config\/(pip|nvim|gh|containers|direnv|mise)\//, 'the settings of a tool'],
  [
    /^\.(docker|kube|aws|gnupg|cargo|gradle|m2|azure)\/([^/]*|.*(config|settings|credentials|init)[^/]*)$/,
    'the settings of a tool',
  ],
  [/^\.(codex|claude|cursor|continue|aider[^/]*|gemini)(\/|$)|^\.claude\.json$/, agentSettings],
  [/^\.vscode[^/]*\/extensions\/|^\.config\/Code\/User\//, 'the settings of an editor'],
]

const inSystem =
  /^\/(etc\/(cron[^/]*|profile|profile\.d|bash[^/]*|zsh[^/]*|environment|ld\.so\.[^/]*|systemd|init\.d|rc[^/]*|xdg\/autostart|sudoers[^/]*|pam\.d|ssh|security)|var\/spool\/cron|usr\/(local\/)?s?bin|s?bin|usr\/lib\/systemd|lib\/systemd|Library\/Launch(Agents|Daemons))(\/|$)/

const ofHome = (path: string): string | undefined =>
  inDefaultHome(path) ? agentSettings : inHome.find(([pattern]) => pattern.test(path))?.[1]

type Places = Pick<View['findings']['landmarks'], 'home' | 'roots' | 'engineHome'>

/** What a place is that something starts or reads by itself, as the reason of `persist.file` says it. */
export function startUpFile(path: string, landmarks: Places): string | undefined {
  const name = nameFor(path, landmarks)
  return name === undefined ? undefined : `${quotedName(namedPath(path, landmarks).name)}, ${name}`
}

function nameFor(path: string, { home, roots, engineHome }: Places): string | undefined {
  const root = roots.find((each) => path.startsWith(`${each}/`))
  // A workspace in it is a workspace.
  if (
    engineHome !== undefined &&
    isWithin(path, engineHome) &&
    (root === undefined || isWithin(engineHome, root))
  )
    return agentSettings
  if (root !== undefined && startsByItself(path.slice(root.length + 1)))
    return 'what starts by itself in this workspace'
  // A workspace below the home folder has its own rules; one that is the home folder does not change what these files are.
  if (path.startsWith(`${home}/`) && (root === undefined || isWithin(home, root))) {
    const inside = path.slice(home.length + 1)
    return ofHome(inside)
  }
  const [, other] = /^\/(?:(?:home|Users)\/[^/]+|root)\/(.+)$/.exec(path) ?? []
  const foreign = root === undefined && other !== undefined ? ofHome(other) : undefined
  if (foreign !== undefined) return foreign
  return inSystem.test(path) ? 'what the system starts by itself' : undefined
}

const changes = ({ action }: Touched): boolean =>
  !/^(read|move)$/.test(action.access) && !(action.attributes && !action.recursive)

function obeyedName(path: string, view: View): string | undefined {
  const root = view.findings.landmarks.roots.find((each) => path.startsWith(`${each}/`))
  return root !== undefined && isObeyed(path.slice(root.length + 1))
    ? 'which tools outside the sandbox obey'
    : undefined
}

const changesStartUp: Rule['match'] = (command, view) =>
  firstNamed(command, view, (path) => nameFor(path, view.findings.landmarks))

function firstNamed(
  command: SimpleCommand,
  view: View,
  named: (path: string, view: View) => string | undefined,
): string | false {
  for (const { action, found } of view.touched(command).filter(changes)) {
    const paths = [
      ...action.target.paths,
      ...found.flatMap(({ fact }) => [fact.realPath ?? fact.path, fact.path]),
    ]
    const inside = action.target.spread === 'below' || action.recursive
    for (const path of paths) {
      // What is unpacked into a folder lies below it.
      const name = named(path, view) ?? (inside ? named(`${path}/`, view) : undefined)
      if (name !== undefined) return `${quotedName(namedPath(path, view.findings.landmarks).name)}, ${name}`
    }
  }
  return false
}

/** Writing what something starts or obeys by itself. */
export const persistenceRules: readonly Rule[] = [
  {
    id: 'persist.file',
    effect: 'start-up',
    level: 'high',
    categories: ['system_modification'],
    contained: true,
    match: changesStartUp,
  },
  {
    id: 'persist.tool-settings',
    effect: 'start-up',
    level: 'medium',
    categories: ['system_modification'],
    match: (command, view) => firstNamed(command, view, obeyedName),
  },
]
