import type { ReactNode } from 'react'
import type { ParsedCommand } from '@shared/domain/parsed-command'
import { Icon, type IconName } from './icon'

const shapes = {
  ...{ command: 'term', search: 'search', mcp: 'plug', agent: 'bot', input: 'keyboard', list: 'folder-open' },
  ...{ network: 'globe', patch: 'file-diff', picture: 'image', plan: 'list-checks', read: 'file-text' },
} as const satisfies Record<string, IconName>

/** What a tool does: runs, reads, lists or searches, changes files, types into a program, connects, asks a server or an agent, looks, plans. */
export type ToolKind = keyof typeof shapes

/** Decoration beside the words for it. */
export function KindIcon({ kind, small = false }: { kind: ToolKind; small?: boolean }): ReactNode {
  return <Icon name={shapes[kind]} className={small ? 'sm' : ''} />
}

const kinds = { read: 'read', list_files: 'list', search: 'search', unknown: 'command' } as const

/** What a command does as a whole: anything in it that is not known to read, list or search makes it a command like any other. */
export function kindOfCommand(parts: readonly ParsedCommand[] = []): ToolKind {
  const found = new Set(parts.map(({ type }) => kinds[type]))
  const [only, second] = found
  return only === undefined || found.has('command') || second !== undefined ? 'command' : only
}
