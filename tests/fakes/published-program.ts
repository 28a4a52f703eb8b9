import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { execa } from 'execa'

/** A program as npm's registry has it. */
export interface Published {
  readonly name: string
  readonly version: string
  /** SHA-512 of its archive, in base64, as it was published. */
  readonly sha512: string
  /** Its file that is started, and what else it needs, in its package. */
  readonly entry: string
  readonly parts: readonly string[]
  /** Patterns of what is left out of these parts. */
  readonly without?: readonly string[]
}

/**
 * The file that starts this program: fetched from the registry once, then from a cache of this checkout. Nothing that it depends on is
 * fetched and no script of it runs. Throws where the registry is not reached, and for content that is not what was published.
 */
export async function publishedProgram(program: Published): Promise<string> {
  const { name, version, sha512, entry, parts, without = [] } = program
  const cache = resolve(import.meta.dirname, '../../node_modules/.cache/programs', name.replace('/', '+'))
  const file = join(cache, version, entry)
  if (existsSync(file)) return file
  mkdirSync(cache, { recursive: true })
  const fresh = mkdtempSync(join(cache, 'new-'))
  try {
    const args = ['pack', '--silent', '--prefer-offline', `${name}@${version}`]
    const { stdout } = await execa('npm', args, { cwd: fresh }).catch((error: unknown) => {
      throw new Error(`${name} ${version} could not be fetched from npm's registry`, { cause: error })
    })
    const archive = join(fresh, stdout.trim())
    const found = createHash('sha512').update(readFileSync(archive)).digest('base64')
    if (found !== sha512)
      throw new Error(`${name} ${version} is not what was published: its SHA-512 is ${found}`)
    const wanted = ['package.json', ...parts].map((part) => `package/${part}`)
    const unwanted = without.map((pattern) => `--exclude=package/${pattern}`)
    await execa('tar', ['xzf', archive, '--strip-components=1', ...unwanted, ...wanted], { cwd: fresh })
    rmSync(archive)
    renameSync(fresh, join(cache, version))
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    // Another file of the tests may have made it meanwhile.
    if (!existsSync(file)) throw error
  }
  return file
}
