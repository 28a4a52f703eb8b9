import type { StoredGrant } from '@shared/domain/stored-grant'
import { z } from 'zod'

/** A patch grant's key holds the file's name and the place it really is at (core/patch/patch-keys). */
const PatchKey = z.tuple([z.literal('apply_patch'), z.string(), z.string()])

/** The key of a grant for a tool: the folder, the server, the tool, and a digest of what the server says of it. */
const ToolKey = z.tuple([z.literal('mcp'), z.string(), z.string(), z.string(), z.string()])

/** The key of a grant of the desk for one file: the agent, the folder, the file's name and the place it really is at. */
const HookPatchKey = z.tuple([
  z.literal('desk'),
  z.string(),
  z.literal('patch'),
  z.string(),
  z.string(),
  z.string(),
])

/** What a grant is for: a command (with `open`, every one that begins so), patches of one file, any command's hosts. */
export type GrantSubject =
  | { readonly kind: 'hosts' }
  | { readonly kind: 'command'; readonly command: readonly string[]; readonly open?: true }
  | { readonly kind: 'patch'; readonly path: string }
  | { readonly kind: 'tool'; readonly server: string; readonly tool: string }

/** The subject of a stored grant. A key that reads as neither a patch's nor a tool's leaves it a command. */
export function grantSubject({
  command,
  key,
  covers,
}: Pick<StoredGrant, 'command' | 'key' | 'covers'>): GrantSubject {
  switch (covers) {
    case 'host':
      return { kind: 'hosts' }
    case 'prefix':
      return { kind: 'command', command, open: true }
    case undefined:
      return exactSubject(command, key)
  }
}

function exactSubject(command: readonly string[], key: string): GrantSubject {
  if (command.length === 1 && command[0] === 'apply_patch') {
    const parsed = PatchKey.safeParse(parseJson(key))
    if (parsed.success) return { kind: 'patch', path: parsed.data[1] }
  }
  const desk = HookPatchKey.safeParse(parseJson(key))
  if (desk.success) return { kind: 'patch', path: desk.data[4] }
  const tool = ToolKey.safeParse(parseJson(key))
  if (tool.success) return { kind: 'tool', server: tool.data[2], tool: tool.data[3] }
  // The engine marks a script that is no single plain command; the mark is not part of what runs.
  return { kind: 'command', command: command[0] === '(script)' ? ['bash', ...command.slice(1)] : command }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // not JSON: no patch's key
  }
}
