import { isUtf8 } from 'node:buffer'
import { mkdir, readlink, realpath, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { FaultError } from '@shared/domain/fault'
import { z } from 'zod'
import type { HookSettings, HookTarget } from '../../core/ports/hook-settings'
import { isWithin } from '../../core/shell/paths'
import { readRegularFile } from '../regular-file/read-regular-file'
import { writeWhole, type WholeFile } from '../regular-file/write-whole'
import { hooksIn, waysIn, withHooks, withoutHooks } from './edit-hooks'

/** Where the files are: the home folder, where the agents' own settings are kept, the project, and the engine's own home. */
export interface HookFolders {
  readonly user: string
  readonly env: NodeJS.ProcessEnv
  readonly project: string
  readonly home: string
}

const limit = 4 * 1024 * 1024

/** What stood in files before ours was put there, with their mode, and what was made of it: so that it is taken back exactly. */
const Kept = z.record(
  z.string(),
  z.object({ before: z.string().nullable(), after: z.string(), mode: z.number().optional() }),
)
type Kept = z.infer<typeof Kept>

interface Read {
  readonly text: string
  readonly mode: number
  readonly owner: { readonly uid: number; readonly gid: number }
}

/** The file as it is; undefined: there is none. Throws FaultError for what is no file of the person's. */
async function read(path: string): Promise<Read | undefined> {
  try {
    const file = await readRegularFile(path, { limit, links: 'follow' })
    if (file.kind !== 'read' || !file.whole) throw bad(path, 'it is no file, or too large')
    // What cannot be read exactly would be lost when it is written.
    if (!isUtf8(file.bytes)) throw bad(path, 'it is no UTF-8')
    const { mode, uid, gid } = file.stats
    return {
      text: file.bytes.toString(),
      mode: mode & 0o777,
      owner: { uid, gid },
    }
  } catch (error) {
    if (error instanceof FaultError) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw bad(path, code ?? String(error))
  }
}

const bad = (path: string, why: string): FaultError =>
  new FaultError({
    code: 'bad-request',
    message: `${path} was left as it is: ${why}.`,
    remedy: 'Mend it and try again.',
  })

/** Where a path leads, also where nothing is there; a link that leads round in a circle is thrown. */
async function placeOf(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    const target = await readlink(path).catch(() => undefined)
    const around = await placeOf(dirname(path))
    return target === undefined ? join(around, basename(path)) : placeOf(resolve(around, target))
  }
}

/** Beside it and then over it; a link stays one, and what it leads to is replaced. */
async function replace(path: string, text: string, as: WholeFile): Promise<void> {
  const real = await placeOf(path)
  await mkdir(dirname(real), { recursive: true, mode: 0o700 })
  try {
    await writeWhole(real, [text], as)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new FaultError({ code: 'store-failed', message: `${path} was not written: ${code ?? ''}` }, cause)
  }
}

/** The settings files of Claude Code and Codex, in the places that these look in. */
export function createHookSettings({ user, env, project, home }: HookFolders): HookSettings {
  const keptAt = join(home, 'desk-hooks.json')
  const kept = async (): Promise<Kept> => {
    const file = await read(keptAt).catch(() => undefined)
    return (file && parsed(file.text)) ?? {}
  }
  const pathOf = ({ agent, scope }: HookTarget): string => {
    // In a project the file that is one person's, not the one that goes into its repository.
    if (agent === 'claude-code')
      return scope === 'user'
        ? join(env['CLAUDE_CONFIG_DIR'] ?? join(user, '.claude'), 'settings.json')
        : join(project, '.claude', 'settings.local.json')
    return join(
      scope === 'user' ? (env['CODEX_HOME'] ?? join(user, '.codex')) : join(project, '.codex'),
      'hooks.json',
    )
  }
  const edited = <T>(path: string, edit: () => T): T => {
    try {
      return edit()
    } catch (error) {
      throw bad(path, error instanceof Error ? error.message : String(error))
    }
  }
  const pathsIn = (scope: HookTarget['scope']): readonly string[] =>
    (['claude-code', 'codex'] as const).map((agent) => pathOf({ agent, scope }))
  const ofProject = pathsIn('project').filter((path) => !pathsIn('user').includes(path))
  /** A session's commands can have made a link of what it works in. Throws FaultError for one that leads out of the project. */
  const stayIn = async (path: string): Promise<void> => {
    if (ofProject.includes(path) && !isWithin(await placeOf(path), await realpath(project)))
      throw bad(path, 'a link leads out of the project')
  }
  return {
    async plan(target, hooks) {
      const path = pathOf(target)
      await stayIn(path)
      const before = (await read(path))?.text
      if (hooks)
        return { path, before, after: edited(path, () => withHooks(before ?? '', target.agent, hooks)) }
      if (before === undefined) return { path, before, after: undefined }
      const known = (await kept())[path]
      if (known?.after === before) return { path, before, after: known.before ?? undefined }
      return { path, before, after: edited(path, () => withoutHooks(before, target.agent)) }
    },
    async make({ path, before, after }) {
      await stayIn(path)
      const now = await read(path)
      if (now?.text !== before) throw bad(path, 'it is not what it was when this was shown')
      if (after === before) return
      const known = await kept()
      const { [path]: mine, ...others } = known
      // What stands there has the token, and not the link that leads to it.
      if (after === undefined) await rm(await placeOf(path), { force: true })
      else await replace(path, after, now ? { mode: modeFor(after, now, mine), owner: now.owner } : {})
      const ours = after !== undefined && after !== mine?.before && installs(after)
      // Put in anew over ours, what was there before ours is still what is to come back.
      const first = mine && mine.after === before ? mine.before : (before ?? null)
      const mode = mine?.mode ?? now?.mode
      const next: Kept = ours
        ? { ...others, [path]: { before: first, after, ...(mode !== undefined && { mode }) } }
        : others
      await replace(keptAt, `${JSON.stringify(next)}\n`, {})
    },
    isThere: (target) =>
      stat(dirname(pathOf(target))).then(
        (folder) => folder.isDirectory(),
        () => false, // not there, or not ours to look into
      ),
    async installed(target) {
      const path = pathOf(target)
      const text = (await read(path))?.text
      return text === undefined || text.trim() === '' ? [] : edited(path, () => hooksIn(text, target.agent))
    },
  }
}

const closed = 0o700

/**
 * Its own, and while a token stands in it only its owner's part; with the token gone it has the one from before ours, where nobody gave it another
 * since.
 */
function modeFor(after: string, now: Read, mine: Kept[string] | undefined): number {
  if (waysIn(after, 'claude-code').some(({ kind }) => kind === 'http')) return now.mode & closed
  const before = mine?.mode
  return before !== undefined && now.mode === (before & closed) ? before : now.mode
}

const installs = (text: string): boolean =>
  waysIn(text, 'claude-code').length + waysIn(text, 'codex').length > 0

function parsed(text: string): Kept | undefined {
  try {
    return Kept.safeParse(JSON.parse(text)).data
  } catch {
    return undefined // damaged: what was there before is not known, and ours is taken out by itself
  }
}
