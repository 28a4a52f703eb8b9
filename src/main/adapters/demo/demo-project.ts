import { rmSync } from 'node:fs'
import { lstat, mkdtemp, mkdir, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { EffectRule } from '@shared/domain/effect-rule'
import type { DemoProject } from '../../core/ports/system'
import { atExit } from '../own-process/at-exit'
import { eachByItself } from '../own-process/each-by-itself'
import { isLeftBehind, ownPrefix } from '../own-process/process-name'
import { undisturbedFolder } from '../own-process/shared-folder'

const prefix = 'countersign-demo-'

const files: Readonly<Record<string, string>> = {
  'README.md': '# Lighthouse\n\nA small sample project that the Countersign demo works in.\n',
  'CHANGELOG.md': '# Changes\n\n## 0.2.0\n- The beam turns at night only\n- The fog horn waits for fog\n',
  'src/lamp.js': 'export const turnsPerMinute = (isNight) => (isNight ? 4 : 0)\n',
  'src/horn.js': "export const horn = (visibilityMetres) => (visibilityMetres < 900 ? 'sound' : 'rest')\n",
}

/** Git without the user's configuration, hooks or signing: the demo touches nothing but its own folder. */
async function git(cwd: string, ...args: string[]): Promise<void> {
  const env = {
    // The system's before any that a project has on the person's PATH.
    PATH: ['/usr/bin:/bin', process.env.PATH].join(':'),
    HOME: cwd,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_AUTHOR_NAME: 'Demo',
    GIT_AUTHOR_EMAIL: 'demo@countersign.invalid',
    GIT_COMMITTER_NAME: 'Demo',
    GIT_COMMITTER_EMAIL: 'demo@countersign.invalid',
  }
  // Loaded with the first demo, so that no other start waits for it.
  const { execa } = await import('execa')
  await execa('git', args, { cwd, env, extendEnv: false })
}

/**
 * Makes `countersign-demo-…/` in `folder`, where no other session's commands write, since git works in it outside the sandbox: a git repository `project` to work in, and beside it, outside
 * the workspace, an empty `outbox`, an empty `site` that a rule of the project lets be written, and a `shared-cache` with
 * files a clean-up would delete. `notes` is a folder of the engine's where each is noted down until the engine has
 * ended. Throws when git is missing.
 */
export function demoProject(notes: string, folder = undisturbedFolder): DemoProject {
  const rules: EffectRule[] = []
  return { create, rules: () => rules }

  async function create(): Promise<{ readonly cwd: string }> {
    await mkdir(notes, { recursive: true, mode: 0o700 })
    const base = await realpath(await mkdtemp(join(folder(), prefix)))
    const note = join(notes, `${ownPrefix()}${basename(base)}`)
    await writeFile(note, base, { mode: 0o600 })
    // A demo that was ended in good order stays for its session, which can be looked at again.
    atExit(() => {
      rmSync(note, { force: true })
    })
    const cwd = join(base, 'project')
    await Promise.all([
      mkdir(join(cwd, 'src'), { recursive: true }),
      mkdir(join(base, 'outbox')),
      mkdir(join(base, 'site')),
      mkdir(join(base, 'shared-cache')),
    ])
    await Promise.all([
      ...Object.entries(files).map(([name, text]) => writeFile(join(cwd, name), text)),
      ...Array.from({ length: 6 }, (_, at) =>
        writeFile(
          join(base, 'shared-cache', `chart-${String(at + 1)}.tmp`),
          `cached chart ${String(at + 1)}\n`.repeat(400),
        ),
      ),
    ])
    await git(cwd, 'init', '--quiet', '--initial-branch=main')
    await git(cwd, 'add', '--all')
    await git(cwd, 'commit', '--quiet', '--message', 'Light the lamp')
    rules.push(...rulesOf(base, cwd))
    return { cwd }
  }
}

/** The rule that comes with a project; none where the folder's name would be read as a pattern. */
const rulesOf = (base: string, cwd: string): readonly EffectRule[] =>
  /[*?]/.test(base)
    ? []
    : [
        EffectRule.parse({
          ...{ name: 'demo site', where: [cwd], commands: ['cp README.md *'] },
          ...{ writes: [join(base, 'site', '**')], level: 'low' },
        }),
      ]

/**
 * Takes away the demos of engines that were killed: nobody knows how far they had come. `remove` removes a folder with all in it and goes behind no link, whatever
 * is exchanged meanwhile: those of earlier versions lie in the temporary folder, where other sessions' commands write. Throws what the file system throws.
 */
export async function clearLeftDemos(notes: string, remove: (path: string) => Promise<void>): Promise<void> {
  await eachByItself(await readdir(notes).catch(() => []), async (name) => {
    if (!isLeftBehind(name)) return
    const base = await readFile(join(notes, name), 'utf8')
    const places = await Promise.all([undisturbedFolder(), tmpdir()].map((place) => realpath(place)))
    const found = await lstat(base).catch(() => undefined)
    const ours = found?.isDirectory() === true && found.uid === process.getuid?.()
    if (ours && basename(base).startsWith(prefix) && places.includes(dirname(base))) await remove(base)
    await rm(join(notes, name), { force: true })
  })
}
