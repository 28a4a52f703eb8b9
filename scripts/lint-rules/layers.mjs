import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * One for each folder with all that it may not import: the rule goes through the zones for every file.
 * @typedef {{ target: string, from: string | string[], except?: string[], message: string }} Zone
 */

const flow =
  'Imports run one way: shared <- core <- adapters, hosts <- compose <- index, cli; shared <- renderer lib, ui, state <- one feature <- app; shared <- preload.'

/**
 * The layers of src/ as zones of import-x/no-restricted-paths. Folders under adapters/ and features/ are read from
 * disk, so that a new one is held to the rules without anyone thinking of it.
 * @param {string} root the checkout's root
 * @returns {Zone[]}
 */
export function layerZones(root) {
  const main = './src/main'
  const renderer = './src/renderer'
  const entries = [`${main}/index.ts`, `${main}/cli.ts`]
  return [
    ...bar('./src/shared', [main, './src/preload', renderer], 'shared/ knows nobody.'),
    ...bar('./src/preload', [main, renderer], 'The preload knows only shared/.'),
    ...bar(main, ['./src/preload', renderer], 'The main process never imports the window.'),
    ...bar(renderer, [main, './src/preload'], 'The window never imports the main process: use the bridge.'),
    ...bar(`${main}/core`, [`${main}/adapters`, `${main}/hosts`], 'core/ is pure: name the need in ports/.'),
    ...bar(`${main}/adapters`, [`${main}/hosts`], 'Adapters do not know hosts.'),
    ...bar(
      `${main}/hosts`,
      [`${main}/adapters`],
      'Hosts do not know adapters: compose.ts brings them together.',
    ),
    ...[`${main}/core`, `${main}/adapters`, `${main}/hosts`].flatMap((layer) =>
      bar(layer, [`${main}/compose.ts`, ...entries], 'Only the entries import compose.ts.'),
    ),
    ...bar(`${main}/compose.ts`, entries, 'compose.ts does not know its entries.'),
    ...['lib', 'ui', 'state'].flatMap((layer) =>
      bar(
        `${renderer}/${layer}`,
        [`${renderer}/features`, `${renderer}/app`],
        'Features build on this, not the reverse.',
      ),
    ),
    ...bar(`${renderer}/features`, [`${renderer}/app`], 'app/ puts features together.'),
    ...siblings(root, `${main}/adapters`, {
      message: 'Adapters do not know one another.',
      // All read what others made in one way, and know what this process is and leaves; a sandbox backend is a way to start one.
      friends: (folder) => [
        'regular-file',
        'own-process',
        ...(folder.startsWith('sandbox-') ? ['process-execa'] : []),
      ],
    }),
    ...siblings(root, `${main}/hosts`, {
      message: 'Hosts do not know one another.',
      // What the commands of a command line share and what all do; what windows share, what the servers on the wire share.
      friends: (folder) => [
        'cli',
        ...(['browser', 'desktop', 'attach'].includes(folder) ? ['bridge'] : []),
        ...(['app-server', 'app-server-v2', 'mcp-server', 'acp'].includes(folder) ? ['protocol'] : []),
        // One command that speaks two protocols.
        ...(folder.startsWith('app-server') ? ['app-server', 'app-server-v2'] : []),
        ...filesIn(join(root, `${main}/hosts`)),
      ],
    }),
    ...coreFolders(root, `${main}/core`),
    ...partsWithoutMessages(root, `${main}/core`),
    ...bar('./src/shared/domain', ['./src/shared/messages'], 'What a thing is knows no messages for it.'),
    ...siblings(root, `${renderer}/features`, {
      message: 'Features do not know one another.',
      friends: () => [],
    }),
  ]
}

/**
 * @param {string} target
 * @param {string[]} from
 * @param {string} message
 */
function bar(target, from, message) {
  return [{ target, from, message: `${message} ${flow}` }]
}

/**
 * @param {string} root
 * @param {string} parent
 * @param {{ message: string, friends: (folder: string) => string[] }} rule
 */
function siblings(root, parent, { message, friends }) {
  return foldersIn(join(root, parent)).map((folder) => {
    const except = [...new Set([folder, ...friends(folder)])].map((each) => `./${each}`)
    return { target: `${parent}/${folder}`, from: parent, except, message }
  })
}

/**
 * The folders of core/, each of which knows only those before it. A folder that is not here knows none of these, so that
 * a new one has to be given its place. Beside it stands `ports/`, what core needs of the world: types alone, known to all.
 */
const coreOrder = [
  'text',
  'ignore-rules',
  'preimages',
  'programs',
  'shell',
  'run',
  'policy',
  'network',
  'mcp',
  'acp-agents',
  'patch',
  'assessment',
  'approvals',
  'effect-rules',
  'processes',
  'settings',
  'agents',
  'turn',
  'commands',
  'execution',
  'tools',
  'review',
  'rehearsal',
  'worktrees',
  'checkpoints',
  'conversation',
  'notify',
  'remote-approvals',
  'hook-gateway',
  'host-link',
  'replay',
  'rule-import',
  'redaction',
  'telemetry',
  'engine',
]

/** What hosts call and what the engine is given is known to those that it is made of. */
const engineContract = ['./engine-service.ts', './engine-parts.ts']

/**
 * @param {string} root
 * @param {string} core
 * @returns {Zone[]}
 */
function coreFolders(root, core) {
  const folders = foldersIn(join(root, core)).filter((folder) => folder !== 'ports')
  const before = (/** @type {string} */ folder) => coreOrder.slice(0, Math.max(coreOrder.indexOf(folder), 0))
  return folders.flatMap((folder) => {
    const from = coreOrder
      .filter((other) => other !== folder && folders.includes(other) && !before(folder).includes(other))
      .map((other) => `${core}/${other}`)
    const [target, engine] = [`${core}/${folder}`, `${core}/engine`]
    const others = from.filter((other) => other !== engine)
    const message = `In core/ imports run one way: ${coreOrder.join(' <- ')}.`
    return [
      ...(others.length === 0 ? [] : [{ target, from: others, message }]),
      ...(from.includes(engine) ? [{ target, from: engine, except: engineContract, message }] : []),
    ]
  })
}

/** Where core/ speaks: to the agent, to a model, to a person's own program, in an exported session, in the fault of a line to a host. */
const speaking = [
  'commands',
  'execution',
  'tools',
  'processes',
  'review',
  'rehearsal',
  'conversation',
  'notify',
  'host-link',
  'replay',
  'rule-import',
  'assessment/model-view',
]

/**
 * The parts of core/ that give data and know no messages for it.
 * @param {string} root
 * @param {string} core
 * @returns {Zone[]}
 */
function partsWithoutMessages(root, core) {
  const message = 'This part of core/ gives data; it becomes messages at an edge (src/shared/messages/).'
  const below = (/** @type {string} */ folder) =>
    foldersIn(join(root, core, folder)).map((each) => `${folder}/${each}`)
  const folders = foldersIn(join(root, core)).flatMap((folder) =>
    speaking.some((each) => each.startsWith(`${folder}/`)) ? [`${folder}/*.ts`, ...below(folder)] : [folder],
  )
  return folders
    .filter((folder) => !speaking.includes(folder))
    .map((folder) => ({ target: `${core}/${folder}`, from: './src/shared/messages', message }))
}

/** @param {string} path */
function filesIn(path) {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
}

/** @param {string} path */
function foldersIn(path) {
  if (!existsSync(path)) return []
  const entries = readdirSync(path, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
}
