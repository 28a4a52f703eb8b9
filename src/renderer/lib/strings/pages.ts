/** The words of the start page and the doctor. */
export const pages = {
  start: {
    firstTitle: 'Set up Countersign',
    firstText:
      'Agents work in a sandbox. When it stops a command, you decide, with the facts in front of you.',
    title: 'New session',
    text: 'The folder becomes the workspace. An agent reads almost everywhere and writes only there and in the temporary folders.',
    sandbox: 'Sandbox',
    model: 'Model',
    workspace: 'Workspace',
    demo: 'Demo',
    demoText:
      'A scripted agent in a sample project, with real commands in the real sandbox. No key, no network.',
    runDemo: 'Run the demo',
    demoPrompt: 'Show me what Countersign does.',
    folderLabel: 'Workspace folder',
    folderPlaceholder: '/home/you/project',
    folderHint: 'An absolute path on the machine that runs the engine.',
    folderInvalid: 'Give an absolute path, or one that begins with ~/.',
    openFolder: 'Open folder',
    noModel: 'No model is set up',
    noModelText:
      'Name one in config.toml (model, model_provider and its base_url), then start Countersign again.',
    noModelReason: 'Start needs a model.',
    noFolderReason: 'Start needs a folder.',
    start: 'Start',
    starting: 'Starting…',
    sandboxOk: 'Commands run in a sandbox',
    sandboxBackend: (backend: string, version: string) => `${backend} ${version}`,
    sandboxMissing: 'Nothing runs by itself',
    sandboxMissingText: 'Every command stops for you and can only be allowed outside the sandbox.',
  },
  doctor: {
    title: 'This machine',
    text: 'What Countersign found here, and how to mend what is missing.',
    checking: 'Checking…',
    status: { ok: 'In order', warn: 'Could be better', missing: 'Missing' },
    remedy: 'Remedy',
  },
} as const
