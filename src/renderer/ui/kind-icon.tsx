import {
  Bot,
  FileDiff,
  FileText,
  FolderOpen,
  Globe,
  Image,
  Keyboard,
  ListChecks,
  type LucideIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { ParsedCommand } from '@shared/domain/parsed-command'
import { Icon, type IconName } from './icon'

const own = { command: 'term', search: 'search', mcp: 'plug' } as const satisfies Record<string, IconName>
const others = {
  ...{ agent: Bot, input: Keyboard, list: FolderOpen, network: Globe },
  ...{ patch: FileDiff, picture: Image, plan: ListChecks, read: FileText },
} satisfies Record<string, LucideIcon>

/** What a tool does: runs, reads, lists or searches, changes files, types into a program, connects, asks a server or an agent, looks, plans. */
export type ToolKind = keyof typeof own | keyof typeof others

/** Decoration beside the words for it. */
export function KindIcon({ kind, small = false }: { kind: ToolKind; small?: boolean }): ReactNode {
  const size = small ? 'sm' : ''
  if (Object.hasOwn(own, kind)) return <Icon name={own[kind as keyof typeof own]} className={size} />
  const Shape = others[kind as keyof typeof others]
  return <Shape className={`i ${size}`} aria-hidden="true" />
}

const kinds = { read: 'read', list_files: 'list', search: 'search', unknown: 'command' } as const

/** What a command does as a whole: anything in it that is not known to read, list or search makes it a command like any other. */
export function kindOfCommand(parts: readonly ParsedCommand[] = []): ToolKind {
  const found = new Set(parts.map(({ type }) => kinds[type]))
  const [only, second] = found
  return only === undefined || found.has('command') || second !== undefined ? 'command' : only
}
