/**
 * What each part of src/ may take from packages and from the platform. One entry per rule and file set: the last entry that
 * matches a file replaces what the earlier ones say of a rule.
 */

const electron = '^electron(/|$)'
const electronMessage = 'Only src/main/hosts/desktop may import electron.'

/** @param {string} regex @param {string} message */
function packages(regex, message) {
  return refused({ regex, message })
}

const starts = {
  regex: '^(node:)?child_process$',
  message:
    'Start helpers with execa. Only the commands of agents need the project’s own spawner (process-execa/, decision 005).',
}
const noElectron = { regex: electron, message: electronMessage }

/**
 * @param {{ regex: string, message: string, importNames?: string[] }[]} patterns
 * @returns {import('oxlint').DummyRuleMap}
 */
function refused(...patterns) {
  return { 'countersign/no-restricted-imports': ['error', { patterns }] }
}

/** @param {{ selector: string, message: string }[]} entries @returns {import('oxlint').DummyRuleMap} */
function syntax(...entries) {
  return { 'countersign/no-restricted-syntax': ['error', ...everywhere, ...entries] }
}

/** What the catalogue in src/shared/messages/ makes: text for a person, which may change or be in another language any day. */
const messages = '[callee.name=/(InWords|Phrase|Clause)$/]'
const compared = {
  selector: [
    `BinaryExpression[operator=/^[=!]==?$/] > CallExpression${messages}`,
    `MemberExpression[property.name=/^(startsWith|endsWith|includes|indexOf|match|search|split)$/][object.type="CallExpression"][object.callee.name=/(InWords|Phrase|Clause)$/]`,
    `CallExpression[callee.property.name=/^(test|exec)$/] > CallExpression${messages}`,
  ].join(', '),
  message: 'Messages are for people: ask the data that they are made from (src/shared/domain/).',
}

const everywhere = [
  compared,
  {
    selector: 'ExportAllDeclaration',
    message: 'No barrels: import from the file that holds the thing.',
  },
  {
    selector: ':matches(Program, Program > ExportNamedDeclaration) > VariableDeclaration[kind="let"]',
    message: 'No mutable state at module level: two sessions run side by side.',
  },
  { selector: 'TSInterfaceDeclaration[id.name=/^I[A-Z][a-z]/]', message: 'No I prefix.' },
  {
    // A scope is forked from all of another, and the builder and the settler are lists for one reading.
    selector:
      'ClassDeclaration:not([superClass]):not([id.name=/^(Scope|GraphBuilder|Settler)$/]):not(:has([accessibility="private"], PrivateIdentifier))',
    message:
      'A class holds something private: then the compiler takes nothing for an instance but an instance. Else it is an interface.',
  },
]
const ipcMain = {
  selector: 'Identifier[name="ipcMain"], MemberExpression[property.name="ipc"]',
  message: 'ipcMain is used in src/main/hosts/desktop/ipc.ts only.',
}
const ipcRenderer = {
  selector: 'Identifier[name="ipcRenderer"]',
  message: 'ipcRenderer is used in src/preload/index.ts only.',
}
const windowName = '/^(window|globalThis|self)$/'
const bridge = {
  selector: [
    `MemberExpression[object.name=${windowName}][property.name="countersign"]`,
    `MemberExpression[object.name=${windowName}][property.value="countersign"]`,
    `VariableDeclarator[init.name=${windowName}] > ObjectPattern > Property[key.name="countersign"]`,
  ].join(', '),
  message: 'window.countersign is used in src/renderer/lib/engine-link.ts only.',
}
const dynamicImport = {
  selector: 'ImportExpression',
  message: 'Pure code does not load modules as it runs.',
}

const impureGlobals = [
  'process',
  'fetch',
  'console',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'WebSocket',
  'crypto',
]
const pure = {
  'no-restricted-globals': [
    'error',
    ...impureGlobals.map((name) => ({ name, message: 'core/ does no I/O: name the need in ports/.' })),
  ],
  'no-restricted-properties': [
    'error',
    { object: 'Date', property: 'now', message: 'Use the Clock port.' },
    { object: 'Math', property: 'random', message: 'Use the Ids port.' },
  ],
}

