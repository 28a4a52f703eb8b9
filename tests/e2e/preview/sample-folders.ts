import type { RestoreLook, RewindLook } from '@shared/domain/turn-restore'
import type { FolderLook } from '@shared/domain/folder-look'
import type { TrustLevel } from '@shared/domain/settings'
import { sampleAgents } from './sample-agents'
import { sceneHash } from './scene-hash'

const sampleFolders = ['/home/me/src/pi-mono', '/home/me/src/pi-tools', '/home/me/src/reports']

/** A repository whose project has a file of its own; `/home/me/gone` is not there. */
function folderLook(path: string, trust: TrustLevel | undefined): FolderLook {
  if (path.startsWith('/home/me/gone'))
    return { kind: 'missing', problem: `${path} does not exist; expected a readable folder.` }
  const root = '/home/me/src/pi-mono'
  return {
    kind: 'there',
    cwd: path,
    ...(trust !== 'untrusted' && { proposes: 'effects' as const }),
    marks: ['tests', 'dependencies', 'readme'],
    repository: {
      root,
      branch: 'main',
      branches: ['main', 'fix/compaction-clock'],
      changed: 3,
      ignored: ['node_modules/', '.env', 'dist/'],
      moreIgnored: 4,
      place: '/home/me/src/pi-mono.worktrees',
    },
    project: {
      folder: root,
      ...(trust && { trust, listed: root }),
      instructions: [
        { path: `${root}/AGENTS.md`, bytes: 2100 },
        { path: `${root}/packages/agent/AGENTS.md`, bytes: 400 },
      ],
      settings: {
        file: `${root}/.countersign/config.toml`,
        sets: [{ key: 'model', value: 'gpt-5-codex' }],
        refused: ['sandbox_mode'],
      },
      unread: ['.codex/config.toml'],
    },
  }
}

const sampleRestore: Extract<RestoreLook, { kind: 'ready' }> = {
  kind: 'ready',
  way: 'undo',
  turnNumber: 4,
  files: [
    { path: 'src/queue/worker.ts', becomes: 'changed' },
    { path: 'src/queue/old-worker.ts', becomes: 'made' },
    { path: 'src/queue/retry.ts', becomes: 'removed' },
  ],
  since: [{ path: 'README.md', becomes: 'changed' }],
  more: 0,
  tooLarge: ['assets/recording.mp4'],
}

const { files, since, tooLarge } = sampleRestore
const sampleRewind: RewindLook = {
  ...{ kind: 'ready', turnNumber: 2, lastTurn: 4, turns: 3, messages: 3, outside: 1 },
  files: { kind: 'ready', files, since, more: 0, tooLarge },
}

/** What the preview's engine says of folders and of the agents that work in them. */
export function folderAnswer(
  channel:
    | 'agents.list'
    | 'folder.complete'
    | 'folder.look'
    | 'folder.trust'
    | 'worktree.state'
    | 'turn.changes'
    | 'restore.list'
    | 'restore.look'
    | 'rewind.look'
    | 'rewind.do',
  payload: unknown,
): unknown {
  const { typed = '', path = '', trust } = payload as { typed?: string; path?: string; trust?: TrustLevel }
  if (channel === 'agents.list') return { agents: sceneHash === '#makers' ? sampleAgents : [] }
  if (channel === 'folder.complete')
    return { folders: sampleFolders.filter((each) => each.startsWith(typed)) }
  if (channel === 'turn.changes') return {}
  if (channel === 'rewind.do') return {}
  if (channel === 'restore.list') return { found: [], left: [] }
  if (channel === 'restore.look') return sampleRestore
  if (channel === 'rewind.look') return sampleRewind
  if (channel === 'worktree.state') return { state: { kind: 'clean', ignored: ['node_modules/', '.env'] } }
  if (sceneHash !== '#look-waits') return folderLook(path, trust)
  return new Promise<FolderLook>((resolve) => {
    Object.assign(window, {
      lookNow: () => {
        resolve(folderLook(path, trust))
      },
    })
  })
}
