import { FaultError } from '@shared/domain/fault'
import { ruleImport } from '@shared/messages/rule-import'
import { z } from 'zod'
import { readRuleText } from '../approvals/rule-text'
import type { PermissionFile } from '../ports/agent-permissions'
import type { ShellParser } from '../shell/parse'
import type { StatedEntry } from './stated-entry'

const List = z.array(z.string().max(10_000)).max(10_000).catch([])
const Settings = z.object({
  permissions: z.object({ allow: List, ask: List, deny: List }).partial().catch({}).optional(),
  /** What older versions keep of each project. */
  projects: z
    .record(z.string(), z.object({ allowedTools: List.optional() }).catch({}))
    .catch({})
    .optional(),
})

/** What an entry for Bash is for, as its text between the brackets has it. */
async function readBash(text: string, parser: ShellParser): Promise<StatedEntry['of']> {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed === '*' || trimmed === ':*')
    return { problem: ruleImport.anyCommand, program: '' }
  const prefix = trimmed.endsWith(':*')
  const bare = prefix ? trimmed.slice(0, -2) : /\s\*$/.test(trimmed) ? trimmed.slice(0, -1).trim() : trimmed
  const open = bare !== trimmed
  const [program = ''] = bare.split(/\s/)
  const known = /[*?[\]]/.test(program) ? '' : program
  if (bare.includes('*')) return { problem: ruleImport.innerStar, program: known }
  try {
    return { commands: [await readRuleText(open ? `${bare} *` : bare, parser)] }
  } catch (error) {
    if (!(error instanceof FaultError)) throw error
    return { problem: ruleImport.notPlain, program: known }
  }
}

async function readEntry(entry: string, parser: ShellParser): Promise<StatedEntry['of']> {
  const [, tool = entry, text = ''] = /^([^()]*)(?:\(([\s\S]*)\))?$/.exec(entry.trim()) ?? []
  if (tool === 'Bash') return readBash(text, parser)
  if (/^(Edit|Write|MultiEdit|NotebookEdit)$/.test(tool)) return { problem: ruleImport.edits }
  if (/^(Read|Glob|Grep|LS)$/.test(tool)) return { problem: ruleImport.reads }
  return { problem: tool.startsWith('mcp__') ? ruleImport.servers : ruleImport.otherTool(tool.slice(0, 60)) }
}

/** The entries of a settings file of Claude Code, in order. Undefined: it is no such file. */
export async function readClaudePermissions(
  { text, folder }: PermissionFile,
  parser: ShellParser,
): Promise<readonly StatedEntry[] | undefined> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return undefined
  }
  const read = Settings.safeParse(json)
  if (!read.success) return undefined
  const { permissions = {}, projects = {} } = read.data
  const stated = [
    ...(['allow', 'ask', 'deny'] as const).flatMap((says) =>
      (permissions[says] ?? []).map((entry) => ({ entry, says, folder })),
    ),
    ...Object.entries(projects).flatMap(([project, { allowedTools = [] }]) =>
      allowedTools.map((entry) => ({ entry, says: 'allow' as const, folder: project })),
    ),
  ]
  return Promise.all(stated.map(async (each) => ({ ...each, of: await readEntry(each.entry, parser) })))
}
