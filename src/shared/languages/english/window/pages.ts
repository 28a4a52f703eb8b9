import { demoPrompt } from '../../../messages/demo-prompt'

/** The words of the start page and the doctor. */
export const pages = {
  start: {
    invitation: 'What shall the agent do?',
    invitationText: 'It works in a sandbox. You are asked only about what would happen outside it.',
    task: 'Describe a task',
    taskHint: 'Describe a task, @ for files, / for commands',
    examplesLabel: 'For example',
    examples: {
      repository: 'Explain this repository',
      project: 'Explain this project',
      tests: 'Run the tests and mend what fails',
      firstTest: 'Write a first test',
      dependencies: 'Update the dependencies, one at a time',
      readme: 'Write a README',
      unused: 'Find what nothing uses any more',
      folder: 'Say what is in this folder',
      readmeOfFolder: 'Write a README for this folder',
      twice: 'Find what is here twice, and delete nothing',
      tool: 'Begin a small command-line tool here',
      page: 'Begin a web page here',
      interview: 'Ask me what is to be built here, and write it down',
    },
    goOn: 'Go on',
    newHere: 'New here',
    models: 'Keys and servers',
    setUp: 'Set one up',
    folder: 'Folder',
    title: 'New session',
    model: 'Model',
    whichAgent: 'Who works',
    ownAgent: 'Countersign’s own',
    acpAgentText: (command: string) =>
      `${command} runs as a whole in the sandbox, with a folder of its own, and decides on its model itself.`,
    acpAgentReaches: (hosts: readonly string[]) =>
      hosts.length === 0
        ? 'Every connection is asked about.'
        : `It reaches ${hosts.join(', ')} unasked; everything else is asked about.`,
    demo: 'See a decision in ten seconds',
    demoText: 'A scripted agent, real commands, no key.',
    runDemo: 'Run the demo',
    /** What it is begun with, by which its agent knows the language, and what its session is called. */
    demoPrompt,
    demoTitle: 'Demo session',
    /** The name of the setting that it leads to. */
    others: 'Decide on other agents',
    othersText: 'Claude Code and Codex ask in this window.',
    folderLabel: 'Workspace folder',
    folderPlaceholder: '/home/you/project',
    folderHint: 'An absolute path on the machine that runs the engine.',
    folderInvalid: 'Give an absolute path, or one that begins with ~/.',
    folderHidden: (n: number) =>
      n === 1
        ? '1 character of this path cannot be seen, or changes how the others are read:'
        : `${String(n)} characters of this path cannot be seen, or change how the others are read:`,
    openFolder: 'Open folder',
    noModel: 'No model yet',
    lookingForModels: 'Looking for models…',
    /** What was found without being set up: on this machine, by its key, or in config.toml. */
    use: {
      here: (name: string) => `Use ${name}, found here`,
      key: (name: string) => `Use ${name}, key found`,
      configured: (name: string) => `Use ${name}`,
    },
    noModelText:
      'Start Ollama, LM Studio, llama.cpp or vLLM on this machine and look again, give a key below, or name a model in config.toml.',
    keyTitle: 'A key for a provider',
    keyText: 'It goes into the system’s keyring, or a file that only you can read. Never into config.toml.',
    keyProvider: 'Provider',
    key: 'Key',
    saveKey: 'Save and test',
    lookAgain: 'Look for models',
    noModelReason: 'Start needs a model.',
    noFolderReason: 'Start needs a folder.',
    start: 'Start',
    starting: 'Starting…',
    proposed: 'Proposed, since this machine can try commands on copies.',
    noSandbox: 'No sandbox',
    copyRemedy: (remedy: string) =>
      remedy.length <= 40 ? `Copy “${remedy}”` : 'Copy the command that mends it',
    remedyCopied: { yes: 'Copied', failed: 'Not copied' },
    sandboxMissingText: 'Every command stops for you and can only be allowed outside the sandbox.',
  },
  past: {
    look: 'Look at your last month',
    lookText: 'Of Claude Code and Codex: which questions needed you.',
  },
  doctor: {
    title: 'This machine',
    text: 'What Countersign found here, and how to mend what is missing.',
    checking: 'Checking…',
    status: { ok: 'In order', warn: 'Could be better', missing: 'Missing' },
  },
} as const

/** The words of the form for a server at any address. */
export const provider = {
  title: 'A server at another address',
  text: 'It goes into config.toml, its key beside the others and never into that file. The key is sent to this server alone.',
  kind: 'Kind',
  kinds: {
    chat: 'Speaks Chat Completions',
    responses: 'Speaks Responses',
    azure: 'Azure OpenAI',
  },
  fields: {
    name: { label: 'Name', example: 'Our server', wrong: 'Give it a name of up to 60 characters.' },
    address: {
      label: 'Address',
      example: 'https://models.example.org/v1',
      wrong: 'Give an address that begins with http:// or https://, without a password or a query.',
    },
    resource: {
      label: 'Resource',
      example: 'my-resource',
      wrong: 'Give the resource’s name: letters, digits and hyphens, as it stands before .openai.azure.com.',
    },
    model: {
      label: 'Model for new sessions',
      example: 'as the server calls it',
      wrong: 'Give the model’s name; Azure calls it the deployment.',
    },
    key: { label: 'Key', example: 'none', wrong: 'A key has no spaces and only plain characters.' },
  },
  add: 'Add the server',
  adding: 'Adding…',
  added: 'Added to',
} as const
