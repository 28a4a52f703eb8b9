/** Folders with the instructions and settings of agents and of this program: they decide what later sessions do. */
export const agentFolders: readonly string[] = [
  '.countersign',
  '.codex',
  '.agents',
  '.claude',
  '.cursor',
  '.gemini',
]

/** Names below the workspace; one that ends in a slash stands for a folder with all that is in it, and one that begins with a star for every name with that end. */
type Names = readonly string[]

/** What runs by itself, outside the sandbox, as soon as an editor, a shell or an agent enters the folder. */
const startedByItself: Names = [
  '.git/hooks/',
  '.husky/',
  '.envrc',
  '.autoenv.zsh',
  '.autoenv_leave.zsh',
  '.vscode/tasks.json',
  '.vscode/settings.json',
  '.idea/runConfigurations/',
  '.idea/workspace.xml',
  '.claude/',
  '.codex/',
  '.countersign/',
  '.devcontainer/',
  '.hg/hgrc',
  '.hg/hgrc-not-shared',
  '.hg/sharedpath',
  '.sl/config',
  // In a second workspace it is a file that names the repository.
  '.jj/repo',
  '.jj/repo/config.toml',
  '.jj/repo/workspace-config.toml',
  // The git repository that it works with, whose settings git obeys.
  '.jj/repo/store/git_target',
  '.jj/workspace-config.toml',
]

/** What agents and editors obey from when they are opened there; their launch files and rules lie among it. */
const obeyedOnOpening: Names = [
  '.vscode/',
  '.idea/',
  '.cursor/',
  '.gemini/',
  '.agents/',
  '.qwen/',
  '.kiro/',
  '.zed/',
  '.opencode/',
  'opencode.json',
  'opencode.jsonc',
  '.windsurf/',
  '.continue/',
  '.roo/',
  '.aider.conf.yml',
  '.helix/',
  '.run/',
  '.mcp.json',
  '.devcontainer.json',
  '.lazy.lua',
  '.nvim.lua',
  '.exrc',
  '.nvimrc',
  // vim with `exrc`
  '.vimrc',
  '.gvimrc',
  '_vimrc',
  '_gvimrc',
  '_exrc',
  '.amazonq/',
  '.junie/',
  '.crush.json',
  'crush.json',
  '.theia/',
  '.vs/',
  '.fleet/',
  '*.code-workspace',
  '.sdkmanrc',
  '.dir-locals.el',
  '.dir-locals-2.el',
]

/** What agents are told by as soon as they begin there: words, which run nothing by themselves. */
const instructions: Names = [
  'CLAUDE.md',
  'CLAUDE.local.md',
  'AGENTS.md',
  'AGENTS.override.md',
  'AGENT.md',
  'GEMINI.md',
  'QWEN.md',
  '.cursorrules',
  '.windsurfrules',
  '.clinerules',
  '.clinerules/',
  '.roorules',
  '.goosehints',
  '.rules',
  '.github/copilot-instructions.md',
  '.github/instructions/',
]

/** Settings that programs outside the sandbox obey as soon as somebody uses them there. */
const obeyed: Names = [
  ...obeyedOnOpening,
  '.mise.toml',
  '.mise.local.toml',
  '.rtx.toml',
  'mise.toml',
  'mise.local.toml',
  '.mise/',
  '.config/mise.toml',
  '.config/mise/',
  'rust-toolchain',
  'rust-toolchain.toml',
  'bunfig.toml',
  '.bundle/config',
  '.tool-versions',
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  '.pnpmfile.cjs',
  '.pre-commit-config.yaml',
  ...['lefthook', '.lefthook', 'lefthook-local', '.lefthook-local'].flatMap((name) => [
    `${name}.yml`,
    `${name}.yaml`,
    `${name}.toml`,
    `${name}.json`,
  ]),
  '.gitmodules',
  '.cargo/config',
  '.cargo/config.toml',
  '.direnvrc',
  '.pdbrc',
  '.irbrc',
  '.pryrc',
]

const isAmong =
  (names: Names) =>
  (path: string): boolean =>
    names.some((name) =>
      name.startsWith('*')
        ? path.endsWith(name.slice(1))
        : name.endsWith('/')
          ? `/${path}`.includes(`/${name}`)
          : `/${path}`.endsWith(`/${name}`),
    )

/** Whether a path from the workspace, however deep, is something that runs there by itself. */
export const startsByItself = isAmong(startedByItself)

/** Whether a path from the workspace, however deep, is something that tools obey when they are used there. */
export const isObeyed = isAmong(obeyed)

/** Whether entering or opening the folder, with a shell, an editor or an agent, is enough for it to count. */
export const countsOnOpening = isAmong([...startedByItself, ...obeyedOnOpening])

const isInstruction = isAmong(instructions)

/** Whether an agent that begins in the folder does as this file says. What lies in installed packages is nobody's folder to begin in. */
export const instructsAgents = (path: string): boolean =>
  isInstruction(path) && !/(?:^|\/)(?:node_modules|site-packages)\//.test(path)

/** Either of them: what tools outside the sandbox run, or do as it says. */
export const isToolSetting = (path: string): boolean => startsByItself(path) || isObeyed(path)

/** What the first part of each such path is called, so that it can be looked for; git's own folder is watched over elsewhere. */
export const toolSettingNames: ReadonlySet<string> = new Set(
  [...startedByItself, ...obeyed]
    .map((name) => name.split('/', 1)[0] ?? name)
    .filter((name) => name !== '.git' && !name.startsWith('*')),
)

/**
 * What patches are asked about even inside the writable roots, at any depth and whether it exists or
 * not: where a file becomes code that later runs outside the sandbox, or a setting of the tools that watch over it.
 */
export const protectedNames: readonly string[] = ['.git', ...agentFolders]