/**
 * Opening a pipe waits for its other end, a huge file fills the memory, and what a command or a repository made can be
 * either. So adapters that read such places have one way to do it; those named here read only what is the engine's own.
 */
const ownPlaces = [
  'regular-file',
  'store-jsonl',
  'key-file',
  'system',
  'telemetry',
  'process-execa',
  'sandbox-runtime',
  'own-process',
  'window-socket',
  'engine-socket',
  'demo',
  'engine-archive',
]
const readers = [
  'default',
  'open',
  'openAsBlob',
  'openSync',
  'readFile',
  'readFileSync',
  'createReadStream',
  'promises',
]
const readsFiles = refused(noElectron, starts, {
  regex: '^(node:)?fs(/promises)?$',
  importNames: readers,
  message: 'Read what others can have made with regular-file/read-regular-file.ts.',
})

/**
 * The boundary rules as overrides, general first.
 * @type {import('oxlint').OxlintOverride[]}
 */
export const boundaries = /** @type {import('oxlint').OxlintOverride[]} */ ([
  { files: ['src/**'], rules: { ...refused(noElectron, starts), ...syntax(ipcMain, ipcRenderer) } },
  {
    files: ['src/shared/**'],
    rules: {
      ...packages('^(?!\\.|@shared/|zod$)', 'shared/ imports nothing but zod.'),
      ...syntax(ipcMain, ipcRenderer, dynamicImport),
    },
  },
  // A page loads one language of all.
  { files: ['src/shared/languages/languages.ts'], rules: syntax(ipcMain, ipcRenderer) },
  {
    files: ['src/main/core/**'],
    rules: {
      ...packages('^(?!\\.|@shared/|zod$)', 'core/ is pure: no package but zod, no node module.'),
      ...syntax(ipcMain, ipcRenderer, dynamicImport),
      ...pure,
    },
  },
  {
    files: ['src/main/core/ports/**'],
    rules: syntax(ipcMain, ipcRenderer, dynamicImport, {
      selector:
        ':matches(ImportDeclaration[importKind="value"], VariableDeclaration, FunctionDeclaration, ClassDeclaration)',
      message: 'ports/ says what core needs of the world: types alone.',
    }),
  },
  {
    files: ['src/main/adapters/**'],
    // These judge where a file lies by what they opened, which they do in the same way, or write.
    excludeFiles: [
      ...ownPlaces.map((folder) => `src/main/adapters/${folder}/**`),
      'src/main/adapters/facts-fs/read-text.ts',
      'src/main/adapters/patch-files/**',
      'src/main/adapters/preimages/**',
    ],
    rules: readsFiles,
  },
  // The spawner itself; the Node that takes the place of one too old to load anything; a program of our own, by its channel.
  {
    files: [
      'src/main/adapters/process-execa/**',
      'src/main/adapters/sandbox-runtime/fork-node.ts',
      'src/main/cli.ts',
    ],
    rules: refused(noElectron),
  },
  { files: ['src/main/hosts/desktop/**'], rules: refused(starts) },
  { files: ['src/main/hosts/desktop/ipc.ts'], rules: syntax(ipcRenderer) },
  {
    files: ['src/preload/**'],
    rules: packages('^(?!\\.|@shared/|electron$)', 'The preload imports shared/ and electron only.'),
  },
  {
    files: ['src/preload/index.ts'],
    rules: { ...syntax(ipcMain), 'max-lines': ['error', 40] },
  },
  {
    files: ['src/renderer/**'],
    rules: {
      ...packages(`${electron}|^node:`, 'The window reaches the system through lib/bridge.ts only.'),
      ...syntax(ipcMain, ipcRenderer, bridge),
    },
  },
  { files: ['src/renderer/lib/engine-link.ts'], rules: syntax(ipcMain, ipcRenderer) },
])
