import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Evidence } from '@shared/domain/evidence'
import type { Grant } from '@shared/domain/grant'
import type { RunResult, RunSpec } from '../../../core/ports/sandbox'
import { changeInPlace, textNow } from '../../regular-file/text-in-place'
import { areHarmless, changesOnly, configEntries } from './git-config-entries'
import { realPath } from './protected-entry'
import { withNotes } from '../run/run-result'
import { isUnder } from '../writable-roots'

type SettingsGrant = Extract<Grant, { kind: 'git-settings' }>

/** Longer configuration is not changed key by key. */
const maxBytes = 262_144

/** The text of a configuration that can be changed key by key: git's own layout, and references where a folder without any has them. */
function plainText(path: string): string | undefined {
  const text = realPath(path) === path ? textNow(path, maxBytes) : undefined
  const entries = text === undefined ? undefined : configEntries(text)
  return entries?.every(({ name }) => name !== 'extensions.refstorage') === true ? text : undefined
}

/** Whether a run can be held to exactly these keys: each is harmless, and the file as it is now is understood to its end. */
export const canStage = ({ path, settings }: SettingsGrant): boolean =>
  areHarmless(settings, dirname(path)) && plainText(path) !== undefined

/** Makes a git folder with nothing in it but this configuration. */
function stage(folder: string, text: string): string {
  const staged = mkdtempSync(join(folder, 'settings-'))
  for (const name of ['objects', 'refs']) mkdirSync(join(staged, name))
  writeFileSync(join(staged, 'HEAD'), 'ref: refs/heads/main\n', { flag: 'wx' })
  writeFileSync(join(staged, 'config'), text, { flag: 'wx' })
  return staged
}

const refused = (path: string): Evidence => ({
  kind: 'write',
  target: path,
  operation: 'rename',
  source: 'kernel',
  backend: 'bubblewrap',
  protectedBy: path,
})

/**
 * Runs a command that may set keys of git's configuration (decision 156). Git writes to a folder of the engine's, which is all that the
 * command can write to besides its policy; what is there afterwards is put into the person's file where it differs by these keys alone. Else
 * nothing of it is, and the file counts as one that the run was refused. Killed meanwhile, nothing has changed.
 */
export async function withStagedSettings(
  spec: RunSpec,
  folder: string,
  run: (spec: RunSpec) => Promise<RunResult>,
): Promise<RunResult> {
  const wanted = spec.permit.grants.filter((grant) => grant.kind === 'git-settings')
  const others = spec.permit.grants.filter((grant) => grant.kind !== 'git-settings')
  const [grant, ...more] = wanted
  if (!grant || others.some((each) => each.kind === 'write' && isUnder(grant.path, each.path)))
    return run(spec)
  const before = more.length === 0 && canStage(grant) ? plainText(grant.path) : undefined
  if (before === undefined)
    return { kind: 'failed', reason: `${grant.path} cannot be changed key by key any more` }
  const staged = stage(folder, before)
  try {
    const { predicted: _, ...rest } = spec
    const result = await run({
      ...rest,
      env: { ...spec.env, GIT_DIR: staged },
      // The same permit: what it says of the file is held to here, by way of this folder.
      permit: { ...spec.permit, grants: [...others, { kind: 'write', path: staged, extent: 'tree' }] },
    })
    if (result.kind !== 'exited') return result
    const after = textNow(join(staged, 'config'), maxBytes)
    const evidence = result.evidence.filter(({ target }) => !isUnder(target, staged))
    const isPut =
      after !== undefined &&
      changesOnly(before, after, grant.settings) &&
      (after === before || changeInPlace(grant.path, before, after))
    if (isPut && evidence.length === result.evidence.length) return result
    const exitCode = result.exitCode === 0 ? 1 : result.exitCode
    const note = `${grant.path} is as it was: the command changed more of it than was allowed`
    return withNotes({ ...result, exitCode, evidence: [...evidence, refused(grant.path)] }, [], [note])
  } finally {
    rmSync(staged, { recursive: true, force: true })
  }
}
