import { countingIn } from '../../../messages/counting'

const { number } = countingIn('en-GB')

/** The words of the parts of the settings page that are more than a list of settings. */
export const settingsParts = {
  providers: {
    test: 'Test',
    testWhat: (name: string) => `Test: the connection to ${name}`,
    testing: 'Testing…',
    answers: (models: number, ms: number) =>
      `Answers: ${number(models)} ${models === 1 ? 'model' : 'models'}, ${String(ms)} ms`,
    key: {
      none: 'no key needed',
      environment: (variable: string) => `key from the variable ${variable}`,
      stored: 'key stored',
      missing: 'no key yet',
    },
    changeKey: 'Change key',
    removeKey: 'Remove key',
    removeKeyOf: (name: string) => `Remove key: ${name}`,
    keyOf: (name: string) => `Key for ${name}`,
    save: 'Save',
    cancel: 'Cancel',
    own: 'from config.toml',
  },
  policies: {
    title: 'In words',
    runs: 'Runs unasked',
    asks: 'Asks you',
    stopped: 'When the sandbox stops it',
    modes: {
      'read-only': 'Every command, in the sandbox: it reads all but credentials, and writes nothing.',
      'workspace-write':
        'Every command, in the sandbox: it reads all but credentials, and writes in the session’s folder and the temporary folders.',
      'danger-no-network': 'Every command, with every file open to it; only the network is closed.',
      'danger-full-access': 'Every command, with everything open to it. There is no sandbox.',
    },
    safeAlone: 'Only commands that are known to be safe, in the sandbox.',
    networkOpen: 'The network is open.',
    networkClosed: 'A connection to a new host asks.',
    networkNever: 'No host can be reached that you did not allow before.',
    questions: {
      untrusted: 'Before everything that is not known to be safe.',
      effects: 'When what it did on copies leaves the folder, is lost, or wants the network.',
      'on-failure': 'When the sandbox stopped a command. Not before, as long as there is a sandbox.',
      'on-request': 'Before what could do harm, and when the agent asks for more.',
      never: 'Never. What would be asked about is refused, and the agent is told.',
      granular: 'As on request, by kind: what is switched off is refused without a question.',
    },
    after: {
      asks: 'You are asked, with what it needs, and it runs again with that alone.',
      agent: 'The agent is told; it can ask you for more.',
      told: 'The agent is told, and that is all.',
      nothing: 'Nothing stops it.',
    },
    always: 'Always read-only',
    alwaysText:
      'Git’s hooks and configuration and the settings of agents, in every folder that may be written to.',
  },
  places: {
    hosts: 'Hosts',
    hostsText: 'By rules, for the commands of a folder.',
    noHosts: 'No rule opens a host.',
    unreadable: 'Closed as well',
    unreadableText: 'Paths that commands may not read, beside the built-in credential stores.',
    readable: 'Opened',
    readableText: 'Credential stores that commands may read.',
    roots: 'Further folders to write in',
    unreadableVariables: 'Variables that commands do not get',
    readableVariables: 'Secret variables that commands get',
    none: 'none',
    builtIn:
      'Keys, tokens and passwords of the usual programs (.ssh, .aws, .config/gh and many more) are closed unless opened here.',
  },
  kept: {
    kinds: {
      sessions: 'Sessions',
      archived: 'Archived sessions',
      rules: 'Rules',
      keys: 'Keys of model servers',
      history: 'History of messages',
      checkpoints: 'Copies of folders, for undo',
      logs: 'Log',
      config: 'Settings',
    },
    files: (n: number) => (n === 1 ? '1 file' : `${number(n)} files`),
    nothing: 'nothing yet',
    total: 'Together',
    show: 'Open the folder',
    copy: 'Copy the path',
    reading: 'Counting…',
    one: 'One session',
    oneText: 'Export it or delete its record. Deleting moves the file to the trash.',
    pick: 'Session',
    none: 'There is no session yet.',
    exportMarkdown: 'Export as Markdown',
    exportJson: 'Export as JSON',
    remove: 'Delete…',
  },
} as const

/** The words of the MCP servers in the settings. */
export const servers = {
  reading: 'Reading the servers…',
  transport: { program: 'Program', address: 'Address' },
  state: {
    off: 'Off',
    starting: 'Starting',
    ready: 'Ready',
    waiting: 'Ended, is started again',
    failed: 'Failed',
    idle: 'Starts with the next session',
    next: 'Follows with the next turn',
  },
  in: (n: number) => (n === 1 ? 'in 1 session' : `in ${number(n)} sessions`),
  tools: (n: number) => (n === 1 ? '1 tool' : `${number(n)} tools`),
  says: 'Words of the server. Nobody has checked them.',
  reads: 'says that it only reads',
  stderr: 'Its last lines of error output',
  on: (id: string) => `Use ${id}`,
  restart: 'Start again',
  restartWhat: (id: string) => `Start again: ${id}`,
  signIn: 'Sign in',
  signInWhat: (id: string) => `Sign in to ${id}`,
  signOut: 'Sign out',
  cancelWhat: (id: string) => `Cancel signing in to ${id}`,
  signOutWhat: (id: string) => `Sign out of ${id}`,
  signedIn: 'Signed in',
  visit: 'Open in browser',
  visitText:
    'The server wants you to sign in at this address. It opens in your browser, and only when you press Open.',
  host: 'Host',
  codeTo: 'Passed on to',
  codeToText:
    'What you come back with goes to this other host, which can then act as you at the place where you sign in.',
  address: 'Address',
} as const
